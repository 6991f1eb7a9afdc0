// The work of `npm run soak`, limited by rounds instead of time: there are no false negatives, and memory is freed.

import assert from "node:assert/strict";
import test from "node:test";
import { startWorker } from "../../../examples/edge-worker/serve.mjs";
import { at } from "../../../scripts/run.mjs";
import { collect, liveBytes, objectsInUse, moduleBytes } from "../../soak/memory.mjs";
import { soakWork } from "../../soak/work.mjs";

// Must come after memory.mjs, which watches the objects that are created.
const { BloomFilter, SparseBloomFilter } = await import("edgebloom");

const CYCLES = 500;

/** Does the work of a seed from start to end. */
async function work(seed) {
  const { counts, cycle, end } = soakWork(seed, { freed: true });
  for (let i = 0; i < CYCLES; i++) await cycle();
  end();
  return counts;
}

test("repeated work takes no more memory if everything is freed", async () => {
  const counts = await work(1);
  const once = moduleBytes();
  // No object is left for the garbage collector, which may run at any time.
  assert.equal(objectsInUse(), 0);
  assert.deepEqual(await work(1), counts);
  assert.deepEqual(moduleBytes(), once);
  assert.equal(counts.missed, 0);
  assert.equal(counts.dropped, 0);
  for (const name of ["operations", "built", "refused"]) assert.ok(counts[name] > 30, name);
  assert.ok(counts.asked > 100_000);
});

/** How many more objects of the modules are in use at the end than before, if filters are dropped. */
async function drift(onDrop) {
  const { cycle, end } = soakWork(1, { onDrop });
  const live = [];
  for (let i = 0; i < 4; i++) {
    for (let i = 0; i < CYCLES / 4; i++) await cycle();
    end();
    live.push(await liveBytes());
  }
  return live[3].objects - live[1].objects;
}

test("live memory is constant if filters are dropped, and a leak is detected", async () => {
  assert.ok((await drift()) <= 2);
  const live = [];
  assert.ok((await drift((filter, count) => count % 100 === 0 && live.push(filter))) > 2);
});

test("garbage collection returns all memory of dropped filters", async () => {
  new BloomFilter({ bits: 8e6, hashes: 7 }).free();
  await collect();
  const before = objectsInUse();
  for (let i = 0; i < 50; i++) new BloomFilter({ bits: 8e6, hashes: 7 });
  assert.equal(objectsInUse(), before + 50);
  await collect();
  assert.deepEqual(objectsInUse(), before);
});

test("memory of dropped filters stops growing without forced collection", async () => {
  const before = moduleBytes().edgebloom;
  for (let i = 0; i < 12_000; i++) {
    new BloomFilter({ bits: 8e6, hashes: 7 });
    // The registry's callbacks run between two turns of the event loop.
    await new Promise(setImmediate);
  }
  // It was 250 MB when the collector knew only about memory growth.
  const grown = moduleBytes().edgebloom - before;
  assert.ok(grown < 128e6, `${grown}`);
});

test("calls leave only returned filters to the garbage collector", () => {
  const rotating = new BloomFilter({ capacity: 1000, errorRate: 0.01, onSaturated: "rotate" });
  for (let i = 0; i < 1500; i++) rotating.add(`${i}`);
  assert.ok(
    rotating.has("0") && rotating.has("1499") && rotating.stats.inserted < 1500,
    "there is an older generation",
  );
  const sparse = new SparseBloomFilter({ bits: 2 ** 24, hashes: 3 });
  const plain = new BloomFilter({ bits: 2 ** 24, hashes: 3 });
  const other = new BloomFilter({ capacity: 1000, errorRate: 0.01 });
  const tooLong = new BloomFilter({ bits: 64, hashes: 1 });
  tooLong.name = "n".repeat(1025);
  const calls = [
    () => rotating.toBytes(),
    () => rotating.toBase64(),
    () => rotating.equals(other),
    () => other.equals(rotating),
    () => other.merge(rotating),
    () => rotating.union(other).free(),
    () => rotating.intersection(other).free(),
    () => rotating.fold(2).free(),
    () => rotating.shrink({ errorRate: 0.9 }).free(),
    () => rotating.clone().free(),
    () => assert.throws(() => rotating.union(plain), RangeError),
    () => assert.throws(() => rotating.union({}), TypeError),
    () => assert.throws(() => rotating.fold(7), RangeError),
    () => assert.throws(() => other.merge(tooLong), RangeError),
    () => plain.equals(sparse),
    () => plain.isCompatible(sparse),
    () => plain.merge(sparse),
    () => plain.union(sparse).free(),
    () => sparse.equals(plain),
    () => sparse.union(plain).free(),
    () => sparse.bits(),
    () => sparse.toBloomFilter().free(),
  ];
  for (const call of calls) {
    call();
    const before = objectsInUse();
    call();
    assert.deepEqual(objectsInUse(), before, `${call}`);
  }
  for (const filter of [rotating, sparse, plain, other, tooLong]) filter.free();
});

test("in a worker before 2025-05-05 only free() returns memory", async () => {
  for (const [date, registry] of [
    ["2025-05-04", "undefined"],
    ["2025-05-05", "function"],
  ]) {
    const worker = await startWorker({ entry: at("tests/soak/worker.js"), date });
    try {
      const ask = async (query) => (await fetch(`${worker.url}/?${query}`)).json();
      const start = await ask("filters=1&free");
      assert.equal(start.registry, registry, date);
      assert.equal((await ask("filters=1000&free")).bytes, start.bytes, "freed memory is reused");
      if (registry === "function") continue;
      // 12 kB each.
      const { bytes } = await ask("filters=1000");
      assert.ok(bytes - start.bytes > 1000 * 11_000, `${bytes - start.bytes}`);
    } finally {
      await worker.dispose();
    }
  }
});
