// The bench: the one filter that all panels show and work on, the keys that are known to be in it, and the key that
// is being typed. Everything said of a filter is asked of it.

import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { cellsOf } from "./cells.js";
import { pacer } from "./slices.js";

/** @typedef {import("edgebloom/static").StaticOptions} StaticOptions */

/**
 * A long list whose keys a worker keeps.
 * @typedef {object} KeyList
 * @property {number} count distinct keys
 * @property {string} name
 * @property {number} bytes of the list as a text
 * @property {(positions: number[], divisor: number) => Promise<{ keys: string[], more: boolean }[]>} owners for each
 *   position of the filter that was built, folded by the divisor, some of the keys that have it, and whether there are
 *   others
 * @property {(key: string) => Promise<boolean>} has whether a key is in the list itself
 * @property {() => Promise<number>} gzipped bytes of the list, compressed
 * @property {(options: StaticOptions & { more?: string[] }) => Promise<Uint8Array<ArrayBuffer>>} staticFile the file of a static set of the
 *   list and of more keys
 * @property {() => void} close
 */

/**
 * @typedef {object} Bench
 * @property {BloomFilter} filter
 * @property {Map<string, number>} words the keys that were added by hand, and how often
 * @property {KeyList | null} list
 * @property {number} folded by what the filter of the list was folded since
 * @property {Set<string>} both words that are in the list, too
 * @property {boolean} complete true if words and list are all the keys that are in
 * @property {boolean} integers true if its keys are whole numbers, not texts
 */

/** A new filter has these, so that there is something to see. */
export const FIRST_WORDS = [
  "apple",
  "banana",
  "cherry",
  "date",
  "elderberry",
  "fig",
  "grape",
  "hazelnut",
  "kiwi",
  "lemon",
  "mango",
  "nectarine",
];

/** From this many on, words are not looked through for who has set a bit. */
const MOST_WORDS = 20_000;

/** @type {Bench} */
let now = made(new BloomFilter({ bits: 128, hashes: 3 }), FIRST_WORDS);

/** @type {Bench | null} what was there before, to go back to */
let before = null;

let asked = "";

/** @type {Set<() => void>} */
const changeListeners = new Set();
/** @type {Set<() => void>} */
const askListeners = new Set();

let unchanged = new AbortController();

/** What costs a look at all bits or keys, until the filter changes. */
const cache = {
  stats: /** @type {any} */ (null),
  cells: /** @type {import("./cells.js").Cells | null | undefined} */ (null),
  owners: /** @type {Map<number, string[]> | null} */ (null),
};

/**
 * @param {BloomFilter} filter
 * @param {Iterable<string>} words
 * @returns {Bench}
 */
function made(filter, words) {
  const bench = { filter, words: new Map(), list: null, folded: 1, both: new Set(), complete: true, integers: false };
  for (const word of words) put(bench, word);
  return bench;
}

/**
 * @param {Bench} bench
 * @param {string} word
 */
function put(bench, word) {
  const changed = bench.filter.add(keyOf(word, bench));
  const name = nameOf(word, bench);
  bench.words.set(name, (bench.words.get(name) ?? 0) + 1);
  return changed;
}

/**
 * What is typed as the key that the filter takes.
 * @param {string} text
 * @param {Bench} [bench]
 */
export function keyOf(text, { integers } = now) {
  if (!integers) return text;
  if (!/^\s*-?\d+\s*$/.test(text))
    throw new TypeError(`key: expected a whole number, found ${JSON.stringify(text.slice(0, 80))}`);
  return BigInt(text);
}

/**
 * The one spelling of a key under which it is known: 05 is 5.
 * @param {string} text that is a key
 * @param {Bench} [bench]
 */
export function nameOf(text, bench = now) {
  return bench.integers ? String(keyOf(text, bench)) : text;
}

export const bench = {
  get filter() {
    return now.filter;
  },
  get words() {
    return now.words;
  },
  get list() {
    return now.list;
  },
  get complete() {
    return now.complete;
  },
  get integers() {
    return now.integers;
  },
  /** What the filter says of itself; counted once for each change. */
  get stats() {
    return (cache.stats ??= now.filter.stats);
  },
  /** What its cells hold; undefined for a filter that grows. */
  get cells() {
    if (cache.cells === null) cache.cells = cellsOf(now.filter, bench.stats);
    return cache.cells;
  },
  /** Distinct keys that are in; undefined if nobody knows. */
  get distinct() {
    return now.complete ? now.words.size + (now.list?.count ?? 0) - now.both.size : undefined;
  },
  get counting() {
    return now.filter instanceof CountingBloomFilter;
  },
  get undoable() {
    return before !== null;
  },
  get asked() {
    return asked;
  },
  /** Aborted by the next change: for what takes longer and is then of another filter. */
  get signal() {
    return unchanged.signal;
  },
};

/** @param {() => void} draw runs now and after each change */
export function onChange(draw) {
  changeListeners.add(draw);
  draw();
}

/** @param {() => void} draw runs now, after each change and whenever another key is typed */
export function onAsk(draw) {
  askListeners.add(draw);
  onChange(draw);
}

/** @param {string} text the key that is typed */
export function ask(text) {
  asked = text;
  for (const draw of askListeners) draw();
}

/** Which change the listeners are told of: a later one begins anew. */
let round = 0;

