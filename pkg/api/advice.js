// What is allowed, but rarely meant. The console says each thing once.

/** @typedef {Pick<import("./header.js").HeaderFields, "scheme" | "inserted" | "capacity" | "byteLength" | "subFilters">} Facts */

/** @type {Set<string>} */
const told = new Set();

let isQuiet = false;

/** For programs that have their own warnings. */
export function adviseNobody() {
  isQuiet = true;
}

/**
 * @param {string} subject
 * @param {string} text
 */
function tellOnce(subject, text) {
  if (isQuiet || told.has(subject)) return;
  told.add(subject);
  // Some engines have no console.
  globalThis.console?.warn(`edgebloom: ${text}`);
}

/** A capacity that is this many times too large or too small. */
const FAR = 10;
/** The bytes of a file that is worth a word. */
const LARGE = 4096;

/**
 * Looks at a filter that was just made of keys, and has the size for these.
 * @param {Facts} facts
 */
export function adviseOnKeys({ inserted }) {
  if (!inserted) tellOnce("keys", 'a filter was made of no keys: has() answers "no" to every key');
}

/**
 * Looks at a filter whose file is written. A scalable filter has the right size, and filters of other systems have no `from`.
 * @param {Facts} facts
 */
export function adviseOnCapacity({ scheme, inserted, capacity, byteLength, subFilters }) {
  if (!capacity || !inserted || subFilters || !["native", "keyed"].includes(scheme)) return;
  const what = `a filter with the capacity ${capacity} is saved with ${inserted} keys`;
  if (inserted >= FAR * capacity) tellOnce("small", `${what}: has() answers "maybe" to nearly every key`);
  else if (capacity >= FAR * inserted && byteLength > LARGE)
    tellOnce("large", `${what}: without capacity, from() makes a file ${FAR} times smaller or more`);
}
