/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "how.saysEmpty": "32 bits, all 0",
  "how.saysHash": "{key} → {positions}",
  "how.saysAdd": "add {key} → {positions}: {count} of 32 bits are 1",
  "how.saysQuery": "{key} → {positions}: bit {position} is 0, so no",
  "how.saysCollide": "{key} → {positions}: all 1, so maybe",
  "how.row": "A row of 32 bits. {says}.",
};
