// keyed.js for runtimes that compile no bytes.

import { init } from "./api/keyed/engine.js";
import module from "./wasm/keyed.wasm?module";

init(module);

export * from "./api/keyed/index.js";
