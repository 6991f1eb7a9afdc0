// Which of two versions of a list is the older one.

/** Dates with the day first cannot be compared number by number. */
const DAY_FIRST = /^\d{1,2}\D\d{1,2}\D\d{4}\b/;
const COMPARABLE = /^v?\d+(?:[.\-_:TZ ]+\d+)*Z?$/i;

/**
 * Compares two versions if both consist of numbers: 7 and 12, 1.9 and 1.10, 2026-11-20 and 2026-11-21.
 * @param {string} a
 * @param {string} b
 * @returns {number} below 0 if `a` is older, 0 if they are equal or cannot be compared
 */
export function compareVersions(a, b) {
  if ([a, b].some((version) => !COMPARABLE.test(version) || DAY_FIRST.test(version))) return 0;
  const [left, right] = [a, b].map((version) => version.match(/\d+/g)?.map(BigInt) ?? []);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [x, y] = [left[i] ?? 0n, right[i] ?? 0n];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}
