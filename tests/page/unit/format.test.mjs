// Tests how the page writes shares.

import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, plainPercent } from "../../../www/lib/format.js";

test("a share below 0.1% is one in so many", () => {
  for (const [share, english, chinese] of [
    [1, "100%", "100%"],
    [0.0099637, "0.996%", "0.996%"],
    [0.001, "0.1%", "0.1%"],
    [0.000999, "1 in 1,000", "1/1,000"],
    [0.00037, "1 in 2,700", "1/2,700"],
    [0.000002, "1 in 500,000", "1/50 万"],
    [1e-6, "1 in 1,000,000", "1/100 万"],
    [2.3e-8, "1 in 43,000,000", "1/4,300 万"],
    [1e-9, "1 in 1,000,000,000", "1/10 亿"],
    [1e-13, "1 in 10¹³", "1/10 万亿"],
    [0, "0%", "0%"],
  ]) {
    assert.equal(percent(share, "en"), english);
    assert.equal(percent(share, "zh-CN"), chinese);
  }
});

test("tables and axes keep one unit", () => {
  assert.equal(plainPercent(0.000002, "en"), "0.0002%");
  assert.equal(plainPercent(0.01, "zh-CN"), "1%");
});
