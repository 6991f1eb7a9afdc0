// A bitmap in a real Redis and a filter in Node: written on one side, queried on the other.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createFilter, exportFilter, importFilter } from "edgebloom/compat";
import { createClient } from "redis";
import { COMMENTS, RedisFilter, isNewComment } from "../../../examples/redis-bitmap/bitmap.mjs";
import { startRedis, withoutRedis } from "../../../scripts/programs.mjs";
import { printsWhatItsReadmeSays } from "./run-main.mjs";
import { goldenJson } from "../helpers/helpers.mjs";

const vectors = goldenJson("articles/redis_bitmaps.json");
const named = (name) => vectors.filters.find((filter) => filter.name === name);
const bytesOf = (hex) => new Uint8Array(Buffer.from(hex, "hex"));
const keysOf = (lists) =>
  lists.flatMap(({ hex, pattern, from, to }) =>
    hex ? hex.map(bytesOf) : Array.from({ length: to - from + 1 }, (_, i) => pattern.replaceAll("{i}", `${from + i}`)),
  );
const optionsOf = ({ modulus, hash_functions }) => ({
  scheme: "php-redis",
  bits: modulus,
  functions: hash_functions.map((name) => name.replace("Hash", "").toLowerCase()),
  arithmetic: "php",
});

describe("a bitmap in Redis", { skip: withoutRedis("the tests of the Redis bitmap") }, () => {
  let server;
  let redis;
  before(async () => {
    server = await startRedis();
    redis = await createClient({ url: server.url }).connect();
  });
  after(async () => {
    await redis?.close();
    await server?.stop();
  });
  const get = async (name) => new Uint8Array(await redis.withTypeMapping({ 36: Buffer }).get(name));

  for (const name of ["tiny-2^10", "mixed-2^16", "eight-hash-2^14", "nonpow2-10007", "two-hash-2^13"]) {
    test(`reads bits that Redis set: ${name}`, async () => {
      const entry = named(name);
      const there = new RedisFilter(redis, name, optionsOf(entry));
      const mirror = createFilter(optionsOf(entry));
      const keys = keysOf(entry.keys_in);
      for (const [i, key] of keys.entries()) {
        const old = (await there.add(key)).map(Number);
        assert.deepEqual(mirror.testAndSet(key), old);
        if (entry.add_return_first[i]) assert.deepEqual(old, entry.add_return_first[i]);
      }
      const bytes = await get(name);
      assert.equal(Buffer.from(bytes).toString("base64"), entry.get_base64);
      const here = importFilter(bytes, { format: "redis-bitmap", ...optionsOf(entry) });
      assert.ok(here.equals(mirror));
      assert.deepEqual(exportFilter(here, { format: "redis-bitmap" }), bytes);
      assert.equal(here.stats.bitsSet, await redis.bitCount(name));
      for (const key of keys.slice(0, 100)) assert.ok(here.has(key));
      for (const hex of entry.false_positives_hex) assert.ok(here.has(bytesOf(hex)));
      for (const hex of entry.absent_hex) assert.equal(here.has(bytesOf(hex)), false);
      for (const hex of entry.absent_hex.slice(0, 40)) {
        assert.equal(await there.exists(bytesOf(hex)), false);
      }
    });
  }

  test("Redis reads bits that the package wrote", async () => {
    const options = { ...COMMENTS, bits: 2 ** 20, functions: ["dek", "fnv", "pjw", "djb"] };
    const there = new RedisFilter(redis, "published", options);
    const here = createFilter(options);
    const keys = Array.from({ length: 300 }, (_, i) => `article-${i}`);
    here.addMany(keys);
    await there.publish(here);
    for (const key of keys) assert.ok(await there.exists(key));
    for (let i = 0; i < 300; i++) {
      const key = `other-${i}`;
      assert.equal(await there.exists(key), here.has(key));
    }
    assert.deepEqual(await get("published"), exportFilter(here, { format: "redis-bitmap" }));
    // An empty filter in its place removes the key.
    await there.publish(createFilter(options));
    assert.equal(await there.exists(keys[0]), false);
    assert.equal(await redis.strLen("published"), 0);
    assert.ok((await there.download()).equals(createFilter(options)));
  });

  test("2^32 bits take kilobytes and travel as positions", async () => {
    const there = new RedisFilter(redis, "rptc", COMMENTS);
    assert.deepEqual(there.positions.positions("布隆过滤器"), [3168566995, 1182780263, 2921560613]);
    assert.equal(await isNewComment(there, "布隆过滤器"), true);
    assert.equal(await isNewComment(there, "布隆过滤器"), false);
    assert.equal(await redis.strLen("rptc"), Math.floor(3168566995 / 8) + 1);
    assert.equal(await redis.bitCount("rptc"), 3);
    const here = createFilter(COMMENTS);
    here.add("布隆过滤器");
    assert.ok(here.toBytes().length < 100);
    await redis.del("rptc");
    for (const offset of [2 ** 32, -1]) {
      await assert.rejects(redis.setBit("limits", offset, 1), /offset is not an integer or out of range/);
      assert.throws(() => createFilter({ ...COMMENTS, bits: offset === -1 ? -1 : 2 ** 32 + 1 }), RangeError);
    }
  });

  test("clears a bitmap over half full", async () => {
    const { modulus, hash_functions, keys, first_more_than_half } = vectors.fill_and_clear;
    const there = new RedisFilter(redis, "fill", optionsOf({ modulus, hash_functions }));
    const texts = keysOf([keys]);
    for (const [i, key] of texts.entries()) {
      await there.add(key);
      if (i + 1 < first_more_than_half.keys_added - 3) continue;
      const full = await there.clearIfFull();
      assert.equal(full, i + 1 === first_more_than_half.keys_added, `${i}`);
      if (full) break;
    }
    assert.equal(await redis.exists("fill"), 0);
    assert.equal(await there.exists(texts[0]), false);
  });

  test("prints the output in its README", () => printsWhatItsReadmeSays("redis-bitmap"));

  test("requires a bucket name and hash functions", () => {
    assert.throws(() => new RedisFilter(redis, "", COMMENTS), TypeError);
    assert.throws(() => new RedisFilter(redis, "x", { ...COMMENTS, functions: [] }), RangeError);
  });
});

