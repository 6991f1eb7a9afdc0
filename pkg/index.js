// Node, browsers, bundlers, Deno, Bun: the module is inlined and compiled while this file loads.

import { init } from "./api/core.js";
import { bytes } from "./wasm/core-inline.js";

init(new WebAssembly.Module(bytes()));

export * from "./api/index.js";
