// A filter that is kept up to date from a real server, which goes wrong in every way that servers do.

import assert from "node:assert/strict";
import * as childProcess from "node:child_process";
import { after, before, beforeEach, describe, test } from "node:test";
import { promisify } from "node:util";
import { BloomFilter, CountingBloomFilter, FilterFetchError, FilterFormatError, ScalableBloomFilter } from "edgebloom";
import * as compat from "edgebloom/compat";
import { LiveFilter } from "edgebloom/live";
import { compareVersions, putOffBy, waitAfterFailure, waitAfterSuccess } from "../../pkg/api/live/schedule.js";
import { startListServer } from "./list-server.mjs";

const execFile = promisify(childProcess.execFile);

let server;
before(async () => {
  server = await startListServer();
});
after(() => server?.stop());

const list = (keys, version, more) => BloomFilter.from(keys, { errorRate: 1e-6, version, ...more }).toBytes();
const many = Array.from({ length: 5000 }, (_, i) => `listed-${i}.example`);
const FIRST = list(["a", ...many], "2026-11-20");
const SECOND = list(["b", ...many], "2026-11-21");

beforeEach(() => server.renew(FIRST));

/** One that asks only when it is told to, and tells what happens. */
function live(options) {
  const told = [];
  const one = new LiveFilter(server.url, {
    refreshEvery: Infinity,
    onChange: ({ version }) => told.push(`change ${version}`),
    onError: (error) => told.push(`error ${error.code ?? error.message}`),
    ...options,
  });
  return Object.assign(one, { told });
}