test("D6: one transaction, and so one round trip, per key", async () => {
  const bits = new Set();
  const sent = [];
  const queue = (commands, command, answer) => {
    commands.push(command);
    commands.answers.push(answer);
  };
  const redis = {
    multi() {
      const commands = Object.assign([], { answers: [] });
      return {
        setBit: (bucket, position) => {
          queue(commands, `SETBIT ${bucket} ${position}`, +bits.has(position));
          bits.add(position);
        },
        getBit: (bucket, position) => queue(commands, `GETBIT ${bucket} ${position}`, +bits.has(position)),
        exec: async () => (sent.push([...commands]), commands.answers),
      };
    },
  };
  const functions = ["bkdr", "sdbm", "js"];
  const options = { scheme: "php-redis", bits: 4096, functions, arithmetic: "php" };
  const filter = new RedisFilter(redis, "rptc", options);
  assert.deepEqual(await filter.add("First!"), [0, 0, 0]);
  assert.deepEqual(await filter.add("First!"), [1, 1, 1]);
  assert.equal(await filter.exists("First!"), true);
  assert.equal(await filter.exists("Second!"), false);
  assert.deepEqual(
    sent.map(({ length }) => length),
    [3, 3, 3, 3],
  );
  const positions = createFilter(options).positions("First!");
  assert.deepEqual(
    sent[0],
    positions.map((position) => `SETBIT rptc ${position}`),
  );
  assert.deepEqual(
    sent[2],
    positions.map((position) => `GETBIT rptc ${position}`),
  );
});
