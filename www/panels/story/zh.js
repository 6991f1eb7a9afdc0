/** How many of a key's three places are the same. @param {number} distinct @param {string} [before] */
const same = (distinct, before = "") =>
  distinct === 3 ? "" : `${before}${distinct === 1 ? "三个位置都相同。" : "其中两个位置相同。"}`;

/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "story.title": "工作原理",
  "story.steps": "步骤",
  "story.key": "键",
  "story.hash": "哈希",
  "story.hashTitle": "一个词变成三个数",
  "story.hashText": "哈希函数把一个词（这里叫“键”）映射到三个位置，同一个键每次结果都相同。改一个字母，就会落到别处。",
  "story.add": "添加",
  "story.addTitle": "添加：把对应的位设为 1",
  "story.addText": "添加一个键，就是把对应的三位设为 1。过滤器只留下这三位，键再长也是如此。",
  "story.yours": "你的词",
  "story.yoursTitle": "现在轮到你的词",
  "story.yoursText": "随便输入一个词，看看它落在哪里，再把它和另外三个放在一起。",
  "story.query": "查询",
  "story.queryTitle": "查一查：它在吗？",
  "story.queryText":
    "查询一个键，就逐一看它的三位，看一位叫一次“探测”。只要碰到一个 0，查询就结束了：要是添加过，这一位早就是 1。",
  "story.collide": "碰撞",
  "story.collideTitle": "“可能在”不等于“在”",
  "story.collideText": "一个键的三位可能碰巧都被别的键设为 1。它从未添加过，却得到“可能在”：这就是误判。",
  "story.fill": "填满",
  "story.fillTitle": "太满，就说不出“不在”",
  "story.fillText": "每添加一个键，都会有位变成 1，而且不会再变回 0。拖动滑块：位越满，陌生的键就越容易得到“可能在”。",
  "story.trade": "取舍",
  "story.tradeTitle": "多花几位，少些误判",
  "story.tradeText":
    "这 100 个名字都不在那份 64 个名字的列表里，橙色的几个却答“可能在”。每个名字多分几位，橙点就会变少，直至消失。位多了，多探测几次才划算。",
  "story.addIt": "添加",
  "story.strangers": "100 个不在列表里的名字",
  "story.reset": "只留三个键",
  "story.find": "再找一个",
  "story.back": "上一步",
  "story.again": "重播",
  "story.next": "下一步",
  "story.play": "自己试试",
  "story.placeholder": "你的词",
  "story.row": "一排 32 位，其中 {count} 位是 1。{says}",
  "story.hashSays": ({ key, positions, distinct }) => `${key} → 第 ${positions} 位${same(distinct, "，")}`,
  "story.three": "这里只用三个，便于看清；顶部的过滤器用七个。",
  "story.addSays": "添加了 {count} 个键，{bits} 位里有 {ones} 位是 1。",
  "story.yoursSays": "什么词都行：你的名字、你的城市，或者一整句话。",
  "story.rowSays": "已添加：{keys}。{bits} 位里有 {ones} 位是 1。",
  "story.added": ({ key, fresh, there, distinct }) =>
    fresh
      ? `已添加 ${key}：${fresh} 位由 0 变 1，${there} 位原本就是 1。${same(distinct)}`
      : `已添加 ${key}，但什么也没变：它的位原本就全是 1。不添加它，也会得到“可能在”。`,
  "story.twice": "{key} 已经添加过了，再添加一次不会有任何变化。",
  "story.no": "不在。第 {bit} 位是 0，所以 {key} 从未添加过。",
  "story.member": "可能在。{key} 的位全是 1。你知道它添加过，但单看这些位是看不出来的。",
  "story.falsePositive": "可能在。{key} 的位全是 1，但它从未添加过：这是误判。",
  "story.collideSays": ({ key, owners, tried }) =>
    `可能在。把它的位设为 1 的是 ${owners}，而 ${key} 从未添加过。${tried > 1 ? `试了 ${tried} 个词才找到。` : ""}`,
  "story.fillAbout": "的其他键会得到“可能在”",
  "story.fillValue": "{count} 个键，{bits} 位里有 {ones} 位是 1，{rate} 得到“可能在”",
  "story.fillSays":
    "{count} 个键：{bits} 位里有 {ones} 位是 1。三次探测都遇到 1 的概率是 ({ones}/{bits})³\u00a0=\u00a0{rate}。",
  "story.tradeRate": "{count} / {all}",
  "story.tradeAbout": "每个键 {perKey} 位，{probes} 次探测",
  "story.tradeValue": "每个键 {perKey} 位：{all} 个里有 {count} 个得到“可能在”",
  "story.mapName": "{listed} 个名字 × {perKey} 位 = {bytes}",
  "story.tradeSays": "经验法则：每个键 10 位，误判约 1%。顶部的列表用 {real} 位：{keys} 个域名，{bloomSize}。",
};
