// What is said of a list and its filter. Pure but for the texts.

import { few, num, size, t } from "../../lib/i18n.js";

/** A filter that is so many times smaller than its list is worth a headline. */
const GAIN = 1.5;

/** Fewer keys take no time. */
const MANY = 1000;

/**
 * From how many keys like these the filter is smaller than the list; 0 if it never is.
 * @param {import("edgebloom/reader").ReaderStats} stats
 * @param {number} length of the file
 * @param {number} text bytes of the list
 */
function leastOf({ bits, hashes, inserted }, length, text) {
  // A small filter is rounded up to whole words, so its own bits per key would be too many.
  const gain = text / inserted - hashes / Math.LN2 / 8;
  return gain > 0 ? Math.ceil((length - bits / 8) / gain) : 0;
}

/**
 * @param {import("edgebloom/reader").ReaderStats} stats
 * @param {{ length: number, bytes: number, gzipped?: number, seconds: number }} about `bytes` of the list, `gzipped` the same after gzip
 * @returns {{ big: string, small: string }}
 */
export function headlineOf(stats, { length, bytes, gzipped, seconds }) {
  const [from, to] = [size(bytes), size(length)];
  const count = stats.inserted;
  if (bytes / length >= GAIN)
    return {
      big: t("list.smaller", { times: few(Number((bytes / length).toFixed(1))) }),
      small: t("list.sizes", {
        from,
        to,
        seconds: count >= MANY && few(Number(seconds.toPrecision(2))),
        gzipped: gzipped && size(gzipped),
      }),
    };
  const least = bytes > length ? 0 : leastOf(stats, length, bytes);
  return {
    big: t("list.shortBig", { keys: t("list.keys", { count: num(count) }), bytes: num(stats.bits / 8) }),
    small: t("list.short", { from, to, isSmaller: length < bytes, least: least && num(least) }),
  };
}
