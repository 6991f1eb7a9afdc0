// What is asked of a list that a filter was built from. Runs in the worker; knows neither it nor the page.

/** So many keys are named for a position. */
export const NAMED = 5;

/**
 * @param {Set<string>} keys
 * @param {import("edgebloom").BloomFilter} filter
 */
export function keeperOf(keys, filter) {
  const all = [...keys];
  const text = new Blob([all.join("\n")]);
  const { hashes } = filter.stats;
  /** @type {Uint32Array | undefined} the positions of all keys, one after the other */
  let positions;
  /** @type {Promise<number> | undefined} */
  let packed;

  function allPositions() {
    const found = new Uint32Array(all.length * hashes);
    all.forEach((key, i) => found.set(filter.positions(key), i * hashes));
    return found;
  }

  /** @param {number} position */
  function ownersOf(position) {
    positions ??= allPositions();
    /** @type {string[]} */
    const named = [];
    for (let at = positions.indexOf(position); at >= 0; ) {
      const owner = Math.floor(at / hashes);
      if (named.length == NAMED) return { keys: named, more: true };
      named.push(all[owner]);
      // A key may have a position twice.
      at = positions.indexOf(position, (owner + 1) * hashes);
    }
    return { keys: named, more: false };
  }

  return {
    /** The keys as a text, one a line. */
    bytes: text.size,
    owners: (/** @type {number[]} */ asked) => asked.map(ownersOf),
    has: (/** @type {string} */ key) => keys.has(key),
    gzipped: () => (packed ??= gzippedSize(text)),
  };
}

/** @param {Blob} text */
async function gzippedSize(text) {
  const reader = text.stream().pipeThrough(new CompressionStream("gzip")).getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
  }
}
