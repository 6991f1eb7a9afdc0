import { createClient } from "redis";
import { startRedis } from "../../scripts/programs.mjs";
import { COMMENTS, RedisFilter, isNewComment } from "./bitmap.mjs";

const server = await startRedis();
const redis = await createClient({ url: server.url }).connect();
try {
  const comments = new RedisFilter(redis, "rptc", { ...COMMENTS, bits: 2 ** 16 });
  for (const text of ["布隆过滤器", "Great article!", "布隆过滤器"]) {
    console.log((await isNewComment(comments, text)) ? "posted " : "dropped", text);
  }
  const here = await comments.download();
  console.log("downloaded:", here.stats.bitsSet, "bits set,", here.has("布隆过滤器") ? "maybe" : "no");
  here.add("written here");
  await comments.publish(here);
  console.log("published:", (await comments.exists("written here")) ? "maybe" : "no");
  const { length } = here.shrink({ errorRate: 0.01 }).toBase64();
  console.log(`filter file for the edge: ${length} characters of base64`);
} finally {
  await redis.close();
  await server.stop();
}
