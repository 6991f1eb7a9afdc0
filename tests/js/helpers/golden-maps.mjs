// The keys and values of the maps of tests/golden/maps.

/** The number of the value of key number i: by turns, or each value for half as many keys as the one before. */
export const valueOf = ({ rule, values }, i) =>
  rule === "turns" ? i % values.length : Math.min(31 - Math.clz32((i + 1) & -(i + 1)), values.length - 1);

export const entriesOf = (row) =>
  Array.from({ length: row.keys.count }, (_, i) => [row.keys.prefix + i, row.values[valueOf(row, i)]]);
