// For Cloudflare workers. They cannot compile bytes, and import compiled modules.

import { Engine } from "./api/engine.js";
import { provideEngine } from "./api/engines.js";
import * as wasm from "./wasm/edgebloom.js";
import module from "./wasm/edgebloom.wasm";

provideEngine(() => new Engine(wasm, module));

export * from "./api/index.js";
