/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "play.title": "动手试试",
  "play.lead": "在你自己的过滤器里添加和查询键，看看每个键用到哪些位。",
  "play.tools": "过滤器的工具",
  "play.tune": "调整",
  "play.rate": "误判",
  "play.folding": "折叠",
  "play.takeAway": "保存与分享",
};
