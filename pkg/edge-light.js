// Vercel's edge runtime and Next's: compiled modules, asked for with ?module.

import { Engine } from "./api/engine.js";
import { provideEngine } from "./api/engines.js";
import * as wasm from "./wasm/edgebloom.js";
import module from "./wasm/edgebloom.wasm?module";

provideEngine(() => new Engine(wasm, module));

export * from "./api/index.js";
