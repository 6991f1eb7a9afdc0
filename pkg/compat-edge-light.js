// compat.js for runtimes that compile no bytes.

import { init } from "./api/compat/init.js";
import module from "./wasm/compat.wasm?module";

init(module);

export * from "./api/compat/index.js";
