// A domain with letters such as ü is looked up as "xn--…". A sentence names it as it was typed.

import { keysOf } from "./example.js";

/**
 * @param {string} text that was typed
 * @param {string} key one of its keys
 */
export function asTyped(text, key) {
  if (!key.includes("xn--")) return key;
  const labels = key.split(".").length;
  const names = text.toLowerCase().split(/[\s/@:?#]+/);
  const ends = names.map((name) => name.split(/[.。]/).slice(-labels).join("."));
  return ends.find((end) => keysOf(end)[0] === key) ?? key;
}
