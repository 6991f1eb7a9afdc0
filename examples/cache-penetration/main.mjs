import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { startRedis } from "../../scripts/programs.mjs";
import { Database } from "./database.mjs";
import { Views, attack, filterOf, randomPages } from "./views.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-views-"));
const redis = await startRedis();
const cache = await createClient({ url: redis.url }).connect();
const database = new Database(join(folder, "views.db"));
database.add(Array.from({ length: 50_000 }, (_, i) => [`page-${i}`, 1 + (i % 100)]));

const filter = filterOf(database, { errorRate: 0.01 });
const pages = randomPages(Number(process.argv[2] ?? 100_000));
const show = (what, { toCache, toDatabase, cachedKeys, cachedBytes }) =>
  console.log(
    `${what.padEnd(16)} ${String(toCache).padStart(7)} ${String(toDatabase).padStart(9)}` +
      ` ${String(cachedKeys).padStart(11)} ${(cachedBytes / 1e6).toFixed(1).padStart(9)}`,
  );

console.log(`${pages.length} random pages that do not exist, one request each`);
console.log("               cache queries / database queries / cached keys / cached MB");
show("no guard", await attack(new Views({ cache, database }), pages));
show("0 placeholders", await attack(new Views({ cache, database, placeholderSeconds: 60 }), pages));
show("filter", await attack(new Views({ cache, database, filter }), pages));
console.log(`the filter: ${filter.stats.byteLength} bytes for ${filter.stats.inserted} pages`);

cache.destroy();
database.close();
await redis.stop();
rmSync(folder, { recursive: true });
