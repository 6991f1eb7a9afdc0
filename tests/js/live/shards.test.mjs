// The shards of a ShardedFilter, from a fake server: what stays in use, what is tried again, and what leaves the store.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { ShardedFilter } from "edgebloom/live";
import { shardOf } from "../../../pkg/api/live/published-set.js";
import { until } from "../helpers/live.mjs";
import { memoryStore } from "../helpers/published.mjs";

const MANIFEST = "https://lists.example/manifest.json";
const KEYS = Array.from({ length: 40 }, (_, i) => `key ${i}`);
/** The keys of each of two shards. */
const SHARDS = [0, 1].map((shard) => KEYS.filter((key) => shardOf(key, 0, 2) === shard));

/** A key that is not listed, in one of so many shards. */
function keyOfShard(shard, shards) {
  for (let i = 0; ; i++) if (shardOf(`added ${i}`, 0, shards) === shard) return `added ${i}`;
}

const files = new Map();
const fetched = [];
beforeEach(() => {
  files.clear();
  fetched.splice(0);
});

async function fetch(url) {
  fetched.push(url.slice(url.lastIndexOf(".")));
  return files.has(url) ? new Response(files.get(url)) : new Response("", { status: 404 });
}

function put(bytes, type) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  files.set(`https://lists.example/files/${sha256}.${type}`, bytes);
  return { sha256, bytes: bytes.length };
}

const filterOf = (keys) => put(BloomFilter.from(keys, { errorRate: 1e-6, seed: 0 }).toBytes(), "bloom");
const shardFile = (keys) =>
  put(Buffer.from(JSON.stringify({ keys: keys.length, base: filterOf(keys), layers: [] })), "json");

/** Publishes a manifest with the files of its shards. */
function publish(sequence, shards, expires = null) {
  const manifest = {
    edgebloom: "published-set",
    format: 1,
    sequence,
    expires,
    keyForm: "raw",
    errorRate: 0.001,
    seed: 0,
    keys: KEYS.length,
    shards,
  };
  files.set(MANIFEST, Buffer.from(JSON.stringify(manifest)));
}

const sharded = (options) =>
  new ShardedFilter(MANIFEST, { fetch, store: null, refreshEvery: Infinity, retryAfter: 1, ...options });

test("callers of one shard share its fetch, and shards do not wait for each other", async () => {
  publish(1, SHARDS.map(shardFile));
  const one = sharded();
  const answers = await Promise.all(KEYS.map((key) => one.has(key)));
  assert.ok(answers.every(Boolean));
  assert.deepEqual(fetched.sort(), [".bloom", ".bloom", ".json", ".json", ".json"]);
  assert.equal(await one.has("never"), false);
  one.stop();
});

test("a load that began with an earlier manifest does not replace a shard of a later one", async () => {
  publish(1, SHARDS.map(shardFile));
  let hold;
  const slow = async (url) => {
    if (hold && url.endsWith(".bloom")) await hold;
    return fetch(url);
  };
  const one = sharded({ fetch: slow });
  await one.ready();
  let release;
  hold = new Promise((resolve) => (release = resolve));
  const waiting = one.has(SHARDS[0][0]);
  await until(() => fetched.includes(".json", 1));
  hold = undefined;
  publish(2, [shardFile(["added"]), shardFile(SHARDS[1])]);
  await one.refresh();
  assert.equal(await one.has(SHARDS[0][0]), false, "the later manifest does not have it");
  release();
  assert.equal(await waiting, true, "the answer of the earlier one");
  fetched.splice(0);
  assert.equal(await one.has(SHARDS[0][0]), false);
  assert.deepEqual(fetched, []);
  one.stop();
});

test("a shard that was not valid once is replaced and leaves the store", async () => {
  const store = memoryStore();
  const wrong = put(Buffer.from("{}"), "json");
  publish(1, [wrong, shardFile(SHARDS[1])]);
  const one = sharded({ store });
  await assert.rejects(one.has(SHARDS[0][0]), { name: "FilterFormatError", code: "INVALID" });
  assert.equal(await one.has(SHARDS[1][0]), true);
  publish(2, SHARDS.map(shardFile));
  await one.refresh();
  assert.equal(await one.has(SHARDS[0][0]), true);
  await until(() => ![...store.kept.keys()].some((url) => url.includes(wrong.sha256)));
  one.stop();
});

test("a store whose delete fails or hangs does not affect queries", async () => {
  const broken = {
    fails: () => {
      throw new Error("broken");
    },
    hangs: () => new Promise(() => {}),
  };
  for (const [name, remove] of Object.entries(broken)) {
    const errors = [];
    const store = { ...memoryStore(), delete: remove };
    publish(1, SHARDS.map(shardFile));
    const one = sharded({ store, timeout: 1000, onError: (error) => errors.push(error.message) });
    assert.equal(await one.has(SHARDS[0][0]), true);
    publish(2, [shardFile([...SHARDS[0], "added"]), shardFile(SHARDS[1])]);
    await one.refresh();
    assert.equal(await one.has(SHARDS[0][0]), true);
    await until(() => errors.length);
    assert.ok(
      name === "fails" ? errors.every((error) => error === "broken") : /^store: expected to del/.test(errors[0]),
    );
    assert.equal(one.error, undefined);
    one.stop();
  }
});

