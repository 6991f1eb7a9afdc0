// static.js for runtimes that import compiled modules with ?module.

import { Engine } from "./api/engine.js";
import { provideCompatEngine } from "./api/engines.js";
import * as wasm from "./wasm/compat.js";
import module from "./wasm/compat.wasm?module";

provideCompatEngine(() => new Engine(wasm, module));

export * from "./api/static/index.js";
