// Asks the worker for the filter of a list. The worker of a text lives on, because its next version is on its way; that of a file is ended with
// it, which stops its work and frees its memory.

/** @typedef {import("./list-worker.js").List} List */
/** @typedef {import("./list-worker.js").Choices} Choices */
/** @typedef {{ listed: boolean, isSkipped: boolean, near?: string, around?: string }} Found `near`: a listed key that differs only in capitals or the like; `around`: one that has the query in it */

/**
 * @param {{ seen: (seen: any) => void, reading: (share: number) => void, building: (count: number) => void, built: (built: any) => void, refused: (why: any) => void }} hear
 *   hears of the last list only
 */
export function startBuilder(hear) {
  /** @type {Worker | undefined} */
  let worker;
  let isOfFile = false;
  let run = 0;
  /** @type {Map<string, (found: Found) => void>} */
  const asked = new Map();
  let step = (/** @type {any} */ _) => {};

  function newWorker() {
    const its = new Worker(new URL("./list-worker.js", import.meta.url), { type: "module" });
    let isLoaded = false;
    its.onerror = (event) => {
      event.preventDefault();
      // Its script or a module of it may not have come.
      if (its === worker) hear.refused({ code: isLoaded ? "failed" : "unloaded" });
    };
    its.onmessage = ({ data }) => {
      isLoaded = true;
      if (its !== worker) return;
      if (data.query !== undefined) return asked.get(data.query)?.(data);
      if (data.run !== run) return;
      if ("step" in data) return step(data.step);
      for (const name of /** @type {const} */ (["seen", "reading", "building", "built", "refused"]))
        if (name in data) hear[name](data[name]);
    };
    return its;
  }

  function end() {
    run++;
    worker?.terminate();
    worker = undefined;
  }

  return {
    end,

    /** What the worker is doing is of no use any more. */
    forget: () => void run++,

    /**
     * @param {List} list
     * @param {{ choices: Choices, errorRate: number }} options
     * @param {boolean} isFile
     */
    build(list, options, isFile) {
      if (isFile || isOfFile) end();
      isOfFile = isFile;
      worker ??= newWorker();
      worker.postMessage({ run: ++run, list, ...options });
    },

    /** The next step of the map, or undefined after the last one. @returns {Promise<any>} */
    nextStep: () =>
      new Promise((resolve) => {
        step = resolve;
        worker?.postMessage({ run });
      }),

    /** Asks the list itself. @param {string} query @returns {Promise<Found>} */
    lookUp: (query) =>
      new Promise((resolve) => {
        asked.set(query, resolve);
        worker?.postMessage({ query });
      }),
  };
}
