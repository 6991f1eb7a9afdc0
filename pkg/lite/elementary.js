// Logarithm and exponential as src/params/elementary.rs computes them: with other last bits, a filter could get another size than in `edgebloom`. The
// series are the same, and so is the order of their operations; only numbers that sizes do not need are left out.

/** ln 2 in two parts. The first part times a whole number of up to 11 bits is exact. */
const LN2_HIGH = 6.931471803691238e-1;
const LN2_LOW = 1.9082149292705877e-10;

const number = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(8));

/**
 * e^x for x of at most 0.
 * @param {number} x
 */
export function exp(x) {
  if (x < -746) return 0;
  const power = Math.ceil(x * Math.LOG2E - 0.5);
  const rest = x - power * LN2_HIGH - power * LN2_LOW;
  let sum = 1;
  for (let n = 13; n; n--) sum = 1 + (sum * rest) / n;
  // In two steps, because a single power of two cannot reach the end of the range.
  const half = Math.ceil(power / 2);
  return sum * 2 ** half * 2 ** (power - half);
}

/**
 * ln x for a positive number that is not subnormal; −∞ for 0.
 * @param {number} x
 */
export function log(x) {
  if (!x) return Number.NEGATIVE_INFINITY;
  number.setFloat64(0, x);
  let power = (number.getInt32(0) >> 20) - 1023;
  let mantissa = x * 2 ** -power;
  if (mantissa > Math.SQRT2) {
    mantissa *= 0.5;
    power++;
  }
  // ln m = 2 artanh s.
  const s = (mantissa - 1) / (mantissa + 1);
  let sum = 0;
  for (let n = 12; n--; ) sum = sum * (s * s) + 1 / (2 * n + 1);
  return power * LN2_HIGH + (2 * s * sum + power * LN2_LOW);
}

/**
 * e^x − 1 without cancellation, by W. Kahan's correction.
 * @param {number} x at most 0
 */
export function expm1(x) {
  const rounded = exp(x);
  const lessOne = rounded - 1;
  return lessOne ? (lessOne === -1 ? -1 : lessOne * (x / log(rounded))) : x;
}

/**
 * ln(1 + x), in the same way.
 * @param {number} x −1 to 0
 */
export function log1p(x) {
  const rounded = 1 + x;
  const lessOne = rounded - 1;
  return lessOne ? log(rounded) * (x / lessOne) : x;
}

/**
 * A power of a number from 0 to 1.
 * @param {number} base
 * @param {number} exponent
 */
export const power = (base, exponent) => (base > 0 ? exp(exponent * log(base)) : 0);
