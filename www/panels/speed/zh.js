/** @type {Record<string, import("../../lib/i18n.js").Text>} */
export const zh = {
  "speed.title": "在这台设备上的速度",
  "speed.text":
    "在 Worker 里轮流查询一个过滤器（100,000 个 24 字符的键，误判率 1 %）和一个含同样键的 Set，一半的键在里面。每次都用没查过的字符串，因为 Set 会记住查过的字符串的哈希值。先各预热 400,000 次；显示 9 轮的中位数。第三条是把同样的键作为一个字节数组，每行一个。",
  "speed.run": "测量",
  "speed.progress": "已完成的轮数",
  "speed.running": "正在测量……",
  "speed.filter": "filter.has(key)",
  "speed.set": "set.has(key)",
  "speed.lines": "filter.hasLines(bytes)",
  "speed.value": "每秒 {perSecond} 万次，每次 {ns} 纳秒",
  "speed.faster": "在这台设备上，过滤器每秒回答 {perSecond} 万次查询，是 Set 的 {ratio} 倍。",
  "speed.slower":
    "在这台设备上，过滤器每秒回答 {perSecond} 万次查询。Set 的次数是它的 {ratio} 倍，但必须存有全部的键。",
  "speed.note":
    "从最慢到最快的一轮：过滤器每秒 {filter} 万次，Set 每秒 {set} 万次。过滤器大小为 {size}；仅这些键本身（不算 Set 的开销）就有 {keys}。",
  "speed.failed": "测量失败。",
};
