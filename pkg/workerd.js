// Cloudflare workers compile no bytes; they bring modules that are already compiled.

import { init } from "./api/core.js";
import { provideVariants } from "./api/variants.js";
import core from "./wasm/core.wasm";
import variants from "./wasm/variants.wasm";

init(core);
provideVariants(() => variants);

export * from "./api/index-compiled.js";
