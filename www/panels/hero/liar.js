// The search for a false positive, as a show: one name after another dies at its first 0, slowly and then fast.

import { madeUp } from "../../lib/made-up.js";
import { isStill, pauseFor } from "../../lib/motion.js";

/** Names to try. With 2,000 names, one search in 500 million fails. */
const MOST_TRIES = 2_000;

/** Milliseconds for each of the first names, then those for all others together. */
const FIRST = [500, 400, 300, 220, 160, 120];
const OTHERS = 1600;

let tried = 0;

/**
 * The next name that gets “maybe”, and those before it. RFC 2606 reserves ".example", so no list contains such a name.
 * @param {(name: string) => boolean} has
 */
export function nextLiar(has) {
  /** @type {string[]} */
  const honest = [];
  for (; ; tried++) {
    const name = `${madeUp(tried)}.example`;
    if (has(name) || honest.length === MOST_TRIES) {
      tried++;
      return { liar: name, honest };
    }
    honest.push(name);
  }
}

/**
 * @param {string[]} names that all die at a 0
 * @param {(name: string, number: number) => void} show
 * @param {AbortSignal} signal
 * @param {AbortSignal} skipped ends only the show
 */
export async function showTries(names, show, signal, skipped) {
  if (isStill()) return;
  const each = OTHERS / Math.max(1, names.length - FIRST.length);
  let due = performance.now();
  for (const [i, name] of names.entries()) {
    due += FIRST[i] ?? each;
    // A slow device leaves names out, and takes no longer.
    if (i >= FIRST.length && performance.now() > due) continue;
    show(name, i + 1);
    await pauseFor(Math.max(0, due - performance.now()));
    if (signal.aborted || skipped.aborted) return;
  }
}
