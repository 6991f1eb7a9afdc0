// The poller with a fake clock: what it polls is a function of the test.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Poller } from "../../../pkg/api/live/poller.js";
import { StopSignal } from "../../../pkg/api/live/tasks.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Lets all promises settle that need no timer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A poller whose polls end as the test says, and the times of its polls. */
function poller(options) {
  const times = [];
  const errors = [];
  const state = { fails: false, minWait: 0, times, errors };
  const run = async (poll) => {
    times.push(Date.now());
    poll.minWait = state.minWait;
    await state.waits;
    if (state.fails) throw new Error(`failure ${times.length}`);
    poll.succeed();
    return true;
  };
  const defaults = { refreshEvery: 10 * MINUTE, retryAfter: 1000, timeout: 5000 };
  const stop = new StopSignal();
  const one = new Poller(
    run,
    { ...defaults, ...options },
    (error) => errors.push(error.message),
    stop,
    () => state.hasFile,
  );
  return Object.assign(state, { poller: one });
}

/** The fake clock of the test that is running. */
let clock;

/** Starts a fake clock at 0, and fixes the random number. */
function useClock(t, random = 0.5) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 0 });
  t.mock.method(Math, "random", () => random);
  clock = t.mock.timers;
}

/** Lets time pass, step by step, because each poll plans the next one. */
async function pass(ms, step = 1000) {
  for (let passed = 0; passed < ms; passed += step) {
    clock.tick(Math.min(step, ms - passed));
    await settled();
  }
}

describe("timer", () => {
  test("polls at the interval after successes", async (t) => {
    useClock(t);
    const one = poller();
    assert.equal(await one.poller.poll(), true);
    await pass(30 * MINUTE);
    assert.deepEqual(one.times, [0, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE]);
    assert.deepEqual([one.poller.count, one.poller.failures, one.errors], [4, 0, []]);
  });

  test("varies the interval by a tenth, so that clients spread", async (t) => {
    for (const [random, expected] of [
      [0, 9 * MINUTE],
      [0.9999, 11 * MINUTE],
    ]) {
      useClock(t, random);
      const one = poller();
      await one.poller.poll();
      await pass(12 * MINUTE);
      assert.equal(Math.round(one.times[1] / 1000), expected / 1000);
      t.mock.reset();
    }
  });

  test("backs off after failures, and returns to the interval after a success", async (t) => {
    useClock(t, 1);
    const one = poller({ refreshEvery: 5000 });
    one.fails = true;
    await assert.rejects(one.poller.poll(), { message: "failure 1" });
    await pass(1000 + 2000 + 4000 + 5000);
    assert.deepEqual(one.times, [0, 1000, 3000, 7000, 12_000]);
    assert.deepEqual([one.poller.failures, one.poller.error.message, one.errors.length], [5, "failure 5", 5]);
    one.fails = false;
    await pass(5000 + 5500);
    assert.deepEqual(one.times.slice(5), [17_000, 22_500]);
    assert.deepEqual([one.poller.failures, one.poller.error], [0, undefined]);
  });

  test("asks at least each minute while there is no file, and each quarter of an hour with one", async (t) => {
    for (const [hasFile, longest] of [
      [false, MINUTE],
      [true, 15 * MINUTE],
    ]) {
      useClock(t, 1);
      const one = poller({ refreshEvery: DAY });
      Object.assign(one, { fails: true, hasFile });
      await one.poller.poll().catch(() => {});
      await pass(100 * MINUTE);
      const gaps = one.times.slice(1).map((at, i) => at - one.times[i]);
      assert.equal(Math.max(...gaps), longest);
      t.mock.reset();
    }
  });

  test("waits as long as the server requires, a day at most", async (t) => {
    useClock(t, 0);
    const one = poller();
    Object.assign(one, { fails: true, minWait: 7000 });
    await one.poller.poll().catch(() => {});
    await pass(6000);
    assert.equal(one.times.length, 1);
    one.minWait = 1e15;
    await pass(1000);
    assert.equal(one.times.length, 2);
    await pass(DAY - MINUTE, MINUTE);
    assert.equal(one.times.length, 2);
    await pass(MINUTE, MINUTE);
    assert.equal(one.times.length, 3);
  });

  test("waits longer than a timer can", async (t) => {
    useClock(t);
    const timers = t.mock.method(globalThis, "setTimeout");
    const one = poller({ refreshEvery: 60 * DAY });
    await one.poller.poll();
    await pass(59 * DAY, DAY);
    assert.equal(one.times.length, 1);
    // With a longer time, a timer would end at once.
    assert.ok(timers.mock.calls.every((call) => call.arguments[1] < 2 ** 31));
    await pass(2 * DAY, DAY);
    assert.equal(one.times.length, 2);
  });

  test("no timer with the interval Infinity", async (t) => {
    useClock(t);
    const one = poller({ refreshEvery: Infinity });
    await one.poller.poll();
    assert.equal(one.poller.isDue, false);
    await pass(60 * DAY, DAY);
    assert.equal(one.times.length, 1);
  });

  test("planFirst plans only the first poll", async (t) => {
    useClock(t);
    const one = poller();
    one.poller.planFirst(3000);
    one.poller.planFirst(1000);
    await pass(2000);
    assert.deepEqual(one.times, []);
    await pass(1000);
    assert.deepEqual(one.times, [3000]);
    const overdue = poller();
    overdue.poller.planFirst(-5000);
    await pass(1);
    assert.equal(overdue.times.length, 1);
  });
});

