// Splits long work into short pieces, so the page stays responsive.

/** Milliseconds at a time: well below the 16 of a frame. */
const SLICE = 8;

/** Lets waiting tasks run. Messages are faster than timers, which browsers delay. */
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(0);
  });

/** Ends the task and continues in the next one. */
export const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** A function that pauses if the slice since the last pause is over, and otherwise continues without waiting. */
export function pacer() {
  let end = performance.now() + SLICE;
  return () => {
    if (performance.now() < end) return undefined;
    return pause().then(() => {
      end = performance.now() + SLICE;
    });
  };
}

/**
 * Runs a generator. Pauses at a yield if the slice is over.
 * @template T
 * @param {Generator<unknown, T>} work
 * @param {AbortSignal} [signal] the work ends with undefined when it is aborted
 * @param {(value: any) => void} [onYield] gets what the generator yields
 * @returns {Promise<T | undefined>}
 */
export async function inSlices(work, signal, onYield) {
  for (const rest = pacer(); ; ) {
    if (signal?.aborted) return void work.return(/** @type {any} */ (undefined));
    const { done, value } = work.next();
    if (done) return value;
    onYield?.(value);
    const pausing = rest();
    if (pausing) await pausing;
  }
}

/**
 * A function that starts work at each call and drops the unfinished work of the previous call; `cancel` drops it without new work.
 * @template {any[]} Given
 * @param {(signal: AbortSignal, ...given: Given) => Promise<void>} work
 */
export function latest(work) {
  let controller = new AbortController();
  const start = (/** @type {Given} */ ...given) => {
    controller.abort();
    controller = new AbortController();
    return work(controller.signal, ...given);
  };
  start.cancel = () => controller.abort();
  return start;
}
