// The bench: the one filter that all panels show and change, its known keys, and the typed key.
// All figures of a filter come from the filter.

import { BloomFilter } from "edgebloom";
import { cellsOf } from "./cells.js";
import { contentsOf, copyOf, keyIn, missedIn, nameIn, ownersIn, put, takeOut } from "./contents.js";
import { pacer } from "./slices.js";
import { keepStep, steps } from "./steps.js";

/** @typedef {import("./contents.js").Contents} Contents */
/** @typedef {import("./contents.js").Origin} Origin */

/**
 * The last action, for the label of Undo and for animations.
 * @typedef {object} Action
 * @property {"add" | "fill" | "remove" | "shape" | "size" | "fold" | "empty" | "reset" | "link" | "bring"} what
 * @property {string[]} [keys] that were added or removed
 */

/** The keys of the first filter. */
export const FIRST_WORDS = "apple banana cherry date elderberry papaya grape hazelnut kiwi lemon mango nectarine".split(
  " ",
);

/** Those of the playground: about one word in ten gets "maybe" by chance; with the first twelve, one in 78 would. */
export const PLAY_WORDS = [
  ...FIRST_WORDS,
  ...(
    "apricot blueberry coconut cranberry fig lime melon orange pear pineapple plum pomegranate pomelo raspberry " +
    "strawberry tangerine walnut"
  ).split(" "),
];

/** With more words than this, the page does not search them for the keys that set a bit. */
export const MOST_WORDS = 20_000;

/** The filter that the page starts with. */
const FIRST_SHAPE = { bits: 128, hashes: 3 };

/** @type {Contents} */
let now;

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

/**
 * Puts the first filter on the bench.
 * @param {[word: string, origin?: Origin][]} [words] its keys
 */
export function startBench(words) {
  now = firstContents(words);
}

/** @param {[word: string, origin?: Origin][]} [words] */
function firstContents(words = FIRST_WORDS.map((word) => [word, "example"])) {
  const contents = contentsOf(new BloomFilter(FIRST_SHAPE));
  for (const [word, origin] of words) put(contents, word, origin);
  return contents;
}

/** The typed text as a key of the filter's type. @param {string} text */
export const keyOf = (text) => keyIn(now, text);

/** The canonical spelling of a key. @param {string} text that is a key */
export const nameOf = (text) => nameIn(now, text);

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
    return steps[steps.length - 1]?.action;
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

/** @param {string} text the key that is typed; spaces alone are none */
export function ask(text) {
  asked = text.trim() && text;
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
  exchange({ what }, contentsOf(filter, complete), words, continues);
}

/** Replaces the filter by a folded one with the same keys. */
export function fold(/** @type {number} */ divisor) {
  exchange({ what: "fold" }, copyOf(now, now.filter.fold(divisor)));
}

/** Replaces the filter by an empty one of the same kind. */
export function empty() {
  const filter = now.filter.clone();
  filter.clear();
  exchange({ what: "empty" }, contentsOf(filter));
}

/** Replaces the filter by the first one. */
export function reset() {
  exchange({ what: "reset" }, firstContents());
}

/**
 * The words for a new filter: those of the old filter, unless they are whole numbers for a filter of another system.
 */
export const wordsToCarry = () => (now.integers ? [] : [...now.words.keys()]);

/**
 * @param {Action} action
 * @param {Contents} next
 * @param {Iterable<string>} [words] that are added to it
 * @param {boolean} [continues] the last action
 */
function exchange(action, next, words = [], continues = false) {
  for (const word of words) put(next, word, now.origins.get(word));
  const before = now;
  now = next;
  if (continues) before.filter.free();
  else keepStep(before, action);
  changed({ action, undone: false });
}

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
  keepStep(before, action);
  changed({ action, undone: false });
  return result;
}

/** Takes the last action back. @returns {Action | undefined} what it was */
export function undo() {
  const last = steps.pop();
  if (!last) return undefined;
  const undone = now;
  now = last.contents;
  undone.filter.free();
  changed({ action: last.action, undone: true });
  return last.action;
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
  if (!countOf(text)) return "absent";
  return change({ what: "remove", keys: [text] }, () => (takeOut(now, text) ? "removed" : "stuck"));
}

/** The count of a key in a counting filter, which may be too high. @param {string} text */
export const countOf = (text) => /** @type {import("edgebloom").CountingBloomFilter} */ (now.filter).count(keyOf(text));

/** Added words that the filter misses. */
export const missed = () => missedIn(now);

/**
 * The known keys that set a cell.
 * @param {number} position
 * @returns {string[]}
 */
export function ownersOf(position) {
  if (now.words.size > MOST_WORDS) return [];
  cache.owners ??= ownersIn(now);
  return cache.owners.get(position) ?? [];
}
