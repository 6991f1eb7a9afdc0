/** @type {Record<string, import("../lib/i18n.js").Text>} */
export const zh = {
  "page.documentTitle": "edgebloom：{keys} 个域名，只占 {bloomSize}",
  "page.oneIn": "1/{count}",
  "page.noLanguage": "这种语言加载失败，请检查网络连接。",
  "page.noWasm":
    "这一部分需要 WebAssembly，但本站的内容安全策略（CSP）不允许：script-src 里没有 'wasm-unsafe-eval'。页面顶部的过滤器仍可使用，因为查询不需要 WebAssembly。",
  "page.skip": "跳到查询框",
  "page.menu": "菜单",
  "page.nav": "页面各部分",
  "page.navHow": "原理",
  "page.navPlay": "试试",
  "page.navCalculator": "大小",
  "page.navList": "你的列表",
  "page.navShip": "上线",
  "page.navWorkbench": "工作台",
  "page.language": "语言",
  "page.theme": "主题",
  "page.themeAuto": "系统主题",
  "page.themeLight": "浅色主题",
  "page.themeDark": "深色主题",
  "page.footerNpm": "npm",
  "page.footerSource": "源代码",
  "page.footerDocs": "文档",
  "page.footerBenchmarks": "性能测试",
  "page.footer":
    "隐私：本页面不会向其他网站发送请求。你输入或拖入的内容都留在本机，例外只有两个：你分享的链接里含有查询的域名或列表的过滤器；“上线”一节的查询会发给本站的 Worker（若已部署）。",
};
