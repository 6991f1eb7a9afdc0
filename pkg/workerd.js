// Cloudflare workers compile no bytes; they bring modules that are already compiled.

import { init } from "./wasm/glue.js";
import module from "./wasm/edgebloom.wasm";

init(module);

export * from "./api/index.js";
