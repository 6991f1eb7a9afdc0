// LiveFilter with faulty user code and faulty stores: it continues to work, and so does the process.

import assert from "node:assert/strict";
import * as childProcess from "node:child_process";
import { after, before, beforeEach, describe, test } from "node:test";
import { promisify } from "node:util";
import { BloomFilter, FilterFetchError, load } from "edgebloom";
import * as compat from "edgebloom/compat";
import { LiveFilter } from "edgebloom/live";
import { startListServer } from "../helpers/list-server.mjs";
import { FIRST, SECOND, answers, live, memory, server, until, useListServer } from "../helpers/live.mjs";

const execFile = promisify(childProcess.execFile);
const never = () => new Promise(() => {});
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const record = (bytes) => ({ bytes, etag: "", lastModified: "", checkedAt: Date.now() });

useListServer();

describe("stores that hang or are slow", { timeout: 60_000 }, () => {
  /** The milliseconds until a promise settles. */
  async function duration(promise) {
    const start = performance.now();
    await promise;
    return performance.now() - start;
  }

  test("becomes ready as soon as the server answers", async () => {
    for (const store of [
      { get: never, put: never },
      { get: never, put: async () => {} },
      { get: async () => undefined, put: never },
    ]) {
      const one = live({ store });
      assert.ok((await duration(one.ready())) < 5000, "the usual timeout is 30 s");
      assert.deepEqual([answers(one), one.error, one.failures], [[true, false], undefined, 0]);
      server.body = SECOND;
      assert.ok((await duration(one.refresh())) < 5000);
      assert.deepEqual(answers(one), [false, true]);
      one.stop();
      server.renew(FIRST);
    }
  });

  test("refreshIfDue does not wait for the store", async () => {
    const one = live({ store: { get: never, put: never }, refreshEvery: 60_000 });
    const time = await duration(one.refreshIfDue().then((isNew) => assert.equal(isNew, true)));
    assert.ok(time < 5000);
    assert.deepEqual(answers(one), [true, false]);
    one.stop();
  });

  test("waits for a slow store if the server fails", async () => {
    for (const mode of ["failing", "silent"]) {
      server.renew(FIRST);
      server.mode = mode;
      const get = async () => {
        await wait(600);
        return record(SECOND);
      };
      const one = live({ store: { get, put: async () => {} } });
      const time = await duration(one.ready());
      assert.ok(time >= 500 && time < 5000, `${time}`);
      assert.deepEqual(answers(one), [false, true]);
      one.stop();
    }
  });

  test("a late result from the store does not replace a newer filter", async () => {
    let give;
    const get = () => new Promise((resolve) => (give = resolve));
    const store = { get, put: async () => {} };
    server.body = SECOND;
    const one = live({ store });
    await one.ready();
    give(record(FIRST));
    await wait(20);
    assert.deepEqual([answers(one), one.events], [[false, true], ["change 2026-11-21"]]);
  });

  test("if both fail, reports the server's error and reads the store once per request", async () => {
    server.mode = "failing";
    let looks = 0;
    const get = () => {
      looks++;
      return never();
    };
    const one = live({ store: { get, put: never }, timeout: 2000, retryAfter: 60_000 });
    const error = await one.ready().catch((error) => error);
    assert.equal(error.code, "STATUS");
    assert.ok((await duration(one.ready().catch(() => {}))) < 1500);
    assert.deepEqual([looks, one.error, one.failures], [1, error, 1]);
    assert.deepEqual(one.events, ["error STATUS", "error store: expected an answer within 2000 ms, got none"]);
    one.stop();
  });

  test("two parallel requests read the store once", async () => {
    let looks = 0;
    const store = memory();
    store.kept.set(server.url, record(FIRST));
    const get = (url) => {
      looks++;
      return store.get(url);
    };
    const one = live({ store: { ...store, get }, refreshEvery: 60_000 });
    await Promise.all([one.ready(), one.refreshIfDue()]);
    assert.deepEqual([looks, server.requests.length, answers(one)], [1, 0, [true, false]]);
    one.stop();
  });

  test("stop ends the wait for the store", async () => {
    const one = live({ store: { get: never, put: never } });
    const ready = one.ready();
    one.stop();
    assert.ok((await duration(assert.rejects(ready, { name: "TypeError", message: /has been stopped/ }))) < 5000);
    assert.deepEqual([one.events, server.requests.length], [[], 0]);
  });

  test("an idle process exits; one that waits for a filter does not", async () => {
    const code = (fetch) => `
      import { BloomFilter } from "edgebloom";
      import { LiveFilter } from "edgebloom/live";
      const dump = BloomFilter.from(["a"], { errorRate: 0.1 }).toBytes();
      const never = () => new Promise(() => {});
      const store = { get: never, put: never };
      const one = new LiveFilter("http://127.0.0.1:9/", { store, timeout: 20_000, fetch: ${fetch} });
      console.log(await one.ready().then(() => one.has("a"), ({ code }) => code));
    `;
    const run = (fetch, more = "") =>
      execFile(process.execPath, ["--input-type=module", "-e", code(fetch).replace("20_000", more || "20_000")], {
        cwd: new URL(".", import.meta.url),
        timeout: 60_000,
      });
    let stdout;
    const time = await duration(run("async () => new Response(dump)").then((ended) => ({ stdout } = ended)));
    assert.equal(stdout, "true\n");
    assert.ok(time < 15_000, `${time}`);
    assert.equal((await run("async () => new Response('', { status: 500 })", "700")).stdout, "STATUS\n");
  });
});

