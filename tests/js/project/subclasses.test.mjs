// Subclasses with their own constructors.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter, load } from "edgebloom";
import { KeyedBloomFilter, generateSecretKey } from "edgebloom/keyed";

const SIZE = { capacity: 100, errorRate: 1e-6 };

/** All calls that return a filter of the same class. They start from a filter with the key "a". */
const MAKERS = {
  fromBytes: (filter) => filter.constructor.fromBytes(filter.toBytes()),
  fromBase64: (filter) => filter.constructor.fromBase64(filter.toBase64()),
  clone: (filter) => filter.clone(),
  union: (filter) => filter.union(filter),
  intersection: (filter) => filter.intersection(filter),
  fold: (filter) => filter.fold(1),
  shrink: (filter) => filter.shrink({ errorRate: 0.5 }),
};
const REFUSED = "expected a constructor that passes its first argument to super()";

class Passing extends BloomFilter {
  list = [];
  constructor(options, more = "nothing more") {
    super(options);
    this.more = more;
  }
  hasNot(key) {
    return !this.has(key);
  }
}
/** A subclass whose arguments differ from those of super. */
class Own extends BloomFilter {
  constructor(capacity, errorRate) {
    super({ capacity, errorRate });
  }
}
/** A subclass that makes the same filter for all arguments. */
class Fixed extends BloomFilter {
  constructor() {
    super(SIZE);
  }
}

describe("a subclass that passes on its first argument", () => {
  const filter = new Passing({ ...SIZE, name: "list", version: "2" }, "more");
  filter.add("a");
  for (const [name, make] of Object.entries(MAKERS)) {
    test(`${name} returns an instance of it`, () => {
      const instance = make(filter);
      assert.ok(instance instanceof Passing);
      assert.deepEqual(
        [instance.name, instance.version, instance.more, instance.list],
        ["list", "2", "nothing more", []],
      );
      assert.deepEqual([instance.has("a"), instance.hasNot("b")], [true, true]);
    });
  }

  test("from returns an instance of it, load one of the base class", () => {
    assert.equal(Passing.from(["a"], { errorRate: 1e-6 }).hasNot("b"), true);
    assert.equal(load(filter.toBytes()).constructor, BloomFilter);
  });

  const key = generateSecretKey();
  for (const [Class, options] of [
    [CountingBloomFilter, SIZE],
    [ScalableBloomFilter, SIZE],
    [SparseBloomFilter, { bits: 2 ** 24, hashes: 3 }],
    [KeyedBloomFilter, { ...SIZE, key }],
  ]) {
    test(`of ${Class.name}`, () => {
      class Mine extends Class {}
      const filter = new Mine(options);
      filter.add("a");
      const read = Mine.fromBytes(filter.toBytes(), ...(Class === KeyedBloomFilter ? [{ key }] : []));
      for (const one of [read, filter.clone()]) assert.deepEqual([one.constructor, one.has("a")], [Mine, true]);
    });
  }
});

describe("a subclass that does not pass on its first argument gets an error", () => {
  for (const Kind of [Own, Fixed]) {
    const filter = new Kind(100, 1e-6);
    filter.add("a");
    for (const [name, make] of Object.entries(MAKERS)) {
      test(`${Kind.name}, ${name}`, () => {
        assert.throws(() => make(filter), { name: "TypeError", message: `${Kind.name}: ${REFUSED}` });
        assert.deepEqual([filter.has("a"), filter.has("b")], [true, false]);
      });
    }
  }

  test("includes the error of its constructor", () => {
    const dump = new Own(100, 1e-6).toBytes();
    assert.throws(
      () => Own.fromBytes(dump),
      ({ cause }) => cause instanceof TypeError && /^(capacity|errorRate): expected /.test(cause.message),
    );
  });
});

describe("a constructor that throws", () => {
  const dump = BloomFilter.from(["a"], { ...SIZE, name: "list" }).toBytes();
  const boom = new Error("boom");
  let angry = true;
  class Before extends BloomFilter {
    constructor(options) {
      if (angry) throw boom;
      super(options);
    }
  }
  class After extends BloomFilter {
    constructor(options) {
      super(options);
      throw boom;
    }
  }

  test("before super: the next filter is not affected", () => {
    for (const make of [() => Before.fromBytes(dump), () => Before.fromBase64(Buffer.from(dump).toString("base64"))]) {
      angry = true;
      assert.throws(make, { name: "TypeError", message: `Before: ${REFUSED}`, cause: boom });
      angry = false;
      for (const Kind of [BloomFilter, Before, CountingBloomFilter, ScalableBloomFilter]) {
        const next = new Kind(SIZE);
        assert.deepEqual([next.constructor, next.name, next.has("a"), next.stats.inserted], [Kind, "", false, 0]);
      }
      assert.deepEqual([Before.fromBytes(dump).name, Before.fromBytes(dump).has("a")], ["list", true]);
    }
  });

  test("after super: the error reaches the caller", () => {
    assert.throws(() => After.fromBytes(dump), boom);
    assert.throws(() => new After(SIZE), boom);
    assert.equal(new BloomFilter(SIZE).has("a"), false);
  });

  test("leaves no memory allocated", () => {
    const { memory } = BloomFilter.engine;
    angry = true;
    const large = new BloomFilter({ bits: 2 ** 23, hashes: 1 }).toBytes();
    const fail = () => {
      for (const Kind of [Before, After, Own, Fixed]) assert.throws(() => Kind.fromBytes(large));
    };
    fail();
    const before = memory.buffer.byteLength;
    for (let i = 0; i < 50; i++) fail();
    assert.ok(memory.buffer.byteLength - before < 4 * 2 ** 20, `${memory.buffer.byteLength - before}`);
  });
});
