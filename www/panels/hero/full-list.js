// The full list behind the filter, which is fetched only if somebody wants to know for certain.

import { email } from "edgebloom/keys";
import { exampleUrl } from "../../lib/example.js";
import { fetchUnpacked } from "../../lib/gzip.js";
import { inSlices } from "../../lib/slices.js";

/** @type {Promise<Set<string>> | undefined} */
let list;
let isHere = false;

/** Whether the list has been downloaded. */
export const hasFullList = () => isHere;

/** The list, as the keys that the filter was built from. A failed load is retried next time. */
export function fullList() {
  list ??= fetchList();
  list.catch(() => (list = undefined));
  return list;
}

async function fetchList() {
  const { stream } = await fetchUnpacked(exampleUrl(".txt.gz"));
  const names = await inSlices(namesIn(await new Response(stream).text()));
  isHere = true;
  return /** @type {Set<string>} */ (names);
}

/** @param {string} text @returns {Generator<undefined, Set<string>>} */
function* namesIn(text) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const line of text.split("\n")) {
    for (const name of email.entries(line)) names.add(/** @type {string} */ (name));
    if (names.size % 512 === 0) yield;
  }
  return names;
}

/**
 * For each position, the first name of the list that set it; can pause at each yield.
 * @param {Set<string>} names
 * @param {(name: string) => number[]} positionsOf
 * @param {number[]} wanted
 * @returns {Generator<undefined, string[]>}
 */
export function* settersOf(names, positionsOf, wanted) {
  /** @type {Map<number, string>} */
  const found = new Map();
  let seen = 0;
  for (const name of names) {
    for (const position of positionsOf(name)) {
      if (wanted.includes(position) && !found.has(position)) found.set(position, name);
    }
    if (found.size === wanted.length) break;
    if (++seen % 512 === 0) yield;
  }
  return wanted.map((position) => /** @type {string} */ (found.get(position)));
}
