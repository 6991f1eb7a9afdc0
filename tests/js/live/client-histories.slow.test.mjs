// Random histories of a ShardedFilter or a LiveFilter whose queries and refreshes overlap: lists and numbers of shards change, files are late or missing, memory is
// short, clients restart. Once a listed key was found, it must never get a no again. EDGEBLOOM_HISTORIES sets how many; a failure prints its seed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { BloomFilter } from "edgebloom";
import { LiveFilter, ShardedFilter } from "edgebloom/live";
import { writeShardList } from "../../../pkg/api/live/manifest.js";
import { shardOf } from "../../../pkg/api/live/published-set.js";
import { memoryStore } from "../helpers/published.mjs";

const HISTORIES = Number(process.env.EDGEBLOOM_HISTORIES ?? 200);
const MANIFEST = "https://lists.example/manifest.json";

/** A generator of numbers below another one. */
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A server: it has the latest files only, as with `publish --keep 0`. */
class Host {
  files = new Map();
  /** One of so many answers is a 404; 0 for none. */
  missing = 0;
  /** The longest delay in milliseconds. */
  delay = 0;
  sequence = 0;

  constructor(random) {
    this.random = random;
  }

  fetch = async (url) => {
    const bytes = this.files.get(url);
    if (this.delay) await sleep(this.random(this.delay));
    if (!bytes || (this.missing && this.random(this.missing) === 0)) return new Response("", { status: 404 });
    return new Response(bytes);
  };

  publish(keys, shards, seed) {
    const files = new Map();
    const put = (bytes, type) => {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      files.set(`https://lists.example/files/${sha256}.${type}`, bytes);
      return { sha256, bytes: bytes.length };
    };
    const filesOf = (own) => {
      const base = put(BloomFilter.from(own, { errorRate: 1e-6, capacity: 50, seed }).toBytes(), "bloom");
      return { keys: own.length, base, layers: [] };
    };
    const parts = Array.from({ length: shards }, () => []);
    for (const key of keys) parts[shardOf(key, seed, shards)].push(key);
    const shardFiles = () => parts.map((own) => put(Buffer.from(JSON.stringify(filesOf(own))), "json"));
    const content = () => {
      if (shards === 1) return { set: filesOf(keys) };
      if (shards <= 256) return { shards: shardFiles() };
      const all = shardFiles();
      return { shardLists: [0, 256].map((from) => put(writeShardList(all.slice(from, from + 256)), "shards").sha256) };
    };
    const manifest = { edgebloom: "published-set", format: 1, sequence: ++this.sequence, keyForm: "raw" };
    const facts = { errorRate: 1e-6, seed, keys: keys.length, ...content() };
    files.set(MANIFEST, Buffer.from(JSON.stringify({ ...manifest, ...facts })));
    this.files = files;
  }
}

async function history(seed, counted) {
  const random = randomFrom(seed);
  const host = new Host(random);
  let next = 0;
  const added = (count) => Array.from({ length: count }, () => `key ${next++}`);
  const stays = added(20);
  let others = added(10);
  const store = random(2) ? memoryStore() : null;
  const budget = random(3) ? 2 ** 20 : 400;
  const isSharded = random(4) > 0;
  const open = () => {
    const options = { fetch: host.fetch, store, refreshEvery: Infinity, retryAfter: 1 };
    return isSharded ? new ShardedFilter(MANIFEST, { ...options, budget }) : new LiveFilter(MANIFEST, options);
  };
  let shards = isSharded ? 2 : 1;
  host.publish([...stays, ...others], shards, 0);
  let client = open();
  /** The listed keys that this client has found. */
  let found = new Set();
  const lost = [];
  const ask = async (key) => {
    const asked = await client.ready();
    return asked.has(key);
  };
  const look = async (key) => {
    const all = found;
    const wasFound = all.has(key);
    const answer = await ask(key).catch(() => undefined);
    counted.lookups++;
    if (answer === undefined) counted.errors++;
    if (wasFound && answer === false) lost.push(key);
    if (answer) all.add(key);
  };
  const running = [];
  for (let step = 0; step < 12; step++) {
    host.missing = random(2) ? 0 : 1 + random(4);
    host.delay = random(2) ? 0 : 1 + random(6);
    for (let publications = random(3); publications >= 0; publications--) {
      if (isSharded && !random(3)) shards = [1, 2, 4, 8, 512][random(random(6) ? 4 : 5)];
      // Often, most shards stay the same.
      if (random(2)) stays.push(...added(1 + random(3)));
      if (!random(3)) others = [...others.slice(random(4)), ...added(random(3))];
      host.publish([...stays, ...others], shards, random(12) ? 0 : step);
      running.push(client.refresh().catch(() => {}));
      for (let i = random(30); i >= 0; i--) running.push(look(stays[random(stays.length)]));
      if (random(2)) await sleep(random(4));
    }
    if (!random(3)) await Promise.all(running.splice(0));
    if (random(4)) continue;
    // Now the host is well: every listed key is found, and no other one.
    host.missing = 0;
    host.delay = 0;
    await Promise.all(running.splice(0));
    assert.deepEqual(lost, [], `step ${step}`);
    await client.refresh();
    const list = [...stays, ...others];
    let missed = list;
    for (let i = 0; i < 100 && missed.length; i++) {
      if (i) await sleep(5);
      const answers = await Promise.resolve(client.hasMany(list)).catch(() => []);
      missed = list.filter((_, at) => answers[at] !== 1);
    }
    assert.deepEqual(missed, [], `step ${step}: listed keys`);
    for (const key of stays) await look(key);
    assert.equal(await ask("never"), false);
    if (random(3)) continue;
    client.stop();
    client = open();
    found = new Set();
  }
  await Promise.all(running);
  client.stop();
  assert.deepEqual(lost, []);
}

test("a listed key that was found stays found", async () => {
  const first = Number(process.env.EDGEBLOOM_SEED ?? Date.now() % 1_000_000_000);
  const counted = { lookups: 0, errors: 0 };
  for (let i = 0; i < HISTORIES; i++) {
    try {
      await history(first + i, counted);
    } catch (error) {
      error.message = `EDGEBLOOM_SEED=${first + i}: ${error.message}`;
      throw error;
    }
  }
  console.log(`# ${JSON.stringify(counted)}`);
  assert.ok(counted.errors < counted.lookups / 2, "most lookups have answers");
});
