// Scalable filters: that they grow, keep their rate and come back from one dump.

import assert from "node:assert/strict";
import test from "node:test";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  load,
  readHeader,
} from "edgebloom";
import { checksum, read } from "../helpers/format-reader.mjs";
import { STATS, keys, refused } from "../helpers/helpers.mjs";

const LAYOUTS = ["standard", "partitioned", "blocked"];
const sized = (n, more) => new ScalableBloomFilter({ capacity: n, errorRate: 0.01, ...more });

/** The dumps of the stages in a dump. */
function stagesOf(dump) {
  const stages = [];
  for (let rest = dump; rest.length; ) {
    const view = new DataView(rest.buffer, rest.byteOffset);
    const head = 56 + (rest[5] & 1 ? 8 + view.getUint32(56, true) : 0);
    const length = head + view.getUint32(12, true) * 8 + 8;
    stages.push({ head, bytes: rest.slice(0, length) });
    rest = rest.subarray(length);
  }
  return stages;
}

/** A dump of these stages, some bytes of one of them changed under a right checksum. */
function changed(stages, index, change) {
  return Uint8Array.from(
    stages.flatMap(({ head, bytes }, i) => {
      const copy = bytes.slice();
      if (i === index) {
        change(copy, new DataView(copy.buffer), head);
        const end = copy.length - 8;
        new DataView(copy.buffer).setBigUint64(end, checksum(copy.subarray(0, head), copy.subarray(head, end)), true);
      }
      return [...copy];
    }),
  );
}

test("it grows, misses nothing, and keeps its rate at 100 times the first capacity", () => {
  for (const layout of LAYOUTS) {
    const filter = sized(1000, { layout });
    let added = 0;
    for (const key of keys(100_000)) added += filter.add(key);
    assert.ok(keys(100_000).every((key) => filter.has(key)));
    const found = keys(200_000, 100_000).filter((key) => filter.has(key)).length;
    assert.ok(found <= 0.01 * 200_000, `${layout}: ${found}`);
    const stats = filter.stats;
    assert.equal(stats.inserted, added);
    assert.ok(added > 99_000 && added <= 100_000);
    assert.ok(stats.stages >= 6 && stats.capacity >= added);
    assert.ok(stats.estimatedErrorRate <= 0.01);
    assert.ok(Math.abs(stats.estimatedCount / added - 1) < 0.02);
    assert.equal(filter.toBytes().length, stats.byteLength);
    filter.free();
  }
});

test("what is possibly in is not added again", () => {
  const filter = sized(10);
  assert.equal(filter.add("a"), true);
  assert.equal(filter.add("a"), false);
  assert.equal(filter.stats.inserted, 1);
  assert.equal(filter.addMany(["a", "b", "c", "b"]), 2);
  assert.equal(filter.addLines("a\nd\r\n\nd\n"), 1);
  assert.deepEqual([...filter.hasLines("a\nd\nnobody")], [1, 1, +filter.has("nobody")]);
  assert.deepEqual([...filter.hasMany(["b", "c"])], [1, 1]);
  for (const key of keys(1000)) filter.add(key);
  const before = filter.toBytes();
  assert.equal(filter.addMany(keys(1000)), 0);
  assert.deepEqual(filter.toBytes(), before);
});

test("stats", () => {
  const filter = sized(100, { growth: 4, tightening: 0.5, seed: 3, layout: "partitioned" });
  assert.equal(filter.stats.stages, 1);
  assert.equal(filter.stats.capacity, 100);
  filter.addMany(keys(1000));
  const stats = filter.stats;
  assert.deepEqual(Object.keys(stats).sort(), [...STATS, "growth", "stages", "tightening"].sort());
  assert.deepEqual(
    [stats.stages, stats.growth, stats.tightening, stats.errorRate, stats.seed, stats.layout, stats.scheme],
    [3, 4, 0.5, 0.01, 3, "partitioned", "native"],
  );
  assert.equal(stats.capacity, 100 + 400 + 1600);
  const stages = read(filter.toBytes()).chain.map(({ header }) => header);
  const sum = (field) => stages.reduce((sum, header) => sum + header[field], 0);
  for (const field of ["bits", "capacity", "inserted", "byteLength"]) assert.equal(stats[field], sum(field));
  assert.equal(stats.hashes, Math.max(...stages.map(({ hashes }) => hashes)));
  assert.equal(stats.fillRatio, stats.bitsSet / stats.bits);
  assert.equal(stats.saturated, false);
  // The rates of the stages: p (1 − r) rⁱ.
  stages.forEach(({ errorRate }, i) => assert.ok(Math.abs(errorRate / (0.005 * 0.5 ** i) - 1) < 1e-12));
});