describe("isDue", () => {
  test("is true before the first poll and after the wait, not during a poll", async (t) => {
    useClock(t);
    const one = poller();
    assert.equal(one.poller.isDue, true);
    let finish;
    one.waits = new Promise((resolve) => (finish = resolve));
    const polling = one.poller.poll();
    assert.equal(one.poller.isDue, false);
    finish();
    await polling;
    assert.equal(one.poller.isDue, false);
    t.mock.timers.setTime(10 * MINUTE - 1);
    assert.equal(one.poller.isDue, false);
    one.poller.stop(new Error("stopped"));
    t.mock.timers.setTime(10 * MINUTE);
    assert.equal(one.poller.isDue, true);
  });

  test("is true if the clock was set back by more than the wait", async (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 50 * DAY });
    const one = poller({ refreshEvery: Infinity, retryAfter: 10_000 });
    one.fails = true;
    await one.poller.poll().catch(() => {});
    assert.equal(one.poller.isDue, false);
    t.mock.timers.setTime(DAY);
    assert.equal(one.poller.isDue, true);
  });
});

test("calls at the same time share one poll", async () => {
  const one = poller({ refreshEvery: Infinity });
  const [a, b] = [one.poller.poll(), one.poller.poll()];
  assert.deepEqual([await a, await b, one.times.length], [true, true, 1]);
  await one.poller.poll();
  assert.equal(one.times.length, 2);
});

describe("stop", () => {
  test("ends the timer and rejects further polls", async (t) => {
    useClock(t);
    const timers = t.mock.method(globalThis, "setTimeout");
    const one = poller();
    await one.poller.poll();
    const ended = t.mock.method(globalThis, "clearTimeout");
    const reason = new Error("stopped");
    one.poller.stop(reason);
    assert.equal(ended.mock.calls[0].arguments[0], timers.mock.calls[0].result);
    one.poller.stop(new Error("again"));
    await assert.rejects(one.poller.poll(), reason);
    await pass(60 * MINUTE);
    assert.equal(one.times.length, 1);
  });

  test("a poll that ends because of it is not a failure", async () => {
    const stop = new StopSignal();
    const errors = [];
    const run = () => new Promise((_, reject) => stop.onStop(reject));
    const options = { refreshEvery: 1000, retryAfter: 1, timeout: 1000 };
    const one = new Poller(
      run,
      options,
      (error) => errors.push(error),
      stop,
      () => true,
    );
    const polling = one.poll();
    const reason = new Error("stopped");
    one.stop(reason);
    await assert.rejects(polling, reason);
    assert.deepEqual([one.failures, one.error, errors], [0, undefined, []]);
  });
});
