// For the edge runtime of Vercel and Next, which imports compiled modules with ?module.

import { Engine } from "./api/engine.js";
import { provideEngine } from "./api/engines.js";
import * as wasm from "./wasm/edgebloom.js";
import module from "./wasm/edgebloom.wasm?module";

provideEngine(() => new Engine(wasm, module));

export * from "./api/index.js";
