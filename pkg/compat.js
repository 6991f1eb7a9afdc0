// Everything of the default entry, and filters of other systems, over one larger module, which is inlined and
// compiled while this file loads.

import { init } from "./api/compat/init.js";
import { bytes } from "./wasm/compat-inline.js";

init(new WebAssembly.Module(bytes()));

export * from "./api/compat/index.js";
