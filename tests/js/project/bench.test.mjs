// What the bench says of its measurements: its statistics, its checks, what it compares cold starts with, its picture.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { goalsOf, limitsOf } from "../../../benches/goals.mjs";
import { plot } from "../../../benches/plot.mjs";
import { ratios, spread, takeTurns } from "../../../benches/rounds.mjs";
import { at } from "../../../scripts/run.mjs";

test("median and quartiles lie between numbers where they have to", () => {
  assert.deepEqual(spread([5, 1, 3]), { median: 3, low: 2, high: 4 });
  assert.deepEqual(spread([4, 1, 2, 3]), { median: 2.5, low: 1.75, high: 3.25 });
});

test("a ratio is one of the same round, not one of medians", () => {
  // The machine was slower in the second round.
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

test("who answers wrongly is not measured", async () => {
  const answering = (yes, expected) =>
    takeTurns("x", [{ name: "a", expected, block: async () => ({ ns: 1, calls: 1000, yes }) }], { rounds: 1, ms: 0 });
  await answering(1000, "all");
  await assert.rejects(answering(999, "all"), /a said yes to 999 of 1000/);
  await answering(10, "rate");
  // One that says no to everything is as wrong as one that says yes too often.
  await assert.rejects(answering(0, "rate"));
  await assert.rejects(answering(50, "rate"));
  await assert.rejects(answering(1, "none"));
});

test("a goal is met by the median of the ratios, on the right side", () => {
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
          found: { "edgebloom/reader": own, "an empty module": [2, 2, 2], "the base64 alone": [2, 2, 2] },
        },
      ],
      [],
    )[0].cells.workerd.met;
  assert.equal(start([1, 3, 9]), true);
  assert.equal(start([1, 4, 9]), false);
});

test("what is not met is said, and why", () => {
  const cells = (met) => ({ "Node 20": { text: "1", met } });
  const one = { goal: "reader's `has` to npm's bloomfilter: 32 ASCII, hits, 10 kB", want: "≥ 1.2" };
  assert.deepEqual(limitsOf([{ ...one, cells: cells(true) }]), []);
  const [limit] = limitsOf([{ ...one, cells: cells(false) }]);
  assert.deepEqual(limit.goals, [one.goal]);
  assert.match(limit.text, /loop over the characters/);
  assert.deepEqual(limitsOf([{ goal: "another", want: "", cells: cells(false) }]), [
    { goals: ["another"], text: "Nobody has said why." },
  ]);
  // Of what the page has nothing is left without a reason.
  assert.doesNotMatch(readFileSync(at("docs/BENCHMARKS.md"), "utf8"), /Nobody has said why/);
});

test("the picture has a line for each, and a mark only where the lines are", () => {
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
