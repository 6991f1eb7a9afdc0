// What a host, a network or a store can do to LiveFilter and ShardedFilter: the good set stays in use, and nothing runs on.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, test } from "node:test";
import { BloomFilter } from "edgebloom";
import { FilterFetchError, LiveFilter, ShardedFilter, fileStore } from "edgebloom/live";
import { generateSigningKeys, sign, verify } from "edgebloom/sign";
import { MAX_MANIFEST_BYTES, readManifest, readShard } from "../../../pkg/api/live/manifest.js";
import { attach, detach } from "../../../pkg/api/sign/manifest.js";
import { Failure } from "../../../pkg/cli/failure.js";
import { openPublished } from "../../../pkg/cli/published.js";
import { CLI } from "../helpers/command-line.mjs";
import { until } from "../helpers/live.mjs";
import { Host, found, keys, memoryStore, useSet } from "../helpers/published.mjs";

const N = 3000;
const LIST = keys(0, N);
const host = new Host();
const [plain, sharded] = [useSet(), useSet()];
/** The files of a set and of a set of four shards, on two days. */
const days = { plain: [], sharded: [] };

before(async () => {
  await host.start();
  const options = ["--static", "--error-rate", "0.01", "--name", "blocked", "--compact", "1000"];
  for (const list of [LIST, keys(50, N + 50), keys(100, N + 100)]) {
    plain.publish(list, ...options);
    days.plain.push(plain.files());
    sharded.publish(list, ...options, "--shards", "4");
    days.sharded.push(sharded.files());
  }
});
after(() => host.stop());
beforeEach(() => {
  host.instead = () => false;
  host.take();
});

const CLIENTS = {
  plain: (options) => new LiveFilter(host.url, { refreshEvery: Infinity, retryAfter: 1, store: null, ...options }),
  sharded: (options) => new ShardedFilter(host.url, { refreshEvery: Infinity, retryAfter: 1, store: null, ...options }),
};
const manifestOf = (files) => JSON.parse(files.get("manifest.json"));
const withText = (files, text) => new Map(files).set("manifest.json", Buffer.from(text));
const withMembers = (files, change) => withText(files, JSON.stringify({ ...manifestOf(files), ...change }));
const isTyped = (error) =>
  (["FilterFormatError", "FilterFetchError"].includes(error.name) || error.code === "INCOMPATIBLE") &&
  typeof error.field === "string" &&
  error.message.length < 500;

