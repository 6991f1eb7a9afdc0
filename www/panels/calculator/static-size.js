// The size of a static set. The package has no formula for it, because the size depends a little on the keys.

/** The rates and the most keys that a static set accepts. */
const [LEAST_RATE, MOST_RATE, MOST_KEYS] = [2 ** -32, 0.5, 2 ** 32];

/** What keeps a static set from having these numbers: a part of the name of a text; undefined if nothing does. @param {number} n @param {number} p */
export const limitOf = (n, p) => (n > MOST_KEYS ? "keys" : p < LEAST_RATE ? "low" : p > MOST_RATE ? "high" : undefined);

/** With more keys, a set has several layers, with thresholds: 2 bits for 128 slots (docs/reference/format/static.md). */
const ONE_LAYER = 3072;

/** Bytes of the header, the checksum and the first layer's own header. */
export const HEADERS = 72;

/**
 * The bytes of a file of `StaticFilter`, to within 2% from 1,000 keys on; undefined if there is no such set. A layer
 * is laid out as docs/reference/format/static.md says. How many slots the layers of a larger set have together was measured with
 * 3,500 to 1,000,000 keys: a thousandth more than keys, and 60 (benches/results/static-sets.md has the sizes).
 * @param {number} n keys
 * @param {number} p false-positive rate
 */
export function staticBytes(n, p) {
  if (limitOf(n, p)) return undefined;
  const layered = n > ONE_LAYER;
  const blocks = Math.max(2, Math.ceil((layered ? 1.001 * n + 60 : n) / 32));
  let columns = 1;
  while (2 ** -(columns + 1) >= p) columns++;
  // Some blocks have one more column, so the mean rate is p.
  const starts = 32 * blocks - 63;
  const wide = Math.ceil((2 - p * 2 ** (columns + 1)) * starts);
  const narrow = wide ? Math.floor((starts - wide) / 32) : blocks;
  const words = Math.ceil((columns * blocks + blocks - narrow) / 2);
  const thresholds = layered ? Math.ceil(blocks / 128) : 0;
  return HEADERS + 8 * (words + thresholds);
}