/** Tells all listeners; where that takes long, as with millions of cells, in several tasks. */
async function changed() {
  unchanged.abort();
  unchanged = new AbortController();
  cache.stats = cache.cells = cache.owners = null;
  const mine = ++round;
  const rest = pacer();
  for (const draw of changeListeners) {
    const pausing = rest();
    if (pausing) await pausing;
    if (mine !== round) return;
    try {
      draw();
    } catch (error) {
      // A panel that fails does not keep the others from drawing.
      reportError(error);
    }
  }
}

/**
 * Puts another filter on the bench. What was there can be taken back once.
 * @param {BloomFilter} filter
 * @param {{ words?: Iterable<string>, list?: KeyList | null, complete?: boolean }} [known]
 *   its keys: `words` are added to it, those of `list` are in already
 */
export function replace(filter, { words = [], list = null, complete = true } = {}) {
  exchange({ ...made(filter, []), list, complete, integers: wantsIntegers(filter) }, words);
}

/** Puts the filter on the bench, folded, in its place: with the same keys. */
export function fold(/** @type {number} */ divisor) {
  const { words, both, folded } = now;
  exchange({
    ...now,
    filter: now.filter.fold(divisor),
    words: new Map(words),
    both: new Set(both),
    folded: folded * divisor,
  });
}

/** Puts an empty filter of the same kind in its place. */
export function empty() {
  const filter = now.filter.clone();
  filter.clear();
  exchange({ ...made(filter, []), integers: now.integers });
}

/**
 * The words that a new filter gets: those of the filter before, unless they are whole numbers for a filter of another
 * system.
 */
export const wordsToCarry = () => (now.integers ? [] : [...now.words.keys()]);

/**
 * @param {Bench} next
 * @param {Iterable<string>} [words] that are added to it
 */
function exchange(next, words = []) {
  for (const word of words) put(next, word);
  if (before) discard(before, next);
  before = now;
  now = next;
  changed();
}

/** Takes back what was on the bench before. */
export function undo() {
  if (!before) return;
  [now, before] = [before, now];
  changed();
}

/**
 * @param {Bench} bench
 * @param {Bench} next
 */
function discard(bench, next) {
  bench.filter.free();
  if (bench.list !== now.list && bench.list !== next.list) bench.list?.close();
}

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
 * @param {string} text
 * @returns {boolean} true if the filter changed
 */
export function add(text) {
  const news = put(now, text);
  changed();
  noteListed(now, text);
  return news;
}

/**
 * Whether a word is in the list, too, the list's worker knows: it is one key, not two.
 * @param {Bench} bench
 * @param {string} word
 */
async function noteListed(bench, word) {
  if (!(await isListed(word)) || bench !== now || !bench.words.has(word)) return;
  bench.both.add(word);
  changed();
}

/**
 * Whether a key is in the list itself; undefined if there is none, or nobody who could tell.
 * @param {string} key
 */
export async function isListed(key) {
  try {
    return await now.list?.has(key);
  } catch {
    // Its worker is gone; the panel of lists says so.
    return undefined;
  }
}

/** @param {string[]} texts */
export function addAll(texts) {
  for (const text of texts) put(now, text);
  changed();
}

/**
 * Removes a key once, of a counting filter.
 * @param {string} text
 * @returns {"absent" | "stuck" | "removed"} what became of it; stuck is a key whose counters are full, which stay so
 */
export function remove(text) {
  const filter = /** @type {CountingBloomFilter} */ (now.filter);
  const key = keyOf(text);
  const before = filter.count(key);
  if (!filter.remove(key)) return "absent";
  const stuck = filter.count(key) === before;
  if (!stuck) {
    const name = nameOf(text);
    const times = now.words.get(name) ?? 0;
    if (times > 1) now.words.set(name, times - 1);
    else if (now.words.delete(name)) now.both.delete(name);
  }
  changed();
  return stuck ? "stuck" : "removed";
}

/** Words that were added and that the filter does not know any more: it happens after a wrong removal only. */
export function missed() {
  const words = [...now.words.keys()];
  const answers = now.filter.hasMany(words.map((word) => keyOf(word)));
  return words.filter((_, i) => !answers[i]);
}

/**
 * Which of the known keys have each of some positions.
 * @param {number[]} positions
 * @returns {Promise<{ keys: string[], more: boolean }[]>}
 */
export async function owners(positions) {
  const own = positions.map((position) => ({ keys: wordsAt(position), more: now.words.size > MOST_WORDS }));
  if (!now.list) return own;
  /** @type {{ keys: string[], more: boolean }[]} */
  let listed;
  try {
    listed = await now.list.owners(positions, now.folded);
  } catch {
    // Its worker is gone; the panel of lists says so.
    return own.map(({ keys }) => ({ keys, more: true }));
  }
  return own.map(({ keys, more }, i) => ({ keys: [...keys, ...listed[i].keys], more: more || listed[i].more }));
}

/** @param {number} position */
function wordsAt(position) {
  if (now.words.size > MOST_WORDS) return [];
  if (!cache.owners) {
    cache.owners = new Map();
    for (const word of now.words.keys()) {
      for (const its of new Set(now.filter.positions(keyOf(word)))) {
        const there = cache.owners.get(its);
        if (there) there.push(word);
        else cache.owners.set(its, [word]);
      }
    }
  }
  return cache.owners.get(position) ?? [];
}
