// When a server is asked again, and for how long it is waited for.

/**
 * What something gives that may take so long. Also where it does not heed its signal.
 * @template T
 * @param {number} most milliseconds
 * @param {() => unknown} late the error for when it takes longer
 * @param {Set<(error: unknown) => void>} enders where others find what ends it sooner
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {(timer: any) => void} [onTimer] gets the timer, which keeps a process from ending
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
 * Lets a process end that has nothing else to do, where a timer would keep it.
 * @param {any} timer
 */
export const letGo = (timer) => timer?.unref?.();

/** The most that a server can put off the next question by `Retry-After`. */
const LONGEST_PUT_OFF = 24 * 3600_000;

/**
 * How long to wait after a failure: twice as long each time, up to the usual interval (an hour where that is longer), and
 * not before the server has said. By chance between half and all of it (and up to a tenth more than the server has said),
 * so that many clients do not come back at once.
 * @param {number} failures how many there were in a row, from 1
 * @param {number} first milliseconds
 * @param {number} usual milliseconds
 * @param {number} putOff milliseconds that the server asked for
 * @param {number} chance from 0 to 1
 */
export function waitAfterFailure(failures, first, usual, putOff, chance) {
  const most = Math.max(first, Math.min(usual, 3600_000));
  const wait = Math.min(most, first * 2 ** (failures - 1));
  return Math.max(wait * (0.5 + chance / 2), Math.min(putOff, LONGEST_PUT_OFF) * (1 + chance / 10));
}

/**
 * How long to wait after a success: the interval, give or take a tenth.
 * @param {number} usual milliseconds
 * @param {number} chance from 0 to 1
 */
export const waitAfterSuccess = (usual, chance) => usual * (0.9 + chance / 5);

/**
 * What `Retry-After` asks for, in milliseconds: seconds or a date (RFC 9110, 10.2.3).
 * @param {string | null} header
 * @param {number} now
 */
export function putOffBy(header, now) {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return wait > 0 ? wait : 0;
}

/** Days before years: their numbers have another order. */
const DAY_FIRST = /^\d{1,2}\D\d{1,2}\D\d{4}\b/;
const COMPARABLE = /^v?\d+(?:[.\-_:TZ ]+\d+)*Z?$/i;

/**
 * Which of two versions is older, where both are made of numbers: 7 and 12, 1.9 and 1.10, 2026-11-20 and 2026-11-21.
 * @param {string} a
 * @param {string} b
 * @returns {number} below 0 if `a` is older, 0 if they are equal or nobody can say
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
