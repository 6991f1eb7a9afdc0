// The engine of plain filters, which the entry provides.

import { Engine } from "./engine.js";

/** @type {Engine} */
export let core;

/**
 * Takes the compiled module; each entry calls it once.
 * @param {WebAssembly.Module} module
 */
export function init(module) {
  core = new Engine(module);
}
