// All exports of `edgebloom`, and filters of other systems. It inlines the larger module.

import { compiled } from "./api/compiled.js";
import { Engine } from "./api/engine.js";
import { provideCompatEngine } from "./api/engines.js";
import * as wasm from "./wasm/compat.js";
import { bytes } from "./wasm/compat-inline.js";

provideCompatEngine(() => new Engine(wasm, compiled(bytes)));

export * from "./api/compat/index.js";
