// Filters that change while they are asked. They are of any class, so that the second module is brought along.

import "./index.js";
import { provideVariants } from "./api/variants.js";
import { bytes } from "./wasm/variants-inline.js";

provideVariants(() => new WebAssembly.Module(bytes()));

export * from "./api/live/index.js";
