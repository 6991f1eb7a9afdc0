/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "folding.by": "Folded by {divisor}",
  "folding.byNot": "Not folded. The filter has {count} {places}; you can fold by any divisor of {count}.",
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
  "folding.above": "The false-positive rate is already {rate} without folding.",
  "folding.taken": "The filter above is now the folded one. Undo restores the old one.",
  "folding.chooseFirst": "Choose a fold with the slider first.",
  "folding.list": "list, one key per line",
  "folding.gzip": "list, gzipped",
  "folding.file": "filter file",
  "folding.base64": "filter as base64",
  "folding.static": "static set",
  "folding.bound": "theoretical limit: n · log₂(1/p)",
  "folding.noteKnown":
    "{n} keys, false-positive rate {rate}. The list is exact. With this false-positive rate, no filter can be smaller than the limit.",
  "folding.noteGuess":
    "About {n} keys, estimated from the bits; false-positive rate {rate}. The keys are unknown, so there is no list to compare. With this false-positive rate, no filter can be smaller than the limit.",
};
