// The engine of plain filters, which the entry provides.

import { Engine } from "./engine.js";

/** @type {Engine} */
export let core;

/**
 * Takes the compiled module, unless there is an engine; each entry calls it once.
 * @param {WebAssembly.Module} module
 */
export function init(module) {
  core ??= new Engine(module);
}

/**
 * Takes an engine that knows more.
 * @param {Engine} engine
 */
export function useCore(engine) {
  core = engine;
}
