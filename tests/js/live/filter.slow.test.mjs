// LiveFilter with an HTTP server that fails in many ways.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FilterFetchError, FilterFormatError, ScalableBloomFilter } from "edgebloom";
import * as compat from "edgebloom/compat";
import { LiveFilter } from "edgebloom/live";
import { FilterReader } from "edgebloom/reader";
import { FIRST, SECOND, answers, list, live, many, memory, server, until, useListServer } from "../helpers/live.mjs";

useListServer();

describe("server responses", { timeout: 120_000 }, () => {
  test("handles the first filter, a 304 and a new filter", async () => {
    const one = live();
    assert.deepEqual(
      [one.current, one.version, one.age, one.error, one.failures],
      [undefined, undefined, undefined, undefined, 0],
    );
    assert.throws(() => one.has("a"), { name: "TypeError", message: /await ready\(\) first/ });
    assert.throws(() => one.hasMany(["a"]), { name: "TypeError" });
    assert.equal(await one.ready(), one);
    assert.deepEqual([answers(one), one.version, one.current.constructor], [[true, false], "2026-11-20", FilterReader]);
    assert.equal(await one.ready(), one);
    assert.equal(server.requests.length, 1, "no second request");

    const before = one.current;
    assert.equal(await one.refresh(), false);
    assert.deepEqual(
      server.requests.map(({ status }) => status),
      [200, 304],
    );
    assert.equal(server.requests[1].headers["if-none-match"], server.etag);
    assert.equal(one.current, before);

    server.body = SECOND;
    assert.equal(await one.refresh(), true);
    assert.deepEqual([answers(one), [...one.hasMany(["b", "a"])], one.version], [[false, true], [1, 0], "2026-11-21"]);
    assert.equal(before.has("a"), true, "the old filter still answers");
    assert.deepEqual(one.events, ["change 2026-11-20", "change 2026-11-21"]);
  });

  test("without an ETag it compares dates, then contents", async () => {
    const one = live();
    server.headers = { etag: "", "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" };
    await one.ready();
    assert.equal(await one.refresh(), false);
    assert.deepEqual(
      server.requests.map(({ status }) => status),
      [200, 304],
    );
    server.mode = "plain";
    assert.equal(await one.refresh(), false, "the same bytes are no news");
    server.body = Buffer.from(FIRST).toString("base64");
    assert.equal(await one.refresh(), false, "nor is their text");
    server.body = SECOND;
    assert.equal(await one.refresh(), true);
    assert.equal(server.requests.at(-1).headers["if-none-match"], undefined);
    assert.deepEqual(one.events, ["change 2026-11-20", "change 2026-11-21"]);
  });

  const REFUSED = [
    ["failing", FilterFetchError, "STATUS"],
    ["missing", FilterFetchError, "STATUS"],
    ["garbage", FilterFormatError, "BASE64"],
    ["half", FilterFetchError, "NETWORK"],
    ["cut", FilterFormatError, "TRUNCATED"],
    ["endless", FilterFetchError, "LIMIT", { limit: 100_000 }],
    ["boasting", FilterFetchError, "LIMIT"],
    ["trickle", FilterFetchError, "TIMEOUT", { timeout: 2000 }],
    ["silent", FilterFetchError, "TIMEOUT", { timeout: 2000 }],
  ];
  for (const [mode, Kind, code, options] of REFUSED) {
    test(`${mode}: reports ${code} and keeps the filter`, async () => {
      const one = live(options);
      await one.ready();
      const before = one.current;
      Object.assign(server, { mode, body: SECOND });
      // With the old ETag the server would answer 304.
      const error = await one.refresh().catch((error) => error);
      assert.ok(error instanceof Kind, `${error}`);
      assert.equal(error.code, code);
      assert.equal(one.current, before);
      assert.deepEqual([answers(one), one.version, one.error, one.failures], [[true, false], "2026-11-20", error, 1]);
      await assert.rejects(one.refresh(), { code });
      assert.equal(one.failures, 2);
      server.mode = "good";
      assert.equal(await one.refresh(), true);
      assert.deepEqual([answers(one), one.error, one.failures], [[false, true], undefined, 0]);
      assert.deepEqual(one.events, ["change 2026-11-20", `error ${code}`, `error ${code}`, "change 2026-11-21"]);
    });

    test(`${mode} from the start: reports ${code}, and recovers later`, async () => {
      const one = live({ ...options, retryAfter: 1 });
      Object.assign(server, { mode, body: FIRST });
      await assert.rejects(one.ready(), { code });
      assert.equal(one.current, undefined);
      server.mode = "good";
      while (!one.current) await one.ready().catch((error) => assert.equal(error.code, code));
      assert.deepEqual(answers(one), [true, false]);
    });
  }

  test("rejects an older version if versions are numbers", async () => {
    const one = live();
    server.body = SECOND;
    await one.ready();
    server.body = FIRST;
    const error = await one.refresh().catch((error) => error);
    assert.ok(error instanceof FilterFetchError);
    assert.deepEqual([error.code, error.field], ["OLDER", "version"]);
    assert.equal(error.message, `version: expected "2026-11-21" or a newer one, got "2026-11-20" (${server.url})`);
    assert.deepEqual([answers(one), one.version], [[false, true], "2026-11-21"]);
    server.body = list(["c"], "2026-11-21");
    assert.equal(await one.refresh(), true, "the same version with other keys is none");

    const rolling = live({ compareVersions: () => 0 });
    server.body = SECOND;
    await rolling.ready();
    server.body = FIRST;
    assert.equal(await rolling.refresh(), true);
    const monday = live();
    server.body = list(["a"], "tuesday");
    await monday.ready();
    server.body = list(["b"], "monday");
    assert.equal(await monday.refresh(), true);
  });

  test("detects a change in any sub-filter", async () => {
    const chain = (keys) => {
      const filter = new ScalableBloomFilter({ capacity: 100, errorRate: 1e-6 });
      filter.addMany(keys);
      return filter.toBytes();
    };
    const keys = many.slice(0, 500);
    const one = live();
    server.body = chain(keys);
    await one.ready();
    assert.equal(await one.refresh(), false);
    server.body = chain(keys.with(5, "another"));
    assert.equal(await one.refresh(), true);
    assert.deepEqual([one.has("another"), one.has(keys[5])], [true, false]);
    server.mode = "plain";
    assert.equal(await one.refresh(), false);
  });

  test("rejects another list only if a name is given", async () => {
    const one = live({ name: "blocked" });
    server.body = list(["a"], "1", { name: "allowed" });
    await assert.rejects(one.ready(), { name: "RangeError", code: "INCOMPATIBLE", field: "name" });
    const two = live({ name: "blocked" });
    server.body = list(["a"], "1", { name: "blocked" });
    await two.ready();
    server.body = list(["b"], "2", { name: "allowed" });
    await assert.rejects(two.refresh(), { message: 'name: expected "blocked", got "allowed"' });
    assert.deepEqual(answers(two), [true, false]);
    const any = live();
    await any.ready();
    server.body = list(["b"], "2", { name: "blocked" });
    assert.equal(await any.refresh(), true);
  });

  test("accepts another layout and filters of other systems", async () => {
    const one = live();
    await one.ready();
    server.body = list(["b"], "", { layout: "blocked" });
    await one.refresh();
    assert.deepEqual([answers(one), one.current.constructor], [[false, true], FilterReader]);

    const guava = compat.createFilter({
      scheme: "guava-mitz64",
      funnel: "string_utf8",
      capacity: 10_000,
      errorRate: 1e-6,
    });
    guava.addMany(["b", ...many]);
    server.body = guava.toBase64();
    await assert.rejects(one.refresh(), { code: "WRONG_CLASS" });
    const foreign = live({ load: compat.load });
    await foreign.ready();
    assert.deepEqual(answers(foreign), [false, true]);
  });
});

