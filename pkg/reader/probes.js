// The loop over the probes: from the lanes of a key to bits.

import { lanes } from "./hash.js";

/**
 * The bits of a filter that does not grow, and where the probes go.
 * @typedef {object} SubFilter
 * @property {Uint8Array} bytes the payload, which starts with the bits
 * @property {number} bits number of bits
 * @property {number} hashes probes per key
 * @property {number} scale the number of words of 64 bits from which a probe selects one, divided by 2^32
 * @property {number} step by how many words the range moves after each probe
 * @property {number} blocks number of blocks of 512 bits; 0 if the probes of a key are not all in one block
 */

/**
 * floor(x · span / 2^32). A double may round the product up to a multiple of 2^32. Then its low 32 bits, which `Math.imul` knows, are near 2^32 instead
 * of 0, so their sign bit is set.
 * @param {number} x 32 bits
 * @param {number} span at most 2^32
 */
export function reduce(x, span) {
  const scaled = ((x >>> 0) * span) / 0x100000000;
  const number = scaled >>> 0;
  return number === scaled && Math.imul(x, span) < 0 ? number - 1 : number;
}

/**
 * Reads the bits of the key whose lanes were computed last. There are few instructions in the loop, so that a processor that waits for a bit can
 * begin with the next key.
 * @param {SubFilter} filter
 * @returns {boolean} true if all bits are 1
 */
export function probe({ bytes, hashes, scale, step, blocks }) {
  const xStep = lanes[1];
  const yStep = lanes[3];
  let x = lanes[0];
  let y = lanes[2];
  let start = 0;
  if (blocks) {
    start = 8 * reduce(x, blocks);
    x = (Math.imul(x, 0x2c9277b5) + xStep) | 0;
  }
  for (let i = hashes; i-- > 0; ) {
    // As in `reduce`, which an engine may not inline.
    const scaled = (x >>> 0) * scale;
    let word = scaled | 0;
    if (word === scaled && Math.imul(x, scale * 0x100000000) < 0) word--;
    word += start;
    if (!(bytes[(word << 3) + (y >>> 29)] & (1 << ((y >>> 26) & 7)))) return false;
    start = (start + step) | 0;
    x = (Math.imul(x, 0x2c9277b5) + xStep) | 0;
    y = (Math.imul(y, 0x2c9277b5) + yStep) | 0;
  }
  return true;
}

/**
 * The same for all probes of a key: it collects their positions, or sets the bits. A loop of its own, because with both in the loop above, a query
 * takes 5 % more.
 * @param {SubFilter} filter
 * @param {number[]} [positions] receives the positions; without it, the bits are set
 * @returns {boolean} true if this has set a bit
 */
export function visit({ bytes, hashes, scale, step, blocks }, positions) {
  const xStep = lanes[1];
  const yStep = lanes[3];
  let x = lanes[0];
  let y = lanes[2];
  let start = 0;
  let changed = 0;
  if (blocks) {
    start = 8 * reduce(x, blocks);
    x = (Math.imul(x, 0x2c9277b5) + xStep) | 0;
  }
  for (let i = hashes; i-- > 0; ) {
    const scaled = (x >>> 0) * scale;
    let word = scaled | 0;
    if (word === scaled && Math.imul(x, scale * 0x100000000) < 0) word--;
    word += start;
    const at = (word << 3) + (y >>> 29);
    if (positions !== undefined) positions.push(64 * word + (y >>> 26));
    else {
      // Without a branch, which a processor could not predict.
      const byte = bytes[at];
      const set = byte | (1 << ((y >>> 26) & 7));
      bytes[at] = set;
      changed |= byte ^ set;
    }
    start = (start + step) | 0;
    x = (Math.imul(x, 0x2c9277b5) + xStep) | 0;
    y = (Math.imul(y, 0x2c9277b5) + yStep) | 0;
  }
  return changed !== 0;
}

/**
 * Looks in the newest sub-filter first, because it has the most keys.
 * @param {SubFilter[]} filters
 */
export function probeEach(filters) {
  for (let i = filters.length; i-- > 0; ) {
    if (probe(filters[i])) return true;
  }
  return false;
}
