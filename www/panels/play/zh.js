/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "play.title": "动手试试",
  "play.lead": "在你自己的过滤器里添加和查询键，看看每个键用到哪些位。",
  "play.more": "计数器、布局、折叠、测量、其他系统的过滤器：",
  "play.workbench": "打开工作台",
};
