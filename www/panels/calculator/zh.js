/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "calculator.title": "大小计算器",
  "calculator.lead":
    "大小由两个数决定：有多少个键，以及其他键里允许多少被误判为“可能在”。静态集合更小，但构建之后不能再添加键。",
  "calculator.keysSlider": "键数",
  "calculator.keysHint": "拖动或输入：1,000,000、25 万、1.5M",
  "calculator.badKeys": "请输入 1 到 10¹²。仍显示 {shown}。",
  "calculator.rateSlider": "误判率",
  "calculator.rateHint": "拖动或输入：1%、0.01、100 分之一",
  "calculator.badRate": "应在 0 和 100% 之间。仍显示 {shown}。",
  "calculator.bloom": "布隆过滤器",
  "calculator.static": "静态集合",
  "calculator.text": "文本列表",
  "calculator.gzip": "列表，gzip 压缩",
  "calculator.about": "≈ {size}",
  "calculator.bloomFacts": "每个键 {bits} 位，{k} 次探测",
  "calculator.staticFacts": "每个键 {bits} 位，只读",
  "calculator.noStatic": "只支持 2⁻³² 到 50%、最多 2³² 个键",
  "calculator.textFacts": "每个键 {bits} 位，按我们的列表计算",
  "calculator.gzipFacts": "每个键 {bits} 位",
  "calculator.sizes": "布隆过滤器 {bloom}，静态集合 {set}",
  "calculator.more": "探测次数和公式",
};
