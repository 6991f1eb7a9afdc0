// Vercel's edge runtime and Next's: compiled modules, asked for with ?module.

import { init } from "./api/core.js";
import { provideVariants } from "./api/variants.js";
import core from "./wasm/core.wasm?module";
import variants from "./wasm/variants.wasm?module";

init(core);
provideVariants(() => variants);

export * from "./api/index-compiled.js";
