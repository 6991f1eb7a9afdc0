// Filters under a secret key, over a module of their own, which is inlined and compiled while this file loads.

import { init } from "./api/keyed/engine.js";
import { bytes } from "./wasm/keyed-inline.js";

init(new WebAssembly.Module(bytes()));

export * from "./api/keyed/index.js";
