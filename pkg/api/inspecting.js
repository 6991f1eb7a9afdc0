// What a console shows of a filter.

/**
 * The class, what is in the filter, and how full it is.
 * @param {import("./bloom-filter.js").BloomFilter} owner
 * @param {import("./filter-state.js").FilterState} state
 */
export function inspected(owner, state) {
  const kind = owner.constructor.name;
  if (state.isFreed) return `${kind} { freed }`;
  const { layout, scheme, bits, hashes, inserted, fillRatio } = owner.stats;
  const list = [owner.name, owner.version].filter(Boolean).join(" ");
  const shape = `${scheme === "native" ? layout : scheme}, ${bits} bits, ${hashes} hashes`;
  return `${kind} { ${list && `${list}: `}${inserted} ${inserted === 1 ? "key" : "keys"}, ${shape}, ${(fillRatio * 100).toFixed(1)} % full }`;
}
