// Pieces of LiveFilter as in Cloudflare workers: there are no timers between requests, and no request waits for a promise of another one.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

// Workers have this class. The modules look for it when they are loaded.
globalThis.WebSocketPair = class {};
const { LiveFile } = await import("../../../pkg/api/live/live-file.js");
const { Poller } = await import("../../../pkg/api/live/poller.js");
const { StoreCache } = await import("../../../pkg/api/live/store-cache.js");
const { SingleFlight, StopSignal, withTimeout } = await import("../../../pkg/api/live/tasks.js");

const never = () => new Promise(() => {});
const settled = () => new Promise((resolve) => setImmediate(resolve));
const OPTIONS = { refreshEvery: 60_000, retryAfter: 1000, timeout: 5000 };

/** Promises that a test settles, in the order of their making. */
function pending() {
  const all = [];
  const make = () => new Promise((resolve, reject) => all.push({ resolve, reject }));
  return { all, make };
}

describe("tasks", () => {
  test("each caller runs its own work", async () => {
    const flights = new SingleFlight();
    let started = 0;
    const work = async () => ++started;
    assert.deepEqual(await Promise.all([flights.run("a", work), flights.run("a", work)]), [1, 2]);
  });

  test("stop does not end work, which may belong to another request", async () => {
    const stop = new StopSignal();
    const { all, make } = pending();
    const working = withTimeout(1000, make, { stop });
    stop.stop(new Error("stopped"));
    all[0].resolve(5);
    assert.equal(await working, 5);
  });
});

describe("poller", () => {
  /** A poller, and its polls. */
  function parallel() {
    const { all, make } = pending();
    const polls = [];
    const errors = [];
    const run = async (poll) => {
      polls.push(poll);
      await make();
      if (poll.isOvertaken()) return false;
      poll.succeed();
      return true;
    };
    const poller = new Poller(
      run,
      OPTIONS,
      (error) => errors.push(error.message),
      new StopSignal(),
      () => true,
    );
    return { poller, all, polls, errors };
  }

  test("has no timer", async (t) => {
    const timers = t.mock.method(globalThis, "setTimeout", assert.fail);
    const { poller, all } = parallel();
    const polling = poller.poll();
    all[0].resolve();
    await polling;
    poller.planFirst(1);
    assert.equal(timers.mock.callCount(), 0);
    assert.equal(poller.isDue, false);
  });

  test("a poll that a later one has overtaken changes nothing", async () => {
    const { poller, all, polls } = parallel();
    const [early, late] = [poller.poll(), poller.poll()];
    assert.equal(polls.length, 2);
    all[1].resolve();
    assert.equal(await late, true);
    assert.deepEqual([polls[0].isOvertaken(), polls[1].isOvertaken()], [true, false]);
    all[0].resolve();
    assert.equal(await early, false);
  });

  test("failures at the same time count once, and not after a later success", async () => {
    const { poller, all, errors } = parallel();
    const three = [poller.poll(), poller.poll(), poller.poll()];
    for (const poll of three) poll.catch(() => {});
    all[0].reject(new Error("one"));
    all[1].reject(new Error("two"));
    await settled();
    assert.deepEqual([poller.failures, poller.error.message, errors], [1, "two", ["one", "two"]]);
    all[2].resolve();
    await three[2];
    assert.deepEqual([poller.failures, poller.error], [0, undefined]);
    const [fourth, fifth] = [poller.poll(), poller.poll()];
    all[4].resolve();
    await fifth;
    all[3].reject(new Error("four"));
    await assert.rejects(fourth, { message: "four" });
    assert.deepEqual([poller.failures, poller.error, errors.at(-1)], [0, undefined, "four"]);
  });
});

test("the store cache waits until a file is stored", async () => {
  const { all, make } = pending();
  const cache = new StoreCache({ store: { get: never, put: make }, timeout: 1000 }, assert.fail, new StopSignal());
  let isStored = false;
  const putting = cache.putFile("https://lists.example/a", Uint8Array.of(1)).then(() => (isStored = true));
  await settled();
  assert.equal(isStored, false);
  all[0].resolve();
  await putting;
});

