// The code that runs in each engine. The bench calls its functions by name, one at a time.

import { dumps } from "./dumps.js";
import { lines } from "./lines.js";
import { strings } from "./strings.js";

/** @type {Record<string, Record<string, (...args: any[]) => unknown>>} the bench knows what each takes */
const GROUPS = { dumps, lines, strings };

/** @typedef {(file: string) => Promise<Uint8Array<ArrayBuffer>>} Read */

/** @param {Read} read */
export const makeWorker =
  (read) =>
  async (/** @type {string} */ group, /** @type {string} */ name, /** @type {unknown[]} */ ...args) => {
    // Functions that read files get `read` as their last argument.
    const answer = await GROUPS[group][name](...args, read);
    return answer;
  };
