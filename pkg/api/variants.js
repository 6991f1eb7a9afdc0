// The engine of counting, scalable and sparse filters, made when the first of them is. Where its module comes
// from is the entry's choice.

import { Engine } from "./engine.js";

/** @type {Engine | undefined} */
let engine;

/** @type {(() => Engine) | undefined} */
let provided;

/** @type {(() => WebAssembly.Module) | undefined} */
let source;

/** @returns {Engine} */
export const variants = () =>
  (engine ??= provided?.() ?? new Engine(/** @type {() => WebAssembly.Module} */ (source)()));

/**
 * Takes an engine that is there already.
 * @param {() => Engine} make
 */
export function provideEngine(make) {
  provided ??= make;
}

/**
 * Takes a module, unless there is one.
 * @param {() => WebAssembly.Module} compile
 */
export function provideVariants(compile) {
  source ??= compile;
}
