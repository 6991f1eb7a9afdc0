/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const en = {
  "fill.bits": "{set} of {bits} bits",
  "fill.counters": "{set} of {bits} counters are above 0",
  "fill.rateText": "{rate} of other keys",
  "fill.rateHigh": "of other keys",
  "fill.rateLow": "under {least} of others",
};
