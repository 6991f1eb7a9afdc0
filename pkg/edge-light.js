// Vercel's edge runtime and Next's: compiled modules, asked for with ?module.

import { init } from "./api/core.js";
import { provideModule } from "./api/variants-module.js";
import core from "./wasm/core.wasm?module";
import variants from "./wasm/variants.wasm?module";

init(core);
provideModule(variants);

export * from "./api/index.js";
