// The keys go along between the playground and the workbench. They stay in this tab.

import { bench, startBench } from "./bench.js";

const NAME = "edgebloom.keys";

/** @typedef {[word: string, origin?: import("./contents.js").Origin][]} Carried */

/**
 * Puts the filter on the bench with the keys of the other page, and takes them along when the user leaves.
 * @param {string[]} [examples] the keys if there are none
 * @param {boolean} [isFresh] with the examples in any case
 */
export function startWithKeys(examples, isFresh = false) {
  /** @type {Carried | undefined} */
  const first = examples?.map((word) => [word, "example"]);
  startBench((isFresh ? undefined : carriedKeys()) ?? first);
  addEventListener("pagehide", carryKeys);
}

/** Whether the user has reloaded the page. */
export function isReload() {
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return entry?.type === "reload";
}

function carryKeys() {
  // Of an imported filter, only what was added since is known; numbers are keys for another kind of filter.
  if (!bench.complete || bench.integers) return;
  try {
    sessionStorage.setItem(
      NAME,
      JSON.stringify([...bench.words.keys()].map((word) => [word, bench.origins.get(word)])),
    );
  } catch {
    // Without storage, or with too many keys for it, the other page begins with what it has.
  }
}

/** @returns {Carried | undefined} undefined if neither page was open in this tab */
function carriedKeys() {
  try {
    return JSON.parse(sessionStorage.getItem(NAME) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}
