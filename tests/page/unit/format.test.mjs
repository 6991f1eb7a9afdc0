// Tests how the page writes numbers and shares.

import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, inEnglish, percent, plainPercent } from "../../../www/lib/format.js";

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
  assert.equal(plainPercent(0.000002), "0.0002%");
  assert.equal(plainPercent(0.01), "1%");
});

test("numbers are written as Intl writes them, in both languages", () => {
  const values = [0, 0.5, 999, 999.9996, 1000, 12345.678, 121_558, 1_167_360, 2 ** 53 - 1];
  // Fractions up to where ties begin: at 1.0005, Intl rounds what is written, and the page what is stored, slightly less.
  for (let value = 1e-4; value < 1e15; value *= 1.0137)
    values.push(value < 1e9 ? value : 1e-9 * value, Math.round(value));
  for (const locale of ["en", "zh-CN"]) {
    for (const digits of [1, 2, 3, 7]) {
      const rounded = new Intl.NumberFormat(locale, { maximumSignificantDigits: digits });
      for (const value of values) assert.equal(grouped(value, digits), rounded.format(value));
    }
    const plain = new Intl.NumberFormat(locale);
    for (const value of values) assert.equal(grouped(value), plain.format(value));
  }
});

test("a list in a sentence is written as Intl writes it", () => {
  const intl = new Intl.ListFormat("en", { type: "conjunction" });
  const items = ["a", "b, c", "d", "e and f", "g"];
  for (let count = 1; count <= items.length; count++)
    assert.equal(inEnglish(items.slice(0, count)), intl.format(items.slice(0, count)));
});
