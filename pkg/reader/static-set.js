// Static sets (docs/reference/format/static.md). A key is a member if its equation holds in a layer.

import { viewOf } from "./cursor.js";
import { check } from "./errors.js";
import { finish, lanes, layered, setLanes } from "./hash.js";
import { reduce } from "./probes.js";

/** @typedef {import("./cursor.js").Cursor} Cursor */

/**
 * A layer; offsets are in bytes of the file.
 * @typedef {object} Layer
 * @property {number} salt
 * @property {number} starts how many slots an equation can start at
 * @property {number} columns how many columns the first blocks have
 * @property {number} wideFrom the first block with one column more
 * @property {number} thresholds where the thresholds start; 0 if no key is bumped
 * @property {number} solution where the solution starts
 */

/**
 * The code of the threshold of a bucket, in two bits.
 * @param {DataView} view
 * @param {number} thresholds
 * @param {number} bucket
 */
const thresholdOf = (view, thresholds, bucket) =>
  (view.getUint8(thresholds + (bucket >>> 2)) >>> ((bucket & 3) << 1)) & 3;

/** The salt of the first set of a universe. The second one has the next number. */
const REMOVED_SALT = 2;

/**
 * Reads a static set from the cursor to its end.
 * @param {Cursor} cursor
 * @param {import("./header.js").Header} header
 */
export function readStaticSet(cursor, header) {
  const set = readSets(cursor, header);
  checkEnd(cursor);
  return set;
}

/**
 * Throws if bytes are left.
 * @param {Cursor} cursor
 */
export const checkEnd = (cursor) => check(cursor.at === cursor.end, "blocks", cursor.at, cursor.end);

/**
 * Reads the layers of a set, and those of the sets that make it exact on a universe.
 * @param {Cursor} cursor
 * @param {import("./header.js").Header} header
 */
export function readSets(cursor, { hashes, errorRate, inserted, exact, exactRate, removedSets }) {
  const view = viewOf(cursor.bytes);
  const layers = readLayers(cursor, view, hashes, errorRate);
  /** @type {Layer[][]} */
  const removal = [];
  if (exact) {
    let columns = 1;
    while (exactRate <= 2 ** -columns / 2) columns++;
    removal.push(readLayers(cursor, view, columns, exactRate));
    if (removedSets > 1) removal.push(readLayers(cursor, view, 1, 0.5));
  }
  // In an empty set, the answer is always "no".
  if (!exact) return { isMember: () => inserted > 0 && isMember(view, layers) };
  const isMemberOutside = () => {
    const [h1, h2, h3, h4] = lanes;
    if (!isMember(view, layers)) return false;
    for (let i = 0; i < removal.length; i++) {
      finish(h1, h2, h3, h4, REMOVED_SALT + i);
      if (!isMember(view, removal[i])) return true;
    }
    return false;
  };
  return { isMember: () => inserted > 0 && isMemberOutside() };
}

/**
 * Reads the layers of one set.
 * @param {Cursor} cursor
 * @param {DataView} view
 * @param {number} hashes
 * @param {number} errorRate
 */
export function readLayers(cursor, view, hashes, errorRate) {
  /** @type {Layer[]} */
  const layers = [];
  let follows = 1;
  while (follows) {
    const start = cursor.at;
    // The file is complete, so a payload that ends too early is a fault of its layers.
    const need = (/** @type {number} */ bytes) =>
      check(cursor.at + bytes <= cursor.end, "blocks", start, cursor.end - start);
    need(8);
    const first = cursor.number("blocks", 4, 0, 2 ** 32 - 1);
    const salt = cursor.number("salt", 4, 0, 2 ** 32 - 1);
    follows = first >>> 31;
    const blocks = first - follows * 2 ** 31;
    check(blocks > 1 && blocks <= 2 ** 27, "blocks", start, blocks);
    check(!follows || layers.length < 15, "bumps", start, follows);
    const starts = 32 * blocks - 63;
    const wide = Math.ceil((2 - errorRate * 2 ** (hashes + 1)) * starts);
    const wideFrom = wide ? Math.floor((starts - wide) / 32) : blocks;
    let thresholds = 0;
    if (follows) {
      const buckets = Math.ceil(starts / 128);
      need(8 * Math.ceil(buckets / 32));
      thresholds = cursor.skip(8 * Math.ceil(buckets / 32));
      for (let i = buckets; i & 31; i++) check(!thresholdOf(view, thresholds, i), "payload", start, "spare bits");
    }
    const words = blocks * hashes + blocks - wideFrom;
    need(8 * Math.ceil(words / 2));
    const solution = cursor.skip(4 * words);
    cursor.number("padding", (4 * words) & 4, 0, 0);
    layers.push({ salt, starts, columns: hashes, wideFrom, thresholds, solution });
  }
  return layers;
}

/**
 * A static set that can be queried.
 * @typedef {ReturnType<typeof readStaticSet>} StaticSet
 */

/**
 * Whether the equation holds for the key whose lanes were computed last.
 * @param {DataView} view the file
 * @param {Layer[]} layers
 * @returns {boolean}
 */
export function isMember(view, layers) {
  // Without an iterator, whose calls an engine may not inline.
  const h1 = lanes[0];
  const h2 = lanes[1];
  const h3 = lanes[2];
  const h4 = lanes[3];
  for (const { salt, starts, columns, wideFrom, thresholds, solution } of layers) {
    if (salt) layered(h1, h2, h3, h4, salt);
    const start = reduce(lanes[0], starts);
    // The bytes of the number are the four thresholds: 0, 16, 44 and 128.
    const threshold = thresholds && (0x802c1000 >>> (thresholdOf(view, thresholds, start >>> 7) << 3)) & 255;
    if ((start & 127) < threshold) {
      // The next layer can have salt 0.
      if (salt) setLanes(h1, h2, h3, h4);
      continue;
    }
    const block = start >>> 5;
    const shift = start & 31;
    const low = lanes[1] | 1;
    let high = Math.imul(lanes[2], 0x85ebca6b);
    high ^= high >>> 16;
    let fingerprint = Math.imul(lanes[3], 0xc2b2ae35);
    fingerprint ^= fingerprint >>> 15;
    // Two shifts: JavaScript shifts by 32 as by 0.
    const first = low << shift;
    const second = (high << shift) | ((low >>> 1) >>> (31 - shift));
    const third = (high >>> 1) >>> (31 - shift);
    const size = 4 * (columns + (block < wideFrom ? 0 : 1));
    let a = solution + 4 * (block * columns + Math.max(block - wideFrom, 0));
    let b = a + size;
    let c = b + 4 * (columns + (block + 1 < wideFrom ? 0 : 1));
    for (const end = b; a < end; a += 4) {
      let word = (view.getInt32(a, true) & first) ^ (view.getInt32(b, true) & second);
      // The third block may not exist.
      if (third) word ^= view.getInt32(c, true) & third;
      word ^= word >>> 16;
      word ^= word >>> 8;
      word ^= word >>> 4;
      // Bit n of the number is 1 if n has an odd number of bits that are 1.
      if (((0x6996 >>> (word & 15)) ^ fingerprint) & 1) return false;
      fingerprint >>>= 1;
      b += 4;
      c += 4;
    }
    return true;
  }
  // The last layer bumps no key.
  return false;
}
