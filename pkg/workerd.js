// Cloudflare workers compile no bytes; they bring modules that are already compiled.

import { init } from "./api/core.js";
import { provideModule } from "./api/variants-module.js";
import core from "./wasm/core.wasm";
import variants from "./wasm/variants.wasm";

init(core);
provideModule(variants);

export * from "./api/index.js";
