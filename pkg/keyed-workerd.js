// keyed.js for runtimes that cannot compile bytes, and import compiled modules.

import { Engine } from "./api/engine.js";
import { provideCompatEngine } from "./api/engines.js";
import * as wasm from "./wasm/compat.js";
import module from "./wasm/compat.wasm";

provideCompatEngine(() => new Engine(wasm, module));

export * from "./api/keyed/index.js";
