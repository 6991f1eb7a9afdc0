/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "calculator.title": "大小计算器",
  "calculator.lead":
    "大小由两个数决定：有多少个键，以及其他键里允许多少被误判为“可能在”。静态集合更小，但构建之后不能再添加键。",
  "calculator.keysSlider": "键数",
  "calculator.rateSlider": "误判率",
  "calculator.bloom": "布隆过滤器",
  "calculator.static": "静态集合",
  "calculator.about": "≈ {size}",
  "calculator.bloomFacts": "每个键 {bits} 位，{k} 次探测",
  "calculator.staticFacts": "每个键 {bits} 位，只读",
  "calculator.noStatic": "静态集合接受的误判率为 2⁻³² 到 50%，最多 2³² 个键。",
  "calculator.sliderText": "{value}，{size}",
  "calculator.more": "查看探测次数和公式，或换别的量来算",
};
