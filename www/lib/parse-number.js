// Parses a typed number of keys or false-positive rate. NaN stands for invalid input.

/** Larger numbers are not exact. */
export const MOST = Number.MAX_SAFE_INTEGER;

/** Powers of ten by their names. */
export const SCALES = new Map(
  Object.entries({
    "": 0,
    k: 3,
    thousand: 3,
    m: 6,
    mio: 6,
    million: 6,
    g: 9,
    b: 9,
    bn: 9,
    billion: 9,
    t: 12,
    trillion: 12,
    p: 15,
    十: 1,
    百: 2,
    千: 3,
    万: 4,
    百万: 6,
    千万: 7,
    亿: 8,
    十亿: 9,
    十万: 5,
    万亿: 12,
  }),
);

/**
 * Digits in groups or not, a fraction, a power of ten, and whatever follows. A comma begins a fraction only after a single 0, or before a
 * scale or a percent sign, and there not before three digits: those could be a group. Points separate groups if there are at least two of them.
 */
const NUMBER =
  /^([1-9]\d{0,2}(?:([,_' ])\d{3})(?:\2\d{3})*(?![\d,])|\d{1,3}(?:\.\d{3}){2,}(?!\.)|\d+|(?=\.\d))(\.\d*|(?<=^0),\d+|,(?!\d{3}(?!\d))\d+(?= ?(?!key)[kmgbtp%‰千万百十亿]))?(?:e([+-]?\d{1,4}))?(?![\d.]) ?(.*)$/i;

/**
 * Full-width letters and all kinds of spaces are accepted.
 * @param {string} text
 */
const plain = (text) =>
  text
    .replace(/[！-～]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, " ")
    .trim();

/**
 * A number and its unit. The value is read with its power of ten: 1.1 times 1e6 would not be whole.
 * @param {string} text
 */
export function scan(text) {
  const [, sign, unsigned] = /** @type {RegExpExecArray} */ (/^([-−]?)(.*)$/.exec(plain(text)));
  const found = NUMBER.exec(unsigned);
  if (!found) return { unit: "", times: () => NaN };
  const [, whole, , fraction = "", power = "0", unit] = found;
  const digits = (sign && "-") + whole.replace(/\D/g, "") + fraction.replace(",", ".");
  return { unit, times: (/** @type {number} */ shift) => Number(`${digits}e${Number(power) + shift}`) };
}

/**
 * @param {number} value
 * @param {number} most
 */
export const whole = (value, most) => (Number.isInteger(value) && value >= 1 && value <= most ? value : NaN);

/** "百万" is "1百万". @param {string} text */
const withOne = (text) => text.replace(/^\s*一?(?=\s*[十百千万亿])/, "1");

/**
 * Keys: "1,000,000", "120k", "1.5M", "1,5M", "2 million", "150 万", "十万"; any number, for a message about it. Keys are whole, so "40.000" is 40,000.
 * @param {string} text
 */
export function readKeys(text) {
  const { unit, times } = scan(withOne(text).replace(/^\s*[1-9]\d{0,2}\.\d{3}\s*$/, (group) => group.replace(".", "")));
  const scale = unit.replace(/ ?(keys?|个键?|键)$/i, "").toLowerCase();
  return times(SCALES.get(scale) ?? NaN);
}

/** The same, as a whole number. @param {string} text */
export const parseKeys = (text) => whole(readKeys(text), MOST);

/**
 * A rate: "1%", "0.01", "1e-3", "1 in 1000", "1 in a million", "1/1000", "1000 分之一", "百万分之一", "千分之五"; any number, for a message about it.
 * @param {string} text
 */
export function readRate(text) {
  const { unit, times } = scan(withOne(text));
  const [, of, parts = ""] = /^(.*)分之 ?([\d一二三四五六七八九])$/.exec(unit) ?? [];
  const per = /^(?:in|\/|:)(.*)/i.exec(unit);
  const shift = /** @type {Record<string, number>} */ ({ "": 0, "%": -2, "‰": -3 })[unit] ?? NaN;
  return of !== undefined
    ? ("一二三四五六七八九".indexOf(parts) + 1 || Number(parts)) / times(SCALES.get(of) ?? NaN)
    : per
      ? times(0) / parseKeys(per[1].replace(/^ ?an? /i, "1 "))
      : times(shift);
}

/** The same, as a rate. @param {string} text */
export function parseRate(text) {
  const rate = readRate(text);
  return rate >= 1e-18 && rate < 1 ? rate : NaN;
}