describe("freeing the current filter", () => {
  test("has no effect; other references still work", async () => {
    const one = live({ load });
    await one.ready();
    const { current } = one;
    current.free();
    current.free();
    current[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    assert.deepEqual([answers(one), current.has("a"), [...one.hasMany(["a"])]], [[true, false], true, [1]]);
    assert.equal(await one.refresh(), false, "what is there is compared with what comes");
    server.body = SECOND;
    assert.equal(await one.refresh(), true);
    assert.notEqual(one.current, current);
    assert.deepEqual([answers(one), current.has("a")], [[false, true], true]);
  });

  test("has no effect for stored, foreign and loaded filters, and in callbacks", async () => {
    const store = memory();
    store.kept.set(server.url, record(FIRST));
    const guava = compat.createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", capacity: 9, errorRate: 1e-6 });
    guava.add("a");
    const own = BloomFilter.from(["a"], { errorRate: 1e-6 });
    for (const options of [
      { store, load },
      { load: compat.load, fetch: async () => new Response(guava.toBytes()) },
      { load: () => own },
      { load, onChange: ({ current }) => current.free() },
    ]) {
      const one = live(options);
      await one.ready();
      one.current.free();
      assert.deepEqual(answers(one), [true, false]);
      one.stop();
    }
    own.free();
    assert.equal(own.has("a"), true, "what it was given it holds");
    const other = BloomFilter.fromBytes(own.toBytes());
    other.free();
    assert.throws(() => other.has("a"), TypeError, "other filters can be freed");
  });
});

describe("callbacks that fail", { timeout: 60_000 }, () => {
  const unhandled = [];
  const note = (error) => unhandled.push(error);
  const EVENTS = ["uncaughtException", "unhandledRejection"];
  const listeners = new Map();
  before(() => {
    for (const event of EVENTS) {
      listeners.set(event, process.listeners(event));
      process.removeAllListeners(event);
      process.on(event, note);
    }
  });
  after(() => {
    for (const event of EVENTS) {
      process.removeAllListeners(event);
      for (const listener of listeners.get(event)) process.on(event, listener);
    }
  });
  beforeEach(() => unhandled.splice(0));
  /** Unhandled rejections are reported only after all microtasks. */
  const noneUnhandled = async () => {
    await wait(20);
    assert.deepEqual(unhandled, []);
  };
  const WAYS = {
    throws: (error) => () => {
      throw error;
    },
    rejects: (error) => async () => {
      throw error;
    },
  };

  for (const [how, failing] of Object.entries(WAYS)) {
    test(`onChange ${how}: the update succeeds, and onError gets the error`, async () => {
      const errors = [];
      const mine = new Error("mine");
      const store = memory();
      const one = live({ store, onChange: failing(mine), onError: (error, whose) => errors.push([error, whose]) });
      await one.ready();
      server.body = SECOND;
      assert.equal(await one.refresh(), true);
      await noneUnhandled();
      assert.deepEqual([answers(one), one.error, one.failures], [[false, true], undefined, 0]);
      assert.deepEqual(Buffer.from(store.kept.get(server.url).bytes), Buffer.from(SECOND), "and is kept");
      assert.deepEqual(errors, [
        [mine, one],
        [mine, one],
      ]);
    });

    test(`onChange ${how} without onError: prints the error`, async (t) => {
      const printed = t.mock.method(console, "error", () => {});
      const mine = new Error("mine");
      const one = live({ onChange: failing(mine), onError: undefined });
      await one.ready();
      await noneUnhandled();
      assert.deepEqual(
        printed.mock.calls.map((call) => call.arguments),
        [["LiveFilter: onChange failed:", mine]],
      );
      assert.deepEqual(answers(one), [true, false]);
    });

    test(`onError ${how}: prints each error once`, async (t) => {
      const printed = t.mock.method(console, "error", () => {});
      const [mine, too] = [new Error("mine"), new Error("mine, too")];
      const one = live({ onChange: failing(mine), onError: failing(too) });
      await one.ready();
      server.mode = "failing";
      await assert.rejects(one.refresh(), { code: "STATUS" });
      await noneUnhandled();
      const once = ["LiveFilter: onError failed:", too];
      assert.deepEqual(
        printed.mock.calls.map((call) => call.arguments),
        [once, once],
      );
      assert.deepEqual([answers(one), one.error.code, one.failures], [[true, false], "STATUS", 1]);
    });

    test(`every other user function ${how}`, async () => {
      const mine = new Error("mine");
      const fails = failing(mine);
      for (const name of ["fetch", "open", "load"]) {
        const one = live({ [name]: fails });
        const error = await one.ready().catch((error) => error);
        // `load` must return a filter. A promise is not one, so its rejection does not matter.
        if (name === "load" && how === "rejects")
          assert.match(error.message, /^load: expected a function that returns a f/);
        else assert.ok(error === mine || error.cause === mine, `${name}: ${error}`);
        assert.equal(one.error, error);
      }
      const one = live({ compareVersions: fails });
      await one.ready();
      server.body = SECOND;
      const error = await one.refresh().catch((error) => error);
      if (how === "throws") assert.equal(error, mine);
      else assert.match(error.message, /^compareVersions: expected a function that returns a number/);
      assert.deepEqual([answers(one), one.failures], [[true, false], 1]);
      server.body = FIRST;

      const withStore = live({ store: { get: fails, put: fails } });
      await withStore.ready();
      await noneUnhandled();
      assert.deepEqual(withStore.events, ["error mine", "change 2026-11-20", "error mine"]);
      const expected =
        how === "throws" ? mine : { name: "TypeError", message: /^load: expected a function that returns/ };
      await assert.rejects(live({ load: fails }).ready(), expected);
      await noneUnhandled();
    });
  }

  test("a body that cannot be cancelled", async () => {
    const { headers } = new Response();
    const reader = (cancel) => ({ cancel, read: never });
    for (const cancel of [WAYS.throws(new Error("no")), WAYS.rejects(new Error("no")), () => undefined]) {
      const fetch = async () => ({
        ok: true,
        status: 200,
        url: "",
        headers,
        body: { locked: false, getReader: () => reader(cancel) },
      });
      const one = live({ fetch, timeout: 50 });
      await assert.rejects(one.ready(), { code: "TIMEOUT" });
      const long = { ...(await fetch()), headers: new Headers({ "content-length": "99999999999" }) };
      await assert.rejects(live({ fetch: async () => long }).ready(), { code: "LIMIT" });
      await noneUnhandled();
    }
  });

  test("the process continues", async () => {
    const code = `
      import { BloomFilter } from "edgebloom";
      import { LiveFilter } from "edgebloom/live";
      const dump = BloomFilter.from(["a"], { errorRate: 0.1 }).toBytes();
      const fetch = async () => new Response(dump);
      for (const onChange of [() => { throw new Error("at once") }, async () => { throw new Error("later") }]) {
        const one = await new LiveFilter("http://127.0.0.1:9/", { fetch, onChange }).ready();
        await new Promise((resolve) => setTimeout(resolve, 20));
        console.log(one.has("a"));
      }
    `;
    const { stdout, stderr } = await execFile(process.execPath, ["--input-type=module", "-e", code], {
      cwd: new URL(".", import.meta.url),
      timeout: 60_000,
    });
    assert.equal(stdout, "true\ntrue\n");
    assert.match(stderr, /LiveFilter: onChange failed: Error: at once[^]*LiveFilter: onChange failed: Error: later/);
  });
});

describe("the causes of errors", { timeout: 60_000 }, () => {
  test("a network error keeps the platform's message and cause", async () => {
    const mine = new Error("mine");
    const one = live({ fetch: () => Promise.reject(mine) });
    const error = await one.ready().catch((error) => error);
    assert.ok(error instanceof FilterFetchError);
    assert.deepEqual([error.code, error.cause], ["NETWORK", mine]);
    assert.equal(error.message, `body: expected a complete response, got Error: mine (${server.url})`);
    assert.equal(one.error.cause, mine);

    const made = live({ fetch: async () => new Response(null, { status: 404 }) });
    const status = await made.ready().catch((error) => error);
    assert.deepEqual(
      [status.code, status.url],
      ["STATUS", server.url],
      "a response that a program made has no address",
    );
    assert.equal(status.message, `status: expected 200 to 299, got 404 (${server.url})`);

    const deadServer = await startListServer();
    await deadServer.stop();
    const nobody = new LiveFilter(deadServer.url, { store: null, refreshEvery: Infinity });
    const refusal = await nobody.ready().catch((error) => error);
    assert.deepEqual([refusal.code, refusal.cause.name], ["NETWORK", "TypeError"]);
    assert.match(refusal.message, /got TypeError: fetch failed: .*ECONNREFUSED.* \(http:/);

    server.mode = "half";
    const broken = await live()
      .ready()
      .catch((error) => error);
    assert.deepEqual([broken.code, broken.cause instanceof Error], ["NETWORK", true]);
  });

  test("a timeout has the error of AbortSignal.timeout", async () => {
    server.mode = "silent";
    let reason;
    const fetch = (url, init) => {
      init.signal.addEventListener("abort", () => ({ reason } = init.signal));
      return globalThis.fetch(url, init);
    };
    const error = await live({ timeout: 100, fetch })
      .ready()
      .catch((error) => error);
    assert.deepEqual([error.code, error.cause.name], ["TIMEOUT", "TimeoutError"]);
    assert.ok(error.cause instanceof DOMException);
    assert.equal(error.message, `body: expected a complete response within 100 ms, got a part of it (${server.url})`);
    await until(() => reason);
    assert.equal(reason, error);
  });
});
