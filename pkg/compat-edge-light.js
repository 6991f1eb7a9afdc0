// compat.js for runtimes that compile no bytes.

import "./edge-light.js";
import { provideCompat } from "./api/compat/module.js";
import compat from "./wasm/compat.wasm?module";

provideCompat(compat);

export * from "./api/compat/index.js";