test("more keys than a number can count are as many as one can", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  // `inserted` may be any number: 40 bytes into the head of a stage.
  const counted = (dump, index, inserted) =>
    changed(stagesOf(dump), index, (_bytes, view) => view.setBigUint64(40, inserted, true));
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  const dump = filter.toBytes();
  assert.ok(filter.stats.stages >= 3);
  /** The keys in the other stages. */
  const rest = BigInt(load(counted(dump, 0, 0n)).stats.inserted);
  for (const [first, found] of [
    [most - rest - 1n, most - 1n],
    [most - rest, most],
    [most - rest + 1n, most],
    [most, most],
    [2n ** 64n - 1n, most],
  ]) {
    assert.equal(BigInt(load(counted(dump, 0, first)).stats.inserted), found, `${first}`);
  }
  const both = load(counted(counted(dump, 0, 2n ** 53n), 1, 2n ** 53n));
  assert.equal(both.stats.inserted, Number.MAX_SAFE_INTEGER);
  assert.equal(both.has("key-0"), true);
});

test("growth 1 and the largest growth", () => {
  const same = sized(10, { growth: 1 });
  same.addMany(keys(100));
  assert.ok(same.stats.stages >= 10);
  assert.equal(same.stats.capacity, 10 * same.stats.stages);
  const fast = sized(1, { growth: 1000 });
  fast.addMany(keys(500));
  assert.equal(fast.stats.stages, 2);
  assert.equal(fast.stats.capacity, 1001);
  assert.ok(keys(500).every((key) => fast.has(key)) && keys(100).every((key) => same.has(key)));
});

test("one dump, and what comes back goes on alike", () => {
  for (const layout of LAYOUTS) {
    const filter = sized(100, { layout, seed: 5, name: "seen 布", version: "3" });
    filter.addMany(keys(2000));
    const dump = filter.toBytes();
    const absent = keys(5000, 50_000);
    for (const loaded of [
      load(dump),
      load(filter.toBase64()),
      ScalableBloomFilter.fromBytes(dump),
      ScalableBloomFilter.fromBase64(filter.toBase64()),
      filter.clone(),
    ]) {
      assert.ok(loaded instanceof ScalableBloomFilter);
      assert.deepEqual([loaded.name, loaded.version], ["seen 布", "3"]);
      assert.deepEqual(loaded.stats, filter.stats);
      assert.deepEqual(loaded.toBytes(), dump);
      assert.deepEqual(loaded.hasMany(absent), filter.hasMany(absent));
      const other = load(dump);
      for (const key of keys(3000, 2000)) assert.equal(loaded.add(key), other.add(key));
      assert.ok(loaded.stats.stages > filter.stats.stages);
      assert.deepEqual(loaded.toBytes(), other.toBytes());
      loaded.free();
      other.free();
    }
    assert.deepEqual(filter.toBytes(), dump, "copies are copies");
    const header = readHeader(dump);
    assert.equal(header.stages, filter.stats.stages);
    assert.deepEqual([header.name, header.version, header.capacity], ["seen 布", "3", 100]);
    assert.equal(readHeader(filter.toBase64().slice(0, 3576)).stages, filter.stats.stages);
    assert.equal(readHeader(sized(10).toBytes()).stages, 1);
    // Another reader has the same answers.
    const reader = read(dump);
    for (const key of [...keys(200), ...keys(200, 50_000)]) {
      assert.equal(reader.has(new TextEncoder().encode(key)), filter.has(key));
    }
  }
});

