// By what a filter can be folded.

/** More are not offered: a slider has no room for them. */
const MOST = 400;

/**
 * The numbers by which a filter of this shape can be folded, 1 among them, the smallest first.
 * @param {{ bits: number, hashes: number, layout: string, stages?: number }} shape
 * @returns {number[]}
 */
export function divisorsOf({ bits, hashes, layout, stages }) {
  if (stages) return [1];
  const whole = layout == "partitioned" ? bits / hashes : layout == "blocked" ? bits / 512 : bits;
  if (!Number.isInteger(whole)) return [1];
  const [small, large] = [[], []];
  for (let divisor = 1; divisor * divisor <= whole; divisor++) {
    if (whole % divisor) continue;
    small.push(divisor);
    if (divisor * divisor < whole) large.push(whole / divisor);
  }
  return [...small, ...large.reverse()].slice(0, MOST);
}
