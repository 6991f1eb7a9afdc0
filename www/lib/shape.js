// The numbers of bits that a native filter can have. These functions do not depend on the page: tests use them, too.

/** The page neither makes nor opens larger filters, because it shows all of their bits. */
export const MOST_CELLS = 2 ** 26;

const WORD_BITS = 64;
export const BLOCK_BITS = 512;

/** The fewest bits that a filter can have. */
export const LEAST_BITS = WORD_BITS;

/** The stops of a slider are a quarter of a doubling apart, from 2^(24 / 4) to 2^(96 / 4) bits. */
const STEPS = 4;
const [FIRST, LAST] = [24, 96];

/**
 * The number of bits is a multiple of this: a word, a word per slice, or a block.
 * @param {{ layout: string, hashes: number }} shape
 */
export const unitOf = ({ layout, hashes }) =>
  layout === "partitioned" ? WORD_BITS * hashes : layout === "blocked" ? BLOCK_BITS : WORD_BITS;

/**
 * The next multiple of a unit, or the largest one that the page accepts.
 * @param {number} wanted
 * @param {number} unit
 */
export const roundedUp = (wanted, unit) => Math.min(Math.ceil(wanted / unit), Math.floor(MOST_CELLS / unit)) * unit;

/**
 * The stops of a slider for the number of bits, the smallest first.
 * @param {number} unit
 */
export function stopsOf(unit) {
  const all = Array.from({ length: LAST - FIRST + 1 }, (_, i) => 2 ** ((FIRST + i) / STEPS));
  return [...new Set(all.map((bits) => Math.max(1, Math.round(bits / unit)) * unit))];
}

/**
 * The index of the stop that is nearest to a number of bits.
 * @param {number[]} stops
 * @param {number} bits
 */
export function nearestStop(stops, bits) {
  const away = stops.map((stop) => Math.abs(Math.log2(stop / bits)));
  return away.indexOf(Math.min(...away));
}
