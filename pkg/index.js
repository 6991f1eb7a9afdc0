// For browsers, bundlers, Deno and Bun. It inlines the module, and compiles it while this file loads.

import { compiled } from "./api/compiled.js";
import { Engine } from "./api/engine.js";
import { provideEngine } from "./api/engines.js";
import * as wasm from "./wasm/edgebloom.js";
import { bytes } from "./wasm/edgebloom-inline.js";

provideEngine(() => new Engine(wasm, compiled(bytes)));

export * from "./api/index.js";
