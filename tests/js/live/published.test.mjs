// LiveFilter on the manifest of a published set: what it fetches, and how it handles wrong responses.

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { FilterFetchError, FilterFormatError, LiveFilter } from "edgebloom/live";
import { domain } from "edgebloom/keys";
import { generateSigningKeys, sign, verify } from "edgebloom/sign";
import { attach } from "../../../pkg/api/sign/manifest.js";
import { Host, found, keys, memoryStore, useSet } from "../helpers/published.mjs";
import { until } from "../helpers/live.mjs";

const N = 20_000;
const CHANGED = 200;
const OLD = keys(0, N);
const NEW = keys(CHANGED, N + CHANGED);
const REMOVED = keys(0, CHANGED);

const host = new Host();
const set = useSet();
/** The files of the first and the second manifest. */
let first;
let second;

before(async () => {
  await host.start();
  set.publish(OLD, "--static", "--error-rate", "0.001", "--name", "blocked", "--version", "monday");
  first = set.files();
  set.publish(NEW, "--static", "--error-rate", "0.001", "--name", "blocked", "--version", "tuesday");
  second = set.files();
});
after(() => host.stop());
beforeEach(() => {
  host.files = new Map(first);
  host.instead = () => false;
  host.take();
});

/** A LiveFilter that fetches only when a test calls it. */
function live(options) {
  const one = new LiveFilter(host.url, { refreshEvery: Infinity, retryAfter: 1, store: null, ...options });
  return one;
}

const json = (files) => JSON.parse(files.get("manifest.json"));
const withManifest = (files, change) =>
  new Map(files).set("manifest.json", Buffer.from(JSON.stringify({ ...json(files), ...change })));

/** Asserts that all keys of the old list are found, and no added key. */
function isFirst(filter) {
  assert.equal(found(filter, OLD), N);
  assert.ok(found(filter, NEW.slice(-CHANGED)) < 5);
}

/** Asserts that all keys of the new list are found, and no removed key. */
function isSecond(filter) {
  assert.equal(found(filter, NEW), N);
  assert.equal(found(filter, REMOVED), 0);
}

test("an update fetches the manifest and the layer, and is exact on both lists", async () => {
  const one = await live().ready();
  isFirst(one);
  const before = one.current;
  assert.equal(before.constructor.name, "PublishedSet");
  assert.deepEqual([one.version, before.name, before.sequence], ["monday", "blocked", 1]);
  const base = host.take();
  assert.deepEqual(
    base.map(({ path }) => path.slice(0, 6)),
    ["manife", "files/"],
  );

  host.files = second;
  assert.equal(await one.refresh(), true);
  isSecond(one);
  const update = host.take();
  const layer = json(second).set.layers[0];
  assert.deepEqual(update, [
    { path: "manifest.json", status: 200, bytes: second.get("manifest.json").length },
    { path: `files/${layer.sha256}.bloom`, status: 200, bytes: layer.bytes },
  ]);
  assert.ok(update[0].bytes + update[1].bytes < 0.05 * base[1].bytes);
  assert.deepEqual([one.version, one.current.sequence, one.current.stats.layers], ["tuesday", 2, 1]);
  assert.equal(one.sequence, 2);
  const queries = Array.from({ length: 100_000 }, (_, i) => `never-${i}`);
  assert.ok(found(one, queries) < 1.3 * 0.001 * queries.length, "the stated rate, with four deviations");

  assert.equal(await one.refresh(), false);
  assert.deepEqual(host.take(), [{ path: "manifest.json", status: 304, bytes: 0 }]);
  // A reference to the old set still works.
  isFirst(before);
  one.stop();
});

test("a start with a store needs no server", async () => {
  const store = memoryStore();
  const one = await live({ store }).ready();
  host.files = second;
  await one.refresh();
  await until(() => store.kept.size === 3 && /"sequence": 2/.test(Buffer.from(store.kept.get(host.url).bytes)));
  one.stop();
  host.take();
  host.files = new Map();
  const again = await live({ store }).ready();
  isSecond(again);
  assert.deepEqual(host.take(), []);
  again.stop();
});

