// Counting filters: compared with a model, and what they reject.

import assert from "node:assert/strict";
import test from "node:test";
import { BloomFilter, CountingBloomFilter, FilterFormatError, load, readHeader } from "edgebloom";
import { createFilter, load as loadForeign } from "edgebloom/compat";
import { checksum } from "../helpers/format-reader.mjs";
import { STATS, keys, assertRejected } from "../helpers/helpers.mjs";

const LAYOUTS = ["standard", "partitioned", "blocked"];
const WIDTHS = [2, 4, 8, 16];

/** A generator with a fixed seed: whole numbers below a bound. */
function generator(state) {
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** The counters in `bits()`. */
function counters({ stats: { bits, counterBits } }, bytes) {
  return Array.from({ length: bits }, (_, i) => {
    const [at, shift] = [(i * counterBits) >> 3, (i * counterBits) & 7];
    return ((bytes[at] | (bytes[at + 1] << 8)) >> shift) & (2 ** counterBits - 1);
  });
}

/** A model of a counting filter: one count per position. */
class Model {
  counts = new Map();
  inserted = 0;

  constructor(most) {
    this.most = most;
  }

  at(position) {
    return this.counts.get(position) ?? 0;
  }

  put(position, count) {
    this.counts.set(position, Math.min(count, this.most));
  }

  add(positions) {
    let changed = false;
    for (const position of positions) {
      changed ||= this.at(position) === 0;
      this.put(position, this.at(position) + 1);
    }
    this.inserted++;
    return changed;
  }

  remove(positions) {
    const before = new Map(this.counts);
    for (const position of positions) {
      const count = this.at(position);
      if (count === 0) {
        this.counts = before;
        return false;
      }
      if (count < this.most) this.put(position, count - 1);
    }
    this.inserted = Math.max(0, this.inserted - 1);
    return true;
  }

  count(positions) {
    return Math.min(...positions.map((position) => this.at(position)));
  }

  /** Combines two models: the sums of the counts, or the smaller counts. */
  with(other, isUnion) {
    const both = new Model(this.most);
    for (const position of new Set([...this.counts.keys(), ...other.counts.keys()])) {
      const [one, two] = [this.at(position), other.at(position)];
      both.put(position, isUnion ? one + two : Math.min(one, two));
    }
    both.inserted = isUnion ? this.inserted + other.inserted : Math.min(this.inserted, other.inserted);
    return both;
  }

  fold(layout, divisor) {
    const folded = new Model(this.most);
    const unit = layout === "blocked" ? 512 : 64;
    for (const [position, count] of this.counts) {
      const to = Math.floor(position / unit / divisor) * unit + (position % unit);
      folded.put(to, folded.at(to) + count);
    }
    folded.inserted = this.inserted;
    return folded;
  }

  copy() {
    return this.with(new Model(this.most), true);
  }
}

/** Asserts that a filter and its model are in the same state. */
function same(filter, model, pool) {
  const found = counters(filter, filter.bits());
  assert.deepEqual(
    found,
    found.map((_, i) => model.at(i)),
  );
  const stats = filter.stats;
  assert.equal(stats.inserted, model.inserted);
  assert.equal(stats.bitsSet, found.filter((count) => count > 0).length);
  assert.equal(stats.saturatedCounters, found.filter((count) => count === model.most).length);
  for (const key of pool) {
    const count = model.count(filter.positions(key));
    assert.equal(filter.count(key), count);
    assert.equal(filter.has(key), count > 0);
  }
}

test("2,000 random sequences match a model with a count per position", () => {
  const pool = keys(12);
  for (let sequence = 0; sequence < 2000; sequence++) {
    const below = generator(sequence);
    const layout = LAYOUTS[sequence % 3];
    const counterBits = WIDTHS[below(4)];
    const hashes = 1 + below(5);
    const span = 1 + below(layout === "blocked" ? 3 : 12);
    const bits = span * { standard: 64, partitioned: 64 * hashes, blocked: 512 }[layout];
    const options = { bits, hashes, layout, counterBits, seed: sequence };
    const empty = () => ({
      filter: new CountingBloomFilter(options),
      model: new Model(2 ** counterBits - 1),
    });
    const pair = [empty(), empty()];
    for (let step = 0; step < 25; step++) {
      const which = below(2);
      const [one, other] = [pair[which], pair[1 - which]];
      const { filter, model } = one;
      const key = pool[below(pool.length)];
      const positions = filter.positions(key);
      const replace = (next, its) => {
        filter.free();
        pair[which] = { filter: next, model: its };
      };
      const act = below(20);
      if (act < 8) assert.equal(filter.add(key), model.add(positions));
      else if (act < 12) assert.equal(filter.remove(key), model.remove(positions));
      else if (act === 12) assert.equal(filter.count(key), model.count(positions));
      else if (act === 13) {
        assert.equal(filter.merge(other.filter), filter);
        one.model = model.with(other.model, true);
      } else if (act === 14) replace(filter.union(other.filter), model.with(other.model, true));
      else if (act === 15) replace(filter.intersection(other.filter), model.with(other.model, false));
      else if (act === 16) replace(filter.clone(), model.copy());
      else if (act === 17) replace(load(filter.toBytes()), model);
      else if (act === 18 && below(3) === 0) {
        filter.clear();
        one.model = new Model(model.most);
      } else {
        const divisors = Array.from({ length: span }, (_, i) => i + 1).filter((by) => span % by === 0);
        const divisor = divisors[below(divisors.length)];
        const folded = filter.fold(divisor);
        assert.ok(folded instanceof CountingBloomFilter);
        same(folded, model.fold(layout, divisor), pool);
        folded.free();
      }
    }
    for (const { filter, model } of pair) {
      same(filter, model, pool);
      const loaded = CountingBloomFilter.fromBytes(filter.toBytes());
      same(loaded, model, pool);
      assert.deepEqual(loaded.toBytes(), filter.toBytes());
      assert.ok(loaded.equals(filter));
      loaded.free();
      filter.free();
    }
  }
});

test("counters have 4 bits by default", () => {
  const filter = new CountingBloomFilter({ capacity: 1000, errorRate: 0.01 });
  assert.equal(filter.stats.counterBits, 4);
  assert.equal(filter.bits().length, filter.stats.bits / 2);
  assert.equal(readHeader(filter.toBytes()).counterBits, 4);
  assert.ok(filter instanceof BloomFilter);
});

test("a counter saturates at its maximum", () => {
  for (const counterBits of [2, 4, 8]) {
    const most = 2 ** counterBits - 1;
    const filter = new CountingBloomFilter({ bits: 1024, hashes: 3, counterBits, seed: 1 });
    assert.equal(new Set(filter.positions("a")).size, 3);
    for (let i = 1; i <= most + 5; i++) {
      filter.add("a");
      assert.equal(filter.count("a"), Math.min(i, most));
    }
    assert.equal(filter.stats.saturatedCounters, 3);
    for (let i = 0; i < most + 10; i++) assert.equal(filter.remove("a"), true);
    assert.equal(filter.count("a"), most);
    assert.equal(filter.has("a"), true);
    assert.equal(filter.stats.inserted, 0);
  }
  const filter = new CountingBloomFilter({ capacity: 100, errorRate: 0.01 });
  for (let i = 0; i < 20; i++) filter.add("a");
  assert.equal(filter.count("a"), 15);
  assert.ok(filter.stats.saturatedCounters > 0);
  filter.remove("a");
  assert.ok(filter.has("a"));
});

test("removing a key that has() denies changes nothing", () => {
  for (const layout of LAYOUTS) {
    for (const counterBits of WIDTHS) {
      const filter = CountingBloomFilter.from(keys(300), { errorRate: 0.3, counterBits, layout });
      const before = filter.toBytes();
      const absent = keys(1000, 1000).filter((key) => !filter.has(key));
      assert.ok(absent.length > 500);
      for (const key of absent) {
        assert.equal(filter.remove(key), false);
        assert.equal(filter.count(key), 0);
      }
      assert.deepEqual(filter.toBytes(), before);
      filter.free();
    }
  }
});

test("removing added keys causes no false negatives", () => {
  for (const layout of LAYOUTS) {
    for (const counterBits of WIDTHS) {
      const below = generator(counterBits);
      const filter = new CountingBloomFilter({ capacity: 60, errorRate: 0.2, counterBits, layout });
      const members = [];
      for (let step = 0; step < 3000; step++) {
        if (below(members.length < 60 ? 3 : 1) > 0) {
          members.push(`key-${below(90)}`);
          filter.add(members[members.length - 1]);
        } else if (members.length) {
          assert.equal(filter.remove(members.splice(below(members.length), 1)[0]), true);
        }
        if (step % 10) continue;
        for (const key of members) {
          assert.ok(filter.has(key));
          const count = members.filter((its) => its === key).length;
          assert.ok(filter.count(key) >= Math.min(count, 2 ** counterBits - 1));
        }
        assert.equal(filter.stats.inserted, members.length);
      }
      filter.free();
    }
  }
});

test("removes every kind of key", () => {
  const filter = new CountingBloomFilter({ capacity: 100, errorRate: 0.001 });
  const empty = filter.toBytes();
  for (const key of ["", "\0", "é布🙂", Uint8Array.of(1, 2), -2n, "x".repeat(100_000)]) {
    assert.equal(filter.add(key), true);
    assert.equal(filter.count(key), 1);
    assert.equal(filter.remove(key), true);
    assert.deepEqual(filter.toBytes(), empty);
  }
  for (const key of [5, null, undefined, {}, []]) {
    assertRejected(() => filter.remove(key), TypeError, "key");
    assertRejected(() => filter.count(key), TypeError, "key");
  }
  assertRejected(() => filter.remove(2n ** 63n), RangeError, "key");
});

test("toBloomFilter gives the plain filter of the same keys", () => {
  for (const layout of LAYOUTS) {
    for (const counterBits of WIDTHS) {
      const shared = { capacity: 500, errorRate: 0.02, layout, seed: 9, name: "n", version: "v" };
      const counting = new CountingBloomFilter({ ...shared, counterBits });
      const plain = new BloomFilter(shared);
      counting.addMany(keys(400));
      counting.addMany(keys(200, 1000));
      for (const key of keys(200, 1000)) counting.remove(key);
      plain.addMany(keys(400));
      const copy = counting.toBloomFilter();
      assert.equal(copy.constructor, BloomFilter);
      // Counters of 2 bits saturate soon, and a saturated counter never goes down.
      if (counting.stats.saturatedCounters === 0 || counterBits > 2) {
        assert.ok(copy.equals(plain) && plain.equals(copy));
        assert.deepEqual(copy.bits(), plain.bits());
        assert.deepEqual(copy.toBytes(), plain.toBytes());
      }
      assert.ok(keys(400).every((key) => copy.has(key)));
      // A key added three times stays until it is removed three times.
      counting.addMany(keys(3));
      assert.deepEqual(counting.toBloomFilter().bits(), copy.bits());
      assert.equal(counting.toBloomFilter().stats.inserted, 403);
    }
  }
});

test("from counts repeated keys", () => {
  const list = [...keys(100), ...keys(50), ...keys(20)];
  for (const input of [list, new Set(keys(100)), list.values()]) {
    const filter = CountingBloomFilter.from(input, { errorRate: 0.001 });
    assert.ok(filter instanceof CountingBloomFilter);
    assert.equal(filter.stats.capacity, 100);
    const isSet = input instanceof Set;
    assert.equal(filter.count("key-0"), isSet ? 1 : 3);
    assert.equal(filter.count("key-30"), isSet ? 1 : 2);
    assert.equal(filter.count("key-70"), 1);
    assert.equal(filter.stats.inserted, isSet ? 100 : 170);
  }
  const shaped = CountingBloomFilter.from(["a", "a"], { bits: 128, hashes: 2, counterBits: 16 });
  assert.equal(shaped.count("a"), 2);
  assert.equal(CountingBloomFilter.from(["a"], { capacity: 7, errorRate: 0.1 }).stats.capacity, 7);
  assert.equal(CountingBloomFilter.from([], { errorRate: 0.1 }).has("a"), false);
  assertRejected(() => CountingBloomFilter.from(["a", 5], { errorRate: 0.1 }), TypeError, "key");
  assertRejected(() => CountingBloomFilter.from("abc", { errorRate: 0.1 }), TypeError, "keys");
});

test("checks options", () => {
  const make = (more) => new CountingBloomFilter({ capacity: 10, errorRate: 0.1, ...more });
  for (const counterBits of [3, 0, 1, 32, -4, 4.5, NaN, Infinity]) {
    assertRejected(() => make({ counterBits }), RangeError, "counterBits");
    assertRejected(() => CountingBloomFilter.from(["a"], { errorRate: 0.1, counterBits }), RangeError, "counterBits");
  }
  for (const counterBits of ["4", null, {}, 4n, true]) {
    assertRejected(() => make({ counterBits }), TypeError, "counterBits");
  }
  assert.equal(make({ counterBits: undefined }).stats.counterBits, 4);
  assertRejected(() => make({ growth: 2 }), TypeError, "options");
  assertRejected(() => make({ capacity: 0 }), RangeError, "capacity");
  assertRejected(() => make({ layout: "striped" }), RangeError, "layout");
  assertRejected(() => new CountingBloomFilter(), TypeError, "options");
  assertRejected(() => new CountingBloomFilter({ bits: 128, hashes: 65 }), RangeError, "hashes");
  assertRejected(() => new BloomFilter({ capacity: 10, errorRate: 0.1, counterBits: 4 }), TypeError, "options");
});

test("stats include counters and saturation", () => {
  const filter = new CountingBloomFilter({ capacity: 100, errorRate: 0.01, counterBits: 8 });
  filter.addMany(keys(50));
  const stats = filter.stats;
  assert.deepEqual(Object.keys(stats).sort(), [...STATS, "counterBits", "saturatedCounters"].sort());
  assert.equal(stats.counterBits, 8);
  assert.equal(stats.saturatedCounters, 0);
  assert.equal(stats.byteLength, filter.toBytes().length);
  assert.equal(stats.bits, new BloomFilter({ capacity: 100, errorRate: 0.01 }).stats.bits);
  assert.equal(stats.fillRatio, stats.bitsSet / stats.bits);
  assert.ok(Math.abs(stats.estimatedCount / 50 - 1) < 0.1);
});

test("rejects incompatible filters", () => {
  const make = (more) => new CountingBloomFilter({ bits: 512, hashes: 3, ...more });
  const filter = make();
  filter.add("a");
  const before = filter.toBytes();
  const plain = new BloomFilter({ bits: 512, hashes: 3 });
  for (const [other, field] of [
    [make({ counterBits: 8 }), "counterBits"],
    [make({ seed: 1 }), "seed"],
    [make({ hashes: 4 }), "hashes"],
    [make({ bits: 1024 }), "bits"],
    [make({ layout: "blocked" }), "layout"],
    [plain, "counterBits"],
  ]) {
    assert.equal(filter.isCompatible(other), false);
    assert.equal(filter.equals(other), false);
    for (const verb of ["union", "intersection", "merge"]) {
      assertRejected(() => filter[verb](other), RangeError, field, "INCOMPATIBLE");
    }
    assert.deepEqual(filter.toBytes(), before);
  }
});

test("a plain filter rejects a counting filter", () => {
  const plain = new BloomFilter({ bits: 512, hashes: 3 });
  const counting = new CountingBloomFilter({ bits: 512, hashes: 3 });
  assert.equal(plain.isCompatible(counting), false);
  assert.equal(plain.equals(counting), false);
  for (const verb of ["union", "intersection", "merge"]) {
    assertRejected(() => plain[verb](counting), RangeError, undefined, "INCOMPATIBLE");
  }
});

test("files load as the class that wrote them", () => {
  const counting = CountingBloomFilter.from(keys(20), { errorRate: 0.01, name: "n", version: "v" });
  const plain = BloomFilter.from(keys(20), { errorRate: 0.01 });
  assertRejected(() => BloomFilter.fromBytes(counting.toBytes()), FilterFormatError, "class", "WRONG_CLASS");
  assertRejected(() => BloomFilter.fromBase64(counting.toBase64()), FilterFormatError, "class", "WRONG_CLASS");
  assertRejected(() => CountingBloomFilter.fromBytes(plain.toBytes()), FilterFormatError, "class", "WRONG_CLASS");
  assertRejected(() => CountingBloomFilter.fromBase64(plain.toBase64()), FilterFormatError, "class", "WRONG_CLASS");
  for (const wrong of [5, null, undefined, {}, new ArrayBuffer(8), "text"]) {
    assertRejected(() => CountingBloomFilter.fromBytes(wrong), TypeError, "bytes");
  }
  for (const loaded of [
    load(counting.toBytes()),
    load(counting.toBase64()),
    CountingBloomFilter.fromBase64(counting.toBase64()),
  ]) {
    assert.ok(loaded instanceof CountingBloomFilter);
    assert.ok(loaded.equals(counting));
    assert.deepEqual([loaded.name, loaded.version], ["n", "v"]);
  }
  assert.equal("remove" in BloomFilter.prototype, false);
  assert.equal("count" in BloomFilter.prototype, false);
});

test("rejects damaged files", () => {
  const bytes = CountingBloomFilter.from(keys(20), { errorRate: 0.1 }).toBytes();
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = bytes.slice();
    flipped[bit >> 3] ^= 1 << (bit & 7);
    assert.throws(() => CountingBloomFilter.fromBytes(flipped), FilterFormatError, `bit ${bit}`);
  }
  for (let length = 0; length < bytes.length; length++) {
    assertRejected(() => load(bytes.subarray(0, length)), FilterFormatError, undefined, "TRUNCATED");
  }
  // 15 counters (only schemes of other systems allow that) and a bit after the last, with a valid checksum.
  const spare = createFilter({ scheme: "php-redis", bits: 15, functions: ["bkdr"], arithmetic: "php" }).toBytes();
  const forged = (at, value) => {
    spare[at] = value;
    new DataView(spare.buffer).setBigUint64(64, checksum(spare.subarray(0, 64)), true);
    return spare;
  };
  assert.equal(loadForeign(forged(7, 3)).stats.scheme, "php-redis");
  assertRejected(() => loadForeign(forged(63, 0x10)), FilterFormatError, "payload", "INVALID");
});

test("methods throw after free()", () => {
  const filter = CountingBloomFilter.from(["a"], { errorRate: 0.1 });
  filter.free();
  filter.free();
  for (const call of [
    () => filter.remove("a"),
    () => filter.count("a"),
    () => filter.toBloomFilter(),
    () => filter.stats,
    () => filter.add("a"),
    () => filter.has("a"),
    () => filter.toBytes(),
  ]) {
    assertRejected(call, TypeError, "filter");
  }
});

test("C5: counters take memory in proportion to their bits", () => {
  const shape = { bits: 64_000, hashes: 7 };
  const bytes = new BloomFilter(shape).bits().length;
  for (const counterBits of [2, 4, 8, 16]) {
    const filter = new CountingBloomFilter({ ...shape, counterBits });
    assert.equal(filter.bits().length, counterBits * bytes);
  }
});
