// The engine of filters of other systems: the one instance of the module `compat`. The entry point provides it.

/** @typedef {import("../engine.js").Engine<typeof import("../../wasm/compat.js")>} CompatEngine */

/** @type {() => CompatEngine} */
let provided;

export const compatEngine = () => provided();

/**
 * Sets where the engine comes from.
 * @param {() => CompatEngine} get
 */
export function provideCompatEngine(get) {
  provided ??= get;
}