/** A store with the second set. */
async function storeOfSecond() {
  const store = memoryStore();
  host.files = new Map(second);
  const one = await live({ store }).ready();
  await until(() => store.kept.has(host.url));
  one.stop();
  return store;
}

test("a start with a store does not take an old file of the set for it", async () => {
  const store = await storeOfSecond();
  const { base } = json(first).set;
  host.files.set("manifest.json", first.get(`files/${base.sha256}.bloom`));
  for (const start of ["refresh", "ready", "refreshIfDue"]) {
    const two = live({ store });
    await two[start]().catch(({ code }) => assert.equal(code, "MAGIC"));
    await two.ready();
    isSecond(two.current);
    await assert.rejects(two.refresh(), { code: "MAGIC", field: "manifest" });
    isSecond(two.current);
    two.stop();
  }
});

test("a start with a slow store does not take an old file of the set either", async () => {
  const store = await storeOfSecond();
  const { base } = json(first).set;
  host.files.set("manifest.json", first.get(`files/${base.sha256}.bloom`));
  // The manifest comes at once, the files of its set take longer than a filter file waits for the store.
  const get = async (url) => {
    if (url !== host.url) await new Promise((resolve) => setTimeout(resolve, 400));
    return store.get(url);
  };
  for (const start of ["refresh", "ready"]) {
    const two = live({ store: { ...store, get } });
    await two[start]().catch(({ code }) => assert.equal(code, "MAGIC"));
    await two.ready();
    isSecond(two.current);
    two.stop();
  }
});

test("nor does a start whose store has lost a file of its set", async () => {
  const store = await storeOfSecond();
  const { base } = json(first).set;
  for (const url of store.kept.keys()) if (url !== host.url) store.kept.delete(url);
  host.files = new Map([["manifest.json", first.get(`files/${base.sha256}.bloom`)]]);
  const two = live({ store, retryAfter: 1 });
  await assert.rejects(two.refresh(), { code: "MAGIC", field: "manifest" });
  await assert.rejects(two.ready());
  host.files = new Map(second);
  await two.refresh();
  isSecond(two.current);
  two.stop();
});

test("deletes files from the store that no manifest names", async () => {
  const store = memoryStore();
  const one = await live({ store }).ready();
  await until(() => store.kept.size === 2);
  const other = useSetOf(keys(0, 500));
  host.files = withManifest(other, { sequence: 9, name: "blocked" });
  await one.refresh();
  await until(
    () =>
      store.kept.size === 2 && [...store.kept.keys()].every((url) => host.files.has(url.slice(host.origin.length + 1))),
  );
  one.stop();
});

