/** @jest-environment jsdom */
const { writeFileSync } = require("node:fs");
const { answers } = require("./answers.cjs");
const { BloomFilter } = require("edgebloom");
const { importFilter } = require("edgebloom/compat");
const { FilterReader } = require("edgebloom/reader");
const { KeyedBloomFilter, generateSecretKey } = require("edgebloom");

test("what jsdom lacks is missing here", () => {
  expect(typeof document).toBe("object");
  expect(typeof TextEncoder + typeof TextDecoder).toBe("undefinedundefined");
});

test("answers", async () => {
  const found = await answers();
  expect(found.load).toHaveLength(1000);
  writeFileSync("found.json", JSON.stringify(found));
});

test("bytes of this realm, of Node's, and of Node's Buffer", () => {
  const filter = BloomFilter.from(["é", "€".repeat(100)], { errorRate: 1e-9 });
  const file = filter.toBytes();
  for (const bytes of [file, new Uint8Array(file), Buffer.from(file), received(file)]) {
    expect(BloomFilter.fromBytes(bytes).has("€".repeat(100))).toBe(true);
  }
  for (const key of [Uint8Array.of(0xc3, 0xa9), Buffer.from("é")]) expect(filter.has(key)).toBe(true);
  expect(filter.has(Uint8Array.of(0xff))).toBe(false);
  expect(() => BloomFilter.fromBytes(file.buffer)).toThrow("an ArrayBuffer: pass new Uint8Array(buffer)");
});

/** Bytes as Node's own functions return them. */
const received = (bytes) => require("node:v8").deserialize(require("node:v8").serialize(bytes));

test("one set of classes", () => {
  const filter = BloomFilter.from(["a"], { errorRate: 1e-9 });
  expect(FilterReader.fromBytes(filter.toBytes()).has("a")).toBe(true);
  expect(importFilter).toBeInstanceOf(Function);
  const key = generateSecretKey();
  expect(KeyedBloomFilter.from(["a"], { key, errorRate: 1e-9 }).has("a")).toBe(true);
});
