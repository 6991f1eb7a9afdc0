// Bars that compare amounts, as rows of a description list of the class "bars".

import { make } from "./dom.js";

/**
 * @param {Node | string} name
 * @param {number} share of the longest, 0 to 1
 * @param {string} value
 */
export function bar(name, share, value) {
  const length = make("div", { class: "bar" });
  length.style.width = `${share * 100}%`;
  return [make("dt", {}, name), make("dd", { class: "track" }, length), make("dd", { class: "value" }, value)];
}
