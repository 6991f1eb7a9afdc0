// A set of more than 256 shards: its manifest names shard lists, and each lists 256 shards.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, beforeEach, describe, test } from "node:test";
import { ShardedFilter } from "../../../pkg/api/live/index.js";
import { LISTED, SHARD_LIST_BYTES, readManifest } from "../../../pkg/api/live/manifest.js";
import { shardOf } from "../../../pkg/api/live/published-set.js";
import { until } from "../helpers/live.mjs";
import { Host, keys, memoryStore, openSet } from "../helpers/published.mjs";

const SHARDS = 512;
const N = 1500;
const OLD = keys(0, N);
/** A key of one shard is added, and one of another list is removed. */
const ADDED = "added.example";
const shardWith = (key) => shardOf(key, 0, SHARDS);
const REMOVED = OLD.find((key) => shardWith(key) >> 8 !== shardWith(ADDED) >> 8);
const NEW = [...OLD.filter((key) => key !== REMOVED), ADDED];
const host = new Host();
let first;
let second;
before(async () => {
  await host.start();
  const set = openSet();
  const options = ["--static", "--shards", `${SHARDS}`, "--compact", "1000"];
  set.publish(OLD, ...options);
  first = set.files();
  const { layers, upload } = set.publish(NEW, ...options);
  second = set.files();
  set.remove();
  assert.equal(layers, 2);
  // Two layers, the files of two shards, two shard lists, and the manifest.
  assert.equal(upload.length, 7);
  assert.deepEqual(
    upload.map((path) => path.split(".").at(-1)),
    ["bloom", "bloom", "json", "json", "shards", "shards", "json"],
  );
});
beforeEach(() => {
  host.files = first;
  host.instead = () => false;
  host.take();
});
after(() => host.stop());

const sharded = (options) => new ShardedFilter(host.url, { store: null, refreshEvery: Infinity, ...options });
const sum = (answers) => answers.reduce((all, each) => all + each, 0);
const kinds = () => host.take().map(({ path }) => path.split(".").at(-1));

test("the first query fetches four small files, a second one of the same list two", async () => {
  const one = sharded();
  assert.equal(await one.has(OLD[0]), true);
  assert.equal(one.stats.shards, SHARDS);
  assert.deepEqual(kinds(), ["json", "shards", "json", "bloom"]);
  const other = OLD.find(
    (key) => shardWith(key) !== shardWith(OLD[0]) && shardWith(key) >> 8 === shardWith(OLD[0]) >> 8,
  );
  assert.equal(await one.has(other), true);
  assert.deepEqual(kinds(), ["json", "bloom"]);
  one.stop();
});

test("all keys are found, and few others", async () => {
  const one = sharded();
  assert.equal(sum(await one.hasMany(OLD)), N);
  assert.equal(kinds().filter((kind) => kind === "shards").length, SHARDS / LISTED);
  assert.ok(sum(await one.hasMany(keys(1e6, 1e6 + 20_000))) < 300);
  one.stop();
});

test("a later manifest costs the changed lists and shards, and no others", async () => {
  const one = sharded();
  await one.hasMany(OLD);
  host.files = second;
  host.take();
  assert.equal(await one.refresh(), true);
  assert.equal(sum(await one.hasMany(NEW)), N);
  assert.equal(await one.has(REMOVED), false);
  assert.deepEqual(kinds().sort(), ["bloom", "bloom", "json", "json", "json", "shards", "shards"]);
  one.stop();
});

test("the store has all files once, and drops those of an earlier manifest, also after a restart", async () => {
  for (const isRestarted of [false, true]) {
    const store = memoryStore();
    host.files = first;
    let one = sharded({ store });
    await one.hasMany(OLD);
    const before = store.kept.size;
    if (isRestarted) {
      one.stop();
      await until(() => store.kept.size === before);
      host.take();
      one = sharded({ store });
      assert.equal(sum(await one.hasMany(OLD)), N);
      assert.deepEqual(host.take(), []);
    }
    host.files = second;
    await one.refresh();
    assert.equal(sum(await one.hasMany(NEW)), N);
    // Two layers more; two lists and two files of shards instead of others.
    await until(() => store.kept.size === before + 2);
    const { shardLists } = readManifest(second.get("manifest.json"));
    const lists = [...store.kept.keys()].filter((url) => url.endsWith(".shards"));
    assert.deepEqual(lists.sort(), shardLists.map((sha256) => `${host.origin}/files/${sha256}.shards`).sort());
    one.stop();
  }
});

