// The contents of a filter's cells, read from the filter's copy of them.

/**
 * @typedef {object} Cells
 * @property {number} count
 * @property {number} largest the largest number that a cell can hold: 1 for a bit
 * @property {(position: number) => number} at
 * @property {(first: number, last: number) => number} set how many cells of a range are not 0
 */

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => [...byte.toString(2)].filter((bit) => bit === "1").length);

/**
 * @param {import("edgebloom").BloomFilter} filter
 * @param {any} stats of the filter
 * @returns {Cells | undefined} undefined for a scalable filter, which has no single array of cells
 */
export function cellsOf(filter, { bits: count, counterBits: width = 1, subFilters }) {
  if (subFilters) return undefined;
  const bytes = filter.bits();
  const largest = 2 ** width - 1;
  const at = (/** @type {number} */ position) => {
    const bit = position * width;
    const byte = Math.floor(bit / 8);
    return width === 16 ? bytes[byte] + bytes[byte + 1] * 256 : (bytes[byte] >> (bit % 8)) & largest;
  };
  return { count, largest, at, set: width === 1 ? ones : counted };

  /** @type {Cells["set"]} */
  function counted(first, last) {
    let sum = 0;
    for (let position = first; position <= last; position++) sum += +(at(position) > 0);
    return sum;
  }

  /** @type {Cells["set"]} */
  function ones(first, last) {
    let sum = 0;
    let position = first;
    for (; position <= last && position % 8; position++) sum += at(position);
    for (; position + 7 <= last; position += 8) sum += ONES[bytes[position / 8]];
    for (; position <= last; position++) sum += at(position);
    return sum;
  }
}
