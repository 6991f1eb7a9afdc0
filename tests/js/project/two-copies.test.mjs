// Two copies of the package in one process, for example two versions in node_modules, or a bundle beside a package.
// Each copy has its own classes.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as one from "edgebloom";
import { LiveFilter } from "edgebloom/live";
import { exportFilter } from "edgebloom/compat";
import * as two from "../../../pkg/index.js";

const SIZE = { capacity: 100, errorRate: 1e-6 };
const CLASSES = {
  BloomFilter: SIZE,
  CountingBloomFilter: SIZE,
  ScalableBloomFilter: SIZE,
  SparseBloomFilter: { bits: 2 ** 24, hashes: 3 },
};
const errorFor = (name, field = "other", expected = "a BloomFilter") => ({
  name: "TypeError",
  message: `${field}: expected ${expected}, got a ${name} of another copy of edgebloom: load(${field}.toBytes())`,
});

test("loads two copies", () => {
  for (const name of Object.keys(CLASSES)) assert.notEqual(one[name], two[name]);
});

for (const [name, options] of Object.entries(CLASSES)) {
  describe(`rejects a ${name} of the other copy`, () => {
    const theirs = new two[name](options);
    theirs.add("a");

    for (const method of ["union", "intersection", "merge", "isCompatible", "equals"]) {
      test(`${method} suggests a solution`, () => {
        const ours = new one.BloomFilter(SIZE);
        ours.add("b");
        assert.throws(() => ours[method](theirs), errorFor(name));
        // A scalable filter cannot be combined.
        if (method in theirs) assert.throws(() => theirs[method](ours), errorFor("BloomFilter"));
        assert.deepEqual([ours.has("b"), ours.has("a"), theirs.has("a")], [true, false, true]);
      });
    }

    test("the suggested solution works", () => {
      const ours = new one[name](options);
      ours.add("b");
      const read = one.load(theirs.toBytes());
      assert.equal(read.constructor, one[name]);
      if (name === "ScalableBloomFilter") return assert.equal(read.has("a"), true);
      const both = ours.union(read);
      assert.deepEqual([...both.hasMany(["a", "b", "c"])], [1, 1, 0]);
    });
  });
}

test("errors name subclasses and keyed filters", () => {
  class MyBloomFilter extends two.BloomFilter {}
  const ours = new one.BloomFilter(SIZE);
  assert.throws(() => ours.union(new MyBloomFilter(SIZE)), errorFor("MyBloomFilter"));
  const theirs = new one.KeyedBloomFilter({ ...SIZE, key: one.generateSecretKey() });
  assert.throws(() => new two.BloomFilter(SIZE).equals(theirs), errorFor("KeyedBloomFilter"));
});

test("exportFilter gives the same error", () => {
  const theirs = new two.BloomFilter(SIZE);
  assert.throws(() => exportFilter(theirs, { format: "guava" }), errorFor("BloomFilter", "filter", "a filter"));
});

test("a custom load of another copy is used unchanged", async () => {
  const theirs = new two.BloomFilter(SIZE);
  theirs.add("a");
  const live = new LiveFilter("https://lists.example/a", {
    fetch: async () => new Response(theirs.toBytes()),
    store: null,
    load: two.load,
  });
  await live.ready();
  live.stop();
  assert.ok(live.current instanceof two.BloomFilter);
  assert.equal(live.has("a"), true);
});

test("an object that only looks like a filter is not a copy", () => {
  const ours = new one.BloomFilter(SIZE);
  class BloomFilter {}
  class FakeBloomFilter {
    toBytes = 1;
  }
  for (const [other, found] of [
    [new BloomFilter(), "a BloomFilter"],
    [new FakeBloomFilter(), "a FakeBloomFilter"],
    [{}, "an object"],
    [null, "null"],
    [undefined, "undefined"],
    [ours.toBytes(), "a Uint8Array"],
    [Uint8ClampedArray.of(1), "a Uint8ClampedArray"],
    [[], "an Array"],
  ]) {
    assert.throws(() => ours.union(other), {
      name: "TypeError",
      message: `other: expected a BloomFilter, got ${found}`,
    });
  }
});
