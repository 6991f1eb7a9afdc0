// Comments that were posted before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Comments, essence } from "../../../examples/repeated-comments/comments.mjs";
import { assertWithinFiveSigma, printsWhatItsReadmeSays } from "./run-main.mjs";

const comment = (i) => `comment number ${i}`;

test("a repeat is always dropped, whatever its case, width and spacing", () => {
  const comments = new Comments({ capacity: 10_000, errorRate: 0.001 });
  for (let i = 0; i < 5000; i++) comments.post(comment(i));
  for (let i = 0; i < 5000; i++) assert.equal(comments.post(` COMMENT, number ${i}!`), false);
  assert.equal(comments.post("ｃｏｍｍｅｎｔ ｎｕｍｂｅｒ １"), false);
});

test("new comments are dropped at the false positive rate", () => {
  const comments = new Comments({ capacity: 20_000, errorRate: 0.01 });
  for (let i = 0; i < 15_000; i++) comments.post(comment(i));
  const { estimatedErrorRate } = comments.filter.stats;
  const others = Array.from({ length: 20_000 }, (_, i) => essence(`another ${i}`));
  const dropped = others.filter((key) => comments.filter.has(key)).length;
  assertWithinFiveSigma(dropped, others.length, estimatedErrorRate);
});

test("what is more than half full is cleared, and the new ones get through", () => {
  const comments = new Comments({ capacity: 2000, errorRate: 0.001 });
  for (let i = 0; i < 20_000; i++) comments.post(comment(i));
  assert.ok(comments.cleared >= 5 && comments.cleared <= 10, `${comments.cleared}`);
  assert.ok(comments.dropped < 200, `${comments.dropped}`);
});

test("comments without a letter are told apart too", () => {
  assert.equal(essence("👍"), "👍");
  assert.notEqual(essence("!!!"), essence("???"));
  assert.equal(essence("布隆 过滤器!"), essence("布隆过滤器"));
  assert.equal(essence(""), "");
});

test("it prints what its README says", () => printsWhatItsReadmeSays("repeated-comments"));
