/** @type {Record<string, import("../lib/i18n.js").Text>} */
export const zh = {
  "page.documentTitle": "edgebloom：看布隆过滤器怎样被填满",
  "page.skip": "跳到过滤器",
  "page.nav": "页面各部分",
  "page.navBits": "位",
  "page.navRate": "误判率",
  "page.navCalculator": "计算器",
  "page.navList": "你的键列表",
  "page.navTakeAway": "带走",
  "page.navBringIn": "导入",
  "page.navFolding": "折叠",
  "page.navSpeed": "速度",
  "page.language": "语言",
  "page.theme": "配色",
  "page.themeAuto": "跟随系统",
  "page.themeLight": "浅色",
  "page.themeDark": "深色",
  "page.title": "看布隆过滤器怎样被填满",
  "page.lead":
    "布隆过滤器是一排位，代表一份名单。添加一个键会把其中 k 个位置为 1。查询一个键就看它的 k 个位：只要有一个是 0，这个键就一定不在名单里；全是 1，则可能在。它绝不漏掉添加过的键，而且无论键有多长，每个键大约只占十个位。",
  "page.footer":
    "一切都在这台设备上完成，不请求其他主机，输入或拖入的内容不会离开这里。每一位、每个位置、每个数字都来自 edgebloom 包。",
};