test("clear goes back to the first stage", () => {
  const filter = sized(100, { seed: 1 });
  const empty = filter.toBytes();
  filter.addMany(keys(1000));
  filter.clear();
  assert.equal(filter.stats.stages, 1);
  assert.deepEqual(filter.toBytes(), empty);
  assert.equal(filter.has("key-0"), false);
});

test("from", () => {
  const filter = ScalableBloomFilter.from([...keys(300), ...keys(10)], { errorRate: 0.01 });
  assert.ok(filter instanceof ScalableBloomFilter);
  assert.equal(filter.stats.capacity, 300);
  assert.equal(filter.stats.stages, 1);
  assert.ok(keys(300).every((key) => filter.has(key)));
  assert.ok(ScalableBloomFilter.from(keys(300).values(), { capacity: 10, errorRate: 0.01 }).stats.stages > 3);
  assert.equal(ScalableBloomFilter.from([], { errorRate: 0.1 }).has("a"), false);
  refused(() => ScalableBloomFilter.from([5], { errorRate: 0.1 }), TypeError, "key");
});

test("options", () => {
  for (const growth of [0, 1.5, 1001, -1, NaN, Infinity]) refused(() => sized(10, { growth }), RangeError, "growth");
  for (const growth of ["2", null, 2n, {}]) refused(() => sized(10, { growth }), TypeError, "growth");
  for (const tightening of [0, 1, -0.5, 1.5, NaN, Infinity]) {
    refused(() => sized(10, { tightening }), RangeError, "tightening");
  }
  for (const tightening of ["x", "0.5", null, {}]) refused(() => sized(10, { tightening }), TypeError, "tightening");
  for (const more of [
    { onSaturated: "warn" },
    { bits: 100 },
    { hashes: 3 },
    { counterBits: 4 },
    { bits: 100, hashes: 3 },
    { groth: 2 },
  ]) {
    refused(() => sized(10, more), TypeError, "options");
    refused(() => ScalableBloomFilter.from(["a"], { errorRate: 0.1, ...more }), TypeError, "options");
  }
  refused(() => new ScalableBloomFilter({ bits: 100, hashes: 3 }), TypeError, "options");
  refused(() => new ScalableBloomFilter(), TypeError, "options");
  refused(() => sized(0), RangeError, "capacity");
  refused(() => sized(10, { errorRate: 1 }), RangeError, "errorRate");
  refused(() => new ScalableBloomFilter({ capacity: 10 }), TypeError, "errorRate");
  assert.equal(sized(10).stats.growth, 2);
  assert.equal(sized(10).stats.tightening, 0.85);
});

test("what needs a plain filter throws and changes nothing", () => {
  const filter = sized(100);
  const other = sized(100);
  filter.addMany(keys(500));
  other.addMany(keys(10));
  const before = filter.toBytes();
  const incompatible = (call) => refused(call, RangeError, undefined, "INCOMPATIBLE");
  for (const one of [other, new BloomFilter({ capacity: 100, errorRate: 0.01 })]) {
    for (const verb of ["union", "intersection", "merge"]) incompatible(() => filter[verb](one));
  }
  incompatible(() => filter.fold(1));
  incompatible(() => filter.fold(2));
  incompatible(() => filter.allow("a"));
  incompatible(() => filter.shrink({ errorRate: 0.5 }));
  refused(() => filter.fold(0), RangeError, "divisor");
  assert.deepEqual(filter.toBytes(), before);
});

test("a plain filter says that it does not go with a scalable one", () => {
  const filter = sized(100);
  filter.addMany(keys(500));
  const plain = new BloomFilter({ capacity: 100, errorRate: 0.01 });
  const counting = new CountingBloomFilter({ capacity: 100, errorRate: 0.01 });
  for (const one of [plain, counting]) {
    for (const verb of ["union", "intersection", "merge"]) {
      refused(() => one[verb](filter), RangeError, undefined, "INCOMPATIBLE");
    }
    assert.equal(one.isCompatible(filter), false);
    assert.equal(one.equals(filter), false);
  }
});

