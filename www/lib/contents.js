// A filter together with what the page knows about its keys. These functions change only what they are given.

import { TYPED_FORMS } from "./load-any.js";

/** @typedef {import("edgebloom").BloomFilter} BloomFilter */

/** @typedef {"example" | "generated"} Origin of a key that was not typed */

/**
 * @typedef {object} Contents
 * @property {BloomFilter} filter
 * @property {Map<string, number>} words the keys that were added one by one, with their counts
 * @property {Map<string, Origin>} origins of the words that were not typed
 * @property {boolean} complete true if the words are all keys of the filter
 * @property {boolean} integers true if its keys are whole numbers, not texts
 */

/**
 * A filter without known keys.
 * @param {BloomFilter} filter
 * @param {boolean} [complete]
 * @returns {Contents}
 */
export const contentsOf = (filter, complete = true) => ({
  filter,
  words: new Map(),
  origins: new Map(),
  complete,
  integers: wantsIntegers(filter),
});

/** @param {BloomFilter} filter */
function wantsIntegers(filter) {
  try {
    filter.has("");
    return false;
  } catch {
    return true;
  }
}

/**
 * The same keys with a copy of the filter.
 * @param {Contents} contents
 * @param {BloomFilter} filter
 * @returns {Contents}
 */
export const copyOf = (contents, filter) => ({
  ...contents,
  filter,
  words: new Map(contents.words),
  origins: new Map(contents.origins),
});

/**
 * A text as a key of the filter's type.
 * @param {Contents} contents
 * @param {string} text
 */
export function keyIn({ integers, filter }, text) {
  const form = TYPED_FORMS.get(/** @type {any} */ (filter).keyForm);
  if (form) {
    const keys = /** @type {string[]} */ (form.lookups(text));
    if (!keys.length) throw new TypeError(`key: expected ${form.expected}, found ${JSON.stringify(text.slice(0, 80))}`);
    return keys.find((key) => filter.has(key)) ?? keys[0];
  }
  if (!integers) return text;
  if (!/^\s*-?\d+\s*$/.test(text))
    throw new TypeError(`key: expected a whole number, found ${JSON.stringify(text.slice(0, 80))}`);
  return BigInt(text);
}

/**
 * The canonical spelling of a key: 05 is 5.
 * @param {Contents} contents
 * @param {string} text that is a key
 */
export const nameIn = (contents, text) => String(keyIn(contents, text));

/**
 * Adds a key.
 * @param {Contents} contents
 * @param {string} text
 * @param {Origin} [origin]
 * @returns {boolean} true if the filter changed
 */
export function put(contents, text, origin) {
  const { filter, words, origins } = contents;
  const changed = filter.add(keyIn(contents, text));
  const name = nameIn(contents, text);
  const times = words.get(name) ?? 0;
  words.set(name, times + 1);
  if (origin && !times) origins.set(name, origin);
  if (!origin) origins.delete(name);
  return changed;
}

/**
 * Removes a key once from a counting filter that has it.
 * @param {Contents} contents
 * @param {string} text
 * @returns {boolean} false if its counters are saturated, so they stay unchanged
 */
export function takeOut(contents, text) {
  const filter = /** @type {import("edgebloom").CountingBloomFilter} */ (contents.filter);
  const key = keyIn(contents, text);
  const before = filter.count(key);
  filter.remove(key);
  if (filter.count(key) === before) return false;
  const name = nameIn(contents, text);
  const times = contents.words.get(name) ?? 0;
  if (times > 1) contents.words.set(name, times - 1);
  else contents.words.delete(name);
  return true;
}

/** Added words for which the filter answers “no”. Only a wrong removal causes such false negatives. @param {Contents} contents */
export function missedIn(contents) {
  const words = [...contents.words.keys()];
  const answers = contents.filter.hasMany(words.map((word) => keyIn(contents, word)));
  return words.filter((_, i) => !answers[i]);
}

/**
 * The words that set each cell.
 * @param {Contents} contents
 * @returns {Map<number, string[]>}
 */
export function ownersIn(contents) {
  const owners = new Map();
  for (const word of contents.words.keys()) {
    for (const position of new Set(contents.filter.positions(keyIn(contents, word)))) {
      const there = owners.get(position);
      if (there) there.push(word);
      else owners.set(position, [word]);
    }
  }
  return owners;
}
