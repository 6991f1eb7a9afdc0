// The engine of keyed filters, which the entry provides.

import { Engine } from "../engine.js";
import { LAYOUTS } from "../options.js";

/** What the id of a keyed scheme is above that of its layout. */
export const KEYED = 26;

/** @type {Engine} */
export let keyed;

/**
 * Takes the compiled module; each entry calls it once.
 * @param {WebAssembly.Module} module
 */
export function init(module) {
  keyed = new Engine(module);
  keyed.schemes = [];
  LAYOUTS.forEach((layout, id) => {
    if (id) /** @type {any} */ (keyed.schemes)[id + KEYED] = { scheme: "keyed", layout };
  });
}
