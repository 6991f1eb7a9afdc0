/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "calculator.title": "大小计算器",
  "calculator.lead":
    "过滤器的大小由两个数决定：键数和误判率。误判率是不在集合里的键得到“可能在”的比例。键的长短没有影响。",
  "calculator.keysSlider": "键数",
  "calculator.rateSlider": "误判率",
  "calculator.bloom": "布隆过滤器",
  "calculator.static": "静态集合",
  "calculator.about": "≈ {size}",
  "calculator.bloomFacts": "每个键 {bits} 位，{k} 次探测",
  "calculator.staticFacts": "每个键 {bits} 位，只读",
  "calculator.noStatic": "静态集合接受的误判率为 2⁻³² 到 50%，最多 2³² 个键。",
  "calculator.sentence": "{n} 个键、误判率 {p}，占 {size}：每个键 {bits} 位，每个键探测 {k} 次。",
  "calculator.sentenceStatic": "静态集合约占 {size}。",
  "calculator.never":
    "误判会造成麻烦的键可以事先列出：121,558 个域名、误判率 1% 的静态集合只要多用 7 kB，就能对 1,000,000 个常用名字都回答“不在”。",
  "calculator.sliderText": "{value}，{size}",
  "calculator.more": "探测次数、公式、给定其他值",
};