test("an update while the earlier manifest is being stored loses no file of the store", async () => {
  // The store takes its time with the first read or the first write of a manifest: meanwhile the next manifest comes.
  for (const slow of ["get", "put"]) {
    host.files = new Map(first);
    const store = memoryStore();
    let release;
    const held = new Promise((resolve) => (release = resolve));
    let calls = 0;
    const wait = async (url) => {
      // The first get of the manifest is that of the start.
      if (url === host.url && ++calls === (slow === "get" ? 2 : 1)) await held;
    };
    const slowly = {
      ...store,
      [slow]: async (url, ...more) => {
        await wait(url);
        return store[slow](url, ...more);
      },
    };
    const one = await live({ store: slowly }).ready();
    host.files = new Map(second);
    await one.refresh();
    await until(() => calls >= 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    release();
    await until(() => /"sequence": 2/.test(Buffer.from(store.kept.get(host.url)?.bytes ?? "")));
    await new Promise((resolve) => setTimeout(resolve, 20));
    one.stop();
    host.files = new Map();
    const offline = await live({ store }).ready();
    assert.equal(offline.sequence, 2, slow);
    isSecond(offline);
    offline.stop();
  }
});

const other = useSet();
function useSetOf(list) {
  other.publish(list, "--static", "--error-rate", "0.001");
  return other.files();
}

test("after a kill, a start fetches only the missing files", async () => {
  host.files = second;
  const store = memoryStore();
  const layer = json(second).set.layers[0].sha256;
  host.instead = (path, response) => path.includes(layer) && (response.destroy(), true);
  const killed = live({ store });
  await assert.rejects(killed.ready(), { code: "NETWORK" });
  killed.stop();
  await until(() => store.kept.size === 1);
  assert.deepEqual(
    [...store.kept.keys()].map((url) => url.slice(-70)),
    [`${json(second).set.base.sha256}.bloom`.slice(-70)],
  );
  host.instead = () => false;
  host.take();
  const again = await live({ store }).ready();
  isSecond(again);
  assert.deepEqual(
    host.take().map(({ path }) => path),
    ["manifest.json", `files/${layer}.bloom`],
  );
  again.stop();
});

test("fetches a damaged stored file again", async () => {
  const store = memoryStore();
  const one = await live({ store }).ready();
  await until(() => store.kept.size === 2);
  one.stop();
  for (const stored of store.kept.values()) if (stored.bytes.length > 1000) stored.bytes[500] ^= 1;
  host.take();
  const errors = [];
  const again = await live({ store, onError: (error) => errors.push(error.code) }).ready();
  isFirst(again);
  assert.deepEqual([errors, host.take().length], [["CHECKSUM"], 1]);
  again.stop();
});

describe("wrong responses instead of the next version", () => {
  const layerPath = () => `files/${json(second).set.layers[0].sha256}.bloom`;
  const basePath = () => `files/${json(first).set.base.sha256}.bloom`;
  const withLayer = (bytes) => new Map(second).set(layerPath(), bytes);
  const cases = {
    "a truncated manifest": [
      () => new Map(second).set("manifest.json", second.get("manifest.json").subarray(0, 200)),
      "INVALID",
      "manifest",
    ],
    "another JSON file": [() => new Map(second).set("manifest.json", Buffer.from('{"a":1}')), "MAGIC", "edgebloom"],
    "a page": [
      () => new Map(second).set("manifest.json", Buffer.from("<!doctype html>".repeat(300))),
      "BASE64",
      "base64",
    ],
    "a manifest of a later format": [() => withManifest(second, { format: 2 }), "UNSUPPORTED", "format"],
    "a manifest without files": [() => withManifest(second, { set: undefined }), "INVALID", "set"],
    "a hash that is none": [
      () => withManifest(second, { set: { ...json(second).set, base: { sha256: "../../x", bytes: 1 } } }),
      "INVALID",
      "set.base.sha256",
    ],
    "an older manifest": [() => withManifest(first, { sequence: 0 }), "OLDER", "sequence"],
    "an expired manifest": [() => withManifest(second, { expires: "2020-01-01T00:00:00.000Z" }), "EXPIRED", "expires"],
    "the manifest of another list": [() => withManifest(second, { name: "other" }), "INCOMPATIBLE", "name"],
    "keys of another form": [() => withManifest(second, { keyForm: "domain" }), "INCOMPATIBLE", "keys"],
    "a manifest of shards": [
      () => withManifest(second, { set: undefined, shards: [json(second).set.base, json(second).set.base] }),
      "WRONG_CLASS",
      "shards",
    ],
    "a manifest whose file is not there yet": [
      () => new Map(first).set("manifest.json", second.get("manifest.json")),
      "STATUS",
      "status",
    ],
    "a truncated file": [() => withLayer(second.get(layerPath()).subarray(0, -8)), "TRUNCATED", "length"],
    "a longer file": [() => withLayer(Buffer.concat([second.get(layerPath()), Buffer.alloc(8)])), "LIMIT", "length"],
    "an altered file": [() => withLayer(Buffer.from(second.get(layerPath())).fill(7, 100, 101)), "CHECKSUM", "sha256"],
    "another file": [
      () => withLayer(second.get(basePath()).subarray(0, second.get(layerPath()).length)),
      "CHECKSUM",
      "sha256",
    ],
    "a file of many gigabytes": [
      () => withManifest(second, { set: { ...json(second).set, base: { sha256: "0".repeat(64), bytes: 1e12 } } }),
      "LIMIT",
      "bytes",
    ],
    "a filter file in place of the manifest": [
      () => new Map(second).set("manifest.json", first.get(basePath())),
      "MAGIC",
      "manifest",
    ],
    "a file whose first byte was altered": [
      () => withLayer(Buffer.from(second.get(layerPath())).fill(7, 0, 1)),
      "CHECKSUM",
      "sha256",
    ],
    "a file of no bytes": [
      () => withManifest(second, { set: { ...json(second).set, base: { sha256: "0".repeat(64), bytes: 0 } } }),
      "INVALID",
      "set.base.bytes",
    ],
    "another seed of the same files": [() => withManifest(first, { seed: 1, sequence: 2 }), "INVALID", "seed"],
    "a time that is not UTC": [
      () => withManifest(second, { expires: "2030-01-31T00:00:00+02:00" }),
      "INVALID",
      "expires",
    ],
    "another seed": [() => withManifest(second, { seed: 1 }), "INVALID", "seed"],
  };
  for (const [name, [files, code, field]] of Object.entries(cases)) {
    test(name, async () => {
      const errors = [];
      const one = live({ name: "blocked", onError: (error) => errors.push(error) });
      await one.ready();
      host.files = files();
      await assert.rejects(one.refresh(), { code, field });
      assert.ok(errors.length === 1 && errors[0] === one.error);
      isFirst(one);
      host.files = second;
      assert.equal(await one.refresh(), true);
      isSecond(one);
      assert.equal(one.error, undefined);
      one.stop();
    });
  }
});

describe("signed manifests", () => {
  const week = () => Date.now() + 7 * 86_400_000;
  let ours;
  let theirs;
  before(async () => {
    [ours, theirs] = [await generateSigningKeys(), await generateSigningKeys()];
  });

  async function signed(files, { privateKey = ours.privateKey, expires = week(), change = {} } = {}) {
    const manifest = { ...json(files), expires: new Date(expires).toISOString(), ...change };
    const text = `${JSON.stringify(manifest, null, 1).slice(0, -2)}\n}\n`;
    const container = await sign(Buffer.from(text), { privateKey, sequence: manifest.sequence, expires });
    return new Map(files).set("manifest.json", Buffer.from(attach(text, container)));
  }
  const open = async (bytes) => (await verify(bytes, { publicKey: ours.publicKey })).bytes;

  test("accepts a genuine manifest, which stays JSON", async () => {
    host.files = await signed(first);
    assert.equal(json(host.files).sequence, 1);
    const one = await live({ open }).ready();
    isFirst(one);
    host.files = await signed(second);
    await one.refresh();
    isSecond(one);
    one.stop();
  });

  const cases = {
    "not signed": [async () => second, "MAGIC"],
    "signed with another key": [() => signed(second, { privateKey: theirs.privateKey }), "wrong_key"],
    altered: [
      async () => {
        const files = await signed(second);
        const text = files.get("manifest.json").toString().replace('"sequence": 2', '"sequence": 3');
        return files.set("manifest.json", Buffer.from(text));
      },
      "altered",
    ],
    expired: [() => signed(second, { expires: Date.now() - 1 }), "expired"],
    replayed: [() => signed(first, { change: { sequence: 0 } }), "OLDER"],
  };
  for (const [name, [files, code]] of Object.entries(cases)) {
    test(`${name}: rejects it and keeps the set`, async () => {
      host.files = await signed(first);
      const one = await live({ open }).ready();
      host.files = await files();
      await assert.rejects(one.refresh(), { code });
      isFirst(one);
      one.stop();
    });
  }

  test("rejects a replayed manifest at a start with a store", async () => {
    const store = memoryStore();
    host.files = await signed(second);
    const one = await live({ open, store }).ready();
    await until(() => store.kept.size === 3);
    one.stop();
    // The files are lost; the sequence number is still stored.
    for (const url of store.kept.keys()) if (url.endsWith(".bloom")) store.kept.delete(url);
    host.files = await signed(first);
    const again = live({ open, store });
    await assert.rejects(again.ready(), { code: "OLDER" });
    again.stop();
  });
});

test("reports a set that expires in use, and keeps it", async () => {
  host.files = withManifest(first, { expires: new Date(Date.now() + 2000).toISOString() });
  const one = await live().ready();
  await until(async () => (await one.refresh().catch((error) => error.code)) === "EXPIRED", 50);
  isFirst(one);
  assert.equal(one.error.code, "EXPIRED");
  host.files = second;
  await one.refresh();
  isSecond(one);
  one.stop();
});

test("a slow store with a later manifest than the server is not rolled back", async () => {
  const store = memoryStore();
  host.files = second;
  const one = await live({ store }).ready();
  await until(() => store.kept.size === 3);
  one.stop();
  host.files = first;
  for (const ms of [400, 2500]) {
    const slow = {
      ...store,
      get: async (url) => {
        if (url === host.url) await new Promise((resolve) => setTimeout(resolve, ms));
        return store.get(url);
      },
    };
    const again = live({ store: slow });
    await again.refresh().catch(() => {});
    await until(() => again.current?.sequence === 2, 20);
    isSecond(again);
    await assert.rejects(again.refresh(), { code: "OLDER" });
    assert.match(Buffer.from(store.kept.get(host.url).bytes).toString(), /"sequence": 2/);
    again.stop();
  }
});

test("missing files of a new manifest do not affect the stored one", async () => {
  const store = memoryStore();
  const one = await live({ store }).ready();
  await until(() => store.kept.size === 2);
  one.stop();
  host.files = new Map([["manifest.json", second.get("manifest.json")]]);
  const again = live({
    store: { ...store, get: async (url) => (await new Promise((resolve) => setTimeout(resolve, 300)), store.get(url)) },
  });
  await again.ready();
  isFirst(again);
  again.stop();
});

describe("supports key forms", () => {
  const hosts = useSet();
  test("looks up host names with their parents, in any spelling", async () => {
    hosts.publish(
      ["Ads.Example", "*.bücher.example", "# a comment", "||tracker.test^", "not a host"],
      "--keys",
      "domain",
    );
    host.files = hosts.files();
    await assert.rejects(live().ready(), {
      code: "INCOMPATIBLE",
      field: "keys",
      message: /pass the option keys with that form of "edgebloom\/keys"/,
    });
    const one = await live({ keys: domain }).ready();
    const queries = [
      "ads.example",
      "https://a.ADS.example/x",
      "xn--bcher-kva.example",
      "x.bücher.example.",
      "tracker.test",
      "sads.example",
      "no host",
    ];
    assert.deepEqual(
      queries.map((query) => one.has(query)),
      // What is not a host name cannot be looked up: not a certain "no".
      [true, true, true, true, true, false, true],
    );
    assert.deepEqual([...one.hasMany(queries)], [1, 1, 1, 1, 1, 0, 1]);
    one.stop();
    const [strict, lax] = await Promise.all(["throw", "no"].map((invalid) => live({ keys: domain, invalid }).ready()));
    assert.throws(() => strict.has("no host"), { name: "RangeError", field: "key" });
    assert.deepEqual([...strict.hasMany(["sads.example", "no host"])], [0, 1]);
    assert.equal(lax.has("no host"), false);
    for (const each of [strict, lax]) each.stop();
  });
});

test("throws the documented error classes", async () => {
  host.files = withManifest(first, { format: 2 });
  await assert.rejects(live().ready(), FilterFormatError);
  host.files = withManifest(first, { expires: "2020-01-01T00:00:00Z" });
  await assert.rejects(live().ready(), FilterFetchError);
});
