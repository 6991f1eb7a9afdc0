// Vercel's edge runtime and Next's: compiled modules, asked for with ?module.

import { init } from "./wasm/glue.js";
import module from "./wasm/edgebloom.wasm?module";

init(module);

export * from "./api/index.js";