describe("live file", () => {
  const text = (file) => new TextDecoder().decode(file);
  const content = () => ({
    readHeader: () => ({ byteLength: 0 }),
    isManifest: () => false,
    noteSequence: () => {},
    filesIn: () => undefined,
    read: async ({ file }) => ({ sequence: undefined, expires: undefined, accept: () => ({ text: text(file) }) }),
  });

  /** A live file whose answers the test gives, and its events. */
  function live(store = null) {
    const { all, make } = pending();
    const events = [];
    const options = {
      ...OPTIONS,
      fetch: make,
      onChange: () => events.push(one.value.text),
      onError: (error) => events.push(error.message),
    };
    const stop = new StopSignal();
    const one = new LiveFile(
      "https://lists.example/text",
      options,
      content(),
      new StoreCache({ store, timeout: 5000 }, options.onError, stop),
      stop,
    );
    const answer = (i, body, init) => all[i].resolve(new Response(body, init));
    return { one, events, answer, asked: () => all.length };
  }

  test("the answer of an earlier request does not replace that of a later one", async () => {
    const { one, events, answer } = live();
    const [early, late] = [one.refresh(), one.refresh()];
    await settled();
    answer(1, "{new");
    assert.equal(await late, true);
    answer(0, "{old");
    assert.equal(await early, false);
    assert.deepEqual([one.value.text, events], ["{new", ["{new"]]);
  });

  test("the same file of parallel requests is one change", async () => {
    const { one, events, answer } = live();
    const refreshes = [one.refresh(), one.refresh(), one.refresh()];
    await settled();
    for (const i of [0, 1, 2]) answer(i, "{same");
    await Promise.all(refreshes);
    assert.deepEqual(events, ["{same"]);
  });

  test("of many first requests, one loads the file", async () => {
    const { one, answer, asked } = live();
    const starts = Array.from({ length: 40 }, () => one.ready());
    await settled();
    answer(0, "{a");
    await Promise.all(starts);
    assert.deepEqual([asked(), one.value.text], [1, "{a"]);
  });

  test("the error of the one that loads is the error of all", async () => {
    const { one, answer, asked, events } = live();
    const starts = [one.ready(), one.ready(), one.ready()];
    await settled();
    answer(0, "no", { status: 503 });
    for (const each of await Promise.allSettled(starts)) assert.equal(each.reason?.code, "STATUS");
    assert.deepEqual([asked(), events.length], [1, 1]);
  });

  test("if that one was cancelled, another one loads the file after a second", async (t) => {
    t.mock.timers.enable({ apis: ["Date", "setTimeout"], now: 1e12 });
    const { one, answer, asked } = live();
    const [lost, ...others] = [one.ready(), one.ready(), one.ready()];
    lost.catch(() => {});
    const pass = async (ms) => {
      for (let i = 0; i < ms; i += 20) {
        t.mock.timers.tick(20);
        await settled();
      }
    };
    await pass(980);
    assert.equal(asked(), 1);
    await pass(20);
    assert.equal(asked(), 2);
    answer(1, "{a");
    await settled();
    await pass(20);
    await Promise.all(others);
    assert.deepEqual([asked(), one.value.text], [2, "{a"]);
  });

  test("a clock that was set back does not keep a request waiting", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 1e12 });
    const { one, answer, asked } = live();
    one.ready().catch(() => {});
    t.mock.timers.setTime(1e12 - 1e6);
    const second = one.ready();
    await settled();
    assert.equal(asked(), 2);
    answer(1, "{a");
    await second;
  });

  test("a late 304 does not confirm the file of a later request", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 1e12 });
    const { one, answer } = live();
    const first = one.refresh();
    await settled();
    answer(0, "{a", { headers: { etag: '"a"' } });
    await first;
    const [early, late] = [one.refresh(), one.refresh()];
    await settled();
    answer(2, "{b", { headers: { etag: '"b"' } });
    await late;
    t.mock.timers.setTime(1e12 + 5000);
    answer(1, null, { status: 304 });
    assert.equal(await early, false);
    assert.deepEqual([one.value.text, one.age], ["{b", 5000]);
  });

  test("refresh waits until the store has the file; ready does not", async () => {
    const { all, make } = pending();
    const { one, answer } = live({ get: async () => undefined, put: make });
    const ready = one.ready();
    await settled();
    answer(0, "{a");
    await ready;
    assert.equal(all.length, 0);
    let isSaved = false;
    const saving = one.refreshIfDue().then(() => (isSaved = true));
    await settled();
    assert.deepEqual([all.length, isSaved], [1, false]);
    all[0].resolve();
    await saving;
  });

  test("stop ignores the answers of other requests", async () => {
    const { one, events, answer } = live();
    const refreshing = one.refresh();
    await settled();
    one.stop();
    answer(0, "{a");
    assert.equal(await refreshing, false);
    assert.deepEqual([one.value, events], [undefined, []]);
    await assert.rejects(one.refresh(), { message: "live filter has been stopped" });
    assert.equal(await one.refreshIfDue(), false);
  });
});
