/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "shape.badM": "m: a whole number from {least} to {most} is needed, {found} is none.",
  "shape.badK": "k: a whole number from 1 to 64 is needed, {found} is none.",
  "shape.rounded": "m is now {bits}: this layout needs a multiple of {unit}.",
  "shape.wordsOnly":
    "The new filter has the keys that were added by hand. The one before is kept: see “Back to the filter before”.",
  "shape.noWords":
    "The new filter is empty: the keys of the one before are whole numbers, which it takes for texts. The one before is kept: see “Back to the filter before”.",
  "shape.now": "{scheme}, {layout}: m = {bits}, k = {hashes}, seed {seed}. Filter file: {size}.",
  "shape.nowSubFilters": ({ scheme, layout, count, bits, hashes, size }) =>
    `${scheme}, ${layout}, ${count} sub-filter${count === "1" ? "" : "s"}: m = ${bits}, k = ${hashes}. Filter file: ${size}.`,
  "shape.noMemory": "There is no room for such a filter here.",
};
