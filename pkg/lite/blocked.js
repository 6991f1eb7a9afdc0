// The size of a blocked filter, as src/params/blocked.rs computes it. Blocks fill unevenly, so its rate is the mean over blocks with j keys.

import { exp, log, log1p, power } from "./elementary.js";
import { optimalBits, standardRate } from "./rates.js";

/** The bits of a block. */
export const BLOCK = 512;
/** With more keys per block than this, blocks fill so evenly that the rate of a standard filter is right. */
const CROWDED = 600;

/**
 * The mean rate over all filters with `m` bits, `n` keys and `k` probes. It takes the variance of the fill into account.
 * @param {number} m
 * @param {number} n
 * @param {number} k
 */
function meanRate(m, n, k) {
  const balls = n * k;
  const empty = exp(balls * log1p(-1 / m));
  const fill = 1 - empty;
  if (fill <= 0) return 0;
  // The probability that two bits, equal or not, are both empty.
  const both = exp(balls * log1p(-2 / m));
  const variance = Math.max(empty / m + (1 - 1 / m) * both - empty * empty, 0);
  return power(fill, k) * (1 + (((k * (k - 1)) / 2) * variance) / (fill * fill));
}

/**
 * The rate of `blocks` blocks with `n` keys and `k` probes.
 * @param {number} blocks
 * @param {number} n
 * @param {number} k
 */
function rate(blocks, n, k) {
  if (blocks === 1) return meanRate(BLOCK, n, k);
  if (k === 1 || n / blocks > CROWDED) return standardRate(blocks * BLOCK, n, k);
  let weight = exp(n * log1p(-1 / blocks));
  let sum = 0;
  // Loads above twice the mean plus 60 have a weight below 1e-20.
  for (let j = 0; j < Math.floor((2 * n) / blocks) + 60; j++) {
    sum += weight * meanRate(BLOCK, j, k);
    weight *= Math.max(n - j, 0) / ((blocks - 1) * (j + 1));
  }
  return sum;
}

/**
 * The smallest number of blocks whose rate with `n` keys is at most `p`, and its number of probes; `mostBlocks + 1` if there is none.
 * @param {number} n
 * @param {number} p
 * @param {number} mostHashes
 * @param {number} mostBlocks
 */
export function blockedSize(n, p, mostHashes, mostBlocks) {
  let best = { places: mostBlocks + 1, hashes: 1 };
  let most = mostBlocks;
  // The best number of probes is not above that of a standard filter. Below the best one, the size only grows.
  for (let k = Math.min(Math.ceil(-log(p) / Math.LN2), mostHashes); k; k--) {
    let low = Math.max(Math.floor(optimalBits(n, p) / BLOCK), 1);
    if (low <= most && rate(most, n, k) <= p) {
      while (low < most) {
        const middle = low + Math.floor((most - low) / 2);
        if (rate(middle, n, k) <= p) most = middle;
        else low = middle + 1;
      }
      best = { places: most, hashes: k };
    } else if (best.places <= mostBlocks) break;
  }
  return best;
}
