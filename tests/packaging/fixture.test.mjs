// Checks the answers in fixture.json with a reader of the format that shares no code with the package, and with Guava's
// own answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { keyOf } from "../js/helpers/foreign-vectors.mjs";
import { read, readText } from "../js/helpers/format-reader.mjs";
import { FIXTURE, makeFixture, textOf } from "./make-fixture.mjs";

const fixtureText = readFileSync(FIXTURE, "utf8");
const { text, staticText, keys, guava, expected } = JSON.parse(fixtureText);

test("the fixture matches make-fixture.mjs", () => {
  assert.equal(fixtureText, textOf(makeFixture()));
});

test("another reader gives the fixture's answers for 1,000 keys", () => {
  const { has, header } = read(readText(text));
  const encoder = new TextEncoder();
  assert.equal(new Set(keys).size, 1000);
  assert.equal(header.errorRate, 0.01);
  const ask = (one) => keys.map((key) => Number(one(encoder.encode(key)))).join("");
  assert.equal(ask(has), expected.own);
  assert.equal(ask(read(readText(staticText)).has), expected.static);

  const domains = createRequire(import.meta.url)("disposable-email-domains/index.json");
  const listed = new Set(domains.filter((_, i) => i % 40 === 0));
  assert.equal(listed.size, header.inserted);
  const counts = { listed: 0, missed: 0, falsePositives: 0, absent: 0 };
  keys.forEach((key, i) => {
    const names = listed.has(key) ? ["missed", "listed"] : ["absent", "falsePositives"];
    counts[names[Number(expected.own[i])]]++;
  });
  assert.equal(counts.listed, 500);
  assert.equal(counts.missed, 0);
  assert.ok(counts.falsePositives >= 20, `${counts.falsePositives}`);
});

test("Guava's file, keys and answers come from Guava", () => {
  const file = new URL("../golden/guava/guava_mitz64_string_utf8_small.json", import.meta.url);
  const golden = JSON.parse(readFileSync(file, "utf8"));
  assert.equal(guava.base64, golden.dump_base64);
  const answers = new Map();
  for (const [field, answer] of [
    ["keys_in", "1"],
    ["false_positives", "1"],
    ["keys_absent", "0"],
  ]) {
    for (const key of golden[field]) answers.set(keyOf(key), answer);
  }
  assert.deepEqual(guava.keys, [...answers.keys()]);
  assert.equal(expected.guava, [...answers.values()].join(""));
});
