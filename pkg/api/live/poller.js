// Polls something: when the next poll is due, how long to wait after a success or a failure, and which of several polls counts.

import { perRequest } from "./runtime.js";
import { LONGEST_TIMER, SingleFlight, unref } from "./tasks.js";

/** @typedef {import("./tasks.js").StopSignal} StopSignal */

/** The longest `Retry-After` that counts. */
const LONGEST_RETRY_AFTER = 24 * 3600_000;
/** The longest wait after a failure, in milliseconds: without a file nothing can be answered, so the server is asked more often. */
const LONGEST_WAIT = { withFile: 15 * 60_000, withoutFile: 60_000 };

/**
 * One poll. In a worker, several can run at the same time.
 * @typedef {object} Poll
 * @property {number} minWait the milliseconds to wait at least if this poll fails; the poll itself sets it
 * @property {() => boolean} isOvertaken true if a later poll has succeeded first, so that this one must not change anything
 * @property {() => void} succeed is called when the result of the poll is in use
 */

/**
 * Calls a function when it is due: at an interval after successes, with exponential backoff after failures. A timer starts the polls,
 * if the platform has timers between requests.
 */
export class Poller {
  #run;
  #options;
  #onError;
  #stop;
  #hasFile;
  #polls = new SingleFlight();
  /** @type {any} */
  #timer;
  /** When the next poll is due, and the length of this wait, which shows that the clock was set back. */
  #due = 0;
  #wait = 0;
  /** Numbers of polls: the last one that succeeded, and the last one when a failure was counted. */
  #lastSuccess = 0;
  #lastFailure = 0;

  /** How many polls have started. */
  count = 0;
  /** How many polls in a row have failed. */
  failures = 0;
  /**
   * The error of the last poll; undefined if it succeeded.
   * @type {unknown}
   */
  error;

  /**
   * @param {(poll: Poll) => Promise<boolean>} run does one poll
   * @param {object} options
   * @param {number} options.refreshEvery milliseconds between two polls; Infinity for no timer
   * @param {number} options.retryAfter milliseconds to wait after the first failure
   * @param {number} options.timeout milliseconds that a poll may take
   * @param {(error: unknown) => void} onError is called with the error of each poll that fails
   * @param {StopSignal} stop
   * @param {() => boolean} hasFile true if there is a file in use, so that the next poll is less urgent
   */
  constructor(run, { refreshEvery, retryAfter, timeout }, onError, stop, hasFile) {
    this.#run = run;
    this.#options = { refreshEvery, retryAfter, timeout };
    this.#onError = onError;
    this.#stop = stop;
    this.#hasFile = hasFile;
  }

  /** True if the time for the next poll has come. Before the first one, that is now. */
  get isDue() {
    const left = this.#due - Date.now();
    return left <= 0 || left > this.#wait;
  }

  /** Polls now. Calls at the same time share one poll, except in workers. */
  async poll() {
    if (this.#stop.isStopped) throw this.#stop.reason;
    return this.#polls.run("poll", () => this.#start());
  }

  /**
   * Plans the first poll, unless one is planned already.
   * @param {number} wait milliseconds
   */
  planFirst(wait) {
    if (!this.#due) this.#plan(wait);
  }

  /**
   * Stops the running poll and the timer. A second call does nothing.
   * @param {unknown} reason the error of all further polls
   */
  stop(reason) {
    this.#stop.stop(reason);
    clearTimeout(this.#timer);
  }

  async #start() {
    const number = ++this.count;
    /** @type {Poll} */
    const poll = {
      minWait: 0,
      isOvertaken: () => number < this.#lastSuccess,
      succeed: () => this.#succeed(number),
    };
    // No other poll is due during this one.
    this.#setDue(this.#options.timeout);
    clearTimeout(this.#timer);
    try {
      return await this.#run(poll);
    } catch (error) {
      if (!this.#stop.isStopped) this.#fail(number, error, poll.minWait);
      throw error;
    }
  }

  /** @param {number} number of the poll */
  #succeed(number) {
    if (number < this.#lastSuccess) return;
    this.#lastSuccess = number;
    this.failures = 0;
    this.error = undefined;
    this.#plan(waitAfterSuccess(this.#options.refreshEvery, Math.random()));
  }

  /**
   * Counts a failure and plans the next try, unless a later poll has succeeded.
   * @param {number} number of the poll
   * @param {unknown} error
   * @param {number} minWait
   */
  #fail(number, error, minWait) {
    if (number >= this.#lastSuccess) {
      this.error = error;
      // Polls that ran at the same time count as one failure.
      if (number > this.#lastFailure) {
        this.failures++;
        this.#lastFailure = this.count;
      }
      this.#plan(waitAfterFailure(this.failures, this.#options, this.#hasFile(), minWait, Math.random()));
    }
    this.#onError(error);
  }

  /**
   * Plans the next poll, and sets a timer for it.
   * @param {number} wait milliseconds
   */
  #plan(wait) {
    this.#setDue(wait);
    clearTimeout(this.#timer);
    if (perRequest || this.#stop.isStopped || this.#options.refreshEvery === Infinity) return;
    this.#timer = setTimeout(() => this.#onTimer(), Math.min(Math.max(wait, 0), LONGEST_TIMER));
    unref(this.#timer);
  }

  #onTimer() {
    // A timer can be a little early, and cannot wait for a month.
    if (this.isDue) this.poll().catch(() => {});
    else this.#plan(this.#due - Date.now());
  }

  /** @param {number} wait milliseconds */
  #setDue(wait) {
    // A whole number, so that differences are exact.
    this.#wait = Math.ceil(wait);
    this.#due = Date.now() + this.#wait;
  }
}

/**
 * How long to wait after a failure: twice as long each time, up to the interval or `LONGEST_WAIT`, and at least as long as `Retry-After`
 * requires. It is a random time between half and all of that (for `Retry-After`, up to a tenth more), so that clients do not all come
 * back at the same time.
 * @param {number} failures number of failures in a row, from 1
 * @param {{ retryAfter: number, refreshEvery: number }} options
 * @param {boolean} hasFile
 * @param {number} minWait milliseconds that `Retry-After` requires
 * @param {number} random from 0 to 1
 */
export function waitAfterFailure(failures, { retryAfter, refreshEvery }, hasFile, minWait, random) {
  const most = hasFile ? LONGEST_WAIT.withFile : LONGEST_WAIT.withoutFile;
  const longest = Math.max(retryAfter, Math.min(refreshEvery, most));
  const wait = Math.min(longest, retryAfter * 2 ** (failures - 1));
  return Math.max(wait * (0.5 + random / 2), Math.min(minWait, LONGEST_RETRY_AFTER) * (1 + random / 10));
}

/**
 * How long to wait after a success: the interval, plus or minus a tenth.
 * @param {number} interval milliseconds between two polls
 * @param {number} random from 0 to 1
 */
export const waitAfterSuccess = (interval, random) => interval * (0.9 + random / 5);
