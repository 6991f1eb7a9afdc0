// Tests of the benchmark that measure nothing: its statistics, checks, goals, the text of its page, and its picture.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { NO_REASON, goalsOf, limitsOf } from "../../../benches/goals.mjs";
import { plot } from "../../../benches/plot.mjs";
import { TEXTS } from "../../../benches/report.mjs";
import { ratios, spread, takeTurns } from "../../../benches/rounds.mjs";
import { at } from "../../../scripts/run.mjs";

test("interpolates median and quartiles between numbers", () => {
  assert.deepEqual(spread([5, 1, 3]), { median: 3, low: 2, high: 4 });
  assert.deepEqual(spread([4, 1, 2, 3]), { median: 2.5, low: 1.75, high: 3.25 });
});

test("computes ratios per round, not from medians", () => {
  // The machine was slower in the second round; the ratios are the same.
  assert.deepEqual(ratios([10, 100, 10], [5, 50, 5]), [2, 2, 2]);
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

test("compares the median of the ratios with the goal", () => {
  const row = { group: "strings", engine: "Node 20", kind: "32 ASCII", size: "1 MB", question: "misses" };
  const metBy = (own, other) =>
    goalsOf([{ ...row, found: { "edgebloom/reader": own, bloomfilter: other } }], ["Node 20"])[1].cells["Node 20"].met;
  assert.equal(metBy([10, 10, 10], [12, 13, 1]), true);
  assert.equal(metBy([10, 10, 10], [11, 13, 1]), false);
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

test("every missed goal has a reason", () => {
  const cells = (met) => ({ "Node 20": { text: "1", met } });
  const one = { goal: "reader `has` vs bloomfilter (npm): 32 ASCII, hits, 10 kB", want: "≥ 1.2" };
  assert.deepEqual(limitsOf([{ ...one, cells: cells(true) }]), []);
  const [limit] = limitsOf([{ ...one, cells: cells(false) }]);
  assert.deepEqual(limit.goals, [one.goal]);
  assert.match(limit.text, /loop over the characters/);
  assert.deepEqual(limitsOf([{ goal: "another", want: "", cells: cells(false) }]), [
    { title: "another", goals: ["another"], text: NO_REASON },
  ]);
});

test("docs/reference/benchmarks.md matches the generator and gives the reasons", () => {
  const page = readFileSync(at("docs/reference/benchmarks.md"), "utf8");
  for (const text of TEXTS) assert.ok(page.includes(text), text);
  const goals = [...page.matchAll(/^\| (.+?) \| ([≥≤].+?) \| (.*(?:\bmet\b).*) \|$/gm)].map(
    ([, goal, want, cells]) => ({
      goal,
      want,
      cells: { all: { text: "", met: !cells.includes("**not met**") } },
    }),
  );
  assert.ok(goals.length > 50, `${goals.length}`);
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
