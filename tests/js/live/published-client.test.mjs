// The client of published sets: which manifests it rejects, and which files it fetches. Server and store are fake.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { domain } from "edgebloom/keys";
import { PublishedClient, checkExpiry } from "../../../pkg/api/live/published-client.js";
import { PublishedSet } from "../../../pkg/api/live/published-set.js";
import { StoreCache } from "../../../pkg/api/live/store-cache.js";
import { StopSignal } from "../../../pkg/api/live/tasks.js";
import { memoryStore } from "../helpers/published.mjs";

const MANIFEST = "https://lists.example/set/manifest.json";
const { signal } = new AbortController();

/** The files of the server, by their address, and the addresses that were fetched. */
const files = new Map();
const fetched = [];
beforeEach(() => {
  files.clear();
  fetched.splice(0);
});

/** Puts a filter file on the server. */
function publish(keys, seed = 0) {
  const bytes = BloomFilter.from(keys, { errorRate: 1e-6, seed }).toBytes();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  files.set(`https://lists.example/set/files/${sha256}.bloom`, bytes);
  return { sha256, bytes: bytes.length };
}

const manifestOf = (change) => ({
  edgebloom: "published-set",
  format: 1,
  name: "blocked",
  version: "monday",
  sequence: 5,
  expires: null,
  keyForm: "raw",
  errorRate: 0.001,
  seed: 0,
  keys: 1,
  set: { keys: 1, base: { sha256: "0".repeat(64), bytes: 1 }, layers: [] },
  ...change,
});
const bytesOf = (change) => new TextEncoder().encode(JSON.stringify(manifestOf(change)));

async function fetchFile(url) {
  fetched.push(url);
  return files.has(url) ? new Response(files.get(url)) : new Response("", { status: 404 });
}

function clientOf({ store = null, ...options } = {}) {
  const errors = [];
  const cache = new StoreCache({ store, timeout: 1000 }, (error) => errors.push(error.code), new StopSignal());
  const client = new PublishedClient(MANIFEST, { fetch: fetchFile, ...options }, cache);
  return { client, cache, errors };
}

describe("manifests", () => {
  test("are rejected with another name, form of keys or an expiry in the past", () => {
    const { client } = clientOf({ name: "blocked" });
    assert.equal(client.manifest(bytesOf()).sequence, 5);
    assert.throws(() => client.manifest(bytesOf({ name: "other" })), { code: "INCOMPATIBLE", field: "name" });
    assert.throws(() => client.manifest(bytesOf({ keyForm: "domain" })), { code: "INCOMPATIBLE", field: "keys" });
    assert.throws(() => client.manifest(bytesOf({ expires: "2020-01-01T00:00:00Z" })), { code: "EXPIRED" });
    assert.throws(() => client.manifest(new TextEncoder().encode("{")), { code: "INVALID", field: "manifest" });
    const inDomains = clientOf({ keys: domain }).client;
    assert.equal(inDomains.manifest(bytesOf({ keyForm: "domain" })).keyForm, "domain");
    assert.throws(() => inDomains.manifest(bytesOf()), { code: "INCOMPATIBLE", field: "keys" });
  });

  test("never go back, but only those in use or in the store count", () => {
    const { client } = clientOf();
    client.manifest(bytesOf({ sequence: 9 }));
    client.manifest(bytesOf({ sequence: 5 }));
    client.noteSequence(7, Date.now());
    assert.throws(() => client.manifest(bytesOf({ sequence: 6 })), { code: "OLDER", field: "sequence" });
    assert.throws(() => client.checkSequence(6, false), { code: "OLDER", message: /expected at least 7, got 6/ });
    client.manifest(bytesOf({ sequence: 7 }));
    client.checkSequence(7, false);
    client.noteSequence(7, Date.now() - 23.9 * 3600_000);
    assert.throws(() => client.checkSequence(6, false), { code: "OLDER" });
    client.noteSequence(7, Date.now() - 24 * 3600_000);
    client.checkSequence(6, false);
    assert.throws(() => client.checkSequence(6, true), { code: "OLDER" });
  });

  test("checkExpiry", () => {
    for (const good of [undefined, null, Date.now() + 60_000]) checkExpiry(good, MANIFEST);
    assert.throws(() => checkExpiry(Date.now(), MANIFEST), { code: "EXPIRED", url: MANIFEST });
  });
});

