// onSaturated: what happens when a filter is over half full.

import assert from "node:assert/strict";
import test from "node:test";
import { memoryBytes } from "../helpers/memory.mjs";
import { BloomFilter, CountingBloomFilter, SparseBloomFilter, load } from "edgebloom";
import { keys, assertRejected } from "../helpers/helpers.mjs";

const KINDS = [BloomFilter, CountingBloomFilter, SparseBloomFilter];
const make = (onSaturated, more) => new BloomFilter({ bits: 1024, hashes: 3, onSaturated, ...more });

/** Fills a plain filter; returns the key that makes it over half full, and the keys before. */
function crossing(more) {
  const filter = make(undefined, more);
  const before = [];
  for (let i = 0; ; i++) {
    filter.add(`key-${i}`);
    if (filter.stats.overHalfFull) return { before, key: `key-${i}`, filter };
    before.push(`key-${i}`);
  }
}

test("stats.overHalfFull is true above half full", () => {
  const filter = new BloomFilter({ bits: 64, hashes: 1 });
  let set = 0;
  for (const key of keys(1000)) {
    set += filter.add(key);
    assert.equal(filter.stats.overHalfFull, set > 32);
  }
  assert.equal(set, 64);
  filter.clear();
  assert.equal(filter.stats.overHalfFull, false);
  for (const Kind of KINDS) {
    const one = Kind.from(keys(300), { bits: 512, hashes: 3 });
    assert.equal(one.stats.overHalfFull, true);
    assert.equal(load(one.toBytes()).stats.overHalfFull, true);
  }
});

test("warn: warns once, and again after clear", (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const filter = make("warn");
  const { before, key } = crossing();
  filter.addMany(before);
  assert.equal(warn.mock.callCount(), 0);
  filter.add(key);
  assert.equal(warn.mock.callCount(), 1);
  assert.match(`${warn.mock.calls[0].arguments[0]}`, /1024/);
  filter.addMany(keys(5000));
  assert.equal(warn.mock.callCount(), 1);
  assert.ok(keys(5000).every((one) => filter.has(one)));
  filter.clear();
  filter.addMany(keys(5000));
  assert.equal(warn.mock.callCount(), 2);
});

test("throw: adds the key that crosses the limit and rejects the next", () => {
  for (const layout of ["standard", "blocked"]) {
    const { before, key, filter: full } = crossing({ layout });
    const filter = make("throw", { layout });
    filter.addMany(before);
    assert.equal(filter.add(key), true);
    assert.deepEqual(filter.toBytes(), full.toBytes());
    const next = keys(1000, 10_000).find((one) => !filter.has(one));
    for (const call of [
      () => filter.add(next),
      () => filter.add(key),
      () => filter.addMany([next]),
      () => filter.addLines(next),
    ]) {
      assertRejected(call, RangeError, "filter", "SATURATED");
    }
    assert.deepEqual(filter.toBytes(), full.toBytes());
    assert.equal(filter.has(next), false);
    assert.ok([...before, key].every((one) => filter.has(one)));
    filter.clear();
    assert.equal(filter.add(next), true);
  }
});

test("throw: accepts about as many keys as the capacity", () => {
  for (const errorRate of [0.1, 0.01, 0.001]) {
    const filter = new BloomFilter({ capacity: 1000, errorRate, onSaturated: "throw" });
    for (let i = 0; i < 930; i++) assert.doesNotThrow(() => filter.add(`key-${i}`), `${i} at ${errorRate}`);
  }
});

test("throw: a wrong key is still reported as a wrong key", () => {
  const filter = make("throw");
  assertRejected(() => filter.addMany(keys(5000)), RangeError, "filter", "SATURATED");
  assertRejected(() => filter.add(5), TypeError, "key");
});

test("clear: removes all keys before it adds the next", () => {
  const filter = make("clear");
  const { before, key } = crossing();
  filter.addMany([...before, key]);
  assert.ok(filter.stats.overHalfFull && before.every((one) => filter.has(one)));
  assert.equal(filter.add("next"), true);
  assert.equal(filter.stats.inserted, 1);
  assert.ok(filter.has("next"));
  assert.ok(filter.stats.bitsSet <= 3);
  filter.addMany(keys(100_000));
  assert.ok(filter.stats.bitsSet <= 1024 / 2 + 3);
});

