// Formats numbers. These functions do not depend on the page: tests use them, too.

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * @param {number} value
 * @param {string} locale
 * @param {Intl.NumberFormatOptions} [options]
 */
export const grouped = (value, locale, options) => new Intl.NumberFormat(locale, options).format(value);

/**
 * Three significant digits; very small and very large ones with a power of ten.
 * @param {number} value
 * @param {string} locale
 */
export function short(value, locale) {
  if (!Number.isFinite(value)) return "∞";
  if (value === 0) return "0";
  const power = Math.floor(Math.log10(Math.abs(value)));
  if (power >= -4 && power < 15) return grouped(value, locale, { maximumSignificantDigits: Math.max(3, power + 1) });
  const mantissa = grouped(value / 10 ** power, locale, { maximumSignificantDigits: 3 });
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
 * @param {string} locale
 */
export const plainPercent = (share, locale) => `${short(share * 100, locale)}%`;

/** Shares below this are easier to read as "1 in N". */
export const SMALL = 0.001;

/**
 * A share for a sentence: a percentage, or "1 in N".
 * @param {number} share
 * @param {string} locale
 */
export const percent = (share, locale) =>
  share > 0 && share < SMALL ? oneInOf(share, locale) : plainPercent(share, locale);

/**
 * A share as "1 in N" with two significant digits.
 * @param {number} share above 0
 * @param {string} locale
 */
export function oneInOf(share, locale) {
  const count = Number((1 / share).toPrecision(2));
  if (locale.startsWith("zh")) return `1/${inChinese(count)}`;
  const power = Math.floor(Math.log10(count));
  if (power < 10) return `1 in ${grouped(count, locale)}`;
  const mantissa = Number((count / 10 ** power).toPrecision(2));
  return `1 in ${mantissa === 1 ? "" : `${grouped(mantissa, locale)} × `}${powerOfTen(power)}`;
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
  return `${short(count / step, "zh-CN")}${unit}`;
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
 * @param {string} locale
 */
export function bytes(count, locale) {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  let unit = 0;
  for (; count >= 999.5 && unit < units.length - 1; unit++) count /= 1000;
  return `${grouped(count, locale, { maximumSignificantDigits: 3 })} ${units[unit]}`;
}