test("equal are filters that have the same in all stages", () => {
  const make = (first) => {
    const filter = new ScalableBloomFilter({ capacity: 10, errorRate: 0.01, growth: 1 });
    for (const key of [...first, "last"]) filter.add(key);
    assert.equal(filter.stats.stages, 2);
    return filter;
  };
  const [one, other] = [make(keys(10)), make(keys(10, 10))];
  assert.ok(one.equals(one.clone()) && one.equals(one));
  assert.notDeepEqual(one.hasMany(keys(10)), other.hasMany(keys(10)));
  assert.equal(one.equals(other), false);
});

test("positions are those of the newest stage; bits need a plain filter", () => {
  const filter = sized(100);
  filter.addMany(keys(1000));
  const chain = read(filter.toBytes()).chain;
  const key = new TextEncoder().encode("key-1");
  assert.deepEqual(filter.positions("key-1"), chain[chain.length - 1].positions(key));
  refused(() => filter.bits(), RangeError, undefined, "INCOMPATIBLE");
});

test("dumps that are not whole are refused, and leave nothing behind", () => {
  const filter = sized(20, { name: "n" });
  filter.addMany(keys(400));
  const dump = filter.toBytes();
  const stages = stagesOf(dump);
  assert.equal(stages.length, filter.stats.stages);
  assert.ok(stages.length >= 4);
  const join = (list) => Uint8Array.from(list.flatMap(({ bytes }) => [...bytes]));
  assert.deepEqual(join(stages), dump);
  const refuse = (bytes, field, code) => {
    for (const call of [() => load(bytes), () => ScalableBloomFilter.fromBytes(bytes)]) {
      refused(call, FilterFormatError, field, code);
    }
  };
  for (let length = 0; length < dump.length; length += 7) refuse(dump.subarray(0, length), undefined, "TRUNCATED");
  for (let end = 0, i = 0; i < stages.length - 1; i++) {
    refuse(dump.subarray(0, (end += stages[i].bytes.length)), "length", "TRUNCATED");
  }
  const longer = new Uint8Array(dump.length + 1);
  longer.set(dump);
  refuse(longer, "length", "TRAILING_BYTES");
  refuse(join([...stages, stages[0]]), "length", "TRAILING_BYTES");
  const [first, second, third, ...rest] = stages;
  refuse(join([second, first, third, ...rest]), "stage", "INVALID");
  refuse(join([first, third, second, ...rest]), "stage", "INVALID");
  refuse(join([first, third, ...rest]), "stage", "INVALID");
  refuse(join([second, third, ...rest]), "stage", "INVALID");
  refuse(join([first, first, third, ...rest]), "stage", "INVALID");
  // A plain filter where a stage should be.
  const plain = { bytes: BloomFilter.from(["a"], { errorRate: 0.1 }).toBytes() };
  refuse(join([first, plain, third, ...rest]), undefined, "INVALID");
  for (let byte = 0; byte < dump.length; byte++) {
    const flipped = dump.slice();
    flipped[byte] ^= 1 << (byte & 7);
    assert.throws(() => load(flipped), FilterFormatError, `byte ${byte}`);
  }
  // Another seed, growth, tightening or rate in the second stage; its place is the last entry.
  const place = (head) => head - 24;
  for (const change of [
    (bytes) => void (bytes[24] ^= 1),
    (_bytes, view, head) => view.setUint32(place(head) + 4, 3, true),
    (_bytes, view, head) => view.setFloat64(place(head) + 8, 0.5, true),
    (_bytes, view, head) => view.setFloat64(place(head) + 16, 0.5, true),
    (_bytes, view, head) => view.setUint16(place(head), 0, true),
    (_bytes, view, head) => view.setUint16(place(head), 2, true),
  ]) {
    refuse(changed(stages, 1, change), "stage", "INVALID");
  }
  for (const [field, change] of [
    ["stages", (view, at) => view.setUint16(at + 2, 0, true)],
    ["stages", (view, at) => view.setUint16(at + 2, 1025, true)],
    ["growth", (view, at) => view.setUint32(at + 4, 0, true)],
    ["growth", (view, at) => view.setUint32(at + 4, 1001, true)],
    ["tightening", (view, at) => view.setFloat64(at + 8, 1, true)],
    ["tightening", (view, at) => view.setFloat64(at + 8, NaN, true)],
    ["errorRate", (view, at) => view.setFloat64(at + 16, 1, true)],
    ["stage", (view, at) => view.setUint16(at, 5000, true)],
  ]) {
    refuse(
      changed(stages, 0, (_bytes, view, head) => change(view, place(head))),
      field,
      "INVALID",
    );
  }
  assert.ok(load(changed(stages, 1, () => {})).has("key-399"));

  const wasm = ScalableBloomFilter.engine;
  const broken = [
    join([first, second, first, ...rest]),
    dump.subarray(0, dump.length - 3),
    changed(stages, 2, (_bytes, view, head) => view.setUint16(place(head), 1, true)),
  ];
  const attempt = () => broken.forEach((bytes) => assert.throws(() => load(bytes), FilterFormatError));
  for (let i = 0; i < 100; i++) attempt();
  const before = wasm.memory.buffer.byteLength;
  for (let i = 0; i < 10_000; i++) attempt();
  assert.equal(wasm.memory.buffer.byteLength, before);
  assert.ok(load(dump).has("key-399"));
});

