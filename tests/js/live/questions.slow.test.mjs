// When and how a LiveFilter fetches.

import assert from "node:assert/strict";
import * as childProcess from "node:child_process";
import { describe, test } from "node:test";
import { promisify } from "node:util";
import { BloomFilter } from "edgebloom";
import { LiveFilter } from "edgebloom/live";
import { waitAfterFailure, waitAfterSuccess } from "../../../pkg/api/live/poller.js";
import { parseRetryAfter } from "../../../pkg/api/live/request.js";
import { compareVersions } from "../../../pkg/api/live/versions.js";
import { FIRST, SECOND, answers, live, memory, server, until, useListServer } from "../helpers/live.mjs";

const execFile = promisify(childProcess.execFile);

useListServer();

describe("fetches", { timeout: 120_000 }, () => {
  test("parallel calls share one fetch", async () => {
    const one = live();
    await Promise.all([one.ready(), one.ready(), one.refresh(), one.refresh()]);
    assert.equal(server.requests.length, 1);
    await Promise.all([one.refresh(), one.refresh()]);
    assert.equal(server.requests.length, 2);
  });

  test("a custom fetch gets the URL, the conditions and a signal", async () => {
    const calls = [];
    const fetch = async (url, init) => {
      calls.push([url, init.headers, init.signal instanceof AbortSignal]);
      return globalThis.fetch(url, { ...init, headers: { ...init.headers, authorization: "Bearer 1" } });
    };
    const one = live({ fetch });
    await one.ready();
    await one.refresh();
    assert.deepEqual(calls, [
      [server.url, {}, true],
      [server.url, { "if-none-match": server.etag }, true],
    ]);
    assert.equal(server.requests[1].headers.authorization, "Bearer 1");
    for (const bad of [() => 5, async () => undefined, async () => ({})]) {
      await assert.rejects(live({ fetch: bad }).ready(), {
        name: "TypeError",
        message: /^fetch: expected a function that returns a Response/,
      });
    }
    const broken = () => {
      throw new Error("no");
    };
    await assert.rejects(live({ fetch: broken }).ready(), { code: "NETWORK", message: /got Error: no/ });
    // A fetch that ignores its signal.
    await assert.rejects(live({ fetch: () => new Promise(() => {}), timeout: 50 }).ready(), { code: "TIMEOUT" });
  });

  test("ignores an answer after the timeout", async () => {
    let answer;
    const one = live({ timeout: 50, fetch: () => new Promise((resolve) => (answer = resolve)) });
    await assert.rejects(one.ready(), { code: "TIMEOUT" });
    answer(new Response(FIRST));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(one.current, undefined);
  });

  test("does not wait for a fetch that keeps a clone", async () => {
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
    // An update that fails aborts its fetches, and with them the clones.
    await Promise.allSettled(clones.map((clone) => clone.arrayBuffer()));
  });

  test("stops reading a slow body, even if fetch ignores the signal", async () => {
    server.mode = "trickle";
    const closed = server.closed();
    const one = live({ timeout: 2000, fetch: (url) => globalThis.fetch(url) });
    await assert.rejects(one.ready(), { code: "TIMEOUT" });
    await closed;
  });

  test("a slow store does not delay the timer", async () => {
    const store = { get: async () => undefined, put: () => new Promise((resolve) => setTimeout(resolve, 1500)) };
    let calls = 0;
    const fetch = async () => new Response(calls++ ? SECOND : FIRST);
    const one = live({ store, fetch, refreshEvery: 1000 });
    const alive = setInterval(() => {}, 1000);
    try {
      await one.ready();
      await until(() => calls >= 4);
    } finally {
      clearInterval(alive);
      one.stop();
    }
    assert.equal(one.version, "2026-11-21");
  });

  test("a clock set back delays no fetch", async (t) => {
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

  test("stop does not count as a failure", async () => {
    const one = live();
    await one.ready();
    server.mode = "silent";
    const refreshing = one.refresh();
    one.stop();
    await assert.rejects(refreshing, { name: "TypeError" });
    assert.deepEqual([one.error, one.failures, one.events], [undefined, 0, ["change 2026-11-20"]]);
  });

  test("rejects a load that returns no filter", async () => {
    for (const load of [() => 5, async () => BloomFilter.fromBytes(FIRST)]) {
      await assert.rejects(live({ load }).ready(), {
        name: "TypeError",
        message: /^load: expected a function that returns a filter/,
      });
    }
  });

  test("refreshIfDue fetches when due and never throws", async () => {
    const one = live({ refreshEvery: 60_000 });
    assert.equal(await one.refreshIfDue(), true);
    assert.equal(await one.refreshIfDue(), false);
    assert.equal(server.requests.length, 1);
    server.mode = "failing";
    await one.refresh().catch(() => {});
    assert.equal(await one.refreshIfDue(), false, "a wait after a failure");
    assert.equal(server.requests.length, 2);
    const two = live({ refreshEvery: 60_000 });
    assert.equal(await two.refreshIfDue(), false);
    assert.equal(two.error.code, "STATUS");
    one.stop();
    two.stop();
  });

  test("after a failure, ready waits for the retry delay", async () => {
    const one = live({ retryAfter: 60_000 });
    server.mode = "failing";
    const error = await one.ready().catch((error) => error);
    assert.equal(await one.ready().catch((error) => error), error);
    assert.equal(server.requests.length, 1);
    server.mode = "good";
    assert.equal(await one.refresh(), true, "refresh asks at once");
  });

  test("a timer fetches updates and retries after failures", async () => {
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
    // The timer does not keep the process running, but this one does.
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
    assert.ok(server.requests.filter(({ status }) => status === 500).length >= 3);
  });

  test("the timer does not keep a process alive", async () => {
    const code = `
      import { BloomFilter } from "edgebloom";
      import { LiveFilter } from "edgebloom/live";
      const dump = BloomFilter.from(["a"], { errorRate: 0.1 }).toBytes();
      const one = new LiveFilter("http://127.0.0.1:9/", { fetch: async () => new Response(dump) });
      await one.ready();
      console.log(one.has("a"));
    `;
    const { stdout } = await execFile(process.execPath, ["--input-type=module", "-e", code], {
      cwd: new URL(".", import.meta.url),
      timeout: 60_000,
    });
    assert.equal(stdout, "true\n");
  });

  test("stop aborts the current fetch and starts no other", async () => {
    const one = live({ refreshEvery: 1000 });
    await one.ready();
    server.mode = "silent";
    const refreshing = one.refresh();
    await until(() => server.requests.length === 2);
    one.stop();
    one.stop();
    await assert.rejects(refreshing, { name: "TypeError", message: /has been stopped/ });
    await assert.rejects(one.refresh(), { name: "TypeError", message: /has been stopped/ });
    assert.equal(await one.refreshIfDue(), false);
    assert.deepEqual(answers(one), [true, false]);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    assert.equal(server.requests.length, 2);
    const never = live();
    never[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    await assert.rejects(never.ready(), { name: "TypeError" });
  });
});

test("delays double up to the interval or a quarter of an hour, without a file to a minute, and honour Retry-After", () => {
  const wait = (failures, putOff = 0, chance = 1, refreshEvery = 600_000, hasFile = true) =>
    waitAfterFailure(failures, { retryAfter: 1000, refreshEvery }, hasFile, putOff, chance);
  assert.deepEqual(
    [1, 2, 3, 10, 11, 5000].map((failures) => wait(failures)),
    [1000, 2000, 4000, 512_000, 600_000, 600_000],
  );
  assert.deepEqual(
    [1, 6, 7, 5000].map((failures) => wait(failures, 0, 1, 600_000, false)),
    [1000, 32_000, 60_000, 60_000],
  );
  assert.equal(wait(50, 0, 1, 5000, false), 5000);
  assert.equal(wait(3, 0, 0), 2000);
  assert.equal(wait(50, 0, 1, Infinity), 900_000);
  assert.equal(waitAfterFailure(1, { retryAfter: 60_000, refreshEvery: 1000 }, true, 0, 1), 60_000);
  assert.deepEqual([wait(1, 5000, 0), wait(1, 5000, 1), wait(1, 1e12, 0)], [5000, 5500, 86_400_000]);
  assert.deepEqual(
    [0, 0.5, 1].map((chance) => waitAfterSuccess(1000, chance)),
    [900, 1000, 1100],
  );
  const now = Date.parse("2026-11-21T10:00:00Z");
  const headers = [null, "", "0", "120", "Sat, 21 Nov 2026 10:01:00 GMT", "Sat, 21 Nov 2026 09:00:00 GMT", "soon"];
  assert.deepEqual(
    headers.map((header) => parseRetryAfter(header, now)),
    [0, 0, 0, 120_000, 60_000, 0, 0],
  );
});

test("honours Retry-After", async () => {
  let calls = 0;
  const fetch = async () => {
    calls++;
    return new Response("later", { status: 503, headers: { "retry-after": "7200" } });
  };
  const one = live({ retryAfter: 1, fetch });
  await assert.rejects(one.ready(), { code: "STATUS" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await assert.rejects(one.ready(), { code: "STATUS" });
  assert.equal(calls, 1);
  // Retry-After also applies when a stored filter would be due for a refresh.
  const store = memory();
  store.kept.set(server.url, { bytes: FIRST, etag: "", lastModified: "", checkedAt: 0 });
  const two = live({ retryAfter: 1, refreshEvery: 1000, fetch, store });
  await assert.rejects(two.refresh(), { code: "STATUS" });
  await two.ready();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual([answers(two), calls], [[true, false], 2]);
  two.stop();
});

test("compares versions as numbers if they consist of numbers", () => {
  const rising = [
    ["7", "12"],
    ["1.9", "1.10"],
    ["v1.9.9", "v2"],
    ["2026-11-20", "2026-11-21"],
    ["2026-11-21", "2026-11-21T09:30:00Z"],
    ["2026-11-21 09:30", "2026-11-21 10:00"],
    ["20261121", "99999999999999999999"],
  ];
  for (const [a, b] of rising) {
    assert.ok(compareVersions(a, b) < 0, `${a} ${b}`);
    assert.ok(compareVersions(b, a) > 0);
    assert.equal(compareVersions(a, a), 0);
  }
  for (const [a, b] of [
    ["30.11.2026", "01.12.2026"],
    ["1/12/2026", "30/11/2026"],
    ["monday", "tuesday"],
    ["", "1"],
    ["1", ""],
    ["1.0-beta", "2"],
    ["1", "2 or so"],
    ["1.0", "1"],
  ]) {
    assert.equal(compareVersions(a, b), 0, `${a} ${b}`);
    assert.equal(compareVersions(b, a), 0);
  }
});
