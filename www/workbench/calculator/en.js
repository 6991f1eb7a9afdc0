/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "calculator.given": "given",
  "calculator.computed": "computed",
  "calculator.bad-n": "n: not a number of keys. Type 250000, 250k or 1.5M.",
  "calculator.bad-p": "p: not a rate from 10⁻¹⁸ to below 100%. Type 1%, 0.01 or 1 in 100.",
  "calculator.bad-m": "m: not a size. Type 9585059 (bits), 64 KiB, 1.5 MB or 12 Mbit.",
  "calculator.bad-k": "k: not a whole number from 1 to 64.",
  "calculator.badAddress": "The numbers in the page address are not valid, so they were ignored.",
  "calculator.tooLarge":
    "The filter would need more than 2⁵³ − 1 bits. Enter fewer keys or a higher false-positive rate.",
  "calculator.tooMany": "More than 2⁵³ − 1 keys would fit. Enter a smaller m or a lower false-positive rate.",
  "calculator.noKey": "Not even one key fits: m is too small.",
  "calculator.tooLow":
    "k: at most 59 here. The false-positive rate would be 2⁻ᵏ, and the lowest that edgebloom accepts is 1e-18.",
  "calculator.refused": "edgebloom rejects these numbers.",
  "calculator.note-kn": "p is 2⁻ᵏ, the false-positive rate for which this k is best.",
  "calculator.note-km": "n is the number of keys for which this k is best.",
  "calculator.note-knp":
    "p and k decide only the bits per key, so n is also taken as given. These three stay fixed until you change m.",
  "calculator.note-kmn": "p follows from these three. They stay fixed until you change p.",
  "calculator.beyond": "The best k is above 64, but filters accept at most 64.",
  "calculator.sizes": "{bytes} bytes = {decimal} = {binary}",
  "calculator.oneIn": "{rate}, {oneIn}",
  "calculator.keys": ({ count }) => (count === "1" ? "1 key" : `${count} keys`),
  "calculator.bound": "{bits} bits, {share} of m",
  "calculator.tooManyBits": "This page makes filters of up to {most} bits.",
  "calculator.notMade": "Not enough memory for this filter.",
  "calculator.made": "Filter made: m = {m}, k = {k}.",
  "calculator.chartText":
    "With {ratio} bits per key, k = {k} is best. Fewer probes check too few bits; more probes fill the filter faster. Select a point to use its k.",
  "calculator.chartNone": "There is no curve for these numbers.",
  "calculator.labelBest": "best: k = {k}",
  "calculator.labelChosen": "k = {k}: {rate}",
  "calculator.best": "best",
  "calculator.chosen": "chosen",
};
