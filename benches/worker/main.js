// What runs in each engine: the bench calls its functions by name, one after the other.

import { dumps } from "./dumps.js";
import { lines } from "./lines.js";
import { strings } from "./strings.js";

const GROUPS = { dumps, lines, strings };

/** @param {(file: string) => Promise<Uint8Array>} read */
export const makeWorker =
  (read) =>
  async (group, name, ...args) => {
    // Those that read take the reader last.
    const answer = await GROUPS[group][name](...args, read);
    return answer;
  };
