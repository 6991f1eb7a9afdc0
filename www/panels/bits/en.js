/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "bits.set": "1",
  "bits.counter": "above 0",
  "bits.line": "line {line} of 512 bits",
  "bits.slice": "slice {slice}",
  "bits.scale": "each dot is {group} bits, the fuller the darker",
  "bits.cell": "Bit {position} is {value}",
  "bits.counterCell": "Counter {position} is {value}",
  "bits.group": "Bits {first} to {last}: {set} of {count} are not 0",
  "bits.by": "set by {keys}",
  "bits.byMore": "set by {keys} and more",
  "bits.byNobody": "set by no key known here",
  "bits.unknown": "which keys have set it is not known: a filter does not keep them",
  "bits.looking": "looking for who has set it …",
  "bits.probe": "bit {position} is {value}",
  "bits.mirror": "{key}: {probes}. {verdict}",
  "bits.valuetext": "{cell}, {where}",
};
