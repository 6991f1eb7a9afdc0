// What is allowed but rarely meant: the console says it once.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

/** What a process warns of. */
function warningsOf(code) {
  const script = `import * as edgebloom from ${JSON.stringify(new URL("../../../pkg/index.js", import.meta.url).href)};
    const lines = [];
    console.warn = (text) => lines.push(text);
    const { BloomFilter, CountingBloomFilter, KeyedBloomFilter, ScalableBloomFilter, StaticFilter, StaticMap } = edgebloom;
    const keys = Array.from({ length: 2000 }, (_, i) => "key-" + i);
    ${code}
    console.log(JSON.stringify(lines));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

const NO_KEYS = 'edgebloom: a filter was made of no keys: has() answers "no" to every key';

test("no keys", () => {
  for (const code of [
    "BloomFilter.from([], { errorRate: 0.01 }); BloomFilter.from([], { errorRate: 0.01 })",
    'BloomFilter.fromLines("\\n", { errorRate: 0.01 })',
    "CountingBloomFilter.from([], { errorRate: 0.01 })",
    "ScalableBloomFilter.from([], { errorRate: 0.01 })",
    "StaticFilter.from([], { errorRate: 0.01 })",
    'StaticFilter.fromLines("", { errorRate: 0.01 })',
    "StaticMap.from([], { errorRate: 0.01 })",
  ]) {
    assert.deepEqual(warningsOf(code), [NO_KEYS], code);
  }
});

test("a capacity that is far off, when the file is written", () => {
  assert.deepEqual(
    warningsOf(`BloomFilter.from(keys, { capacity: 200, errorRate: 0.01 }).toBytes();
      const large = BloomFilter.from(keys, { capacity: 20_000, errorRate: 0.01 });
      large.toBase64();
      JSON.stringify(large);`),
    [
      'edgebloom: a filter with the capacity 200 is saved with 2000 keys: has() answers "maybe" to nearly every key',
      "edgebloom: a filter with the capacity 20000 is saved with 2000 keys: without capacity, from() makes a file 10 times smaller or more",
    ],
  );
});

test("nothing else", () => {
  const code = `const rate = { errorRate: 0.01 };
    for (const Class of [BloomFilter, CountingBloomFilter, ScalableBloomFilter, StaticFilter]) Class.from(keys, rate).toBytes();
    new BloomFilter({ capacity: 20_000, ...rate }).toBytes();
    const rotating = new BloomFilter({ capacity: 10_000, errorRate: 0.01, onSaturated: "rotate" });
    for (let i = 0; i < 10_100; i++) rotating.add("key-" + i);
    rotating.toBytes();
    // Keys come later.
    BloomFilter.from([], { capacity: 10, ...rate }).toBytes();
    BloomFilter.from(["a"], { capacity: 100, ...rate }).toBytes();
    BloomFilter.from(keys, { bits: 64, hashes: 1 }).toBytes();
    new ScalableBloomFilter({ capacity: 1, ...rate }).addMany(keys);
    StaticMap.from([["a", "b"]], rate).toBytes();`;
  assert.deepEqual(warningsOf(code), []);
});
