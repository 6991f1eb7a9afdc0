// Runs work: with a time limit, until it is stopped, or once for several callers.

import { perRequest } from "./runtime.js";

/** The longest time for a timer: 24.8 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Lets a Node process exit while a timer is still running.
 * @param {any} timer
 */
export const unref = (timer) => timer?.unref?.();

/**
 * Stops running work. An AbortSignal would do, but in Cloudflare workers it belongs to one request, and a filter belongs to all. There,
 * a request cannot end the work of another one: that work runs on, and its result is ignored.
 */
export class StopSignal {
  #listeners = /** @type {Set<(reason: unknown) => void>} */ (new Set());

  /**
   * The error for work that was stopped; undefined before.
   * @type {unknown}
   */
  reason;

  get isStopped() {
    return this.reason !== undefined;
  }

  /**
   * Stops the work that is running. A second call does nothing.
   * @param {unknown} reason
   */
  stop(reason) {
    this.reason ??= reason;
    for (const listener of [...this.#listeners]) listener(this.reason);
  }

  /**
   * Calls a function on `stop`.
   * @param {(reason: unknown) => void} listener
   * @returns {() => void} removes the listener
   */
  onStop(listener) {
    if (!perRequest) this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/**
 * Waits for some work, but not longer than a time limit, even if the work ignores its signal. If the work fails, what it started ends, too.
 * @template T
 * @param {number} ms the time limit
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @param {object} [options]
 * @param {() => unknown} [options.error] makes the error for the time limit
 * @param {StopSignal} [options.stop] ends the work sooner
 * @param {(timer: any) => void} [options.onTimer] receives the timer, which keeps a Node process running
 * @returns {Promise<T>}
 */
export async function withTimeout(ms, work, { error, stop, onTimer } = {}) {
  const controller = new AbortController();
  /** @type {(reason: unknown) => void} */
  let abort = () => {};
  const aborted = new Promise((_, reject) => {
    abort = (reason) => {
      // First, so that this is the error, and not what the work throws because of the signal.
      reject(reason);
      controller.abort(reason);
    };
  });
  const timer = setTimeout(() => abort(error?.()), ms);
  onTimer?.(timer);
  const removeListener = stop?.onStop(abort);
  try {
    return await /** @type {Promise<T>} */ (Promise.race([work(controller.signal), aborted]));
  } catch (failure) {
    controller.abort(failure);
    throw failure;
  } finally {
    clearTimeout(timer);
    removeListener?.();
  }
}

/**
 * Runs work once for all callers that come while it is running. In workers, each caller runs its own, because a request cannot wait for
 * the work of another one.
 */
export class SingleFlight {
  #running = /** @type {Map<string, Promise<any>>} */ (new Map());

  /**
   * @template T
   * @param {string} name of the work
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  run(name, work) {
    if (perRequest) return work();
    const running = this.#running.get(name) ?? work().finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }
}
