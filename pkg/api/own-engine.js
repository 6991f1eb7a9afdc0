// The engine of our own filters: the one instance of the module `edgebloom`. The entry point provides it.

/** @typedef {import("./engine.js").Engine} Engine */

/** @type {() => Engine} */
let provided;

export const engine = () => provided();

/**
 * Sets where the engine comes from.
 * @param {() => Engine} get
 */
export function provideEngine(get) {
  provided ??= get;
}
