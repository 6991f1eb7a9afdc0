// compat.js for runtimes that compile no bytes.

import "./workerd.js";
import { provideCompat } from "./api/compat/module.js";
import compat from "./wasm/compat.wasm";

provideCompat(compat);

export * from "./api/compat/index.js";
