// The queries of the comparison, and their speed. Runs in Node and in a page.

/** Node 20 optimizes some packages after 100,000 calls, and others after 500,000. The time is for the slow ones. */
const [WARM_UP, WARM_UP_MS] = [1_000_000, 2000];
const PASSES = 3;

/** Whole numbers below a limit, the same ones in every process. */
export const seeded = (/** @type {number} */ seed) => (/** @type {number} */ limit) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
};

/**
 * Domains that are not listed, with the endings of listed ones, all different.
 * @param {string[]} list
 * @param {number} count
 * @returns {string[]}
 */
export function absentKeys(list, count) {
  const random = seeded(1);
  const listed = new Set(list);
  /** @type {Set<string>} */
  const found = new Set();
  while (found.size < count) {
    const label = Array.from({ length: 4 + random(12) }, () => random(36).toString(36)).join("");
    const key = label + list[random(list.length)].replace(/^[^.]*/, "");
    if (!listed.has(key)) found.add(key);
  }
  return [...found];
}

/**
 * All listed keys and as many non-members, shuffled.
 * @param {string[]} list
 */
export function mixed(list) {
  const random = seeded(2);
  const keys = [...list, ...absentKeys(list, list.length)].map((key) => ({ key, place: random(2 ** 32) }));
  return keys.sort((a, b) => a.place - b.place).map(({ key }) => key);
}

/**
 * Millions of calls per second: the median of some passes after the warm-up, each with a new filter.
 * @param {string[]} keys
 * @param {() => any} makeFilter
 * @param {(filter: any, key: string) => unknown} call
 */
export function speed(keys, makeFilter, call) {
  const pass = () => {
    // New strings, as on a page: no engine has their hashes yet.
    const queries = JSON.parse(JSON.stringify(keys));
    const filter = makeFilter();
    const start = performance.now();
    let yes = 0;
    for (let i = 0; i < queries.length; i++) yes += call(filter, queries[i]) ? 1 : 0;
    const ms = performance.now() - start;
    // An engine could remove calls whose answers are never read.
    if (yes > queries.length) throw new Error("more answers than calls");
    return queries.length / ms / 1000;
  };
  const start = performance.now();
  for (let calls = 0; calls < WARM_UP && performance.now() - start < WARM_UP_MS; calls += keys.length) pass();
  return Array.from({ length: PASSES }, pass).sort((a, b) => a - b)[PASSES >> 1];
}
