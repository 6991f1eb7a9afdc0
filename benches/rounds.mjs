// Rounds in which all contenders take turns, and the checks of their answers.

import { Failure } from "../scripts/run.mjs";

/** The effort: the number of rounds, and the least milliseconds of a block. */
export const EFFORT = { full: { rounds: 7, ms: 20, starts: 15 }, quick: { rounds: 3, ms: 20, starts: 5 } };

/** The expected answers of a block: how many calls answer "maybe". */
export const EXPECTED = /** @satisfies {Record<string, (yes: number, calls: number) => boolean>} */ ({
  all: (yes, calls) => yes === calls,
  // Non-members at a rate of 1 %; a split block filter of the same size has up to 2 %.
  rate: (yes, calls) => yes > calls * 0.003 && yes < calls * 0.025,
  none: (yes) => yes === 0,
  // For blocks of only some tens of queries.
  seldom: (yes, calls) => yes <= 3 + calls * 0.05,
  // Keys added to a filter that already has some.
  some: (yes, calls) => yes > calls * 0.9 && yes <= calls,
  any: () => true,
});

/** @typedef {{ ns: number, calls: number, yes: number }} Block */
/** @typedef {keyof typeof EXPECTED} Expected */
/** @typedef {{ name: string, block: (ms: number) => Promise<Block>, expected: Expected }} Contender */

/**
 * A round has one block per contender, and each round begins with another contender. Returns the nanoseconds of each round by contender.
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
 * A quantile of numbers, interpolated if necessary.
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
 * The ratio of two times of the same round.
 * @param {number[]} numbers
 * @param {number[]} others
 */
export const ratios = (numbers, others) => numbers.map((number, round) => number / others[round]);
