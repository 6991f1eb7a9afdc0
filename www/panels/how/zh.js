/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "how.title": "它是怎样工作的",
  "how.hash": "哈希",
  "how.hashText": "布隆过滤器一开始是一排位，全部为 0。哈希函数把一个键变成其中的几个位置，这里是三个。",
  "how.add": "添加",
  "how.addText":
    "添加一个键，就是把它的那几个位置为 1。这里添加了 apple、pear 和 mango。键本身并不保存，所以键的长短没有影响。",
  "how.query": "查询",
  "how.queryText": "查询一个键，就看它的那几个位。只要有一个是 0，这个键就从未添加过。查询到此为止，答案是“不在”。",
  "how.collide": "碰撞",
  "how.collideText":
    "如果它的位全是 1，答案是“可能在”。“fig” 从未添加过，但它的三个位已被 “pear” 和 “mango” 置为 1：这就是误判。每个键用的位越多，误判越少。",
  "how.saysEmpty": "32 个位，全是 0",
  "how.saysHash": "{key} → {positions}",
  "how.saysAdd": "添加 {key} → {positions}：32 个位里有 {count} 个是 1",
  "how.saysQuery": "{key} → {positions}：第 {position} 位是 0，所以不在",
  "how.saysCollide": "{key} → {positions}：全是 1，所以可能在",
  "how.row": "一排 32 个位。{says}。",
};
