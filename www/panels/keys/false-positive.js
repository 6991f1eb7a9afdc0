// Searches for a key that was never added but gets “maybe”.

import { bench, keyOf } from "../../lib/bench.js";
import { madeUp } from "../../lib/made-up.js";

/** The search stops after this number of keys. */
const MOST_TRIES = 5_000_000;

/** Queries per step. */
const BATCH = 256;

/**
 * A generator: yields how many keys it has tried, and returns what it found.
 * @param {number} from the first number to make a key of
 * @param {(text: string) => boolean} known whether a key was added
 * @returns {Generator<number, { key: string | undefined, tried: number }>}
 */
export function* searchFalsePositive(from, known) {
  const { filter, integers } = bench;
  const write = (/** @type {number} */ number) => (integers ? String(number + 1_000_003) : madeUp(number));
  for (let tried = 0; tried < MOST_TRIES; tried += BATCH) {
    const texts = Array.from({ length: BATCH }, (_, i) => write(from + tried + i));
    const answers = filter.hasMany(texts.map((text) => keyOf(text)));
    for (let i = 0; i < BATCH; i++) {
      if (answers[i] && !known(texts[i])) return { key: texts[i], tried: tried + i + 1 };
    }
    yield tried + BATCH;
  }
  return { key: undefined, tried: MOST_TRIES };
}
