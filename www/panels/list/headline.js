// What is said of a list and its filter. Pure but for the texts.

import { EXAMPLE, READER_BYTES } from "../../lib/example.js";
import { few, num, pct, size, t } from "../../lib/i18n.js";

/** A filter and its reader that are together so many times smaller than what else could be shipped are worth a headline. */
const GAIN = 1.2;

/** Fewer keys take no time. */
const MANY = 1000;

/**
 * From how many keys like these the filter is smaller than what else could be shipped; 0 if it never is.
 * @param {import("edgebloom/reader").ReaderStats} stats
 * @param {number} length of the file
 * @param {number} other bytes of the text, or of the same after gzip
 */
function leastOf({ bits, hashes, inserted }, length, other) {
  // A small filter is rounded up to whole words, so its own bits per key would be too many.
  const gain = other / inserted - hashes / Math.LN2 / 8;
  return gain > 0 ? Math.max(inserted + 1, Math.ceil((length - bits / 8) / gain)) : 0;
}

/**
 * @param {import("edgebloom/reader").ReaderStats} stats
 * @param {{ length: number, bytes: number, gzipped?: number, seconds: number }} about `bytes` of the list, `gzipped` the same after gzip
 * @returns {{ big: string, small: string }}
 */
export function headlineOf(stats, { length, bytes, gzipped = 0, seconds }) {
  const count = stats.inserted;
  // What else could be shipped: gzip makes a short list longer.
  const isText = !gzipped || bytes <= gzipped;
  const other = isText ? bytes : gzipped;
  const shipped = length + READER_BYTES;
  const times = other / shipped;
  const least = times > 1 ? 0 : Number(leastOf(stats, shipped, other).toPrecision(2));
  const values = { from: size(bytes), gzipped: gzipped && size(gzipped), to: size(length), reader: EXAMPLE.readerSize };
  if (times >= GAIN) {
    const time =
      count >= MANY &&
      (seconds < 1 ? `${few(Math.ceil(1000 * seconds))} ms` : `${few(Number(seconds.toPrecision(2)))} s`);
    return {
      big: t("list.smaller", {
        isText,
        times: few(Number(times.toFixed(1))),
        percent: pct(1 - Number((1 / times).toFixed(2))),
      }),
      small: t("list.sizes", { ...values, time }),
    };
  }
  return {
    big: t("list.filterOf", { size: size(length) }),
    small: t("list.sizesFew", { ...values, other: size(other), isText, isSame: times > 1, least: least && num(least) }),
  };
}
