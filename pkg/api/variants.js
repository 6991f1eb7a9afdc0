// The engine of counting, scalable and sparse filters: a larger module, which bundlers leave out
// where none of them is used, and which is compiled when the first one is made.

import { bytes } from "../wasm/variants-inline.js";
import { Engine } from "./engine.js";
import { compiled } from "./variants-module.js";

/** @type {Engine | undefined} */
let engine;

/** @returns {Engine} */
export const variants = () => (engine ??= new Engine(compiled ?? new WebAssembly.Module(bytes())));
