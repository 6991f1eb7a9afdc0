// Formats numbers. These functions do not depend on the page: tests use them, too.

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * A number with a comma between thousands, as both languages write it. Not with `Intl`: its first use takes longer than everything else that
 * the first section does.
 * @param {number} value below 10^21
 * @param {number} [digits] significant ones; otherwise three after the point
 */
export function grouped(value, digits) {
  const rounded = Number(digits ? value.toPrecision(digits) : value.toFixed(3));
  const [whole, fraction] = String(rounded).split(".");
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction ? `${thousands}.${fraction}` : thousands;
}

/**
 * Three significant digits; very small and very large ones with a power of ten.
 * @param {number} value
 */
export function short(value) {
  if (!Number.isFinite(value)) return "∞";
  if (value === 0) return "0";
  const power = Math.floor(Math.log10(Math.abs(value)));
  if (power >= -4 && power < 15) return grouped(value, Math.max(3, power + 1));
  const mantissa = grouped(value / 10 ** power, 3);
  return `${mantissa} × ${powerOfTen(power)}`;
}

/** @param {number} power */
export function powerOfTen(power) {
  const digits = [...String(Math.abs(power))].map((digit) => SUPERSCRIPT[+digit]).join("");
  return `10${power < 0 ? "⁻" : ""}${digits}`;
}

/**
 * A share as a percentage with three significant digits, for tables, axes and fields, where all have one unit.
 * @param {number} share
 */
export const plainPercent = (share) => `${short(share * 100)}%`;

/** Shares below this are easier to read as "1 in N". */
export const SMALL = 0.001;

/**
 * A share for a sentence: a percentage, or "1 in N".
 * @param {number} share
 * @param {string} locale
 */
export const percent = (share, locale) => (share > 0 && share < SMALL ? oneInOf(share, locale) : plainPercent(share));

/**
 * A share as "1 in N" with two significant digits.
 * @param {number} share above 0
 * @param {string} locale
 */
export function oneInOf(share, locale) {
  const count = Number((1 / share).toPrecision(2));
  if (locale.startsWith("zh")) return `1/${inChinese(count)}`;
  const power = Math.floor(Math.log10(count));
  if (power < 10) return `1 in ${grouped(count)}`;
  const mantissa = Number((count / 10 ** power).toPrecision(2));
  return `1 in ${mantissa === 1 ? "" : `${grouped(mantissa)} × `}${powerOfTen(power)}`;
}

/** Chinese counts in steps of ten thousand. @type {[number, string][]} */
const STEPS = [
  [1e12, " 万亿"],
  [1e8, " 亿"],
  [1e4, " 万"],
  [1, ""],
];

/** @param {number} count */
function inChinese(count) {
  const [step, unit] = STEPS[STEPS.findIndex(([least]) => count >= least)];
  return `${short(count / step)}${unit}`;
}

/**
 * A list in a sentence: "a", "a and b", "a, b, and c". Not with `Intl`, for the same reason.
 * @param {string[]} items at least one
 */
export function inEnglish(items) {
  const first = items.slice(0, -1);
  const last = items[items.length - 1];
  return first.length > 1 ? `${first.join(", ")}, and ${last}` : [...first, last].join(" and ");
}

/**
 * A key for a sentence: a long key loses its middle.
 * @param {string} key
 * @param {number} [most] characters
 */
export function shortened(key, most = 40) {
  const characters = [...key];
  if (characters.length <= most) return key;
  const half = Math.floor(most / 2);
  return `${characters.slice(0, half).join("")}…${characters.slice(1 - half).join("")}`;
}

/**
 * A size, in units of 1,000 bytes.
 * @param {number} count
 */
export function bytes(count) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  for (; count >= 999.5 && unit < units.length - 1; unit++) count /= 1000;
  return `${grouped(count, 3)} ${units[unit]}`;
}
