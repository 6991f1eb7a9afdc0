// When to send the next request, and how long to wait for it.

/**
 * Waits for some work, but not longer than a time limit, even if the work ignores its signal.
 * @template T
 * @param {number} most milliseconds
 * @param {() => unknown} late makes the error for the time limit
 * @param {Set<(error: unknown) => void>} enders functions that end the work sooner
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {(timer: any) => void} [onTimer] receives the timer, which keeps a Node process running
 * @returns {Promise<T>}
 */
export async function within(most, late, enders, work, onTimer) {
  const controller = new AbortController();
  /** @type {(error: unknown) => void} */
  let end = () => {};
  const over = new Promise((_, reject) => {
    end = (error) => {
      reject(error);
      controller.abort(error);
    };
  });
  const timer = setTimeout(() => end(late()), most);
  onTimer?.(timer);
  enders.add(end);
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work(controller.signal), over]));
  } finally {
    clearTimeout(timer);
    enders.delete(end);
  }
}

/**
 * Lets a Node process end although a timer is running.
 * @param {any} timer
 */
export const letGo = (timer) => timer?.unref?.();

/** The longest `Retry-After` that counts. */
const LONGEST_PUT_OFF = 24 * 3600_000;

/**
 * How long to wait after a failure: twice as long each time, up to the usual interval or an hour, and at least as long as `Retry-After`
 * requires. It is a random time between half and all of that (for `Retry-After`, up to a tenth more), so that clients do not all come
 * back at the same time.
 * @param {number} failures number of failures in a row, from 1
 * @param {number} first milliseconds
 * @param {number} usual milliseconds
 * @param {number} putOff milliseconds that `Retry-After` requires
 * @param {number} chance from 0 to 1
 */
export function waitAfterFailure(failures, first, usual, putOff, chance) {
  const most = Math.max(first, Math.min(usual, 3600_000));
  const wait = Math.min(most, first * 2 ** (failures - 1));
  return Math.max(wait * (0.5 + chance / 2), Math.min(putOff, LONGEST_PUT_OFF) * (1 + chance / 10));
}

/**
 * How long to wait after a success: the interval, plus or minus a tenth.
 * @param {number} usual milliseconds
 * @param {number} chance from 0 to 1
 */
export const waitAfterSuccess = (usual, chance) => usual * (0.9 + chance / 5);

/**
 * The wait that `Retry-After` requires, in milliseconds. The header is in seconds, or a date (RFC 9110, 10.2.3).
 * @param {string | null} header
 * @param {number} now
 */
export function putOffBy(header, now) {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return wait > 0 ? wait : 0;
}

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