describe("manifests", () => {
  const WRONG = [undefined, null, 0, false, "", [], {}, "x", -1, 1e300];
  /** Values that are valid for a member. */
  const VALID = {
    name: [undefined, null, "", "x"],
    version: [undefined, null, "", "x"],
    sequence: [0],
    expires: [undefined, null],
    keyForm: [],
    errorRate: [],
    seed: [0],
    keys: [0],
    never: [undefined],
    understand: [undefined, []],
    other: WRONG,
  };
  /** Every member with every wrong value, and every member twice: what it is, and the files. */
  function* wrongManifests(kind, files) {
    const place = kind === "plain" ? "set" : "shards";
    const manifest = manifestOf(files);
    for (const member of ["edgebloom", "format", ...Object.keys(VALID), place]) {
      for (const value of WRONG) {
        const isValid = VALID[member]?.some((each) => JSON.stringify(each) === JSON.stringify(value));
        if (isValid || (value === undefined && !(member in manifest))) continue;
        yield [`${member}: ${JSON.stringify(value)}`, withMembers(files, { [member]: value })];
      }
      if (!(member in manifest)) continue;
      const twice = `{"${member}":${JSON.stringify(manifest[member])},`;
      yield [`${member} twice`, withText(files, JSON.stringify(manifest).replace("{", twice))];
    }
    const both = { set: manifestOf(days.plain[1]).set, shards: manifestOf(days.sharded[1]).shards };
    yield ["set and shards", withMembers(files, both)];
  }

  for (const [kind, client] of Object.entries(CLIENTS)) {
    test(`${kind}: every member with every wrong value gives a typed error, and the set stays`, async () => {
      const [first, second] = days[kind];
      host.files = first;
      const one = await client().ready();
      await one.has(LIST[0]);
      for (const [what, files] of wrongManifests(kind, second)) {
        host.files = files;
        await assert.rejects(one.refresh(), isTyped, what);
        assert.equal(await one.has(LIST[0]), true);
      }
      one.stop();
    });

    test(`${kind}: the command line rejects them, too`, () => {
      const folder = mkdtempSync(join(tmpdir(), "edgebloom-hostile-"));
      after(() => rmSync(folder, { recursive: true, force: true }));
      mkdirSync(join(folder, "files"));
      const path = join(folder, "manifest.json");
      for (const [name, bytes] of days[kind][1]) writeFileSync(join(folder, name), bytes);
      const check = () => {
        const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "check", path, LIST[100]], {
          encoding: "utf8",
        });
        return [status, stdout, stderr.trim()];
      };
      assert.deepEqual(check(), [0, `maybe\t${LIST[100]}\n`, ""]);
      let isFirst = true;
      for (const [what, files] of wrongManifests(kind, days[kind][1])) {
        const bytes = files.get("manifest.json");
        assert.throws(
          () => openPublished(path, bytes),
          (error) => error instanceof Failure,
          what,
        );
        // The whole command takes longer, so only the first one.
        if (isFirst) writeFileSync(path, bytes);
        if (isFirst) assert.match(`${check()}`, /^2,,edgebloom: [^\n]+$/, what);
        isFirst = false;
      }
    });
  }

  const text = (change) => JSON.stringify({ ...manifestOf(days.plain[0]), ...change });
  const read = (json) => readManifest(new TextEncoder().encode(json));
  test("rejects a member twice, at any depth, also in members that it ignores", () => {
    assert.equal(read(text()).name, "blocked");
    assert.equal(read(text({ other: { "a:b": ['":"', '\\"', { c: "\\\\" }] } })).name, "blocked");
    for (const json of [
      text().replace("{", '{"name":"blocked",'),
      text().replace("{", '{"na\\u006de":"blocked",'),
      text().replace('"base":', '"keys":1,"base":'),
      text({ other: 1 }).replace('"other":1', '"other":{"a":1,"a":1}'),
      text().replace("{", '{"__proto__":1,"__proto__":2,'),
    ]) {
      assert.throws(() => read(json), { code: "INVALID", field: "manifest" }, json);
    }
  });

  test("rejects other encodings, and days and hours that do not exist", () => {
    const bytes = new TextEncoder().encode(text());
    for (const wrong of [
      [0xef, 0xbb, 0xbf, ...bytes],
      [0x20, ...bytes],
      [...bytes.subarray(0, -1), 0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d],
      [0x5b, 0x5d],
      [0x7b],
    ]) {
      assert.throws(() => readManifest(Uint8Array.from(wrong)), { code: "INVALID", field: "manifest" });
    }
    for (const wrong of [
      "2027-02-30T00:00:00Z",
      "2027-01-31T24:00:00Z",
      "2027-13-01T00:00:00Z",
      "2027-01-01T00:00:60Z",
    ]) {
      assert.throws(() => read(text({ expires: wrong })), { code: "INVALID", field: "expires" }, wrong);
    }
    assert.equal(read(text({ expires: "2028-02-29T23:59:59.5Z" })).expires, Date.UTC(2028, 1, 29, 23, 59, 59, 500));
    const shard = days.sharded[0].get(`files/${manifestOf(days.sharded[0]).shards[0].sha256}.json`);
    assert.equal(readShard(shard).layers.length, 0);
    assert.throws(() => readShard(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), shard])), { code: "INVALID" });
  });

  test("limits names, messages, and members that a later version requires", () => {
    for (const member of ["name", "version", "keyForm"]) {
      assert.throws(
        () => read(text({ [member]: "x".repeat(1025) })),
        (error) => isTyped(error) && error.field === member,
      );
    }
    assert.throws(() => read(text({ edgebloom: "x".repeat(1e6) })), isTyped);
    assert.throws(() => read(text({ understand: ["shardLists"] })), { code: "UNSUPPORTED", field: "understand" });
  });

  test("stops reading a manifest that is too long", async () => {
    host.files = days.plain[0];
    const one = await CLIENTS.plain().ready();
    host.files = withText(days.plain[1], `${text().slice(0, -1)},"other":"${"x".repeat(MAX_MANIFEST_BYTES)}"}`);
    await assert.rejects(one.refresh(), { code: "LIMIT", field: "length" });
    assert.throws(() => readManifest(host.files.get("manifest.json")), { code: "INVALID", field: "manifest" });
    assert.equal(found(one, LIST), N);
    one.stop();
  });
});

