// The bars above a slider: one for each of its stops.

import { find, make } from "../../lib/dom.js";

/**
 * @param {string} selector
 * @param {number} count
 * @returns {(shares: number[], now: number) => void} draws the bars, each with a share of the height
 */
export function barsIn(selector, count) {
  const bars = Array.from({ length: count }, () => make("i"));
  find(selector).append(...bars);
  return (shares, now) => {
    for (const [i, bar] of bars.entries()) {
      bar.style.height = `${shares[i] * 100}%`;
      bar.className = i === now ? "now" : i < now ? "before" : "";
    }
  };
}
