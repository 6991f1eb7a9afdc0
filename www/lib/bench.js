// The bench: the one filter that all panels show and change, its known keys, the typed key, and the history for Undo.
// All figures of a filter come from the filter.

import { BloomFilter } from "edgebloom";
import { cellsOf } from "./cells.js";
import { pacer } from "./slices.js";

/** @typedef {"example" | "generated"} Origin of a key that was not typed */

/**
 * @typedef {object} Bench
 * @property {BloomFilter} filter
 * @property {Map<string, number>} words the keys that were added one by one, with their counts
 * @property {Map<string, Origin>} origins of the words that were not typed
 * @property {boolean} complete true if the words are all keys of the filter
 * @property {boolean} integers true if its keys are whole numbers, not texts
 */

/**
 * The last action, for the label of Undo and for animations.
 * @typedef {object} Action
 * @property {"add" | "fill" | "remove" | "shape" | "size" | "fold" | "empty" | "reset" | "link" | "bring"} what
 * @property {string[]} [keys] that were added or removed
 */

/** The keys of the first filter. */
export const FIRST_WORDS = [
  "apple",
  "banana",
  "cherry",
  "date",
  "elderberry",
  "papaya",
  "grape",
  "hazelnut",
  "kiwi",
  "lemon",
  "mango",
  "nectarine",
];

/** With more words than this, the page does not search them for the keys that set a bit. */
export const MOST_WORDS = 20_000;

/** The filter that the page starts with. */
const FIRST_SHAPE = { bits: 128, hashes: 3 };

/** The limits of Undo: the number of steps, and the bytes of their filters together. The last step is always stored. */
const MOST_STEPS = 100;
const MOST_STEP_BYTES = 128_000_000;

/** @type {Bench} */
let now;

/** The states before each action, the latest last. @type {{ bench: Bench, action: Action, bytes: number }[]} */
const history = [];

/** The last change. @type {{ action: Action, undone: boolean } | undefined} */
let latest;

let asked = "";

/** @type {Set<() => void>} */
const changeListeners = new Set();
/** @type {Set<() => void>} */
const askListeners = new Set();

let unchanged = new AbortController();

/** Results that take a pass over all bits or keys. They stay until the filter changes. */
const cache = {
  stats: /** @type {any} */ (null),
  cells: /** @type {import("./cells.js").Cells | null | undefined} */ (null),
  owners: /** @type {Map<number, string[]> | null} */ (null),
};

/** Puts the first filter on the bench. */
export function startBench() {
  now = firstBench();
}

function firstBench() {
  const bench = benchOf(new BloomFilter(FIRST_SHAPE));
  for (const word of FIRST_WORDS) put(bench, word, "example");
  return bench;
}

/**
 * @param {BloomFilter} filter
 * @returns {Bench}
 */
const benchOf = (filter) => ({
  filter,
  words: new Map(),
  origins: new Map(),
  complete: true,
  integers: false,
});

/**
 * @param {Bench} bench
 * @param {string} word
 * @param {Origin} [origin]
 */
function put(bench, word, origin) {
  const changed = bench.filter.add(keyOf(word, bench));
  const name = nameOf(word, bench);
  const times = bench.words.get(name) ?? 0;
  bench.words.set(name, times + 1);
  if (origin && !times) bench.origins.set(name, origin);
  if (!origin) bench.origins.delete(name);
  return changed;
}

/**
 * The typed text as a key of the filter's type.
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
 * The canonical spelling of a key: 05 is 5.
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
  get complete() {
    return now.complete;
  },
  get integers() {
    return now.integers;
  },
  /** The statistics of the filter; computed once for each change. */
  get stats() {
    return (cache.stats ??= now.filter.stats);
  },
  /** The contents of its cells; undefined for a scalable filter. */
  get cells() {
    if (cache.cells === null) cache.cells = cellsOf(now.filter, bench.stats);
    return cache.cells;
  },
  /** The number of distinct keys; undefined if it is unknown. */
  get distinct() {
    return now.complete ? now.words.size : undefined;
  },
  get counting() {
    return bench.stats.counterBits !== undefined;
  },
  /** The origins of the keys that were not typed. */
  get origins() {
    return now.origins;
  },
  /** The action that Undo would undo. */
  get undoable() {
    return history[history.length - 1]?.action;
  },
  /** The last change: an action, or its undo. */
  get latest() {
    return latest;
  },
  get asked() {
    return asked;
  },
  /** Aborted by the next change: for long work whose result would belong to the old filter. */
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

/** The number of the change that listeners are notified of: a later change starts again. */
let round = 0;

