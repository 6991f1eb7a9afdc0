// Node, browsers, bundlers, Deno, Bun: the module is inlined and compiled while this file loads.

import { init } from "./wasm/glue.js";
import { bytes } from "./wasm/inline.js";

init(new WebAssembly.Module(bytes()));

export * from "./api/index.js";
