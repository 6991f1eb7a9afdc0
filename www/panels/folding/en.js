/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "folding.by": "Folded by {divisor}",
  "folding.byNot": "Not folded. The slider has the divisors of {count}, the number of {places}.",
  "folding.bits": "bits",
  "folding.counters": "counters",
  "folding.places-native-standard": "words of 64 {cells}",
  "folding.places-native-partitioned": "words of 64 {cells} in a slice",
  "folding.places-native-blocked": "blocks of 512 {cells}",
  "folding.places-foreign-standard": "cells",
  "folding.places-foreign-partitioned": "cells in a slice",
  "folding.places-foreign-blocked": "blocks",
  "folding.grows": "A scalable filter cannot be folded.",
  "folding.cannot": "This filter cannot be folded.",
  "folding.found": "The smallest fold with a false-positive rate of at most {limit}: by {divisor}, {size}.",
  "folding.above": "As it is, its false-positive rate is {rate} already.",
  "folding.taken": "It is the filter at the top now. The one before is kept: see “Back to the filter before”.",
  "folding.list": "list, one key per line",
  "folding.gzip": "list, gzipped",
  "folding.file": "filter file",
  "folding.base64": "filter as base64",
  "folding.static": "static set",
  "folding.bound": "limit: n · log₂(1/p)",
  "folding.noteKnown":
    "{n} keys at a false-positive rate of {rate}. The list makes no errors. Nothing that has this false-positive rate and takes keys of any length can be smaller than the limit.",
  "folding.noteGuess":
    "About {n} keys, guessed from the bits, at a false-positive rate of {rate}. Which keys they are is not known, so there is no list to compare with. Nothing that has this false-positive rate and takes keys of any length can be smaller than the limit.",
};
