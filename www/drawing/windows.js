// Magnified windows: each shows one bit of a map among its neighbours.

import { make } from "../lib/dom.js";
import { num } from "../lib/i18n.js";

/** Bits that a window shows on each side of its own bit. */
const AROUND = 2;

/**
 * @param {import("./map.js").Bits} bits
 * @param {number} position
 * @param {number} index of the probe, from 0
 * @returns {HTMLElement} an element of the class `window`
 */
export function windowOn(bits, position, index) {
  const cells = [];
  for (let row = -AROUND; row <= AROUND; row++) {
    for (let column = -AROUND; column <= AROUND; column++) {
      const its = position + row * bits.columns + column;
      const set = its >= 0 && its < bits.count && bits.at(its);
      const isOwn = !row && !column;
      cells.push(make("i", { class: `${set ? "one" : "zero"}${isOwn ? " own" : ""}` }, isOwn ? (set ? 1 : 0) : ""));
    }
  }
  const hidden = { "aria-hidden": "true" };
  return make(
    "li",
    { class: `window ${bits.at(position) ? "hit" : "miss"}` },
    make("b", hidden, index + 1),
    make("div", { class: "glass", ...hidden }, ...cells),
    make("span", hidden, num(position)),
    make("span", { class: "unseen" }, `${num(position)}: ${bits.at(position) ? 1 : 0}`),
  );
}
