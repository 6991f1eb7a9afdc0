/** How many of a key's three places are the same. @param {number} distinct @param {string} [before] */
const same = (distinct, before = "") =>
  distinct === 3 ? "" : `${before}${distinct === 1 ? "三个位置都相同。" : "其中两个位置相同。"}`;

/** @param {number} count */
const hundred = (count) => (count ? `这 100 个里有 ${count} 个。` : "这 100 个里一个也没有。");

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "story.title": "工作原理",
  "story.steps": "步骤",
  "story.key": "键",
  "story.hash": "哈希",
  "story.hashTitle": "一个词变成三个数",
  "story.hashText":
    "哈希函数把一个词（这里叫“键”）映射到一排位中的三个位置，同一个键每次结果都相同。改一个字母，就会落到别处。",
  "story.add": "添加",
  "story.addTitle": "添加：把对应的位设为 1",
  "story.addText": "添加一个键，就是把对应的三位设为 1。键再长，过滤器也只留下这三位。用你自己的词试试。",
  "story.query": "查询",
  "story.queryTitle": "查一查：它在吗？",
  "story.queryText":
    "查询一个键，就逐一看它的三位，看一位叫一次“探测”。碰到第一个 0 就有了定论：要是添加过，这一位早就是 1。",
  "story.collide": "碰撞",
  "story.collideTitle": "“可能在”不等于“在”",
  "story.collideText": "一个键的三位可能碰巧都被别的键设为 1。它从未添加过，却得到“可能在”：这就是误判。",
  "story.fill": "填满",
  "story.fillTitle": "太满，就说不出“不在”",
  "story.fillText": "位变成 1 就不会变回 0，所以越加越满。每个点是一个从未添加过的键：位越满，得到“可能在”的点就越多。",
  "story.trade": "取舍",
  "story.tradeTitle": "多花几位，少些误判",
  "story.tradeText":
    "给 64 个键各多分几位、多探测几次，橙点就越来越少。每个键 9.6 位时，误判率是 1%：{keys} 个域名就是这样装进 {bloomSize} 的。",
  "story.addIt": "添加",
  "story.strangers": "/ 100 个从未添加的键得到“可能在”",
  "story.pick": "问一个",
  "story.reset": "只留三个键",
  "story.find": "再找一个",
  "story.keys": "已添加的键",
  "story.bits": "每个键的位数",
  "story.back": "上一步",
  "story.again": "重播",
  "story.skip": "跳过",
  "story.next": "下一步",
  "story.play": "自己试试",
  "story.placeholder": "你的词",
  "story.row": "一排 32 位，其中 {count} 位是 1",
  "story.hashSays": ({ key, positions, distinct }) => `${key} → 第 ${positions} 位${same(distinct, "，")}`,
  "story.three": "。这里只用三个，便于看清；顶部的过滤器用七个。",
  "story.addSays": ({ count, ones, bits, shared, sharers }) =>
    `添加了 ${count} 个键，${bits} 位里有 ${ones} 位是 1${shared ? `，带框的由 ${sharers} 共用` : ""}。现在输入一个词，加进去。`,
  "story.added": ({ key, fresh, there, distinct }) =>
    fresh
      ? `已添加 ${key}：${fresh} 位由 0 变 1${there ? `，${there} 位原本就是 1` : ""}。${same(distinct)}`
      : `已添加 ${key}，但什么也没变：它的位原本就全是 1。不添加它，也会得到“可能在”。`,
  "story.twice": "{key} 已经添加过了，再添加一次不会有任何变化。",
  "story.no": "不在。第 {bit} 位是 0，所以 {key} 从未添加过。",
  "story.askAdded": "再查查添加过的 {key}。",
  "story.member": "可能在。{key} 的位全是 1。你知道它添加过，但单看这些位是看不出来的。",
  "story.falsePositive": "可能在。{key} 的位全是 1，但它从未添加过：这是误判。",
  "story.collideSays": ({ key, owners, tried }) =>
    `可能在。把它的位设为 1 的是 ${owners}，而 ${key} 从未添加过。${tried > 1 ? `试了 ${tried} 个词才找到。` : ""}`,
  "story.crowd": "100 个从未添加的键里有 {count} 个得到“可能在”",
  "story.fillValue": "{count} 个键，{bits} 位里有 {ones} 位是 1，100 个从未添加的键里有 {maybes} 个得到“可能在”",
  "story.fillSays": ({ count, ones, bits, rate, maybes }) =>
    count
      ? `${bits} 位里有 ${ones} 位是 1。三次探测都遇到 1 的概率是 (${ones}/${bits})³\u00a0=\u00a0${rate}。${hundred(maybes)}`
      : "一排全是 0：查哪个键都是“不在”。",
  "story.tradeValue": "每个键 {perKey} 位：100 个从未添加的键里有 {count} 个得到“可能在”",
  "story.tradeSays": ({ listed, perKey, bits, probes, rate, count }) =>
    `${listed} 个键 × ${perKey} 位 = ${bits} 位，${probes} 次探测最合适。误判的概率是 ${rate}。${hundred(count)}`,
};
