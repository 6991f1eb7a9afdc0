/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "calculator.given": "given",
  "calculator.computed": "computed",
  "calculator.quoted": "“{text}”",
  "calculator.nothing": "an empty field",
  "calculator.bad-n":
    "n: expected a whole number of keys from 1 to 2⁵³ − 1, such as 1,000,000, 120k or 1.5M, got {found}",
  "calculator.bad-p":
    "p: expected a false-positive rate from 1e-18 to below 1, such as 1%, 0.01 or 1 in 100, got {found}",
  "calculator.bad-m":
    "m: expected a size from 1 to 2⁵³ − 1 bits, such as 9585059, 64 KiB, 1.5 MB or 12 Mbit (B = bytes), got {found}",
  "calculator.bad-k": "k: expected a whole number from 1 to 64, got {found}",
  "calculator.badRecord": "record size: expected a whole number of bytes, 1 or more, got {found}",
  "calculator.badAddress": "The numbers in the page address are not valid, so they were ignored.",
  "calculator.tooLarge":
    "The filter would need more than 2⁵³ − 1 bits. Enter fewer keys or a higher false-positive rate.",
  "calculator.tooMany": "More than 2⁵³ − 1 keys would fit. Enter a smaller m or a lower false-positive rate.",
  "calculator.noKey": "Not even one key fits: m is too small.",
  "calculator.tooLow":
    "k: expected at most 59 here. The false-positive rate would be 2⁻ᵏ, and the lowest that edgebloom accepts is 1e-18.",
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
  "calculator.noMemory": "No comparison: the false-positive rate must be from 1e-18 to below 1.",
  "calculator.times": "{size}, {times} ×",
  "calculator.bar-records": "Plain list of records",
  "calculator.bar-hashSet": "Hash set, half full",
  "calculator.bar-md5Digests": "MD5 digests",
  "calculator.bar-sha1Digests": "SHA-1 digests",
  "calculator.bar-fingerprints": "8-byte fingerprints, half full",
  "calculator.bar-oneHashBitmap": "Bitmap with one hash",
  "calculator.bar-bloomFilter": "Bloom filter, best k",
  "calculator.bar-lowerBound": "Lower bound",
};