test("an error of a shard that stays in use goes to onError with the filter", async () => {
  publish(1, SHARDS.map(shardFile));
  const seen = [];
  const one = sharded({ onError: (error, whose) => seen.push([error.code, whose === one]) });
  assert.equal(await one.has(SHARDS[0][0]), true);
  const missing = { sha256: "0".repeat(64), bytes: 5 };
  publish(2, [missing, missing]);
  await one.refresh();
  assert.equal(await one.has(SHARDS[0][0]), true);
  assert.deepEqual(seen, [["STATUS", true]]);
  await assert.rejects(one.has(SHARDS[1][0]), { code: "STATUS" });
  one.stop();
});

test("a shard whose load was overtaken is loaded again, not confused with the version in memory", async () => {
  publish(1, [shardFile(SHARDS[0]), shardFile(SHARDS[1])]);
  let hold;
  const one = sharded({
    fetch: async (url) => {
      const response = await fetch(url);
      if (hold && url.endsWith(".bloom")) await hold;
      return response;
    },
  });
  assert.equal(await one.has(SHARDS[0][0]), true);
  const added = keyOfShard(0, 2);
  const later = shardFile([...SHARDS[0], added]);
  publish(2, [later, shardFile(SHARDS[1])]);
  await one.refresh();
  let release;
  hold = new Promise((resolve) => (release = resolve));
  const waiting = one.has(added);
  await until(() => fetched.filter((type) => type === ".bloom").length === 2);
  // A third manifest has the same shard 0.
  publish(3, [later, shardFile([...SHARDS[1], "other"])]);
  hold = undefined;
  await one.refresh();
  release();
  assert.equal(await waiting, true);
  assert.equal(await one.has(added), true, "listed since the second manifest");
  one.stop();
});

test("a shard of before the number of shards changed is not used again when it changes back", async () => {
  const four = (keys) => [0, 1, 2, 3].map((shard) => shardFile(keys.filter((key) => shardOf(key, 0, 4) === shard)));
  const added = keyOfShard(3, 4);
  publish(1, four(KEYS));
  const one = sharded();
  for (const key of KEYS) assert.equal(await one.has(key), true);
  const now = [...KEYS, added];
  publish(
    2,
    [0, 1].map((shard) => shardFile(now.filter((key) => shardOf(key, 0, 2) === shard))),
  );
  await one.refresh();
  for (const key of now) assert.equal(await one.has(key), true);
  publish(3, four([...now, "later"]));
  const all = new Map(files);
  for (const url of files.keys()) if (url !== MANIFEST) files.delete(url);
  await one.refresh();
  await assert.rejects(one.has(added), { code: "STATUS" });
  for (const [url, bytes] of all) files.set(url, bytes);
  await until(async () => (await one.has(added).catch(() => false)) === true);
  one.stop();
});

test("with whenExpired, a host cannot withhold one shard for longer than its list is valid", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: Date.UTC(2027, 0, 1) });
  const validFor = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
  publish(1, SHARDS.map(shardFile), validFor(2));
  const strict = sharded({ whenExpired: "throw" });
  const lenient = sharded();
  const askBoth = async () => [await strict.has(SHARDS[0][0]), await lenient.has(SHARDS[0][0])];
  assert.deepEqual(await askBoth(), [true, true]);
  // Every day a new manifest: shard 0 is the same at first, then withheld.
  const withheld = { sha256: "0".repeat(64), bytes: 5 };
  for (let day = 1; day <= 5; day++) {
    t.mock.timers.tick(86_400_000);
    publish(1 + day, day < 3 ? SHARDS.map(shardFile) : [withheld, shardFile(SHARDS[1])], validFor(2));
    await Promise.all([strict.refresh(), lenient.refresh()]);
    if (day < 4) assert.deepEqual(await askBoth(), [true, true], `day ${day}`);
  }
  await assert.rejects(strict.has(SHARDS[0][0]), { code: "EXPIRED" });
  assert.equal(await strict.has(SHARDS[1][0]), true);
  assert.equal(await lenient.has(SHARDS[0][0]), true);
  strict.stop();
  lenient.stop();
});

test("a late load does not refill the memory with an earlier version than one that had to leave it", async () => {
  publish(1, SHARDS.map(shardFile));
  let hold;
  const one = sharded({
    budget: 1,
    fetch: async (url) => {
      const waiting = hold;
      const response = await fetch(url);
      if (waiting && url.endsWith(".bloom")) await waiting;
      return response;
    },
  });
  await one.ready();
  let release;
  hold = new Promise((resolve) => (release = resolve));
  const late = one.has(SHARDS[0][0]);
  await until(() => fetched.includes(".bloom"));
  hold = undefined;
  const added = keyOfShard(0, 2);
  publish(2, [shardFile([...SHARDS[0], added]), shardFile(SHARDS[1])]);
  await one.refresh();
  assert.equal(await one.has(added), true);
  // Another shard takes its place.
  assert.equal(await one.has(SHARDS[1][0]), true);
  release();
  assert.equal(await late, true);
  const manifest = files.get(MANIFEST);
  files.clear();
  files.set(MANIFEST, manifest);
  await assert.rejects(one.has(added), { code: "STATUS" });
  one.stop();
});
