/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "fill.fill": "填充率",
  "fill.rate": "误判率",
  "fill.bits": "{set} / {bits} 位",
  "fill.counters": "{bits} 个计数器中有 {set} 个大于 0",
  "fill.rateText": "其他键的 {rate}",
  "fill.rateHigh": "的其他键",
  "fill.rateLow": "不到其他键的 {least}",
};
