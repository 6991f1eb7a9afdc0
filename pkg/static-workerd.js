// static.js for runtimes that compile no bytes.

import { Engine } from "./api/engine.js";
import { provideCompatEngine } from "./api/engines.js";
import * as wasm from "./wasm/compat.js";
import module from "./wasm/compat.wasm";

provideCompatEngine(() => new Engine(wasm, module));

export * from "./api/static/index.js";
