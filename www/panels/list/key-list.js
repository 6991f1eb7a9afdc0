// The list of the bench, through the worker that keeps it. Requests have numbers, and answers repeat them.

/**
 * @param {Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">} worker
 * @param {{ count: number, bytes: number, name: () => string, onDeath: () => void }} about
 *   `name` is called each time, because it may depend on the language
 * @returns {import("../../lib/bench.js").KeyList}
 */
export function keyListOver(worker, { count, bytes, name, onDeath }) {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let asked = 0;
  let dead = false;

  const died = () => new Error("the worker that keeps the list has ended");

  worker.onmessage = ({ data: { id, answer, error } }) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) request?.resolve(answer);
    else request?.reject(new Error(error));
  };
  worker.onerror = (event) => {
    // The panel of lists shows the message.
    event.preventDefault();
    dead = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(died());
    waiting.clear();
    onDeath();
  };

  /**
   * @param {string} what
   * @param {unknown} [given]
   * @returns {Promise<any>}
   */
  const request = (what, given) =>
    new Promise((resolve, reject) => {
      if (dead) return reject(died());
      waiting.set(++asked, { resolve, reject });
      worker.postMessage({ id: asked, what, given });
    });

  return {
    count,
    bytes,
    get name() {
      return name();
    },
    owners: (positions, divisor) => request("owners", { positions, divisor }),
    has: (key) => request("has", key),
    gzipped: () => request("gzipped"),
    staticFile: (options) => request("staticFile", options),
    // Open requests are about a filter that is gone, so they need no answer.
    close() {
      waiting.clear();
      worker.terminate();
    },
  };
}