test("rotate: an endless stream takes bounded memory", () => {
  const filter = new BloomFilter({ bits: 8192, hashes: 5, onSaturated: "rotate" });
  // A generation has about 8192 / 5 · ln 2 keys.
  const recent = 1000;
  filter.addMany(keys(5000));
  filter.toBytes();
  const before = memoryBytes();
  let rotations = 0;
  let last = filter.stats.inserted;
  for (let i = 5000; i < 105_000; i++) {
    filter.add(`key-${i}`);
    assert.ok(filter.has(`key-${i}`));
    if (i % 7 === 0) {
      const { bitsSet, inserted } = filter.stats;
      assert.ok(bitsSet <= 4096 + 5, `${bitsSet}`);
      rotations += inserted < last;
      last = inserted;
    }
    if (i % 500 === 0) {
      for (let j = i - recent + 1; j <= i; j++) assert.ok(filter.has(`key-${j}`), `${j} at ${i}`);
    }
  }
  assert.ok(rotations > 70 && rotations < 110, `${rotations}`);
  const old = keys(50_000).filter((key) => filter.has(key)).length;
  assert.ok(old < 0.1 * 50_000, `${old}`);
  const more = memoryBytes() - before;
  assert.ok(more <= 2 ** 20, `${more}`);
});

test("rotate: files, copies and combinations contain both generations", () => {
  const filter = make("rotate", { name: "n", version: "v" });
  const { before, key } = crossing();
  filter.addMany([...before, key, "next"]);
  const all = [...before, key, "next"];
  assert.ok(filter.stats.bitsSet <= 3, "a new generation");
  assert.ok(all.every((one) => filter.has(one)));
  assert.ok(filter.hasMany(all).every(Boolean) && filter.hasLines(all.join("\n")).every(Boolean));
  assert.equal(filter.add(before[0]), false, "maybe a member before");
  const plain = make();
  plain.addMany(all);
  for (const loaded of [load(filter.toBytes()), load(filter.toBase64())]) {
    assert.ok(all.every((one) => loaded.has(one)));
    assert.ok(loaded.equals(plain));
    assert.deepEqual([loaded.name, loaded.version], ["n", "v"]);
  }
  const copy = filter.clone();
  assert.ok(all.every((one) => copy.has(one)));
  assert.deepEqual(copy.toBytes(), filter.toBytes());
  assert.ok(all.every((one) => filter.fold(2).has(one)));
  const other = make();
  other.merge(filter);
  assert.ok(other.equals(plain));
  assert.ok(make().union(filter).equals(plain));
  filter.clear();
  assert.ok(!filter.has(key) && !filter.has("next"));
  assert.equal(load(filter.toBytes()).stats.bitsSet, 0);
  filter.free();
  assertRejected(() => filter.has("a"), TypeError, "filter");
});

/** A filter that has rotated, with keys in both generations. */
function rotated() {
  const filter = make("rotate");
  const { before, key } = crossing();
  const all = [...before, key, "next"];
  for (const one of all) filter.add(one);
  return { filter, all };
}

test("rotate: union and intersection use the keys of both generations", () => {
  const { filter, all } = rotated();
  const union = filter.union(make());
  assert.ok(all.every((one) => union.has(one)));
  const both = filter.intersection(BloomFilter.from(all, { bits: 1024, hashes: 3 }));
  assert.ok(all.every((one) => both.has(one)));
});

test("rotate: a filter equals itself and its clone", () => {
  const { filter } = rotated();
  assert.equal(filter.equals(filter), true);
  assert.equal(filter.equals(filter.clone()), true);
  assert.equal(filter.clone().equals(filter), true);
});

test("rotate: works with plain filters only", () => {
  for (const Kind of [CountingBloomFilter, SparseBloomFilter]) {
    assertRejected(() => new Kind({ bits: 1024, hashes: 3, onSaturated: "rotate" }), RangeError, "onSaturated");
    assertRejected(() => Kind.from(["a"], { errorRate: 0.1, onSaturated: "rotate" }), RangeError, "onSaturated");
  }
});

test("rotate: an exception answers no in both generations", () => {
  const { filter, all } = rotated();
  const falsely = keys(100_000, 10_000).find((key) => filter.has(key));
  filter.allow(falsely);
  assert.equal(filter.has(falsely), false);
  assert.equal(load(filter.toBytes()).has(falsely), false);
  assert.ok(all.every((one) => filter.has(one)));
});

test("calls a function once, with the filter", () => {
  const calls = [];
  const filter = make((one) => calls.push(one));
  const { before, key } = crossing();
  filter.addMany(before);
  assert.equal(calls.length, 0);
  filter.add(key);
  assert.deepEqual(
    calls.map((one) => one === filter),
    [true],
  );
  filter.addMany(keys(5000));
  assert.equal(calls.length, 1);
  // The function may clear the filter. It is then called at the next saturation.
  let cleared = 0;
  const own = make((one) => {
    cleared++;
    one.clear();
  });
  own.addMany(keys(10_000));
  assert.ok(cleared > 20 && own.stats.bitsSet <= 512);
  // If the function throws, the error reaches the caller. The key has been added.
  const angry = make(() => {
    throw new Error("full");
  });
  angry.addMany(before);
  assert.throws(() => angry.add(key), { message: "full" });
  assert.ok(angry.has(key));
});

