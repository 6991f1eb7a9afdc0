// Parses typed values of m and k. NaN stands for invalid input. Nothing is guessed: "64 kb" could be bits or bytes.

import { MOST, SCALES, parseKeys, parseRate, scan, whole } from "../../lib/parse-number.js";

export const MOST_HASHES = 64;
const BINARY = "kmgtp";

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
