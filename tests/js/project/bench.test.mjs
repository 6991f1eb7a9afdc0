// Tests of the benchmark that measure nothing: its statistics, checks, goals, the text of its page, and its picture.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NO_REASON, goalsOf, limitsOf } from "../../../benches/goals.mjs";
import { plot } from "../../../benches/plot.mjs";
import { TEXTS } from "../../../benches/report.mjs";
import { highestButOne, inProcesses, lowestButOne, median, ratios, takeTurns } from "../../../benches/rounds.mjs";
import { at } from "../../../scripts/run.mjs";

test("interpolates the median between numbers", () => {
  assert.equal(median([5, 1, 3]), 3);
  assert.equal(median([4, 1, 2, 3]), 2.5);
});

test("the worst but one is the second highest or lowest", () => {
  const numbers = [3, 9, 1, 5, 7];
  assert.deepEqual([lowestButOne(numbers), highestButOne(numbers)], [3, 7]);
  // Of two, there is no other.
  assert.deepEqual([lowestButOne([3, 1]), highestButOne([3, 1])], [1, 3]);
  assert.deepEqual(numbers, [3, 9, 1, 5, 7], "the order of the processes stays: ratios need it");
});

test("computes ratios per process, not from medians", () => {
  // The machine was slower during the second process; the ratios are the same.
  assert.deepEqual(ratios([10, 100, 10], [5, 50, 5]), [2, 2, 2]);
});

test("each process is new, and its figure is the median of its turns", async () => {
  const events = [];
  const times = { 0: [1, 100, 2], 1: [8, 7, 9] };
  const found = await inProcesses(
    "processes",
    async (i) => {
      events.push(`open ${i}`);
      const contender = (name, more) => {
        const own = times[i].values();
        return { name, expected: "any", block: async () => ({ ns: own.next().value + more, calls: 1, yes: 0 }) };
      };
      return {
        workloads: {
          has: async () => [contender("a", 0), contender("b", 10)],
          add: async () => (events.push(`add ${i}`), [contender("a", 20)]),
        },
        close: async () => events.push(`close ${i}`),
      };
    },
    { processes: 2, rounds: 3, ms: 0 },
  );
  assert.deepEqual(found, { has: { a: [2, 8], b: [12, 18] }, add: { a: [22, 28] } });
  assert.deepEqual(events, ["open 0", "add 0", "close 0", "open 1", "add 1", "close 1"]);
});

test("contenders take turns, and each round begins with another", async () => {
  const order = [];
  const contender = (name) => ({
    name,
    expected: "any",
    block: async () => (order.push(name), { ns: order.length, calls: 1, yes: 0 }),
  });
  const found = await takeTurns("turns", ["a", "b", "c"].map(contender), { rounds: 3, ms: 0 });
  assert.equal(order.join(""), "abcbcacab");
  assert.deepEqual(found.a, [1, 6, 8]);
});

test("does not measure a contender with wrong answers", async () => {
  const answering = (yes, expected) =>
    takeTurns("x", [{ name: "a", expected, block: async () => ({ ns: 1, calls: 1000, yes }) }], { rounds: 1, ms: 0 });
  await answering(1000, "all");
  await assert.rejects(answering(999, "all"), /a said yes to 999 of 1000/);
  await answering(10, "rate");
  // A contender that always answers no is as wrong as one that answers yes too often.
  await assert.rejects(answering(0, "rate"));
  await assert.rejects(answering(50, "rate"));
  await assert.rejects(answering(1, "none"));
});

test("compares the worst ratio but one with the goal", () => {
  const row = { group: "strings", engine: "Node 20", kind: "32 ASCII", size: "1 MB", question: "misses" };
  const metBy = (own, other) =>
    goalsOf([{ ...row, found: { "edgebloom/reader": own, bloomfilter: other } }], ["Node 20"])[0].cells["Node 20"].met;
  assert.equal(metBy([10, 10, 10], [11, 13, 1]), true);
  assert.equal(metBy([10, 10, 10], [10, 13, 1]), false);
  assert.equal(metBy([10, 10, 10], [10, 13, 20]), true);
  const start = (own) =>
    goalsOf(
      [
        {
          group: "cold start",
          engine: "workerd",
          found: { "edgebloom/reader": own, "an empty module": [2, 2, 2], "the base64 string alone": [2, 2, 2] },
        },
      ],
      [],
    )[0].cells.workerd.met;
  assert.equal(start([1, 3, 9]), true);
  assert.equal(start([1, 4, 9]), false);
});

test("the goal of the first answer is a ratio of medians", () => {
  const met = (reader) =>
    goalsOf(
      [
        {
          group: "first answer",
          engine: "Node 20",
          found: { "edgebloom/reader": reader, edgebloom: [25, 25, 99], "an empty module": [10, 10, 10] },
        },
      ],
      [],
    ).map(({ cells }) => cells["Node 20"].met);
  assert.deepEqual(met([12, 13, 99]), [true, true]);
  assert.deepEqual(met([12, 14, 99]), [false, true]);
});

test("every missed goal has a reason", () => {
  const cells = (met) => ({ "Node 20": { text: "1", met } });
  const one = { goal: "reader `has` vs bloomfilter (npm): 32 ASCII, hits, 10 kB", want: "≥ 1.1" };
  assert.deepEqual(limitsOf([{ ...one, cells: cells(true) }]), []);
  const [limit] = limitsOf([{ ...one, cells: cells(false) }]);
  assert.deepEqual(limit.goals, [one.goal]);
  assert.match(limit.text, /loop over the characters/);
  assert.deepEqual(limitsOf([{ goal: "another", want: "", cells: cells(false) }]), [
    { title: "another", goals: ["another"], text: NO_REASON },
  ]);
});

test("benches/results/benchmarks.md matches the generator and gives the reasons", () => {
  const page = readFileSync(at("benches/results/benchmarks.md"), "utf8");
  for (const text of TEXTS) assert.ok(page.includes(text), text);
  const goals = [...page.matchAll(/^\| (.+?) \| ([≥≤].+?) \| (.*(?:\bmet\b).*) \|$/gm)].map(
    ([, goal, want, cells]) => ({
      goal,
      want,
      cells: { all: { text: "", met: !cells.includes("**not met**") } },
    }),
  );
  assert.ok(goals.length > 20, `${goals.length}`);
  const section = /^## Goals not met\n\n(.*?)\n\n## /ms.exec(page)?.[1];
  assert.equal(
    section,
    limitsOf(goals)
      .map(({ title, text }) => `- **${title}.** ${text}`)
      .join("\n"),
  );
  assert.ok(!page.includes(NO_REASON));
});

test("the picture has one line per contender and marks only on lines", () => {
  const line = (name, colour) => ({
    name,
    colour,
    points: [
      [1e3, 10],
      [1e6, 40],
    ],
  });
  const svg = plot({
    title: "a < b",
    axes: ["keys", "ns"],
    lines: [line("one", 0), line("two", 1)],
    marks: [
      { name: "L2", x: 1e5 },
      { name: "L9", x: 1e9 },
    ],
  });
  assert.equal(svg.match(/<path /g).length, 2);
  assert.match(svg, /a &#60; b/);
  assert.match(svg, />L2</);
  assert.doesNotMatch(svg, /L9|NaN|undefined/);
});
