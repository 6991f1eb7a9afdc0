// What is said of a list and its filter. Pure but for the texts.

import { few, num, size, t } from "../../lib/i18n.js";

/** A filter that is so many times smaller than the list after gzip is worth a headline. */
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
 * @param {{ length: number, bytes: number, gzipped?: number, seconds: number, characters: number }} about `bytes` of the list, `gzipped` the
 *   same after gzip, `characters` of a link with the filter, or 0
 * @returns {{ big: string, small: string }}
 */
export function headlineOf(stats, { length, bytes, gzipped = 0, seconds, characters }) {
  const [from, to] = [size(bytes), size(length)];
  const count = stats.inserted;
  // What else could be shipped is the list after gzip.
  const times = gzipped / length;
  const keys = t("list.keys", { count: num(count) });
  const big =
    times >= GAIN
      ? t("list.smaller", { times: few(Number(times.toFixed(1))) })
      : t(length < bytes || !characters ? "list.openedBig" : "list.inLink", { keys, size: to });
  if (length < bytes) {
    const time = count >= MANY && few(Number(seconds.toPrecision(2)));
    return { big, small: t("list.sizes", { from, to, seconds: time, gzipped: gzipped && size(gzipped) }) };
  }
  const least = bytes > length ? 0 : leastOf(stats, length, bytes);
  return { big, small: t("list.short", { from, least: least && num(least) }) };
}
