/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "tools.title": "过滤器的工具",
  "tools.tune": "调整",
  "tools.rate": "误判",
  "tools.folding": "折叠",
  "tools.takeAway": "保存与分享",
};