describe("files of a set", () => {
  /** Adds a file to a server, and returns the reference to it. */
  const put = (files, bytes) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    files.set(`files/${sha256}.bloom`, Buffer.from(bytes));
    return { sha256, bytes: bytes.length };
  };
  const withSet = (change) => {
    const files = new Map(days.plain[1]);
    const { set } = manifestOf(files);
    return withMembers(files, { sequence: 9, set: { ...set, ...change(files, set) } });
  };
  const rejects = async (files, expected, options) => {
    host.files = days.plain[0];
    const one = await CLIENTS.plain(options).ready();
    host.files = files;
    host.take();
    await assert.rejects(one.refresh(), expected);
    assert.equal(found(one, LIST), N);
    one.stop();
    return host.take();
  };

  test("a layer has at most 16 filters", async () => {
    const { seed } = manifestOf(days.plain[0]);
    const filter = BloomFilter.from(["a"], { errorRate: 0.1, seed }).toBytes();
    const times = (count) => Buffer.concat(Array.from({ length: count }, () => filter));
    host.files = withSet((files) => ({ layers: [put(files, times(16))] }));
    const one = await CLIENTS.plain().ready();
    assert.equal(one.current.stats.layers, 1);
    one.stop();
    await rejects(
      withSet((files) => ({ layers: [put(files, times(17))] })),
      { code: "INVALID", field: "layers" },
    );
  });

  test("a file that is named many times is fetched once", async () => {
    host.files = withSet((_, { layers: [layer] }) => ({ layers: Array.from({ length: 60 }, () => layer) }));
    const one = await CLIENTS.plain().ready();
    assert.equal(host.take().filter(({ path }) => path.startsWith("files/")).length, 2);
    one.stop();
    const other = withSet((_, { layers: [layer] }) => ({ layers: [layer, { ...layer, bytes: layer.bytes + 1 }] }));
    await rejects(other, { code: "INVALID", field: "bytes" });
  });

  test("the limit is for all files together, and is checked before any is fetched", async () => {
    const sent = await rejects(
      withSet((_, { base }) => ({
        layers: Array.from({ length: 8 }, (_, i) => ({ sha256: `${i}`.repeat(64), bytes: base.bytes })),
      })),
      { code: "LIMIT", field: "bytes" },
      { limit: 8 * manifestOf(days.plain[0]).set.base.bytes },
    );
    assert.deepEqual(
      sent.map(({ path }) => path),
      ["manifest.json"],
    );
  });
});

describe("requests", () => {
  test("end with the update that started them", async () => {
    const open = new Set();
    host.files = days.plain[0];
    const one = await CLIENTS.plain({ timeout: 60_000 }).ready();
    const { set } = manifestOf(days.plain[1]);
    const refs = Array.from({ length: 8 }, (_, i) => ({ sha256: `${i}`.repeat(64), bytes: 1000 }));
    host.files = withMembers(days.plain[1], { set: { ...set, layers: refs } });
    // The first file is missing; the others never end.
    host.instead = (path, response) => {
      if (!path.startsWith("files/") || path.startsWith("files/0")) return false;
      open.add(path);
      response.on("close", () => open.delete(path));
      response.writeHead(200);
      response.write("x");
      return true;
    };
    for (let i = 0; i < 5; i++) await assert.rejects(one.refresh(), { code: "STATUS" });
    await until(() => open.size === 0);
    assert.equal(found(one, LIST), N);
    one.stop();
  });

  for (const [kind, client] of Object.entries(CLIENTS)) {
    test(`${kind}: a redirect is an error, unless it is wanted`, async () => {
      host.files = days[kind][0];
      const files = new Map([...days[kind][0]].map(([path, bytes]) => [`there/${path}`, bytes]));
      host.instead = (path, response) => {
        if (path.startsWith("there/")) return false;
        response.writeHead(302, { location: `${host.origin}/there/${path}` });
        response.end();
        return true;
      };
      host.files = files;
      const refused = client();
      await assert.rejects(refused.ready(), { code: "STATUS", status: 302, message: /got a redirect/ });
      refused.stop();
      const one = await client({ redirect: "follow" }).ready();
      assert.equal(await one.has(LIST[0]), true);
      one.stop();
    });
  }

  test("messages have no query strings, users and passwords", () => {
    const url = "https://user:word@lists.example/a?key=secret#x";
    const error = new FilterFetchError("NETWORK", "body", "a response", `TypeError: cannot fetch ${url}`, url);
    assert.equal(
      error.message,
      "body: expected a response, got TypeError: cannot fetch https://lists.example/a?... (https://lists.example/a?...)",
    );
    assert.equal(error.url, url);
  });
});

