/** @type {{ en: Record<string, import("../../lib/i18n.js").Text>, zh: Record<string, import("../../lib/i18n.js").Text> }} */
export const texts = {
  en: {
    "speed.running": "Measuring …",
    "speed.filter": "filter.has(key)",
    "speed.set": "set.has(key)",
    "speed.lines": "filter.hasLines(bytes)",
    "speed.value": "{perSecond} million a second, {ns} ns each",
    "speed.faster": "On this device the filter answers {perSecond} million questions a second, {ratio} times as many as the Set.",
    "speed.slower": "On this device the filter answers {perSecond} million questions a second. The Set answers {ratio} times as many, and has to have all keys for it.",
    "speed.note": "From the slowest to the fastest round: filter {filter}, Set {set} million a second. The filter is {size}; the keys alone, without the Set around them, are {keys}.",
    "speed.failed": "The measurement failed.",
  },
  zh: {
    "speed.title": "在这台设备上的速度",
    "speed.text": "在 Worker 里轮流查询一个含 100,000 个键（每个 24 个字符，误判率 1 %）的过滤器和一个含同样键的 Set：一半问的是里面的键，一半是别的键。每个键都是从未查询过的字符串，就像刚从网络收到的那样：同一个字符串的哈希值会被 Set 记住。两者都先预热 400,000 次；显示的是 9 轮的中位数。",
    "speed.run": "测量",
    "speed.progress": "已完成的轮数",
    "speed.running": "正在测量……",
    "speed.filter": "filter.has(key)",
    "speed.set": "set.has(key)",
    "speed.lines": "filter.hasLines(bytes)",
    "speed.value": "每秒 {perSecond} 百万次，每次 {ns} 纳秒",
    "speed.faster": "在这台设备上，过滤器每秒回答 {perSecond} 百万次查询，是 Set 的 {ratio} 倍。",
    "speed.slower": "在这台设备上，过滤器每秒回答 {perSecond} 百万次查询。Set 的次数是它的 {ratio} 倍，但必须存有全部的键。",
    "speed.note": "从最慢到最快的一轮：过滤器每秒 {filter} 百万次，Set 每秒 {set} 百万次。过滤器大小为 {size}；仅这些键本身（不算 Set 的开销）就有 {keys}。",
    "speed.failed": "测量失败。",
  },
};
