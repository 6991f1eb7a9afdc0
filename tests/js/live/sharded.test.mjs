// ShardedFilter: what it fetches and stores, and how it handles a missing shard.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { FilterFetchError, ShardedFilter } from "edgebloom/live";
import { sha1, sha1Hex } from "edgebloom/keys";
import { Host, keys, memoryStore, useSet } from "../helpers/published.mjs";
import { until } from "../helpers/live.mjs";

const N = 20_000;
const CHANGED = 400;
const SHARDS = 16;
const OLD = keys(0, N);
const NEW = keys(CHANGED, N + CHANGED);

const host = new Host();
const set = useSet();
let first;
let second;

before(async () => {
  await host.start();
  const options = ["--static", "--error-rate", "0.001", "--shards", String(SHARDS)];
  set.publish(OLD, ...options);
  first = set.files();
  const facts = set.publish(NEW, ...options);
  assert.deepEqual([facts.layers, facts.bases], [SHARDS, 0]);
  second = set.files();
});
after(() => host.stop());
beforeEach(() => {
  host.files = new Map(first);
  host.instead = () => false;
  host.take();
});

const sharded = (options) =>
  new ShardedFilter(host.url, { refreshEvery: Infinity, retryAfter: 1, store: null, ...options });
const sum = (answers) => answers.reduce((all, answer) => all + answer, 0);

test("a lookup fetches the manifest and one shard", async () => {
  const one = sharded();
  assert.equal(one.stats, undefined);
  assert.equal(await one.has(OLD[0]), true);
  const paths = host.take().map(({ path }) => path);
  assert.deepEqual([paths.length, paths[0]], [3, "manifest.json"]);
  assert.equal(await one.has(OLD[0]), true);
  assert.deepEqual(host.take(), []);
  assert.deepEqual([one.stats.keys, one.stats.shards, one.stats.loaded], [N, SHARDS, 1]);
  one.stop();
});

test("finds every key and fetches each shard once", async () => {
  const one = sharded();
  const [many, ...single] = await Promise.all([one.hasMany(OLD), ...OLD.slice(0, 500).map((key) => one.has(key))]);
  assert.equal(sum(many), N);
  assert.ok(single.every((answer) => answer === true));
  assert.equal(host.take().length, 1 + 2 * SHARDS);
  const answers = await one.hasMany(Array.from({ length: 50_000 }, (_, i) => `never-${i}`));
  assert.ok(sum(answers) < 90, "0.1 %, with five deviations");
  one.stop();
});

test("a later manifest fetches the layers of the shards in use", async () => {
  const one = sharded();
  await one.hasMany(OLD);
  host.files = second;
  host.take();
  assert.equal(await one.refresh(), true);
  assert.deepEqual(
    host.take().map(({ path }) => path),
    ["manifest.json"],
  );
  assert.equal(sum(await one.hasMany(NEW)), N);
  assert.equal(sum(await one.hasMany(OLD.slice(0, CHANGED))), 0);
  const update = host.take();
  assert.equal(update.length, 2 * SHARDS);
  const all = [...first].reduce((bytes, [, file]) => bytes + file.length, 0);
  assert.ok(update.reduce((bytes, file) => bytes + file.bytes, 0) < all / 3);
  one.stop();
});

test("a budget keeps the most recently used shards", async () => {
  const one = sharded({ budget: 6000 });
  assert.equal(sum(await one.hasMany(OLD)), N);
  assert.ok(one.stats.loaded >= 2 && one.stats.byteLength <= 6000, JSON.stringify(one.stats));
  host.take();
  await one.has(OLD[0]);
  await one.has(OLD[0]);
  const again = host.take();
  assert.ok(again.length <= 2, "the second lookup needs nothing");
  assert.equal(await sharded({ budget: 1 }).has(OLD[0]), true);
  one.stop();
});

test("does not fetch files that the store has", async () => {
  const store = memoryStore();
  const one = sharded({ store });
  await one.hasMany(OLD);
  await until(() => store.kept.size === 1 + 2 * SHARDS);
  one.stop();
  host.take();
  const again = sharded({ store });
  assert.equal(sum(await again.hasMany(OLD)), N);
  assert.deepEqual(host.take(), []);
  again.stop();
});

test("deletes old files from the store, also of shards not in memory", async () => {
  const store = memoryStore();
  const one = sharded({ store, budget: 1 });
  await one.hasMany(OLD);
  host.files = second;
  await one.refresh();
  await one.hasMany(NEW);
  const manifest = JSON.parse(second.get("manifest.json"));
  await until(() => store.kept.size === 1 + 3 * SHARDS);
  const needed = manifest.shards.map(({ sha256 }) => `${host.origin}/files/${sha256}.json`);
  assert.ok(needed.every((url) => store.kept.has(url)));
  one.stop();
});

