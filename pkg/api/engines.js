// Which instances there are. Entry points bring the modules: where the engine comes from is their choice.

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Engine<import("./engine.js").CompatModule>} CompatEngine */

/** @type {Engine | undefined} */
let ours;

/** @type {CompatEngine | undefined} */
let compat;

/**
 * The engine of filters in our own schemes.
 * @returns {Engine}
 */
export const engine = () => /** @type {Engine} */ (ours);

/**
 * The engine of all filters, which has those of other systems and keyed ones.
 * @returns {CompatEngine}
 */
export const compatEngine = () => /** @type {CompatEngine} */ (compat);

/**
 * Takes an engine, unless there is one.
 * @param {() => Engine} make
 */
export function provideEngine(make) {
  ours ??= make();
}

/**
 * Takes an engine of all filters, unless there is one. Where there is no other, those in our own schemes use it, too.
 * @param {() => CompatEngine} make
 */
export function provideCompatEngine(make) {
  compat ??= make();
  ours ??= /** @type {any} */ (compat);
}
