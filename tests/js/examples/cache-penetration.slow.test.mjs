// A filter in front of a real Redis and a real SQLite file.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createClient } from "redis";
import { Database } from "../../../examples/cache-penetration/database.mjs";
import { Views, attack, filterOf, randomPages } from "../../../examples/cache-penetration/views.mjs";
import { startRedis, withoutRedis } from "../../../scripts/programs.mjs";
import { assertWithinFiveSigma, runMain } from "./run-main.mjs";

const ATTACKS = 100_000;

describe("cache penetration", { skip: withoutRedis("the tests of examples/cache-penetration were") }, () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-views-"));
  const pages = Array.from({ length: 50_000 }, (_, i) => [`page-${i}`, 1 + (i % 100)]);
  const attacked = randomPages(ATTACKS);
  let redis;
  let cache;
  let database;

  before(async () => {
    redis = await startRedis();
    cache = await createClient({ url: redis.url }).connect();
    database = new Database(join(folder, "views.db"));
    database.add(pages);
  });

  after(async () => {
    cache?.destroy();
    database?.close();
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("without a guard every random page reaches the database", async () => {
    const views = new Views({ cache, database });
    const { toCache, toDatabase, cachedKeys } = await attack(views, attacked.slice(0, 5000));
    assert.deepEqual([toCache, toDatabase, cachedKeys], [5000, 5000, 0]);
  });

  test("placeholders stop no random page and fill the cache", async () => {
    const result = await attack(new Views({ cache, database, placeholderSeconds: 60 }), attacked);
    assert.equal(result.toDatabase, ATTACKS);
    assert.equal(result.cachedKeys, ATTACKS);
    assert.ok(result.cachedBytes > 5_000_000, `${result.cachedBytes}`);
    const ttl = await cache.ttl(`views:${attacked[0]}`);
    assert.ok(ttl > 0 && ttl <= 60, `${ttl}`);
  });

  test("placeholders help with a repeated key until it expires", async () => {
    const views = new Views({ cache, database, placeholderSeconds: 60 });
    const few = attacked.slice(0, 500);
    assert.equal((await attack(views, few)).toDatabase, 500);
    const before = database.queries;
    for (const page of few) assert.equal(await views.count(page), 0);
    assert.equal(database.queries, before);
    await cache.pExpire(`views:${few[0]}`, 0);
    assert.equal(await views.count(few[0]), 0);
    assert.equal(database.queries, before + 1);
  });

  test("the filter passes only false positives and fills no cache", async () => {
    const filter = filterOf(database, { errorRate: 0.01 });
    const { toCache, toDatabase, cachedKeys, cachedBytes } = await attack(
      new Views({ cache, database, filter }),
      attacked,
    );
    assertWithinFiveSigma(toDatabase, ATTACKS, 0.01);
    assert.equal(toDatabase, attacked.filter((page) => filter.has(page)).length);
    assert.equal(toCache, toDatabase);
    assert.equal(cachedKeys, 0);
    assert.ok(cachedBytes < 1_000_000, `${cachedBytes}`);
    assert.ok(filter.stats.byteLength < 60_100);
  });

  test("existing pages are read from the database once, then from the cache", async () => {
    await cache.flushAll();
    const views = new Views({ cache, database, filter: filterOf(database, { errorRate: 0.01 }) });
    const before = database.queries;
    const some = pages.filter((_, i) => i % 50 === 0);
    for (let round = 0; round < 3; round++) {
      for (const [page, count] of some) assert.equal(await views.count(page), count);
    }
    assert.equal(database.queries, before + some.length);
    assert.equal(await cache.dbSize(), some.length);
    assert.ok((await cache.ttl(`views:${some[0][0]}`)) > 0);
  });

  test("returns 0 for a missing page without a cache or database query", async () => {
    const refuse = () => assert.fail("was asked");
    const filter = filterOf(database, { errorRate: 0.01 });
    const views = new Views({
      cache: { get: refuse, set: refuse },
      database: { count: refuse },
      filter,
    });
    const absent = attacked.slice(0, 200).filter((page) => !filter.has(page));
    assert.ok(absent.length > 180);
    const counts = await Promise.all(
      Array.from({ length: 50 }, () => absent)
        .flat()
        .map((page) => views.count(page)),
    );
    assert.ok(counts.every((count) => count === 0));
    assert.equal(views.cacheQueries, 0);
  });

  test("counts a page from its first view, with or without placeholder", async () => {
    for (const guard of [{ filter: filterOf(database, { errorRate: 0.01 }) }, { placeholderSeconds: 60 }]) {
      const views = new Views({ cache, database, ...guard });
      const page = `new ${Object.keys(guard)}`;
      assert.equal(await views.count(page), 0);
      await views.view(page);
      assert.equal(await views.count(page), 1);
      await views.view(page);
      assert.equal(await views.count(page), 2);
    }
  });

  test("runs as its README says", async () => {
    const text = await runMain("cache-penetration", "2000");
    assert.match(text, /^no guard +2000 +2000 +0 /m);
    assert.match(text, /^0 placeholders +2000 +2000 +2000 /m);
    assert.match(text, /^filter +(\d+) +\1 +0 /m);
  });
});
