// A filter against repeated comments.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Comments, essence } from "../../../examples/repeated-comments/comments.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";

const comment = (i) => `comment number ${i}`;

test("drops every repeat, whatever its case, width and spacing", () => {
  const comments = new Comments({ capacity: 10_000, errorRate: 0.001 });
  for (let i = 0; i < 5000; i++) comments.post(comment(i));
  for (let i = 0; i < 5000; i++) assert.equal(comments.post(` COMMENT, number ${i}!`), false);
  assert.equal(comments.post("ｃｏｍｍｅｎｔ ｎｕｍｂｅｒ １"), false);
});

test("drops new comments at the false-positive rate", () => {
  const comments = new Comments({ capacity: 20_000, errorRate: 0.01 });
  for (let i = 0; i < 15_000; i++) comments.post(comment(i));
  const { estimatedErrorRate } = comments.filter.stats;
  const others = Array.from({ length: 20_000 }, (_, i) => essence(`another ${i}`));
  const dropped = others.filter((key) => comments.filter.has(key)).length;
  assertWithinFiveSigma(dropped, others.length, estimatedErrorRate);
});

test("clears a filter over half full, and new comments pass", () => {
  const comments = new Comments({ capacity: 2000, errorRate: 0.001 });
  for (let i = 0; i < 20_000; i++) comments.post(comment(i));
  assert.ok(comments.cleared >= 5 && comments.cleared <= 10, `${comments.cleared}`);
  assert.ok(comments.dropped < 200, `${comments.dropped}`);
});

test("distinguishes comments without letters", () => {
  assert.equal(essence("👍"), "👍");
  assert.notEqual(essence("!!!"), essence("???"));
  assert.equal(essence("布隆 过滤器!"), essence("布隆过滤器"));
  assert.equal(essence(""), "");
});

test("prints the output in its README", () => printsWhatItsReadmeSays("repeated-comments"));
