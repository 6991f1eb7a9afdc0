// From the lanes of a key to bits: the one loop over the probes.

import { lanes } from "./hash.js";

/**
 * The bits of a filter that does not grow, and where probes go in them.
 * @typedef {object} SubFilter
 * @property {Uint8Array} bytes the payload, which begins with the bits
 * @property {number} bits how many there are
 * @property {number} hashes how many probes a key has
 * @property {number} words how many words of 64 bits a probe chooses among
 * @property {number} step how many words the range moves from one probe to the next
 * @property {number} blocks how many blocks of 512 bits there are, 0 if a key's probes are not in one block
 */

/**
 * floor(x · span / 2^32). A double is exact only up to 2^53, so x is split.
 * @param {number} x
 * @param {number} span at most 2^32
 */
export const reduce = (x, span) =>
  Math.floor(((x >>> 16) * span + Math.floor(((x & 0xffff) * span) / 0x10000)) / 0x10000);

/**
 * Looks at the bits of the key whose lanes were computed last.
 * @param {SubFilter} filter
 * @param {number[]} [positions] gets the positions; without it, the loop ends at the first bit that is 0
 * @returns {boolean} true if no bit that was looked at is 0
 */
export function probe(filter, positions) {
  const { bytes, hashes, words, step, blocks } = filter;
  const xStep = lanes[1];
  const yStep = lanes[3];
  let x = lanes[0];
  let y = lanes[2];
  let start = 0;
  if (blocks) {
    start = 8 * reduce(x, blocks);
    x = (Math.imul(x, 0x2c9277b5) + xStep) | 0;
  }
  // Up to 2^21 words the product is exact, and a multiplication by a power of 2 is always.
  const scale = words / 0x100000000;
  const isWide = words > 0x200000;
  let all = true;
  for (let i = 0; i < hashes; i++) {
    const word = start + (isWide ? reduce(x, words) : ((x >>> 0) * scale) | 0);
    if (positions !== undefined) positions.push(64 * word + (y >>> 26));
    if (!((bytes[(word << 3) + (y >>> 29)] >>> ((y >>> 26) & 7)) & 1)) {
      if (positions === undefined) return false;
      all = false;
    }
    start += step;
    x = (Math.imul(x, 0x2c9277b5) + xStep) | 0;
    y = (Math.imul(y, 0x2c9277b5) + yStep) | 0;
  }
  return all;
}
