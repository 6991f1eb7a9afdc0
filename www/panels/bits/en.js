/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "bits.block": "block {block}",
  "bits.slice": "slice {slice}",
  "bits.scale": "Each dot is {group} bits; the stronger the colour, the more 1s.",
  "bits.cell": "Bit {position} is {value}",
  "bits.counterCell": "Counter {position} is {value}",
  "bits.group": "Bits {first} to {last}: {set} of {count} are 1",
  "bits.by": "set by {keys}",
  "bits.byMore": "set by {keys} and more",
  "bits.byNobody": "no known key set it",
  "bits.unknown": "the filter does not store which keys set it",
  "bits.probe": "bit {position} is {value}",
  "bits.mirror": "{key}: {probes}. {verdict}",
  "bits.mirrorAnswer": "{key}: {verdict}",
  "bits.moreProbes": ({ count }) => `${count} more ${count === 1 ? "bit" : "bits"}`,
  "bits.hintTouch": "Touch a bit to see which keys set it.",
  "bits.hint": "Point at a bit, or focus the grid and use the arrow keys, to see which keys set it.",
};
