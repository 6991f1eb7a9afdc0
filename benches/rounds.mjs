// Rounds in which all contenders take turns, and what they say.

import { Failure } from "../scripts/run.mjs";

/** How much is done: blocks of at least `ms`, in so many rounds. */
export const EFFORT = { full: { rounds: 7, ms: 20, starts: 15 }, quick: { rounds: 3, ms: 20, starts: 5 } };

/** What a block's answers have to be: of how many calls they say yes. */
export const EXPECTED = /** @satisfies {Record<string, (yes: number, calls: number) => boolean>} */ ({
  all: (yes, calls) => yes === calls,
  // Of keys that were never added, at a rate of 1 %; a split block filter of the same bits has up to 2 %.
  rate: (yes, calls) => yes > calls * 0.003 && yes < calls * 0.025,
  none: (yes) => yes === 0,
  // Where only some tens are asked.
  seldom: (yes, calls) => yes <= 3 + calls * 0.05,
  // Added to a filter that has some.
  some: (yes, calls) => yes > calls * 0.9 && yes <= calls,
  any: () => true,
});

/** @typedef {{ ns: number, calls: number, yes: number }} Block */
/** @typedef {keyof typeof EXPECTED} Expected */
/** @typedef {{ name: string, block: (ms: number) => Promise<Block>, expected: Expected }} Contender */

/**
 * One round is a block of each, and each round begins with another. Nanoseconds of each round by contender.
 * @param {string} what
 * @param {Contender[]} contenders
 * @param {{ rounds: number, ms: number }} effort
 * @returns {Promise<Record<string, number[]>>}
 */
export async function takeTurns(what, contenders, { rounds, ms }) {
  /** @type {Record<string, number[]>} */
  const found = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < contenders.length; i++) {
      const { name, block, expected } = contenders[(i + round) % contenders.length];
      const { ns, calls, yes } = await block(ms);
      /** @type {(yes: number, calls: number) => boolean} */
      const isExpected = EXPECTED[expected];
      if (!isExpected(yes, calls)) {
        throw new Failure(`${what}: ${name} said yes to ${yes} of ${calls}, where "${expected}" was expected`);
      }
      found[name].push(ns);
    }
  }
  return found;
}

/**
 * The value that so great a share of the numbers is below, between two of them if need be.
 * @param {number[]} sorted
 * @param {number} share
 */
function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

/**
 * Median and quartiles.
 * @param {number[]} numbers
 */
export function spread(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) };
}

/**
 * How many times as long one takes as the other, in the same round.
 * @param {number[]} numbers
 * @param {number[]} others
 */
export const ratios = (numbers, others) => numbers.map((number, round) => number / others[round]);
