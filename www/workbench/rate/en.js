/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "rate.is-empty": "The filter is empty: it answers “no” for every key.",
  "rate.is-full": "All bits are 1: every key gets “maybe”. Use more bits or fewer keys.",
  "rate.is-good": "Within the target: {design} with {capacity} keys.",
  "rate.is-above": ({ more, times, design, capacity }) =>
    `${more ? `${more} above` : `${times} times`} the target of ${design}. The filter was made for ${capacity} keys.`,
  "rate.is-tooFull": "{fill} of the bits are 1. Use more bits or fewer keys.",
  "rate.is-plain": "One in {count} non-members gets “maybe”.",
  "rate.designLine": "target: {rate}",
  "rate.nowLabel": ({ n, rate }) => `${n} ${n === "1" ? "key" : "keys"}: ${rate}`,
  "rate.unknown": "not known",
  "rate.none": "–",
  "rate.axis": "keys",
  "rate.halfLine": "half full",
  "rate.chart": "False-positive rate by number of keys. At {n} keys it is {rate}; half full at {half}.",
  "rate.chartOnly": "False-positive rate by number of keys; half full at {half}.",
  "rate.noChart": "A scalable filter has no single curve: each sub-filter has its own.",
  "rate.caption":
    "Line: the formula for this m and k. Dots: this filter, as keys were added. The rate has a logarithmic scale.",
  "rate.captionBlocked":
    "Line: a blocked filter of this shape, filled with generated keys. Dots: this filter, as keys were added. The rate has a logarithmic scale.",
  "rate.asking": "{asked} of {count} keys looked up …",
  "rate.measured":
    "{hits} of {count} random keys got “maybe”: {measured}. Expected: {expected}, and between {low} and {high} in 99.7% of measurements (3σ). {verdict}",
  "rate.inside": "The result is in this range.",
  "rate.outside":
    "The result is outside this range. Either the probes of this scheme are not independent, or this was a rare coincidence.",
  "rate.rough": "So few false positives are expected that the range is only rough.",
  "rate.bandLabel": "Measured {measured}, expected {expected}, 3σ from {low} to {high}",
  "rate.stopped": "Stopped.",
  "rate.wrongKeys": "This filter does not accept random keys.",
};