test("other classes do not take the dump", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  const dump = filter.toBytes();
  refused(() => BloomFilter.fromBytes(dump), FilterFormatError);
  refused(() => CountingBloomFilter.fromBytes(dump), FilterFormatError);
  for (const wrong of [
    BloomFilter.from(["a"], { errorRate: 0.1 }),
    CountingBloomFilter.from(["a"], { errorRate: 0.1 }),
    SparseBloomFilter.from(["a"], { bits: 2 ** 24, hashes: 3 }),
  ]) {
    refused(() => ScalableBloomFilter.fromBytes(wrong.toBytes()), FilterFormatError, "class", "WRONG_CLASS");
  }
  for (const wrong of [5, null, undefined, {}, "text"]) {
    refused(() => ScalableBloomFilter.fromBytes(wrong), TypeError, "dump");
  }
});

test("a sparse filter is not read from the dump of a scalable one", () => {
  const filter = sized(20);
  filter.addMany(keys(400));
  refused(() => SparseBloomFilter.fromBytes(filter.toBytes()), FilterFormatError);
  refused(() => SparseBloomFilter.fromBytes(sized(20).toBytes()), FilterFormatError);
});

test("a counting filter that says it is followed by another stage is refused, and writes nowhere", () => {
  const scalable = sized(20);
  scalable.addMany(keys(400));
  const [first, ...rest] = stagesOf(scalable.toBytes());
  const neighbours = keys(50).map((key) => CountingBloomFilter.from([key], { bits: 64, hashes: 1 }));
  // The same words as cells of 2 bits: half as many positions.
  const counting = changed([first, ...rest], 0, (bytes, view) => {
    bytes[7] = 2;
    view.setBigUint64(16, view.getBigUint64(16, true) / 2n, true);
    view.setUint32(12, Math.ceil(Number(view.getBigUint64(16, true)) / 32), true);
  });
  assert.throws(() => CountingBloomFilter.fromBytes(counting), FilterFormatError);
  assert.ok(neighbours.every((neighbour, i) => neighbour.count(`key-${i}`) === 1 && neighbour.stats.bitsSet === 1));
});

test("a million keys, then free", () => {
  const filter = sized(1000);
  filter.addLines(keys(1_000_000).join("\n"));
  assert.ok(filter.hasLines(keys(1_000_000).join("\n")).every((answer) => answer === 1));
  assert.ok(filter.stats.estimatedErrorRate <= 0.01);
  filter.free();
  refused(() => filter.stats, TypeError, "filter");
  refused(() => filter.toBytes(), TypeError, "filter");
  refused(() => filter.add("a"), TypeError, "filter");
});
