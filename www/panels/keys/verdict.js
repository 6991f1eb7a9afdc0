// The filter's answer for a key and the reason, in words.

import { bench, keyOf, nameOf, owners } from "../../lib/bench.js";
import { shortened } from "../../lib/format.js";
import { listed, num, t } from "../../lib/i18n.js";

/** The largest number of keys that are named, each with its positions. */
const NAMED = 6;

/**
 * @typedef {object} Verdict
 * @property {"no" | "maybe" | "bad"} kind
 * @property {string} headline
 * @property {string} because
 * @property {number[]} positions
 */

/**
 * The answer for a key, and the cells that decide it.
 * @param {string} text
 * @returns {Verdict}
 */
export function verdictOf(text) {
  try {
    const key = keyOf(text);
    const kind = bench.filter.has(key) ? "maybe" : "no";
    const positions = bench.filter.positions(key);
    return { kind, headline: t(`keys.${kind}`), because: because(kind, positions, text), positions };
  } catch (error) {
    return { kind: "bad", headline: t("keys.bad"), because: /** @type {Error} */ (error).message, positions: [] };
  }
}

/**
 * @param {"no" | "maybe"} kind
 * @param {number[]} positions
 * @param {string} text
 */
function because(kind, positions, text) {
  const { cells } = bench;
  if (!cells) return "";
  if (kind === "maybe")
    return `${t(bench.counting ? "keys.allCounted" : "keys.allSet", { count: new Set(positions).size })}${known(text)}`;
  const zero = positions.find((position) => !cells.at(position));
  // A filter answers no for an exception.
  if (zero === undefined) return t("keys.exception");
  if (bench.words.has(nameOf(text))) return t("keys.missed", { position: num(zero) });
  return t(bench.counting ? "keys.counterIsZero" : "keys.bitIsZero", { position: num(zero) });
}

/** @param {string} text */
function known(text) {
  const name = nameOf(text);
  const origin = bench.origins.get(name);
  if (origin) return t(origin === "example" ? "keys.addedExample" : "keys.addedGenerated");
  if (bench.words.has(name)) return t("keys.added");
  return bench.complete && !bench.list ? t("keys.never") : "";
}

/**
 * The keys that have set the cells of an answer: "apple (17, 90), pear (33)".
 * @param {number[]} positions
 */
export async function setBy(positions) {
  const distinct = [...new Set(positions)];
  /** @type {Map<string, number[]>} */
  const byKey = new Map();
  for (const [i, { keys }] of (await owners(distinct)).entries()) {
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), distinct[i]]);
  }
  // Name first the key that set most of them.
  const ranked = [...byKey].sort(([, a], [, b]) => b.length - a.length);
  const shown = pickCovering(ranked, distinct).slice(0, NAMED);
  if (!shown.length) return "";
  return t("keys.setBy", { keys: listed(shown.map(([key, its]) => `${shortened(key)} (${its.map(num).join(", ")})`)) });
}

/**
 * Chooses keys until each position has one.
 * @param {[string, number[]][]} ranked
 * @param {number[]} positions
 */
function pickCovering(ranked, positions) {
  const open = new Set(positions);
  return ranked.filter(([, its]) => {
    const news = its.some((position) => open.has(position));
    for (const position of its) open.delete(position);
    return news;
  });
}
