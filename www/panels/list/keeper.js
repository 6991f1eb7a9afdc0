// Answers requests about the list that a filter was built from. Runs in the worker, but depends neither on it nor on the
// page.

import { gzippedSize } from "../../lib/gzip.js";

/** The largest number of keys that are named for a position. */
export const NAMED = 5;

/**
 * @param {Set<string>} keys
 * @param {import("edgebloom").BloomFilter} filter
 */
export function keeperOf(keys, filter) {
  const all = [...keys];
  const text = new Blob([all.join("\n")]);
  const { hashes } = filter.stats;
  /** The positions of all keys in turn, in the filter folded by a divisor. */
  let known = { divisor: 0, positions: new Uint32Array(0) };
  /** @type {Promise<number | undefined> | undefined} */
  let packed;

  /** @param {number} divisor */
  function allPositions(divisor) {
    if (known.divisor === divisor) return known.positions;
    const positions = new Uint32Array(all.length * hashes);
    const folded = filter.fold(divisor);
    all.forEach((key, i) => positions.set(folded.positions(key), i * hashes));
    folded.free();
    known = { divisor, positions };
    return positions;
  }

  /**
   * @param {Uint32Array} positions
   * @param {number} position
   */
  function ownersOf(positions, position) {
    /** @type {string[]} */
    const named = [];
    for (let at = positions.indexOf(position); at >= 0; ) {
      const owner = Math.floor(at / hashes);
      if (named.length === NAMED) return { keys: named, more: true };
      named.push(all[owner]);
      // A key may have a position twice.
      at = positions.indexOf(position, (owner + 1) * hashes);
    }
    return { keys: named, more: false };
  }

  /** @type {{ bytes: number, owners: (of: { positions: number[], divisor: number }) => { keys: string[], more: boolean }[], has: (key: string) => boolean, gzipped: () => Promise<number | undefined>, staticFile: (options: import("../../lib/bench.js").StaticOptions & { more?: string[] }) => Promise<Uint8Array> }} */
  const keeper = {
    /** The keys as text, one per line. */
    bytes: text.size,
    owners({ positions, divisor }) {
      const all = allPositions(divisor);
      return positions.map((position) => ownersOf(all, position));
    },
    has: (/** @type {string} */ key) => keys.has(key),
    gzipped: () => (packed ??= gzippedSize(text)),
    async staticFile({ more = [], ...options }) {
      const { staticFile } = await import("../../lib/static-file.js");
      return staticFile([...all, ...more], options);
    },
  };
  return keeper;
}
