/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "shape.badM": "m: not a whole number from {least} to {most}.",
  "shape.badK": "k: not a whole number from 1 to 64.",
  "shape.rounded": "m is now {bits}: this layout needs a multiple of {unit}.",
  "shape.wordsOnly": "The new filter contains only the keys that were added one by one. Undo restores the old filter.",
  "shape.noWords":
    "The new filter is empty: it accepts strings, but the keys of the old filter were whole numbers. Undo restores the old filter.",
  "shape.now": "{scheme}, {layout}: m = {bits}, k = {hashes}, seed {seed}. Filter file: {size}.",
  "shape.nowSubFilters": ({ scheme, layout, count, bits, hashes, size }) =>
    `${scheme}, ${layout}, ${count} sub-filter${count === "1" ? "" : "s"}: m = ${bits}, k = ${hashes}. Filter file: ${size}.`,
  "shape.noMemory": "Not enough memory for this filter.",
};