describe("signatures", () => {
  let ours;
  before(async () => (ours = await generateSigningKeys()));
  const open = (bytes) => verify(bytes, { publicKey: ours.publicKey });
  const signed = async (files, { change = {}, ...container } = {}) => {
    const manifest = { ...manifestOf(files), ...change };
    const text = `${JSON.stringify(manifest, null, 1).slice(0, -2)}\n}\n`;
    const { sequence } = manifest;
    const expires = manifest.expires ? Date.parse(manifest.expires) : undefined;
    const { privateKey } = ours;
    const file = await sign(Buffer.from(text), { privateKey, sequence, expires, ...container });
    return withText(files, attach(text, file));
  };

  for (const [kind, client] of Object.entries(CLIENTS)) {
    test(`${kind}: only the named list of a signer is accepted, in use and at a start`, async () => {
      const [first, second] = days[kind];
      host.files = await signed(first);
      await assert.rejects(client({ open }).ready(), { name: "TypeError", field: "name" });
      const one = await client({ open, name: "blocked" }).ready();
      const week = new Date(Date.now() + 7 * 86_400_000).toISOString();
      const wrong = {
        "another list": [{ change: { name: "other" } }, { code: "INCOMPATIBLE", field: "name" }],
        "another sequence number": [{ sequence: 99 }, { code: "INVALID", field: "sequence" }],
        "another expiry": [
          { change: { expires: week }, expires: Date.now() + 1e9 },
          { code: "INVALID", field: "expires" },
        ],
        "no expiry in the manifest": [{ expires: Date.now() + 1e9 }, { code: "INVALID", field: "expires" }],
      };
      for (const [what, [change, expected]] of Object.entries(wrong)) {
        host.files = await signed(second, change);
        await assert.rejects(one.refresh(), expected, what);
        await assert.rejects(client({ open, name: "blocked" }).ready(), expected, what);
        assert.equal(await one.has(LIST[0]), true);
      }
      // A filter of the same signer, with another name.
      const filter = BloomFilter.from(["a"], { errorRate: 0.1, name: "filter" }).toBytes();
      host.files = new Map([
        ["manifest.json", Buffer.from(await sign(filter, { privateKey: ours.privateKey, sequence: 5 }))],
      ]);
      await assert.rejects(client({ open, name: "blocked" }).ready(), isTyped);
      one.stop();
    });
  }

  test("a signed filter file cannot be rolled back, and expires", async () => {
    const list = (key) => BloomFilter.from([key], { errorRate: 1e-6, name: "blocked" }).toBytes();
    const serve = async (key, sequence, expires) => {
      const file = await sign(list(key), { privateKey: ours.privateKey, sequence, expires });
      host.files = new Map([["manifest.json", Buffer.from(file)]]);
    };
    await serve("a", 5);
    const store = memoryStore();
    const one = await CLIENTS.plain({ open, name: "blocked", store }).ready();
    await until(() => store.kept.size === 1);
    await serve("b", 4);
    for (const each of [one, await CLIENTS.plain({ open, name: "blocked", store }).ready()]) {
      await assert.rejects(each.refresh(), { code: "OLDER", field: "sequence" });
      assert.deepEqual([each.has("a"), each.has("b")], [true, false]);
    }
    await serve("b", 6, Date.now() + 2000);
    const strict = await CLIENTS.plain({ open, name: "blocked", whenExpired: "throw" }).ready();
    await one.refresh();
    assert.equal(strict.has("b"), true);
    await new Promise((resolve) => setTimeout(resolve, 2050));
    assert.throws(() => strict.has("b"), { code: "EXPIRED" });
    assert.throws(() => strict.hasMany(["b"]), { code: "EXPIRED" });
    assert.equal(one.has("b"), true, "by default, it goes on");
    for (const each of [one, strict]) each.stop();
  });

  test("an unsigned manifest with the largest number is forgotten after a day; a signed one is not", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const largest = { sequence: 2 ** 53 - 1 };
    for (const isSigned of [false, true]) {
      const store = memoryStore();
      const options = { store, ...(isSigned && { open, name: "blocked" }) };
      host.files = isSigned ? await signed(days.plain[0], { change: largest }) : withMembers(days.plain[0], largest);
      const one = await CLIENTS.plain(options).ready();
      await until(() => store.kept.size === 2);
      host.files = isSigned ? await signed(days.plain[1]) : days.plain[1];
      await assert.rejects(one.refresh(), { code: "OLDER" });
      t.mock.timers.setTime(Date.now() + 24 * 3600_000);
      if (isSigned) await assert.rejects(one.refresh(), { code: "OLDER" });
      else {
        assert.equal(await one.refresh(), true);
        await until(() => JSON.parse(Buffer.from(store.kept.get(host.url).bytes)).sequence === 2);
        assert.equal(await one.refresh(), false);
      }
      one.stop();
    }
  });

  test("a signed manifest is UTF-8", () => {
    const text = `{\n "a": "\u{feff}é"\n}\n`;
    const container = new Uint8Array(200);
    const bytes = new TextEncoder().encode(attach(text, container));
    assert.deepEqual(Buffer.from(detach(bytes)).subarray(56, -64).toString(), text);
    const wrong = bytes.slice();
    wrong[bytes.indexOf(0xc3)] = 0xff;
    for (const each of [wrong, Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes)]) {
      if (each === wrong) assert.throws(() => detach(each), { code: "MAGIC", field: "signature" });
      else assert.equal(detach(each)[56], 0xef, "the byte order mark is signed, too");
    }
  });
});