test("applies to every method that adds keys", () => {
  const full = BloomFilter.from(keys(2000), { bits: 1024, hashes: 3 });
  for (const [what, fill] of Object.entries({
    addMany: (filter) => filter.addMany(keys(2000)),
    addLines: (filter) => filter.addLines(keys(2000).join("\n")),
    bytes: (filter) => filter.addLines(new TextEncoder().encode(keys(2000).join("\r\n"))),
    merge: (filter) => filter.merge(full),
  })) {
    let calls = 0;
    const filter = make(() => calls++);
    fill(filter);
    assert.equal(calls, 1, what);
    fill(filter);
    assert.equal(calls, 1, what);
    assert.ok(keys(2000).every((key) => filter.has(key)));
  }
  const filter = make("throw");
  filter.merge(full);
  assertRejected(() => filter.add("a"), RangeError, "filter", "SATURATED");
  for (const Kind of KINDS) {
    let calls = 0;
    const one = new Kind({ capacity: 100, errorRate: 0.01, onSaturated: () => calls++ });
    one.addMany(keys(90));
    assert.equal(calls, 0);
    one.addMany(keys(500));
    assert.equal(calls, 1);
  }
});

test("clones keep the option, files do not", () => {
  const { before, key } = crossing();
  const filter = make("throw");
  filter.addMany([...before, key]);
  const copy = filter.clone();
  const refusal = (one) => assertRejected(() => one.addMany(keys(10, 10_000)), RangeError, "filter", "SATURATED");
  refusal(filter);
  const loaded = load(filter.toBytes());
  assert.ok(loaded.addMany(keys(10, 10_000)) > 0);
  assert.deepEqual(filter.toBytes(), crossing().filter.toBytes());
  // A clone checks again after at most one more key.
  refusal(copy);
  assert.ok(copy.stats.inserted <= filter.stats.inserted + 1);
});

test("from accepts the option", () => {
  let calls = 0;
  const onSaturated = () => calls++;
  for (const Kind of KINDS) {
    calls = 0;
    const filter = Kind.from(keys(100), { capacity: 200, errorRate: 0.01, onSaturated });
    assert.equal(calls, 0);
    filter.addMany(keys(1000, 500));
    assert.equal(calls, 1);
    calls = 0;
    Kind.from(keys(1000), { bits: 512, hashes: 3, onSaturated });
    assert.equal(calls, 1);
    assertRejected(
      () => Kind.from(keys(1000), { bits: 512, hashes: 3, onSaturated: "throw" }),
      RangeError,
      "filter",
      "SATURATED",
    );
  }
});

test("from makes room for all of its keys", () => {
  for (const Kind of KINDS) {
    const filter = Kind.from(keys(100), { errorRate: 0.01, onSaturated: "throw" });
    assert.ok(keys(100).every((key) => filter.has(key)));
    assertRejected(() => filter.addMany(keys(1000, 500)), RangeError, "filter", "SATURATED");
  }
});

test("rejects wrong values", () => {
  for (const Kind of KINDS) {
    for (const onSaturated of ["", "Warn", "explode", "warn "]) {
      assertRejected(() => new Kind({ bits: 64, hashes: 1, onSaturated }), RangeError, "onSaturated");
      assertRejected(() => Kind.from(["a"], { errorRate: 0.1, onSaturated }), RangeError, "onSaturated");
    }
    for (const onSaturated of [null, 5, true, {}, [], ["warn"]]) {
      assertRejected(() => new Kind({ bits: 64, hashes: 1, onSaturated }), TypeError, "onSaturated");
    }
    assert.ok(new Kind({ bits: 64, hashes: 1, onSaturated: undefined }).add("a"));
  }
});

test("a rejected value leaves no memory allocated", () => {
  const attempt = () => assert.throws(() => make("explode", { bits: 2 ** 23 }), RangeError);
  attempt();
  const before = memoryBytes();
  for (let i = 0; i < 50; i++) attempt();
  assert.ok(memoryBytes() - before <= 2 * 2 ** 20);
});

test("throw: interrupted lines do not affect the next ones", () => {
  const filter = new BloomFilter({ bits: 1024, hashes: 3, onSaturated: "throw" });
  const text = `${keys(2000).join("\n")}\n${"x".repeat(400_000)}`;
  assert.throws(() => filter.addLines(text), { code: "SATURATED" });
  assert.equal(filter.has("key-1"), true);
  assert.equal(filter.hasLines(`key-1\n${"y".repeat(200_000)}\nkey-2`).length, 3);
  assert.equal(filter.has("key-2"), true);
});
