// The keys of the playground, with which the workbench begins. They stay in this tab.

import { bench } from "./bench.js";

const NAME = "edgebloom.keys";

/** @typedef {[word: string, origin?: import("./contents.js").Origin][]} Carried */

export function carryKeys() {
  try {
    sessionStorage.setItem(
      NAME,
      JSON.stringify([...bench.words.keys()].map((word) => [word, bench.origins.get(word)])),
    );
  } catch {
    // Without storage, or with too many keys for it, the workbench begins with the examples.
  }
}

/** @returns {Carried | undefined} undefined if the playground was not open in this tab */
export function carriedKeys() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