describe("stores", () => {
  test("a store that hangs is as good as none", async () => {
    const never = () => new Promise(() => {});
    host.files = days.plain[2];
    const one = CLIENTS.plain({ store: { get: never, put: never, delete: never }, timeout: 20_000 });
    const start = performance.now();
    await one.ready();
    assert.ok(performance.now() - start < 6000, "not a wait for each file");
    one.stop();
  });

  test("X, Y, X with a failed save of Y keeps the files of X", async () => {
    const store = memoryStore();
    let fails = false;
    const put = async (url, stored) => {
      if (fails && url === host.url) throw new Error("no");
      return store.put(url, stored);
    };
    host.files = days.plain[0];
    const one = await CLIENTS.plain({ store: { ...store, put } }).ready();
    await until(() => store.kept.size === 2);
    fails = true;
    const fresh = (files, sequence) => withMembers(files, { sequence });
    const { base } = manifestOf(days.plain[1]).set;
    host.files = withMembers(days.plain[1], {
      sequence: 2,
      set: { keys: N, base, layers: manifestOf(days.plain[1]).set.layers },
    });
    await one.refresh();
    await new Promise((resolve) => setTimeout(resolve, 50));
    fails = false;
    host.files = fresh(days.plain[0], 3);
    await one.refresh();
    await until(() => JSON.parse(Buffer.from(store.kept.get(host.url).bytes)).sequence === 3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    one.stop();
    // The manifest and its base; the layer of Y is gone.
    assert.equal(store.kept.size, 2);
    host.instead = (_, response) => (response.destroy(), true);
    const offline = await CLIENTS.plain({ store }).ready();
    assert.equal(found(offline, LIST), N);
    offline.stop();
  });

  test("a file that was swapped in the store counts as missing", async () => {
    const store = memoryStore();
    host.files = days.plain[0];
    const one = await CLIENTS.plain({ store }).ready();
    await until(() => store.kept.size === 2);
    one.stop();
    const filter = BloomFilter.from(["a"], { errorRate: 0.01, name: "blocked" }).toBytes();
    store.kept.set(host.url, { ...store.kept.get(host.url), bytes: filter });
    const errors = [];
    const again = CLIENTS.plain({ store, onError: (error) => errors.push(error.message) });
    await again.ready();
    assert.equal(found(again, LIST), N);
    assert.deepEqual([...new Set(errors)], ["store: expected the bytes that were stored, got others"]);
    again.stop();
  });

  test("shards without keys share their file, which stays until none has it", async () => {
    const set = useSet();
    const options = ["--static", "--error-rate", "0.01", "--shards", "8", "--compact", "1000"];
    set.publish(["a"], ...options);
    host.files = set.files();
    const store = memoryStore();
    const one = await CLIENTS.sharded({ store }).ready();
    await one.hasMany(keys(0, 200));
    await until(() => store.kept.size === 5);
    set.publish(["a", ...keys(0, 2)], ...options);
    host.files = set.files();
    await one.refresh();
    await one.hasMany(keys(0, 200));
    await new Promise((resolve) => setTimeout(resolve, 100));
    one.stop();
    host.instead = (_, response) => (response.destroy(), true);
    const offline = await CLIENTS.sharded({ store }).ready();
    assert.equal([...(await offline.hasMany([...keys(0, 200), "a"]))].filter(Boolean).length >= 3, true);
    offline.stop();
  });

  test("an expired manifest in the store leaves no files", async () => {
    for (const kind of ["plain", "sharded"]) {
      const store = memoryStore();
      host.files = withMembers(days[kind][0], { expires: new Date(Date.now() + 2000).toISOString() });
      const one = await CLIENTS[kind]({ store }).ready();
      for (const key of LIST.slice(0, 100)) await one.has(key);
      await until(() => store.kept.size > 1);
      one.stop();
      await new Promise((resolve) => setTimeout(resolve, 2050));
      host.files = days[kind][2];
      const again = await CLIENTS[kind]({ store }).ready();
      for (const key of keys(100, 200)) await again.has(key);
      const wanted = new Set([...days[kind][2].keys()].map((path) => new URL(path, host.url).href));
      await until(() => JSON.parse(Buffer.from(store.kept.get(host.url).bytes)).sequence === 3);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const left = [...store.kept.keys()].filter((url) => !wanted.has(url));
      assert.deepEqual(left, [], kind);
      again.stop();
    }
  });

  test("fileStore removes what killed processes left, and takes no file for another", async () => {
    const folder = mkdtempSync(join(tmpdir(), "edgebloom-store-"));
    after(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(folder, { recursive: true });
    const name = (i) => join(folder, `${"a".repeat(64)}.0000000${i}-0000-0000-0000-000000000000`);
    for (const i of [1, 2]) writeFileSync(name(i), "x");
    writeFileSync(join(folder, "notes"), "x");
    utimesSync(name(1), 0, 0);
    const store = fileStore(folder);
    const record = { bytes: Uint8Array.of(1), etag: "", lastModified: "", checkedAt: 1, sha256: "" };
    await store.put("https://lists.example/a", record);
    const files = readdirSync(folder);
    assert.equal(files.length, 3);
    assert.ok(files.includes("notes") && files.some((file) => file.includes(".00000002")));
    const [own] = files.filter((file) => /^[0-9a-f]{64}$/.test(file));
    const other = createHash("sha256").update("https://lists.example/b").digest("hex");
    const { copyFileSync } = await import("node:fs");
    copyFileSync(join(folder, own), join(folder, other));
    assert.deepEqual((await store.get("https://lists.example/a")).bytes, record.bytes);
    assert.equal(await store.get("https://lists.example/b"), undefined);
  });
});

test("a key can be changed: clients with both keys, then the new key, then clients with it alone", async () => {
  const [oldKey, newKey] = [await generateSigningKeys(), await generateSigningKeys()];
  const serve = async (sequence, { privateKey }) => {
    const file = BloomFilter.from([`edition-${sequence}`], { errorRate: 1e-6, name: "blocked" }).toBytes();
    host.files = new Map([["manifest.json", Buffer.from(await sign(file, { privateKey, sequence }))]]);
  };
  const store = memoryStore();
  const clientWith = (...keys) =>
    CLIENTS.plain({ open: (bytes) => verify(bytes, { publicKey: keys }), name: "blocked", store });
  await serve(1, oldKey);
  const both = await clientWith(oldKey.publicKey, newKey.publicKey).ready();
  await serve(2, newKey);
  await both.refresh();
  assert.equal(both.has("edition-2"), true);
  both.stop();
  await until(() => store.kept.size === 1);
  const last = await clientWith(newKey.publicKey).ready();
  assert.equal(last.has("edition-2"), true);
  await serve(3, oldKey);
  await assert.rejects(last.refresh(), { code: "wrong_key" });
  last.stop();
});

test("an older signed manifest does not take the place of a newer one in the store, however old that is", async () => {
  const { privateKey, publicKey } = await generateSigningKeys();
  const open = (bytes) => verify(bytes, { publicKey });
  const signedAs = async (sequence) => {
    const text = `${JSON.stringify({ ...manifestOf(days.plain[0]), sequence }, null, 1).slice(0, -2)}\n}\n`;
    return Buffer.from(attach(text, await sign(Buffer.from(text), { privateKey, sequence })));
  };
  const store = memoryStore();
  host.files = new Map(days.plain[0]).set("manifest.json", await signedAs(5));
  const one = await CLIENTS.plain({ open, name: "blocked", store }).ready();
  await until(() => store.kept.has(host.url));
  // Another process has stored a newer one two days ago, and this one has not seen it.
  const newer = { bytes: await signedAs(9), etag: "", lastModified: "", checkedAt: Date.now() - 48 * 3600_000 };
  store.kept.set(host.url, newer);
  host.files.set("manifest.json", await signedAs(6));
  await one.refresh();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(store.kept.get(host.url), newer);
  one.stop();
});