/** Waits for what has to come; its test ends it. */
async function until(condition) {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const answers = (one) => ["a", "b"].map((key) => one.has(key));

/** A store in memory, of which `kept` is everything. */
function memory() {
  const kept = new Map();
  return { kept, get: async (url) => kept.get(url), put: async (url, stored) => void kept.set(url, stored) };
}

describe("what the server does", { timeout: 120_000 }, () => {
  test("the first filter, a 304, a new one", async () => {
    const one = live();
    assert.deepEqual([one.current, one.version, one.age, one.error, one.failures], [undefined, undefined, undefined, undefined, 0]);
    assert.throws(() => one.has("a"), { name: "TypeError", message: /await ready\(\) first/ });
    assert.throws(() => one.hasMany(["a"]), { name: "TypeError" });
    assert.equal(await one.ready(), one);
    assert.deepEqual([answers(one), one.version, one.current.constructor], [[true, false], "2026-11-20", BloomFilter]);
    assert.equal(await one.ready(), one);
    assert.equal(server.asked.length, 1, "it is there");

    const before = one.current;
    assert.equal(await one.refresh(), false);
    assert.deepEqual(server.asked.map(({ status }) => status), [200, 304]);
    assert.equal(server.asked[1].headers["if-none-match"], server.etag);
    assert.equal(one.current, before);

    server.body = SECOND;
    assert.equal(await one.refresh(), true);
    assert.deepEqual([answers(one), [...one.hasMany(["b", "a"])], one.version], [[false, true], [1, 0], "2026-11-21"]);
    assert.equal(before.has("a"), true, "who holds the old one may still ask it");
    assert.deepEqual(one.told, ["change 2026-11-20", "change 2026-11-21"]);
  });

  test("without an ETag: by the date, or by what comes", async () => {
    const one = live();
    server.headers = { etag: "", "last-modified": "Fri, 20 Nov 2026 10:00:00 GMT" };
    await one.ready();
    assert.equal(await one.refresh(), false);
    assert.deepEqual(server.asked.map(({ status }) => status), [200, 304]);
    server.mode = "plain";
    assert.equal(await one.refresh(), false, "the same bytes are no news");
    server.body = Buffer.from(FIRST).toString("base64");
    assert.equal(await one.refresh(), false, "nor is their text");
    server.body = SECOND;
    assert.equal(await one.refresh(), true);
    assert.equal(server.asked.at(-1).headers["if-none-match"], undefined);
    assert.deepEqual(one.told, ["change 2026-11-20", "change 2026-11-21"]);
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
    test(`${mode}: ${code}, and the filter at hand stays`, async () => {
      const one = live(options);
      await one.ready();
      const before = one.current;
      Object.assign(server, { mode, body: SECOND });
      // Whoever asks with the old ETag would get a 304 from a good server.
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
      assert.deepEqual(one.told, ["change 2026-11-20", `error ${code}`, `error ${code}`, "change 2026-11-21"]);
    });

    test(`${mode} from the start: ${code}, and a good answer later`, async () => {
      const one = live({ ...options, retryAfter: 1 });
      Object.assign(server, { mode, body: FIRST });
      await assert.rejects(one.ready(), { code });
      assert.equal(one.current, undefined);
      server.mode = "good";
      while (!one.current) await one.ready().catch((error) => assert.equal(error.code, code));
      assert.deepEqual(answers(one), [true, false]);
    });
  }

  test("an older version is refused, if versions are numbers", async () => {
    const one = live();
    server.body = SECOND;
    await one.ready();
    server.body = FIRST;
    const error = await one.refresh().catch((error) => error);
    assert.ok(error instanceof FilterFetchError);
    assert.deepEqual([error.code, error.field], ["OLDER", "version"]);
    assert.equal(error.message, `version: expected "2026-11-21" or a newer one, found "2026-11-20" (${server.url})`);
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

  test("a chain in which only an earlier stage has changed is another one", async () => {
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

  test("another list is refused, where a name is given, and only there", async () => {
    const one = live({ name: "blocked" });
    server.body = list(["a"], "1", { name: "allowed" });
    await assert.rejects(one.ready(), { name: "RangeError", code: "INCOMPATIBLE", field: "name" });
    const two = live({ name: "blocked" });
    server.body = list(["a"], "1", { name: "blocked" });
    await two.ready();
    server.body = list(["b"], "2", { name: "allowed" });
    await assert.rejects(two.refresh(), { message: 'name: expected "blocked", found "allowed"' });
    assert.deepEqual(answers(two), [true, false]);
    const any = live();
    await any.ready();
    server.body = list(["b"], "2", { name: "blocked" });
    assert.equal(await any.refresh(), true);
  });

  test("another class or layout, and other systems", async () => {
    const one = live();
    await one.ready();
    server.body = CountingBloomFilter.from(["b"], { errorRate: 1e-6 }).toBytes();
    await one.refresh();
    assert.deepEqual([answers(one), one.current.constructor], [[false, true], CountingBloomFilter]);
    server.body = list(["a"], "", { layout: "blocked" });
    await one.refresh();
    assert.deepEqual(answers(one), [true, false]);

    const guava = compat.createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: 10_000, errorRate: 1e-6 });
    guava.addMany(["b", ...many]);
    server.body = guava.toBase64();
    await assert.rejects(one.refresh(), { code: "UNSUPPORTED", field: "scheme" });
    const foreign = live({ load: compat.load });
    await foreign.ready();
    assert.deepEqual(answers(foreign), [false, true]);
  });
});

describe("questions", { timeout: 120_000 }, () => {
  test("several at a time are one", async () => {
    const one = live();
    await Promise.all([one.ready(), one.ready(), one.refresh(), one.refresh()]);
    assert.equal(server.asked.length, 1);
    await Promise.all([one.refresh(), one.refresh()]);
    assert.equal(server.asked.length, 2);
  });

  test("a fetch of one's own has the address, the conditions and a signal", async () => {
    const calls = [];
    const fetch = async (url, init) => {
      calls.push([url, init.headers, init.signal instanceof AbortSignal]);
      return globalThis.fetch(url, { ...init, headers: { ...init.headers, authorization: "Bearer 1" } });
    };
    const one = live({ fetch });
    await one.ready();
    await one.refresh();
    assert.deepEqual(calls, [[server.url, {}, true], [server.url, { "if-none-match": server.etag }, true]]);
    assert.equal(server.asked[1].headers.authorization, "Bearer 1");
    for (const bad of [() => 5, async () => undefined, async () => ({})]) {
      await assert.rejects(live({ fetch: bad }).ready(), { name: "TypeError", message: /^fetch: expected a function that gives a Response/ });
    }
    const broken = () => {
      throw new Error("no");
    };
    await assert.rejects(live({ fetch: broken }).ready(), { code: "NETWORK", message: /found Error: no/ });
    // One that does not heed its signal.
    await assert.rejects(live({ fetch: () => new Promise(() => {}), timeout: 50 }).ready(), { code: "TIMEOUT" });
  });

  test("an answer that comes too late is not taken", async () => {
    let answer;
    const one = live({ timeout: 50, fetch: () => new Promise((resolve) => (answer = resolve)) });
    await assert.rejects(one.ready(), { code: "TIMEOUT" });
    answer(new Response(FIRST));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(one.current, undefined);
  });

  test("a fetch that keeps a clone is not waited for", async () => {
    const clones = [];
    const fetch = async (url, init) => {
      const response = await globalThis.fetch(url, { ...init, headers: {} });
      clones.push(response.clone());
      return response;
    };
    const one = live({ fetch });
    await one.ready();
    assert.equal(await one.refresh(), false);
    server.mode = "garbage";
    await assert.rejects(one.refresh(), { code: "BASE64" });
    server.mode = "missing";
    await assert.rejects(one.refresh(), { code: "STATUS" });
    await Promise.all(clones.map((clone) => clone.arrayBuffer()));
  });

  test("a body that came too slowly is read no further, also by a fetch that does not heed its signal", async () => {
    server.mode = "trickle";
    const closed = server.closed();
    const one = live({ timeout: 300, fetch: (url) => globalThis.fetch(url) });
    await assert.rejects(one.ready(), { code: "TIMEOUT" });
    await closed;
  });

  test("a slow store does not keep the timer from asking", async () => {
    const store = { get: async () => undefined, put: () => new Promise((resolve) => setTimeout(resolve, 1500)) };
    let asked = 0;
    const fetch = async () => new Response(asked++ ? SECOND : FIRST);
    const one = live({ store, fetch, refreshEvery: 1000 });
    const alive = setInterval(() => {}, 1000);
    try {
      await one.ready();
      await until(() => asked >= 4);
    } finally {
      clearInterval(alive);
      one.stop();
    }
    assert.equal(one.version, "2026-11-21");
  });

  test("a clock that is set back puts no question off", async (t) => {
    const now = Date.now;
    const years = 10 * 365 * 86_400_000;
    t.mock.method(Date, "now", () => now() + years);
    const one = live({ refreshEvery: 60_000, retryAfter: 60_000 });
    await one.ready();
    assert.equal(await one.refreshIfDue(), false);
    t.mock.restoreAll();
    server.body = SECOND;
    assert.equal(await one.refreshIfDue(), true);
    assert.equal(await one.refreshIfDue(), false);
    assert.ok(one.age < 60_000);
    one.stop();
  });

  test("stop is no failure", async () => {
    const one = live();
    await one.ready();
    server.mode = "silent";
    const refreshing = one.refresh();
    one.stop();
    await assert.rejects(refreshing, { name: "TypeError" });
    assert.deepEqual([one.error, one.failures, one.told], [undefined, 0, ["change 2026-11-20"]]);
  });

  test("a load that gives no filter", async () => {
    for (const load of [() => 5, async () => BloomFilter.fromBytes(FIRST)]) {
      await assert.rejects(live({ load }).ready(), { name: "TypeError", message: /^load: expected a function that gives a filter/ });
    }
  });

  test("refreshIfDue asks when it is time, and never throws", async () => {
    const one = live({ refreshEvery: 60_000 });
    assert.equal(await one.refreshIfDue(), true);
    assert.equal(await one.refreshIfDue(), false);
    assert.equal(server.asked.length, 1);
    server.mode = "failing";
    await one.refresh().catch(() => {});
    assert.equal(await one.refreshIfDue(), false, "a wait after a failure");
    assert.equal(server.asked.length, 2);
    const two = live({ refreshEvery: 60_000 });
    assert.equal(await two.refreshIfDue(), false);
    assert.equal(two.error.code, "STATUS");
    one.stop();
    two.stop();
  });

  test("after a failure, ready waits until it is time", async () => {
    const one = live({ retryAfter: 60_000 });
    server.mode = "failing";
    const error = await one.ready().catch((error) => error);
    assert.equal(await one.ready().catch((error) => error), error);
    assert.equal(server.asked.length, 1);
    server.mode = "good";
    assert.equal(await one.refresh(), true, "refresh asks at once");
  });

  test("a timer asks: for new ones, and again after failures", async () => {
    const changes = [];
    let changed;
    const next = () => new Promise((resolve) => (changed = resolve));
    const first = next();
    server.mode = "failing";
    const one = new LiveFilter(server.url, {
      refreshEvery: 1000,
      retryAfter: 5,
      onChange: ({ version }) => {
        changes.push(version);
        changed();
      },
      onError: (error) => {
        assert.equal(error.code, "STATUS");
        if (one.failures === 3) server.mode = "good";
      },
    });
    await assert.rejects(one.ready(), { code: "STATUS" });
    // A timer does not keep the process; this does.
    const alive = setInterval(() => {}, 1000);
    try {
      await first;
      server.body = SECOND;
      await next();
    } finally {
      clearInterval(alive);
      one.stop();
    }
    assert.deepEqual(changes, ["2026-11-20", "2026-11-21"]);
    assert.ok(server.asked.filter(({ status }) => status === 500).length >= 3);
  });

  test("a process that has nothing else to do ends", async () => {
    const code = `
      import { BloomFilter } from "edgebloom";
      import { LiveFilter } from "edgebloom/live";
      const dump = BloomFilter.from(["a"], { errorRate: 0.1 }).toBytes();
      const one = new LiveFilter("http://127.0.0.1:9/", { fetch: async () => new Response(dump) });
      await one.ready();
      console.log(one.has("a"));
    `;
    const { stdout } = await execFile(process.execPath, ["--input-type=module", "-e", code], {
      cwd: new URL(".", import.meta.url), timeout: 60_000,
    });
    assert.equal(stdout, "true\n");
  });

  test("stop: what is under way is given up, and nothing more is asked", async () => {
    const one = live({ refreshEvery: 1000 });
    await one.ready();
    server.mode = "silent";
    const refreshing = one.refresh();
    await until(() => server.asked.length === 2);
    one.stop();
    one.stop();
    await assert.rejects(refreshing, { name: "TypeError", message: /not stopped/ });
    await assert.rejects(one.refresh(), { name: "TypeError", message: /not stopped/ });
    assert.equal(await one.refreshIfDue(), false);
    assert.deepEqual(answers(one), [true, false]);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    assert.equal(server.asked.length, 2);
    const never = live();
    never[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    await assert.rejects(never.ready(), { name: "TypeError" });
  });

  test("a callback that throws is its owner's matter", async () => {
    const thrown = [];
    const listeners = process.listeners("uncaughtException");
    process.removeAllListeners("uncaughtException");
    process.on("uncaughtException", (error) => thrown.push(error.message));
    try {
      const one = live({ onChange: () => { throw new Error("mine"); } });
      await one.ready();
      await new Promise((resolve) => setTimeout(resolve));
      assert.deepEqual([thrown, answers(one)], [["mine"], [true, false]]);
    } finally {
      process.removeAllListeners("uncaughtException");
      for (const listener of listeners) process.on("uncaughtException", listener);
    }
  });
});

describe("what is kept", { timeout: 120_000 }, () => {
  test("the next start does not wait for the network", async () => {
    const store = memory();
    const one = live({ store });
    await one.ready();
    await one.refresh();
    assert.deepEqual([...store.kept.keys()], [server.url]);
    const { dump, etag, checkedAt } = store.kept.get(server.url);
    assert.deepEqual([Buffer.from(dump), etag], [Buffer.from(FIRST), server.etag]);
    assert.ok(Math.abs(Date.now() - checkedAt) < 60_000);

    server.mode = "failing";
    const two = live({ store });
    await two.ready();
    assert.deepEqual([answers(two), two.version, server.asked.length], [[true, false], "2026-11-20", 2]);
    assert.ok(two.age >= 0 && two.age < 60_000);
    server.mode = "good";
    assert.equal(await two.refresh(), false);
    assert.equal(server.asked.at(-1).status, 304, "with the ETag that was kept");
    server.body = SECOND;
    assert.equal(await two.refresh(), true);
    assert.deepEqual(Buffer.from(store.kept.get(server.url).dump), Buffer.from(SECOND));
    server.body = FIRST;
    await assert.rejects(two.refresh(), { code: "OLDER" });
    assert.deepEqual(Buffer.from(store.kept.get(server.url).dump), Buffer.from(SECOND), "what was refused is not kept");
  });

  test("one that is due is asked for in the background", async () => {
    const store = memory();
    store.kept.set(server.url, { dump: FIRST, etag: "", lastModified: "", checkedAt: Date.now() - 3_600_000 });
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

  test("it is looked at before the server, whoever asks first, and after a failure, too", async () => {
    const store = memory();
    store.kept.set(server.url, { dump: FIRST, etag: server.etag, lastModified: "", checkedAt: Date.now() });
    const one = live({ store, refreshEvery: 60_000 });
    assert.equal(await one.refreshIfDue(), false);
    assert.deepEqual([answers(one), server.asked.length], [[true, false], 0]);
    one.stop();
    server.mode = "failing";
    const two = live({ store, retryAfter: 60_000 });
    await assert.rejects(two.refresh(), { code: "STATUS" });
    await two.ready();
    assert.deepEqual([answers(two), two.failures], [[true, false], 1]);
  });

  test("a new ETag of the same bytes is kept, and no more of a buffer than the dump", async () => {
    const store = memory();
    const one = live({ store });
    server.body = list(Array.from({ length: 60_000 }, (_, i) => `${i}`), "1");
    await one.ready();
    assert.equal(store.kept.get(server.url).dump.buffer.byteLength, server.body.length);
    server.headers = { etag: '"other"' };
    assert.equal(await one.refresh(), false);
    assert.equal(store.kept.get(server.url).etag, '"other"');
  });

  test("whatever it has become: the server is asked", async () => {
    const broken = FIRST.slice();
    broken[broken.length >> 1] ^= 1;
    const kept = [
      { dump: broken, etag: server.etag, lastModified: "", checkedAt: Date.now() },
      { dump: FIRST.slice(0, 90), etag: server.etag, checkedAt: Date.now() },
      { dump: list(["b"], "9999", { name: "other" }), etag: "", checkedAt: NaN },
      {}, 5, null, "text", { dump: null }, { dump: 5 }, { dump: FIRST.slice(), etag: "a\nb", lastModified: "\u4e00", checkedAt: 0 },
    ];
    for (const stored of kept) {
      const one = live({ store: { get: async () => stored, put: async () => {} }, name: "" });
      await one.ready();
      await one.refresh();
      assert.deepEqual([answers(one), one.error], [[true, false], undefined], JSON.stringify(stored)?.slice(0, 50));
    }
    const odd = live({ store: { get: async () => ({ dump: FIRST, etag: 5, lastModified: {}, checkedAt: "soon" }), put: async () => {} } });
    await odd.ready();
    assert.equal(await odd.refresh(), false);
    assert.deepEqual(answers(odd), [true, false]);
  });

  test("a store that fails, or never answers, is told of and done without", async () => {
    const no = () => {
      throw new Error("full");
    };
    const never = () => new Promise(() => {});
    for (const [store, told] of [
      [{ get: no, put: no }, ["error full", "change 2026-11-20", "error full"]],
      [{ get: async () => no(), put: async () => no() }, ["error full", "change 2026-11-20", "error full"]],
      [{ get: never, put: never }, [
        "error store: expected an answer within 100 ms, found none", "change 2026-11-20",
        "error store: expected to keep the filter within 100 ms, found that it does not",
      ]],
    ]) {
      const fetch = async () => new Response(FIRST);
      const one = live({ store, fetch, timeout: 100 });
      await one.ready();
      await until(() => one.told.length === told.length);
      assert.deepEqual([answers(one), one.told, one.error], [[true, false], told, undefined]);
    }
  });
});

test("wrong arguments", () => {
  for (const bad of [undefined, null, 5, {}]) assert.throws(() => new LiveFilter(bad), { name: "TypeError", message: /^url: expected/ });
  for (const bad of ["", "/relative", "ftp://a.example/", "data:,a", "http://"]) {
    assert.throws(() => new LiveFilter(bad), { name: "RangeError", message: /^url: expected an address of http or https/ });
  }
  assert.equal(new LiveFilter(new URL("https://a.example/b#c")).current, undefined);
  for (const [field, types, values] of [
    ["refreshEvery", ["5", null], [0, 999, -1, NaN, -Infinity, 1000.5]],
    ["retryAfter", ["5", null], [0, -1, NaN, Infinity]],
    ["timeout", ["5", null], [0, 2 ** 31, Infinity]],
    ["limit", ["5", null], [0, 1.5]],
    ["name", [5, null], []],
    ["store", [5, {}, { get() {} }, "cache"], []],
    ...["fetch", "load", "compareVersions", "onChange", "onError"].map((name) => [name, [5, null, {}], []]),
  ]) {
    const refused = (name) => ({ name, message: new RegExp(`^${field}: expected`) });
    for (const value of types) assert.throws(() => new LiveFilter(server.url, { [field]: value }), refused("TypeError"));
    for (const value of values) assert.throws(() => new LiveFilter(server.url, { [field]: value }), refused("RangeError"));
  }
});

test("waits: twice as long each time, no longer than the interval or an hour, not before the server says", () => {
  const wait = (failures, putOff = 0, chance = 1, usual = 900_000) => waitAfterFailure(failures, 1000, usual, putOff, chance);
  assert.deepEqual([1, 2, 3, 10, 11, 5000].map((failures) => wait(failures)), [1000, 2000, 4000, 512_000, 900_000, 900_000]);
  assert.equal(wait(3, 0, 0), 2000);
  assert.equal(wait(50, 0, 1, Infinity), 3_600_000);
  assert.equal(waitAfterFailure(1, 60_000, 1000, 0, 1), 60_000);
  assert.deepEqual([wait(1, 5000, 0), wait(1, 5000, 1), wait(1, 1e12, 0)], [5000, 5500, 86_400_000]);
  assert.deepEqual([0, 0.5, 1].map((chance) => waitAfterSuccess(1000, chance)), [900, 1000, 1100]);
  const now = Date.parse("2026-11-21T10:00:00Z");
  const headers = [null, "", "0", "120", "Sat, 21 Nov 2026 10:01:00 GMT", "Sat, 21 Nov 2026 09:00:00 GMT", "soon"];
  assert.deepEqual(headers.map((header) => putOffBy(header, now)), [0, 0, 0, 120_000, 60_000, 0, 0]);
});

test("Retry-After is heeded", async () => {
  let asked = 0;
  const fetch = async () => {
    asked++;
    return new Response("later", { status: 503, headers: { "retry-after": "7200" } });
  };
  const one = live({ retryAfter: 1, fetch });
  await assert.rejects(one.ready(), { code: "STATUS" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await assert.rejects(one.ready(), { code: "STATUS" });
  assert.equal(asked, 1);
  // It is kept to, too, where a kept filter would be due.
  const store = memory();
  store.kept.set(server.url, { dump: FIRST, etag: "", lastModified: "", checkedAt: 0 });
  const two = live({ retryAfter: 1, refreshEvery: 1000, fetch, store });
  await assert.rejects(two.refresh(), { code: "STATUS" });
  await two.ready();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([answers(two), asked], [[true, false], 2]);
  two.stop();
});

test("versions: by their numbers, if they are made of such", () => {
  const rising = [
    ["7", "12"], ["1.9", "1.10"], ["v1.9.9", "v2"], ["2026-11-20", "2026-11-21"], ["2026-11-21", "2026-11-21T09:30:00Z"],
    ["2026-11-21 09:30", "2026-11-21 10:00"], ["20261121", "99999999999999999999"],
  ];
  for (const [a, b] of rising) {
    assert.ok(compareVersions(a, b) < 0, `${a} ${b}`);
    assert.ok(compareVersions(b, a) > 0);
    assert.equal(compareVersions(a, a), 0);
  }
  for (const [a, b] of [["30.11.2026", "01.12.2026"], ["1/12/2026", "30/11/2026"], ["monday", "tuesday"], ["", "1"], ["1", ""], ["1.0-beta", "2"], ["1", "2 or so"], ["1.0", "1"]]) {
    assert.equal(compareVersions(a, b), 0, `${a} ${b}`);
    assert.equal(compareVersions(b, a), 0);
  }
});