describe("the store", { timeout: 120_000 }, () => {
  test("the next start does not wait for the network", async () => {
    const store = memory();
    const one = live({ store });
    await one.ready();
    await one.refresh();
    assert.deepEqual([...store.kept.keys()], [server.url]);
    const { bytes: dump, etag, checkedAt } = store.kept.get(server.url);
    assert.deepEqual([Buffer.from(dump), etag], [Buffer.from(FIRST), server.etag]);
    assert.ok(Math.abs(Date.now() - checkedAt) < 60_000);

    server.mode = "failing";
    const two = live({ store });
    await two.ready();
    assert.deepEqual([answers(two), two.version, server.requests.length], [[true, false], "2026-11-20", 2]);
    assert.ok(two.age >= 0 && two.age < 60_000);
    server.mode = "good";
    assert.equal(await two.refresh(), false);
    assert.equal(server.requests.at(-1).status, 304, "with the stored ETag");
    server.body = SECOND;
    assert.equal(await two.refresh(), true);
    assert.deepEqual(Buffer.from(store.kept.get(server.url).bytes), Buffer.from(SECOND));
    server.body = FIRST;
    await assert.rejects(two.refresh(), { code: "OLDER" });
    assert.deepEqual(
      Buffer.from(store.kept.get(server.url).bytes),
      Buffer.from(SECOND),
      "a rejected file is not stored",
    );
  });

  test("refreshes an old filter in the background", async () => {
    const store = memory();
    store.kept.set(server.url, { bytes: FIRST, etag: "", lastModified: "", checkedAt: Date.now() - 3_600_000 });
    server.body = SECOND;
    let changed;
    const second = new Promise((resolve) => (changed = resolve));
    const one = live({ store, refreshEvery: 60_000, onChange: ({ version }) => version === "2026-11-21" && changed() });
    await one.ready();
    assert.deepEqual([answers(one), one.age >= 3_600_000], [[true, false], true]);
    const alive = setInterval(() => {}, 1000);
    try {
      await second;
    } finally {
      clearInterval(alive);
      one.stop();
    }
    assert.deepEqual([answers(one), one.age < 60_000], [[false, true], true]);
  });

  test("reads the store before the server, also after a failure", async () => {
    const store = memory();
    store.kept.set(server.url, { bytes: FIRST, etag: server.etag, lastModified: "", checkedAt: Date.now() });
    const one = live({ store, refreshEvery: 60_000 });
    assert.equal(await one.refreshIfDue(), false);
    assert.deepEqual([answers(one), server.requests.length], [[true, false], 0]);
    one.stop();
    server.mode = "failing";
    const two = live({ store, retryAfter: 60_000 });
    await assert.rejects(two.refresh(), { code: "STATUS" });
    await two.ready();
    assert.deepEqual([answers(two), two.failures], [[true, false], 1]);
  });

  test("stores a new ETag for the same bytes, and only the file's bytes", async () => {
    const store = memory();
    const one = live({ store });
    server.body = list(
      Array.from({ length: 60_000 }, (_, i) => `${i}`),
      "1",
    );
    await one.ready();
    assert.equal(store.kept.get(server.url).bytes.buffer.byteLength, server.body.length);
    server.headers = { etag: '"other"' };
    assert.equal(await one.refresh(), false);
    assert.equal(store.kept.get(server.url).etag, '"other"');
  });

  test("falls back to the server if the stored data is damaged", async () => {
    const broken = FIRST.slice();
    broken[broken.length >> 1] ^= 1;
    const records = [
      { bytes: broken, etag: server.etag, lastModified: "", checkedAt: Date.now() },
      { bytes: FIRST.slice(0, 90), etag: server.etag, checkedAt: Date.now() },
      { bytes: list(["b"], "9999", { name: "other" }), etag: "", checkedAt: NaN },
      {},
      5,
      null,
      "text",
      { bytes: null },
      { bytes: 5 },
      { bytes: 2 ** 40 },
      { bytes: { length: 2 ** 40 } },
      { bytes: FIRST.slice(), etag: "a\nb", lastModified: "\u4e00", checkedAt: 0 },
    ];
    for (const stored of records) {
      const one = live({ store: { get: async () => stored, put: async () => {} }, name: "" });
      await one.ready();
      await one.refresh();
      assert.deepEqual([answers(one), one.error], [[true, false], undefined], JSON.stringify(stored)?.slice(0, 50));
    }
    const odd = live({
      store: { get: async () => ({ bytes: FIRST, etag: 5, lastModified: {}, checkedAt: "soon" }), put: async () => {} },
    });
    await odd.ready();
    assert.equal(await odd.refresh(), false);
    assert.deepEqual(answers(odd), [true, false]);
  });

  test("reports a store that fails or hangs and continues without it", async () => {
    const no = () => {
      throw new Error("full");
    };
    const never = () => new Promise(() => {});
    for (const [store, told] of [
      [{ get: no, put: no }, ["error full", "change 2026-11-20", "error full"]],
      [{ get: async () => no(), put: async () => no() }, ["error full", "change 2026-11-20", "error full"]],
      [
        { get: never, put: never },
        [
          "change 2026-11-20",
          "error store: expected an answer within 2000 ms, got none",
          "error store: expected to store the filter within 2000 ms, got no answer",
        ],
      ],
    ]) {
      const fetch = async () => new Response(FIRST);
      const one = live({ store, fetch, timeout: 2000 });
      await one.ready();
      await until(() => one.events.length === told.length);
      assert.deepEqual([answers(one), one.events, one.error], [[true, false], told, undefined]);
    }
  });
});

