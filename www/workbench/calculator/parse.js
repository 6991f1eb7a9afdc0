// Parses typed values of n, p, m and k. NaN stands for invalid input. Nothing is guessed: "64 kb" could be bits or bytes.

/** Larger numbers are not exact. */
export const MOST = Number.MAX_SAFE_INTEGER;
export const MOST_HASHES = 64;

/** Powers of ten by their names. */
const SCALES = new Map(
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
    千: 3,
    万: 4,
    百万: 6,
    千万: 7,
    亿: 8,
    十亿: 9,
    万亿: 12,
  }),
);
const BINARY = "kmgtp";

/** Digits in groups or not, a fraction, a power of ten, and whatever follows. */
const NUMBER =
  /^(\d{1,3}(?:([,_' ])\d{3})(?:\2\d{3})*(?!\d)|\d+|(?=\.\d))(\.\d*)?(?:e([+-]?\d{1,4}))?(?![\d.]) ?(.*)$/i;

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
function scan(text) {
  const found = NUMBER.exec(plain(text));
  if (!found) return { unit: "", times: () => NaN };
  const [, whole, , fraction = "", power = "0", unit] = found;
  const digits = whole.replace(/\D/g, "") + fraction;
  return { unit, times: (/** @type {number} */ shift) => Number(`${digits}e${Number(power) + shift}`) };
}

/**
 * @param {number} value
 * @param {number} most
 */
const whole = (value, most) => (Number.isInteger(value) && value >= 1 && value <= most ? value : NaN);

/**
 * Keys: "1,000,000", "120k", "1.5M", "2 million", "150 万".
 * @param {string} text
 */
export function parseKeys(text) {
  const { unit, times } = scan(text);
  const scale = unit.replace(/ ?(keys?|个键?|键)$/i, "").toLowerCase();
  return whole(times(SCALES.get(scale) ?? NaN), MOST);
}

/**
 * A rate: "1%", "0.01", "1e-3", "1 in 1000", "1/1000", "1000 分之一".
 * @param {string} text
 */
export function parseRate(text) {
  const { unit, times } = scan(text);
  const per = /^(?:in|\/|:)(.*)/i.exec(unit);
  const shift = /** @type {Record<string, number>} */ ({ "": 0, "%": -2, "‰": -3 })[unit] ?? NaN;
  const rate = unit === "分之一" ? 1 / times(0) : per ? times(0) / parseKeys(per[1]) : times(shift);
  return rate >= 1e-18 && rate < 1 ? rate : NaN;
}

/**
 * Bits: a bare number, or with a unit: "64 KiB", "1.5 MB", "12 Mbit". A B is bytes; a b alone could be either.
 * @param {string} text
 */
export function parseBits(text) {
  const { unit, times } = scan(text);
  const [, prefix, binary, name] = /** @type {RegExpExecArray} */ (
    /^(.*?) ?((?<=[kmgtp])i)?(bits?|bytes?|b|位|比特|字节|)$/i.exec(unit)
  );
  if (name === "b") return NaN;
  const bits = /^(B|byte|字节)/i.test(name) && !/^bit/i.test(name) ? 8 : 1;
  const scale = prefix.toLowerCase();
  const value = binary
    ? scale.length === 1
      ? times(0) * 1024 ** (BINARY.indexOf(scale) + 1)
      : NaN
    : times(SCALES.get(scale) ?? NaN);
  // 0.1 KiB is not a whole number of bits.
  return whole(unit ? Math.ceil(value * bits) : value, MOST);
}

/**
 * Probes: a whole number from 1 to 64.
 * @param {string} text
 */
export function parseHashes(text) {
  const { unit, times } = scan(text);
  return whole(unit ? NaN : times(0), MOST_HASHES);
}

export const parsers = /** @type {Record<string, (text: string) => number>} */ ({
  n: parseKeys,
  p: parseRate,
  m: parseBits,
  k: parseHashes,
});
