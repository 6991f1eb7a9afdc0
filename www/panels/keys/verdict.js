// The filter's answer for a key and the reason, in words.

import { bench, keyOf, nameOf, ownersOf } from "../../lib/bench.js";
import { shortened } from "../../lib/format.js";
import { listed, num, t } from "../../lib/i18n.js";
import { lies } from "./finding.js";

/** The largest number of keys that are named, and of positions beside a key. */
const NAMED = 6;
const MOST_POSITIONS = 4;

/**
 * The answer for a key, the cells that decide it, and the keys that have set them.
 * @param {string} text
 */
export function verdictOf(text) {
  try {
    const key = keyOf(text);
    const kind = bench.filter.has(key) ? "maybe" : "no";
    const positions = bench.cells ? bench.filter.positions(key) : [];
    return {
      headline: t(
        kind === "maybe" && lies.has(text) && !bench.words.has(nameOf(text)) ? "keys.caught" : `keys.${kind}`,
      ),
      because: bench.cells ? because(kind, positions, text) : "",
      by: kind === "maybe" ? setBy(positions) : stops(positions),
    };
  } catch (error) {
    return { headline: t("keys.bad"), because: /** @type {Error} */ (error).message, by: "" };
  }
}

/**
 * @param {"no" | "maybe"} kind
 * @param {number[]} positions
 * @param {string} text
 */
function because(kind, positions, text) {
  if (kind === "maybe") {
    const values = { count: new Set(positions).size, places: positions.length };
    return t(bench.counting ? "keys.allCounted" : "keys.allSet", values) + known(text);
  }
  const zero = positions.find((position) => !bench.cells?.at(position));
  // A filter answers no for an exception.
  if (zero === undefined) return t("keys.exception");
  if (bench.words.has(nameOf(text))) return t("keys.missed", { position: num(zero) });
  const places = positions.length;
  const twice = places - new Set(positions).size;
  const shared = twice ? t("keys.coincide", { places, few: twice === 1 }) : "";
  return t(bench.counting ? "keys.counterIsZero" : "keys.bitIsZero", { position: num(zero) }) + shared;
}

/** That the filter does not look at the bits after the first 0. Those that it has read before, or twice, are no others. @param {number[]} positions */
function stops(positions) {
  const zero = positions.findIndex((position) => !bench.cells?.at(position));
  const rest = new Set(positions).size - new Set(positions.slice(0, zero + 1)).size;
  return zero >= 0 && rest ? t("keys.stops", { count: num(rest) }) : "";
}

/** Whether the user, or the page, has added a key. @param {string} text */
export function known(text) {
  const name = nameOf(text);
  const origin = bench.origins.get(name);
  if (origin) return t(origin === "example" ? "keys.addedExample" : "keys.addedGenerated");
  if (bench.words.has(name)) return t("keys.added");
  return bench.complete ? t("keys.never") : "";
}

/**
 * The keys that have set the cells of an answer, each with those that were 0 before it: "apple (17, 90), pear (33)". A key that has
 * set more of them has no numbers.
 * @param {number[]} positions
 */
function setBy(positions) {
  /** @type {Map<string, number[]>} */
  const byKey = new Map();
  for (const position of new Set(positions)) {
    const [first] = ownersOf(position);
    if (first !== undefined) byKey.set(first, [...(byKey.get(first) ?? []), position]);
  }
  // Name first the key that set most of them.
  const ranked = [...byKey].sort(([, a], [, b]) => b.length - a.length).slice(0, NAMED);
  if (!ranked.length) return "";
  const names = ranked.map(([key, its]) => {
    const numbers = its.length > MOST_POSITIONS ? "" : ` (${its.map(num).join(", ")})`;
    return shortened(key) + numbers;
  });
  return t("keys.setBy", { keys: listed(names) });
}
