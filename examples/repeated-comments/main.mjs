import { Comments } from "./comments.mjs";

const comments = new Comments({ capacity: 10_000, errorRate: 0.001 });
for (const text of [
  "First!",
  "  first ",
  "Great article, thanks.",
  "GREAT article -- thanks!!!",
  "布隆过滤器很好用",
  "布隆过滤器 很好用",
  "布隆过滤器很好用!",
  "👍",
  "👍",
  "👎",
]) {
  console.log(comments.post(text) ? "posted " : "dropped", text);
}

const busy = new Comments({ capacity: 20_000, errorRate: 0.001 });
const all = Array.from({ length: 20_000 }, (_, i) => `comment number ${i}`);
const posted = (some) => some.filter((text) => busy.post(text)).length;
console.log(`15000 different comments: ${posted(all.slice(0, 15_000))} posted`);
console.log(`the same again: ${posted(all.slice(0, 15_000))} posted`);
console.log(`5000 more: ${posted(all.slice(15_000))} posted`);
