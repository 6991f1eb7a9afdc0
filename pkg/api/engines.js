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
 * Sets the engine if there is none.
 * @param {() => Engine} make
 */
export function provideEngine(make) {
  core ??= make();
}

/**
 * Sets the engine of all filters if there is none. Native filters use it too if they have no engine of their own.
 * @param {() => CompatEngine} make
 */
export function provideCompatEngine(make) {
  compat ??= make();
  core ??= /** @type {any} */ (compat);
}