describe("files", () => {
  const layersOf = (count) => Array.from({ length: count }, (_, i) => publish([`layer ${i}`]));
  const setOf = (client, { base, layers = [], ...change }, current) => {
    const manifest = manifestOf({ set: { keys: 1, base, layers }, ...change });
    return client.attempt(0, JSON.stringify(manifest.set), (stored) =>
      client.set(manifest, manifest.set, current, signal, stored),
    );
  };

  test("a later set fetches only the files that the current one does not have", async () => {
    const { client } = clientOf();
    const [base, one, two] = [publish(["a"]), publish(["b"]), publish(["c"])];
    const first = await setOf(client, { base, layers: [one] });
    assert.ok(first instanceof PublishedSet);
    fetched.splice(0);
    const second = await setOf(client, { base, layers: [one, two] }, first);
    assert.deepEqual(fetched, [`https://lists.example/set/files/${two.sha256}.bloom`]);
    assert.deepEqual([...second.hasMany(["a", "b", "c", "d"])], [1, 1, 1, 0]);
    assert.deepEqual([...first.hasMany(["a", "b", "c", "d"])], [1, 1, 0, 0]);
    // With another seed, its files are others, too.
    const reseeded = { base: publish(["a"], 1), seed: 1 };
    await setOf(client, reseeded, second);
    await assert.rejects(setOf(client, { base, seed: 1 }, second), { code: "INVALID", field: "seed" });
  });

  test("are fetched six at once", async () => {
    let running = 0;
    let most = 0;
    const fetch = async (url) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return fetchFile(url);
    };
    const { client } = clientOf({ fetch });
    const warnings = [];
    const note = (warning) => warnings.push(warning.message);
    process.on("warning", note);
    await setOf(client, { base: publish(["a"]), layers: layersOf(20) });
    assert.deepEqual([most, fetched.length], [6, 21]);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    assert.deepEqual(warnings, [], "no file leaves a listener at the signal");
  });

  test("must have their length and SHA-256", async () => {
    const { client } = clientOf({ limit: 10_000 });
    const ref = publish(["a"]);
    const address = `https://lists.example/set/files/${ref.sha256}.bloom`;
    const good = files.get(address);
    const fileOf = (its) => client.file(its, "bloom", signal);
    assert.deepEqual(await fileOf(ref), good);
    for (const [bytes, code] of [
      [good.subarray(0, -1), "TRUNCATED"],
      [Uint8Array.of(...good, 0), "LIMIT"],
      [good.map((byte, i) => (i === 40 ? byte ^ 1 : byte)), "CHECKSUM"],
    ]) {
      files.set(address, bytes);
      await assert.rejects(fileOf(ref), { code });
    }
    files.delete(address);
    await assert.rejects(fileOf(ref), { code: "STATUS", status: 404 });
    fetched.splice(0);
    await assert.rejects(fileOf({ ...ref, bytes: 10_001 }), { code: "LIMIT", field: "bytes" });
    assert.deepEqual(fetched, [], "too long: not even requested");
  });

  test("come from the store, if it has them undamaged", async () => {
    const store = memoryStore();
    const { client, cache, errors } = clientOf({ store });
    const ref = publish(["a"]);
    const good = await client.file(ref, "bloom", signal);
    assert.deepEqual([...store.kept.keys()], fetched);
    assert.deepEqual(await client.storedFile(ref.sha256, "bloom"), good);
    assert.equal(await client.storedFile(ref.sha256, "json"), undefined);
    fetched.splice(0);
    await client.file(ref, "bloom", signal);
    assert.deepEqual([fetched, errors], [[], []]);
    for (const stored of store.kept.values()) stored.bytes[40] ^= 1;
    assert.deepEqual(await client.file(ref, "bloom", signal), good);
    assert.deepEqual([fetched.length, errors], [1, ["CHECKSUM"]]);
    client.dropFile(ref.sha256, "bloom");
    await cache.deleteUnneeded();
    assert.equal(store.kept.size, 0);
  });

  test("of sets that always lack one don't fill the store, and a retry fetches only the missing one", async () => {
    const store = memoryStore();
    const { client } = clientOf({ store });
    const missing = { sha256: "f".repeat(64), bytes: 10 };
    const stored = () => [...store.kept.keys()].map((url) => url.slice(-70, -6)).sort();
    const first = { base: publish(["a"]), layers: [publish(["b"])] };
    await setOf(client, first);
    const inUse = stored();
    assert.equal(inUse.length, 2);
    let last;
    for (let i = 0; i < 5; i++) {
      last = { base: publish([`c${i}`]), layers: [publish([`d${i}`]), missing] };
      await assert.rejects(setOf(client, { ...last, sequence: 6 + i }), { code: "STATUS" });
      // The other files can arrive after the error.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    // What it needs of the last attempt stays, and so does the set in use.
    const sha256s = [...inUse, last.base.sha256, last.layers[0].sha256].sort();
    assert.deepEqual(stored(), sha256s);
    fetched.splice(0);
    await assert.rejects(setOf(client, { ...last, sequence: 10 }), { code: "STATUS" });
    assert.deepEqual(fetched, [`https://lists.example/set/files/${missing.sha256}.bloom`]);
    assert.deepEqual(stored(), sha256s);
    // A file that the next set needs, too, is not deleted.
    await setOf(client, { base: last.base, sequence: 11 });
    assert.deepEqual(stored(), [...inUse, last.base.sha256].sort());
  });

  test("filesIn has the addresses of a set, and nothing of a manifest of shards", () => {
    const { client } = clientOf();
    const [base, layer] = [publish(["a"]), publish(["b"])];
    const address = ({ sha256 }) => `https://lists.example/set/files/${sha256}.bloom`;
    const set = { keys: 1, base, layers: [layer] };
    assert.deepEqual(client.filesIn(bytesOf({ set })), [address(base), address(layer)]);
    assert.equal(client.filesIn(bytesOf({ set: undefined, shards: [base, layer] })), undefined);
  });
});
