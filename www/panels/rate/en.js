/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "rate.fillText": "{set} of {bits} cells are set: {fill}.",
  "rate.over": " More than half: from here on the false-positive rate climbs steeply.",
  "rate.unknown": "not known",
  "rate.none": "–",
  "rate.axis": "keys",
  "rate.halfLine": "half full",
  "rate.chart": "False-positive rate over the number of keys. At {n} keys it is {rate}; half full at {half}.",
  "rate.chartOnly": "False-positive rate over the number of keys; half full at {half}.",
  "rate.noChart": "A scalable filter has no single curve: each sub-filter has its own.",
  "rate.caption":
    "Line: what the formula says for m and k, with independent probes. Point and trail: this filter, from its bits. The scale of the rate is logarithmic.",
  "rate.captionBlocked":
    "Line: what a blocked filter of this shape says of itself as it is filled with made-up keys. Point and trail: this filter. The scale of the rate is logarithmic.",
  "rate.asking": "{asked} of {count} keys looked up …",
  "rate.measured":
    "{hits} of {count} random keys: {measured}. These bits let {expected} be expected, and between {low} and {high} in 997 of 1,000 measurements (3σ). {verdict}",
  "rate.inside": "It is inside.",
  "rate.outside": "It is outside: the probes of this scheme are not independent, or chance was rare.",
  "rate.rough": "So few hits were to be expected that the band is a rough one.",
  "rate.bandLabel": "Measured {measured}, expected {expected}, 3σ from {low} to {high}",
  "rate.stopped": "Stopped.",
  "rate.wrongKeys": "This filter takes no random keys.",
};
