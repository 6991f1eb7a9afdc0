/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "folding.by": "Folded by {divisor}",
  "folding.byNot": "Not folded; the slider goes through the divisors of {bits}",
  "folding.grows": "A filter that grows cannot be folded.",
  "folding.cannot": "This filter cannot be folded.",
  "folding.found": "The smallest fold with an error rate of at most {limit}: by {divisor}, {size}.",
  "folding.above": "As it is, its error rate is {rate} already.",
  "folding.taken": "It is the filter at the top now. The one before is kept: see “Back to the filter before”.",
  "folding.list": "list, one key a line",
  "folding.gzip": "list, gzipped",
  "folding.dump": "filter",
  "folding.base64": "filter as base64",
  "folding.bound": "limit: n · log₂(1/p)",
  "folding.noteKnown":
    "{n} keys at an error rate of {rate}. The list makes no errors. Nothing that has this error rate and takes keys of any length can be smaller than the limit.",
  "folding.noteGuess":
    "About {n} keys, guessed from the bits, at an error rate of {rate}. Which keys they are is not known, so there is no list to compare with. Nothing that has this error rate and takes keys of any length can be smaller than the limit.",
};
