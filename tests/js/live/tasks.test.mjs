// Time limits, stop, and work that several callers share.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SingleFlight, StopSignal, withTimeout } from "../../../pkg/api/live/tasks.js";

const never = () => new Promise(() => {});
const late = new Error("late");
const error = () => late;

describe("withTimeout", () => {
  test("returns the result of the work, and stops the timer", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    let signal;
    const work = async (its) => {
      signal = its;
      return 5;
    };
    assert.equal(await withTimeout(100, work, { error }), 5);
    t.mock.timers.tick(100);
    assert.equal(signal.aborted, false);
  });

  test("ends at the limit, even if the work ignores its signal", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const waiting = withTimeout(100, never, { error });
    t.mock.timers.tick(99);
    assert.equal(await Promise.race([waiting, "waiting"]), "waiting");
    t.mock.timers.tick(1);
    await assert.rejects(waiting, late);
  });

  test("reports its own error, not that of the aborted work", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const work = (signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    const waiting = withTimeout(100, work, { error });
    t.mock.timers.tick(100);
    await assert.rejects(waiting, late);
  });

  test("passes on the error of the work, also one that is thrown at once", async () => {
    const mine = new Error("mine");
    const throwing = () => {
      throw mine;
    };
    await assert.rejects(
      withTimeout(100, async () => throwing(), { error }),
      mine,
    );
    await assert.rejects(withTimeout(100, throwing, { error }), mine);
  });

  test("hands over its timer, and needs no other option", async () => {
    let timer;
    await withTimeout(100, async () => {}, { onTimer: (its) => (timer = its) });
    assert.equal(typeof timer.unref, "function");
    await assert.rejects(withTimeout(1, never), (reason) => reason === undefined);
  });
});

describe("StopSignal", () => {
  test("ends running work with the first reason", async () => {
    const stop = new StopSignal();
    let signal;
    const work = (its) => {
      signal = its;
      return never();
    };
    const waiting = withTimeout(10_000, work, { error, stop });
    assert.equal(stop.isStopped, false);
    const reason = new Error("stopped");
    stop.stop(reason);
    stop.stop(new Error("again"));
    await assert.rejects(waiting, reason);
    assert.deepEqual([stop.isStopped, stop.reason, signal.reason], [true, reason, reason]);
  });

  test("forgets work that has ended", async () => {
    const stop = new StopSignal();
    let signal;
    const work = async (its) => void (signal = its);
    await withTimeout(10_000, work, { error, stop });
    stop.stop(new Error("stopped"));
    assert.equal(signal.aborted, false);
  });
});

test("SingleFlight shares running work by its name, and starts again afterwards", async () => {
  const flights = new SingleFlight();
  let started = 0;
  const ends = [];
  const work = () => {
    started++;
    return new Promise((resolve, reject) => ends.push({ resolve, reject }));
  };
  const [one, two, other] = ["a", "a", "b"].map((name) => flights.run(name, work));
  assert.deepEqual([started, one === two, one === other], [2, true, false]);
  ends[0].resolve(1);
  assert.equal(await two, 1);
  const failing = flights.run("a", work);
  assert.equal(started, 3);
  ends[2].reject(new Error("mine"));
  await assert.rejects(failing, { message: "mine" });
  flights.run("a", work);
  assert.equal(started, 4);
});