test("wrong arguments", () => {
  for (const bad of [undefined, null, 5, {}])
    assert.throws(() => new LiveFilter(bad), { name: "TypeError", message: /^url: expected/ });
  for (const bad of ["", "/relative", "ftp://a.example/", "data:,a", "http://"]) {
    assert.throws(() => new LiveFilter(bad), {
      name: "RangeError",
      message: /^url: expected an http or https address/,
    });
  }
  assert.equal(new LiveFilter(new URL("https://a.example/b#c")).current, undefined);
  for (const [field, types, values] of [
    ["refreshEvery", ["5", null], [0, 999, -1, NaN, -Infinity, 1000.5]],
    ["retryAfter", ["5", null], [0, -1, NaN, Infinity]],
    ["timeout", ["5", null], [0, 2 ** 31, Infinity]],
    ["limit", ["5", null], [0, 1.5]],
    ["name", [5, null], []],
    ["store", [5, 0, "", false, {}, { get() {} }, { put() {} }, "cache"], []],
    ...["fetch", "load", "open", "compareVersions", "onChange", "onError"].map((name) => [name, [5, null, {}], []]),
  ]) {
    const expected = (name) => ({ name, message: new RegExp(`^${field}: expected`) });
    for (const value of types)
      assert.throws(() => new LiveFilter(server.url, { [field]: value }), expected("TypeError"));
    for (const value of values)
      assert.throws(() => new LiveFilter(server.url, { [field]: value }), expected("RangeError"));
  }
});