/**
 * Notifies all listeners. If that takes long, as with millions of cells, it uses several tasks.
 * @param {{ action: Action, undone: boolean }} [change] undefined if no cell has changed
 */
async function changed(change) {
  latest = change;
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
      // The other panels draw even if one fails.
      reportError(error);
    }
  }
}

/**
 * Puts another filter on the bench.
 * @param {Action["what"]} what was done
 * @param {BloomFilter} filter
 * @param {{ words?: Iterable<string>, complete?: boolean, continues?: boolean }} [known] its keys: `words` are added to the filter; with
 *   `continues`, this and the last action are one step of Undo
 */
export function replace(what, filter, { words = [], complete = true, continues = false } = {}) {
  exchange({ what }, { ...benchOf(filter), complete, integers: wantsIntegers(filter) }, words, continues);
}

/** Replaces the filter by a folded one with the same keys. */
export function fold(/** @type {number} */ divisor) {
  exchange({ what: "fold" }, copyOf(now, now.filter.fold(divisor)));
}

/** Replaces the filter by an empty one of the same kind. */
export function empty() {
  const filter = now.filter.clone();
  filter.clear();
  exchange({ what: "empty" }, { ...benchOf(filter), integers: now.integers });
}

/** Replaces the filter by the first one. */
export function reset() {
  exchange({ what: "reset" }, firstBench());
}

/**
 * The words for a new filter: those of the old filter, unless they are whole numbers for a filter of another system.
 */
export const wordsToCarry = () => (now.integers ? [] : [...now.words.keys()]);

/**
 * @param {Action} action
 * @param {Bench} next
 * @param {Iterable<string>} [words] that are added to it
 * @param {boolean} [continues] the last action
 */
function exchange(action, next, words = [], continues = false) {
  for (const word of words) put(next, word, now.origins.get(word));
  const before = now;
  now = next;
  if (continues) before.filter.free();
  else keep(before, action);
  changed({ action, undone: false });
}

/**
 * The same keys with a copy of the filter.
 * @param {Bench} bench
 * @param {BloomFilter} filter
 * @returns {Bench}
 */
const copyOf = (bench, filter) => ({
  ...bench,
  filter,
  words: new Map(bench.words),
  origins: new Map(bench.origins),
});

/**
 * Changes the filter in place.
 * @template T
 * @param {Action} action
 * @param {() => T} act
 */
function change(action, act) {
  const before = copyOf(now, now.filter.clone());
  let result;
  try {
    result = act();
  } catch (error) {
    before.filter.free();
    throw error;
  }
  keep(before, action);
  changed({ action, undone: false });
  return result;
}

/**
 * @param {Bench} before
 * @param {Action} action
 */
function keep(before, action) {
  history.push({ bench: before, action, bytes: before.filter.stats.byteLength });
  const total = () => history.reduce((sum, { bytes }) => sum + bytes, 0);
  while (history.length > MOST_STEPS || (history.length > 1 && total() > MOST_STEP_BYTES)) {
    const [oldest] = history.splice(0, 1);
    oldest.bench.filter.free();
  }
}

/** Takes the last action back. @returns {Action | undefined} what it was */
export function undo() {
  const last = history.pop();
  if (!last) return undefined;
  const undone = now;
  now = last.bench;
  undone.filter.free();
  changed({ action: last.action, undone: true });
  return last.action;
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
  return change({ what: "add", keys: [text] }, () => put(now, text));
}

/** @param {string[]} keys that the page has generated */
export function fill(keys) {
  change({ what: "fill", keys }, () => keys.forEach((key) => put(now, key, "generated")));
}

/**
 * Removes a key once from a counting filter.
 * @param {string} text
 * @returns {"absent" | "stuck" | "removed"} the result; "stuck" means that the key's counters are saturated and stay unchanged
 */
export function remove(text) {
  const filter = /** @type {import("edgebloom").CountingBloomFilter} */ (now.filter);
  const key = keyOf(text);
  const before = filter.count(key);
  if (!before) return "absent";
  return change({ what: "remove", keys: [text] }, () => {
    filter.remove(key);
    if (filter.count(key) === before) return "stuck";
    const name = nameOf(text);
    const times = now.words.get(name) ?? 0;
    if (times > 1) now.words.set(name, times - 1);
    else now.words.delete(name);
    return "removed";
  });
}

/** Added words for which the filter answers “no”. Only a wrong removal causes such false negatives. */
export function missed() {
  const words = [...now.words.keys()];
  const answers = now.filter.hasMany(words.map((word) => keyOf(word)));
  return words.filter((_, i) => !answers[i]);
}

/**
 * The known keys that set a cell.
 * @param {number} position
 * @returns {string[]}
 */
export function ownersOf(position) {
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
