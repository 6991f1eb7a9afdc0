// What a static set takes. The package has no formula for it: its size depends on the keys, a little.

/** The rates and the most keys of a static set (docs/API.md). */
const [LEAST_RATE, MOST_RATE, MOST_KEYS] = [1e-9, 0.5, 2 ** 32];

/** Above it a set has several layers, with thresholds: 2 bits for 128 slots (docs/format/static.md). */
const ONE_LAYER = 3072;

/** Bytes of the header, the checksum and the first layer's own header. */
const HEADERS = 72;

/**
 * The bytes of a file of `StaticFilter`, to within 2 % from 1,000 keys on; undefined where there is no such set. A layer
 * is laid out as docs/format/static.md says. How many slots the layers of a larger set have together was measured with
 * 3,500 to 1,000,000 keys: a thousandth more than keys, and 60 (docs/STATIC_SETS.md has the sizes).
 * @param {number} n keys
 * @param {number} p false-positive rate
 */
export function staticBytes(n, p) {
  if (n > MOST_KEYS || p < LEAST_RATE || p > MOST_RATE) return undefined;
  const layered = n > ONE_LAYER;
  const blocks = Math.max(2, Math.ceil((layered ? 1.001 * n + 60 : n) / 32));
  let columns = 1;
  while (2 ** -(columns + 1) >= p) columns++;
  // A part of the blocks has a column more, so that the mean is p.
  const starts = 32 * blocks - 63;
  const wide = Math.ceil((2 - p * 2 ** (columns + 1)) * starts);
  const narrow = wide ? Math.floor((starts - wide) / 32) : blocks;
  const words = Math.ceil((columns * blocks + blocks - narrow) / 2);
  const thresholds = layered ? Math.ceil(blocks / 128) : 0;
  return HEADERS + 8 * (words + thresholds);
}
