// By what a filter can be folded.

/**
 * What is put together when a filter is folded: its cells, those of a slice, or its lines.
 * @param {{ bits: number, hashes: number, layout: string }} shape
 * @returns {number} how many there are
 */
export const unitsOf = ({ bits, hashes, layout }) =>
  layout === "partitioned" ? bits / hashes : layout === "blocked" ? bits / 512 : bits;

/**
 * The numbers by which a filter of this shape can be folded, 1 among them, the smallest first.
 * @param {{ bits: number, hashes: number, layout: string, stages?: number }} shape
 * @returns {number[]}
 */
export function divisorsOf(shape) {
  const units = unitsOf(shape);
  if (shape.stages || !Number.isInteger(units)) return [1];
  /** @type {number[]} */
  const small = [];
  /** @type {number[]} */
  const large = [];
  for (let divisor = 1; divisor * divisor <= units; divisor++) {
    if (units % divisor) continue;
    small.push(divisor);
    if (divisor * divisor < units) large.push(units / divisor);
  }
  return [...small, ...large.reverse()];
}
