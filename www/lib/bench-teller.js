// Messages about what was done to the filter on the bench: the next change makes them untrue.

import { bench, onChange } from "./bench.js";
import { teller } from "./teller.js";

/**
 * A teller whose message goes with the next change of the filter.
 * @param {string} selector
 * @returns {import("./teller.js").Teller}
 */
export function benchTeller(selector) {
  const tell = teller(selector);
  /** The change that its message is about, while there is one: another panel may use the same element. */
  let told = /** @type {{ change: typeof bench.latest } | undefined} */ (undefined);
  onChange(() => {
    if (!told || told.change === bench.latest) return;
    told = undefined;
    tell("", () => "");
  });
  return (...message) => {
    told = { change: bench.latest };
    tell(...message);
  };
}
