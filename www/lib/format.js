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
 * A share as a percentage with three significant digits.
 * @param {number} share
 * @param {string} locale
 */
export const percent = (share, locale) => `${short(share * 100, locale)}%`;

/**
 * How many there are for each one of a share: 2.4, 58, 512,000 or 1.2 × 10¹³.
 * @param {number} share
 * @param {string} locale
 */
export function reciprocal(share, locale) {
  const [mantissa, power] = (1 / share).toExponential(share > 0.01 ? 1 : 2).split("e");
  if (Number(power) > 9) return `${grouped(Number(mantissa), locale)} × ${powerOfTen(Number(power))}`;
  return grouped(Number(`${mantissa}e${power}`), locale);
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