test("a missing shard fails only its own keys and is fetched again later", async () => {
  const one = sharded({ retryAfter: 200 });
  await one.ready();
  let requests = 0;
  host.instead = (path, response) => {
    if (!path.startsWith("files/") || path.endsWith(".bloom")) return false;
    requests++;
    response.writeHead(500).end();
    return true;
  };
  const error = await one.has(OLD[0]).catch((reason) => reason);
  assert.ok(error instanceof FilterFetchError);
  assert.deepEqual([error.code, error.status], ["STATUS", 500]);
  // No request before the next try is due.
  await assert.rejects(one.has(OLD[0]), error);
  assert.equal(requests, 1);
  host.instead = () => false;
  assert.equal(sum(await one.hasMany(OLD).catch(() => [0])), 0);
  await until(async () => (await one.has(OLD[0]).catch(() => false)) === true);
  assert.equal(sum(await one.hasMany(OLD)), N);
  one.stop();
});

test("keeps using a shard while its successor is missing", async () => {
  const errors = [];
  const one = sharded({ onError: (error) => errors.push(error.code) });
  await one.hasMany(OLD);
  host.files = new Map(first).set("manifest.json", second.get("manifest.json"));
  await one.refresh();
  assert.equal(sum(await one.hasMany(OLD)), N);
  assert.deepEqual([...new Set(errors)], ["STATUS"]);
  host.files = second;
  await until(async () => sum(await one.hasMany(NEW)) === N);
  assert.equal(sum(await one.hasMany(OLD.slice(0, CHANGED))), 0);
  one.stop();
});

test("rejects shards with another shard count or seed", async () => {
  const one = sharded();
  await one.hasMany(OLD);
  for (const args of [
    ["--shards", "32"],
    ["--shards", "16", "--seed", "1"],
  ]) {
    const other = useSetOf(OLD, "--static", ...args);
    host.files = new Map([["manifest.json", other.get("manifest.json")]]);
    host.files.set(
      "manifest.json",
      Buffer.from(JSON.stringify({ ...JSON.parse(other.get("manifest.json")), sequence: 9 })),
    );
    await one.refresh();
    const answers = await Promise.all(OLD.slice(0, 300).map((key) => one.has(key).catch((error) => error.code)));
    assert.ok(!answers.includes(false), "no listed key is answered no");
    assert.ok(answers.includes("STATUS"));
    for (const [path, bytes] of other) if (path !== "manifest.json") host.files.set(path, bytes);
    await until(async () => sum(await one.hasMany(OLD).catch(() => [])) === N);
  }
  one.stop();
});

test("another file at the manifest's URL changes nothing", async () => {
  const one = sharded();
  await one.has(OLD[0]);
  const filter = [...first].find(([path]) => path.endsWith(".bloom"))[1];
  host.files.set("manifest.json", filter);
  await assert.rejects(one.refresh(), { code: "MAGIC", field: "manifest" });
  assert.deepEqual([await one.has(OLD[0]), one.sequence], [true, 1]);
  host.files.set("manifest.json", first.get("manifest.json"));
  assert.equal(await one.refresh(), false);
  const other = sharded();
  host.files.set("manifest.json", filter);
  await assert.rejects(other.has(OLD[0]), { code: "MAGIC" });
  host.files.set("manifest.json", first.get("manifest.json"));
  await until(async () => (await other.has(OLD[0]).catch(() => false)) === true);
  one.stop();
  other.stop();
});

test("reads a set without shards", async () => {
  const plain = useSetOf(["a", "b"]);
  host.files = plain;
  const one = sharded();
  assert.deepEqual([...(await one.hasMany(["a", "b", "c"]))], [1, 1, 0]);
  assert.equal(one.stats.shards, 1);
  one.stop();
});

const other = useSet();
function useSetOf(list, ...args) {
  other.publish(list, ...args);
  return other.files();
}

test("looks up digests of passwords", async () => {
  host.files = useSetOf(
    ["5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:52256179", ""],
    "--keys",
    "sha1-hex",
    "--shards",
    "4",
  );
  const one = sharded({ keys: sha1Hex });
  assert.equal(await one.has(await sha1("password")), true);
  assert.equal(await one.has("5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8"), true);
  assert.equal(await one.has(await sha1("another")), false);
  await assert.rejects(one.has("no digest"), { name: "RangeError", field: "key", message: /sha1\(text\)/ });
  assert.deepEqual([...(await one.hasMany(["no digest", await sha1("another")]))], [1, 0]);
  const sure = sharded({ keys: sha1Hex, invalid: "no" });
  assert.equal(await sure.has("no digest"), false);
  sure.stop();
  one.stop();
});

test("wrong arguments", async () => {
  assert.throws(() => sharded({ budget: 0 }), { name: "RangeError", field: "budget" });
  assert.throws(() => sharded({ load: () => {} }), { name: "TypeError", field: "options" });
  assert.throws(() => sharded({ keys: "domain" }), { name: "TypeError", field: "keys" });
  const one = sharded();
  await assert.rejects(one.has(7), { name: "TypeError" });
  await assert.rejects(one.hasMany("abc"), { name: "TypeError", field: "keys" });
  one.stop();
});

test("stop aborts current fetches", async () => {
  const one = sharded();
  await one.ready();
  host.instead = () => true;
  const waiting = one.has(OLD[0]);
  setTimeout(() => one.stop(), 20);
  await assert.rejects(waiting, { name: "TypeError", field: "sharded" });
  await assert.rejects(one.has(OLD[1]), { name: "TypeError", field: "sharded" });
});
