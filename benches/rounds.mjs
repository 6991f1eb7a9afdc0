// Rounds in which all contenders take turns, processes that are measured one after the other, and the checks of their answers.

import { Failure } from "../scripts/run.mjs";

/**
 * The effort: how many processes, how often each contender has its turn in a process, and the least milliseconds of a turn.
 */
export const EFFORT = { full: { processes: 10, rounds: 3, ms: 7 }, quick: { processes: 3, rounds: 2, ms: 10 } };

/** @typedef {typeof EFFORT.full} Effort */

/** The expected answers of a contender in a process: how many calls answer "maybe". */
export const EXPECTED = /** @satisfies {Record<string, (yes: number, calls: number) => boolean>} */ ({
  all: (yes, calls) => yes === calls,
  // Non-members at a rate of 1 %; a split block filter of the same size has up to 2 %.
  rate: (yes, calls) => yes > calls * 0.003 && yes < calls * 0.025,
  none: (yes) => yes === 0,
  // For only some tens of queries.
  seldom: (yes, calls) => yes <= 3 + calls * 0.05,
  // Keys added to a filter that already has some.
  some: (yes, calls) => yes > calls * 0.9 && yes <= calls,
  any: () => true,
});

/** @typedef {{ ns: number, calls: number, yes: number }} Block */
/** @typedef {keyof typeof EXPECTED} Expected */
/** @typedef {{ name: string, block: (ms: number) => Promise<Block>, expected: Expected }} Contender */
/** @typedef {import("./rows.mjs").Times} Times */

/**
 * A round has one block per contender, and each round begins with another contender. Returns the nanoseconds of each round by contender.
 * @param {string} what
 * @param {Contender[]} contenders
 * @param {{ rounds: number, ms: number }} effort
 * @param {number} [first] the contender that begins
 * @returns {Promise<Times>}
 */
export async function takeTurns(what, contenders, { rounds, ms }, first = 0) {
  /** @type {Times} */
  const found = Object.fromEntries(contenders.map(({ name }) => [name, []]));
  const answers = contenders.map(() => ({ calls: 0, yes: 0 }));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < contenders.length; i++) {
      const turn = (i + round + first) % contenders.length;
      const { name, block } = contenders[turn];
      const { ns, calls, yes } = await block(ms);
      found[name].push(ns);
      answers[turn].calls += calls;
      answers[turn].yes += yes;
    }
  }
  for (const [i, { name, expected }] of contenders.entries()) {
    const { calls, yes } = answers[i];
    /** @type {(yes: number, calls: number) => boolean} */
    const isExpected = EXPECTED[expected];
    if (!isExpected(yes, calls)) {
      throw new Failure(`${what}: ${name} said yes to ${yes} of ${calls}, where "${expected}" was expected`);
    }
  }
  return found;
}

/**
 * The contenders of a process that has just started, by workload, and how the process ends.
 * @typedef {{ workloads: Record<string, () => Promise<Contender[]>>, close: () => Promise<unknown> }} Opened
 */

/**
 * Measures workloads in new processes, one after the other: an engine compiles the same code well in one process, and badly in the next. In a
 * process, the contenders take turns; the figure of a contender is the median of its turns. Returns the figures of all processes, by workload
 * and contender.
 * @param {string} what
 * @param {(i: number) => Promise<Opened>} open starts the processes of a measurement
 * @param {Effort} effort
 * @returns {Promise<Record<string, Times>>}
 */
export async function inProcesses(what, open, { processes, ...effort }) {
  /** @type {Record<string, Times>} */
  const found = {};
  for (let i = 0; i < processes; i++) {
    const { workloads, close } = await open(i);
    for (const [workload, prepare] of Object.entries(workloads)) {
      const times = await takeTurns(`${what}, ${workload}`, await prepare(), effort, i);
      const own = (found[workload] ??= {});
      for (const [name, turns] of Object.entries(times)) (own[name] ??= []).push(median(turns));
    }
    await close();
  }
  return found;
}

/** @param {number[]} numbers */
const ascending = (numbers) => numbers.toSorted((a, b) => a - b);

/**
 * The median, interpolated if necessary.
 * @param {number[]} numbers
 */
export function median(numbers) {
  const sorted = ascending(numbers);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * The second highest number: one process may have had bad luck. Of fewer than three, the highest.
 * @param {number[]} numbers
 */
export const highestButOne = (numbers) => ascending(numbers)[numbers.length - (numbers.length < 3 ? 1 : 2)];

/**
 * The second lowest number; of fewer than three, the lowest.
 * @param {number[]} numbers
 */
export const lowestButOne = (numbers) => ascending(numbers)[numbers.length < 3 ? 0 : 1];

/**
 * The ratio of two figures of the same process.
 * @param {number[]} numbers
 * @param {number[]} others
 */
export const ratios = (numbers, others) => numbers.map((number, i) => number / others[i]);
