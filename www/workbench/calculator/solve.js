// Computes the missing ones of n, p, m and k, with the functions of the package.

import {
  capacityFor,
  estimatedCount,
  falsePositiveRate,
  hashesForRate,
  lowerBoundBits,
  minimalRate,
  optimalBits,
  optimalHashes,
} from "edgebloom";
import { MOST } from "../../lib/parse-number.js";
import { MOST_HASHES } from "./parse.js";

/** @typedef {{ n: number, p: number, m: number, k: number }} Numbers */
/** @typedef {"tooLarge" | "tooMany" | "noKey" | "tooLow"} Problem */

/** With a larger k, 2^−k is below the rates that the package accepts. */
const MOST_BEST = 59;

/**
 * @param {string[]} given two of n, p, m and k; or n and k with either of p and m
 * @param {Numbers} numbers only the given ones are read
 * @returns {Numbers | { problem: Problem }}
 */
export function solve(given, { n, p, m, k }) {
  const names = [...given].sort().join("");
  if (names === "kn" || names === "km") {
    if (k > MOST_BEST) return { problem: "tooLow" };
    // With the best k, half of the bits are 1.
    p = 2 ** -k;
  }
  if (names === "np" || names === "kn") m = optimalBits(n, p);
  if (names === "knp") m = bitsFor(n, p, k);
  if (!(m <= MOST)) return { problem: "tooLarge" };
  if (names === "mp") n = capacityFor(m, p);
  if (names === "km") n = capacityFor(m, p, k);
  if (n < 1) return { problem: "noKey" };
  if (n > MOST) return { problem: "tooMany" };
  if (!given.includes("k")) k = Math.min(optimalHashes(m, n), MOST_HASHES);
  if (names === "mn" || names === "kmn") p = falsePositiveRate(m, n, k);
  return { n, p, m, k };
}

/**
 * The least m that reaches the rate with this k. A binary search finds it, because it must hold for the package's formula.
 * @param {number} n
 * @param {number} p
 * @param {number} k
 */
function bitsFor(n, p, k) {
  if (falsePositiveRate(MOST, n, k) > p) return Infinity;
  let [low, high] = [1, MOST];
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    if (falsePositiveRate(middle, n, k) > p) low = middle + 1;
    else high = middle;
  }
  return high;
}

/**
 * Further figures of a filter; undefined if the package has none, as for a rate below 1e-18.
 * @param {Numbers} numbers
 */
export function factsOf({ n, p, m, k }) {
  return {
    bitsPerKey: m / n,
    bytes: Math.ceil(m / 8),
    reached: falsePositiveRate(m, n, k),
    bestHashes: answer(() => hashesForRate(minimalRate(m, n))),
    lowerBound: answer(() => lowerBoundBits(n, p)),
    halfFull: Math.floor(estimatedCount(m, k, Math.floor(m / 2))),
    beyond: optimalHashes(m, n) > MOST_HASHES,
  };
}

/**
 * @template T
 * @param {() => T} ask
 */
export function answer(ask) {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