const KNOWN =
  "refreshEvery, retryAfter, timeout, limit, redirect, whenExpired, name, keys, invalid, store, fetch, load, open, compareVersions, onChange, onError";
const NO_OPTIONS = [
  [null, "null"],
  [5, "5"],
  ["refreshEvery", '"refreshEvery"'],
  [true, "true"],
];

test("names misspelt options and rejects values that are not options", () => {
  for (const name of ["intervall", "refreshevery", "Store", "onchange"]) {
    assert.throws(() => new LiveFilter(server.url, { [name]: 5 }), {
      name: "TypeError",
      message: `options: expected only ${KNOWN}, got "${name}"`,
    });
  }
  for (const [bad, found] of NO_OPTIONS) {
    const expected = { name: "TypeError", message: `options: expected an object, got ${found}` };
    assert.throws(() => new LiveFilter(server.url, bad), expected);
  }
  assert.equal(new LiveFilter(server.url, undefined).current, undefined);
});

test("a rejected constructor starts nothing", async (t) => {
  const calls = [];
  const note = (name) => () => void calls.push(name);
  t.mock.method(globalThis, "setTimeout", note("setTimeout"));
  t.mock.method(globalThis, "setInterval", note("setInterval"));
  t.mock.method(globalThis, "fetch", note("global fetch"));
  const good = {
    refreshEvery: 1000,
    store: { get: note("get"), put: note("put") },
    fetch: note("fetch"),
    load: note("load"),
    open: note("open"),
    compareVersions: note("compareVersions"),
    onChange: note("onChange"),
    onError: note("onError"),
  };
  const wrong = [
    ["refreshEvery", 5],
    ["retryAfter", 0],
    ["timeout", Infinity],
    ["limit", 0],
    ["name", 5],
    ...["store", "fetch", "load", "open", "compareVersions", "onChange", "onError"].map((name) => [name, "no"]),
    ["intervall", 5],
  ];
  for (const [name, value] of wrong) assert.throws(() => new LiveFilter(server.url, { ...good, [name]: value }));
  assert.throws(() => new LiveFilter("ftp://lists.example/a", good));
  for (const [options] of NO_OPTIONS) assert.throws(() => new LiveFilter(server.url, options));
  new LiveFilter(server.url, good);
  await Promise.resolve();
  assert.deepEqual(calls, []);
});