test("a shard list that cannot be fetched fails its own keys only", async () => {
  const one = sharded();
  const { shardLists } = readManifest(first.get("manifest.json"));
  const bad = shardWith(OLD[0]) >> 8;
  host.files = new Map([...first].filter(([path]) => path !== `files/${shardLists[bad]}.shards`));
  await assert.rejects(one.has(OLD[0]), { code: "STATUS" });
  assert.equal(await one.has(OLD.find((key) => shardWith(key) >> 8 !== bad)), true);
  one.stop();
});

describe("rejects", () => {
  const list = (bytes) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { sha256, path: `files/${sha256}.shards`, bytes };
  };
  const change = (files, members, more = []) => {
    const manifest = { ...JSON.parse(files.get("manifest.json")), ...members };
    return new Map([...files, ["manifest.json", Buffer.from(JSON.stringify(manifest))], ...more]);
  };
  const rejected = async (files, code) => {
    host.files = files;
    const one = sharded();
    await assert.rejects(one.hasMany(OLD), (error) => error.code === code, code);
    one.stop();
  };
  test("lists of another length, and files that are not the ones listed", async () => {
    const { shardLists } = readManifest(first.get("manifest.json"));
    const bytes = first.get(`files/${shardLists[0]}.shards`);
    assert.equal(bytes.length, SHARD_LIST_BYTES);
    for (const [other, code] of [
      [bytes.subarray(1), "TRUNCATED"],
      [Buffer.concat([bytes, Buffer.alloc(36)]), "LIMIT"],
    ]) {
      const { sha256, path } = list(other);
      await rejected(change(first, { shardLists: shardLists.with(0, sha256) }, [[path, other]]), code);
    }
    const altered = Buffer.from(bytes);
    altered[3] ^= 1;
    await rejected(new Map([...first, [`files/${shardLists[0]}.shards`, altered]]), "CHECKSUM");
    const zero = Buffer.from(bytes);
    zero.writeUInt32LE(0, 32);
    const large = Buffer.from(bytes);
    large.writeUInt32LE(65_537, 32);
    const nobody = Buffer.from(bytes);
    nobody.fill(0, 0, 32);
    for (const [other, code] of [
      [zero, "INVALID"],
      [large, "INVALID"],
      [nobody, "STATUS"],
    ]) {
      const { sha256, path } = list(other);
      await rejected(change(first, { shardLists: shardLists.with(0, sha256) }, [[path, other]]), code);
    }
  });

  test("manifests with another number of lists, or with lists and shards", () => {
    const { shardLists } = JSON.parse(first.get("manifest.json"));
    const read = (members) => readManifest(change(first, members).get("manifest.json"));
    assert.equal(read({}).shardLists.length, 2);
    for (const [members, field] of [
      [{ shardLists: [] }, "shardLists"],
      [{ shardLists: shardLists.slice(1) }, "shardLists"],
      [{ shardLists: [...shardLists, shardLists[0]] }, "shardLists"],
      [{ shardLists: Array(512).fill(shardLists[0]) }, "shardLists"],
      [{ shardLists: null }, "shardLists"],
      [{ shardLists: {} }, "shardLists"],
      [{ shardLists: [...shardLists.slice(1), 7] }, "shardLists[1]"],
      [{ shardLists: [...shardLists.slice(1), shardLists[0].toUpperCase()] }, "shardLists[1]"],
      [{ shards: [] }, "shards"],
      [{ shards: Array(2).fill({ sha256: shardLists[0], bytes: 1 }) }, "set"],
      [{ shardLists: undefined }, "set"],
    ]) {
      assert.throws(() => read(members), { code: "INVALID", field }, JSON.stringify(members).slice(0, 80));
    }
    const shard = { sha256: shardLists[0], bytes: 1 };
    assert.throws(() => read({ shardLists: undefined, shards: Array(512).fill(shard) }), {
      code: "INVALID",
      field: "shards",
    });
  });
});
