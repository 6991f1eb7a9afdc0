// The instances of the modules. Each entry point provides its own.

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Engine<import("./engine.js").CompatModule>} CompatEngine */

/** @type {Engine | undefined} */
let core;

/** @type {CompatEngine | undefined} */
let compat;

/**
 * The engine of filters in the native schemes.
 * @returns {Engine}
 */
export const engine = () => /** @type {Engine} */ (core);

/**
 * The engine of all filters: native and keyed ones, static sets, and those of other systems.
 * @returns {CompatEngine}
 */
export const compatEngine = () => /** @type {CompatEngine} */ (compat);

/**
 * Sets the engine, unless it is already set.
 * @param {() => Engine} make
 */
export function provideEngine(make) {
  core ??= make();
}

/**
 * Sets the engine of all filters, unless it is already set. Native filters use it too, unless they have their own.
 * @param {() => CompatEngine} make
 */
export function provideCompatEngine(make) {
  compat ??= make();
  core ??= /** @type {any} */ (compat);
}
