// Filters and the WebAssembly memory: how much they use, how they return it, and what happens when it is full.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { memoryBytes } from "../helpers/memory.mjs";
import * as edgebloom from "edgebloom";
import { assertRejected, sized } from "../helpers/plain-filters.mjs";

const { BloomFilter } = edgebloom;

test("methods throw after free(); a second free() is harmless", () => {
  const filter = sized(10);
  const other = sized(10);
  filter.free();
  filter.free();
  filter[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
  // Those of the classes that it extends, too.
  const names = [];
  for (let one = BloomFilter.prototype; one !== Object.prototype; one = Object.getPrototypeOf(one)) {
    names.push(...Object.keys(Object.getOwnPropertyDescriptors(one)));
  }
  assert.throws(() => filter.stats, TypeError);
  const call = {
    add: ["a"],
    has: ["a"],
    addMany: [["a"]],
    hasMany: [["a"]],
    addLines: ["a"],
    hasLines: ["a"],
    union: [other],
    intersection: [other],
    merge: [other],
    isCompatible: [other],
    equals: [other],
    clone: [],
    clear: [],
    fold: [1],
    shrink: [{ errorRate: 0.5 }],
    positions: ["a"],
    bits: [],
    toBytes: [],
    toBase64: [],
    toJSON: [],
    allow: ["a"],
  };
  assert.deepEqual(
    names.filter((name) => !["constructor", "free", "stats", "keyForm", "__v_skip", "like"].includes(name)).sort(),
    Object.keys(call).sort(),
  );
  for (const [name, args] of Object.entries(call)) {
    assertRejected(() => filter[name](...args), TypeError, "filter");
  }
  for (const name of ["union", "merge", "equals"]) assertRejected(() => other[name](filter), TypeError, "filter");
  // The next filter may get the same handle. The freed object must not reach it.
  const next = sized(10);
  assert.throws(() => filter.add("a"), TypeError);
  assert.equal(next.stats.inserted, 0);
});

test("a million filters reuse the same memory", () => {
  for (let i = 0; i < 1000; i++) sized(1000).free();
  const before = memoryBytes();
  for (let i = 0; i < 1_000_000; i++) {
    const filter = new BloomFilter({ bits: 64 + (i % 5) * 1024, hashes: 3 });
    if (i % 1000 === 0) assert.equal(filter.add("a"), true);
    filter.free();
  }
  assert.equal(memoryBytes(), before);
});

test("queries allocate nothing in the module", () => {
  const filter = sized(1000);
  const before = memoryBytes();
  for (let i = 0; i < 300_000; i++) filter.has(`https://example.com/${i}/${"x".repeat(i % 90)}`);
  assert.equal(memoryBytes(), before);
  assert.ok(filter.stats.bitsSet === 0);
});

test("small filters take only the memory that they need", () => {
  const filters = [new BloomFilter({ capacity: 100, errorRate: 0.01 })];
  const before = memoryBytes();
  for (let i = 0; i < 10_000; i++) filters.push(new BloomFilter({ capacity: 100, errorRate: 0.01 }));
  // At most 480 bytes each: 120 bytes of bits, as much around them, and as much again between allocations.
  assert.ok(memoryBytes() - before < 10_000 * 480, `${memoryBytes() - before}`);
  for (const filter of filters) filter.free();
});

test("a million lines grow memory by no more than one chunk of text", () => {
  const filter = sized(1_000_000);
  const text = Array.from({ length: 1_000_000 }, (_, i) => `line-${i}`).join("\n");
  filter.addLines(text);
  const before = memoryBytes();
  const answers = filter.hasLines(text);
  assert.equal(answers.length, 1_000_000);
  assert.ok(answers.every((answer) => answer === 1));
  assert.ok(memoryBytes() - before <= 65536 * 2);
  filter.free();
});

test("existing filters keep working if memory is full", () => {
  // In a separate process, because this really uses 4 GB.
  const code = `
    import assert from "node:assert/strict";
    import { BloomFilter } from "edgebloom";
    const survivor = BloomFilter.from(["a"], { errorRate: 0.1 });
    survivor.has("x".repeat(50_000_000));
    const filters = [];
    for (let bits = 2 ** 32; bits >= 64; bits /= 2) {
      for (;;) {
        try { filters.push(new BloomFilter({ bits, hashes: 1 })); } catch (error) {
          assert.equal(error.code, "MEMORY", String(error));
          break;
        }
      }
    }
    assert.throws(() => survivor.has("y".repeat(1_000_000_000 / 2)), RangeError);
    for (let i = 0; i < 10; i++) assert.ok(survivor.has("a") && !survivor.has("b" + i));
    assert.equal(survivor.positions("a").length, survivor.stats.hashes);
    assert.ok(survivor.toBytes().length > 64);
    filters.forEach((filter) => filter.free());
    assert.ok(BloomFilter.from(["z"], { errorRate: 0.01 }).has("z"));
  `;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: new URL(".", import.meta.url),
    encoding: "utf8",
    timeout: 120_000,
  });
  assert.equal(status, 0, stderr);
});
