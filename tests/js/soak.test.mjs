// The work of `npm run soak`, so many times instead of so long: nothing is missed, and memory comes back.

import assert from "node:assert/strict";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { BloomFilter } from "edgebloom";
import { startWorker } from "../../examples/edge-worker/serve.mjs";
import { at } from "../../scripts/run.mjs";
import { moduleBytes, soakWork } from "../soak/work.mjs";

const CYCLES = 500;

/** The work of a seed, from its beginning to its end. */
async function work(seed) {
  const { counts, cycle, end } = soakWork(seed, { freed: true });
  for (let i = 0; i < CYCLES; i++) await cycle();
  end();
  return counts;
}

test("the same work again takes no more memory, where everything is freed", async () => {
  const counts = await work(1);
  const once = moduleBytes();
  assert.deepEqual(await work(1), counts);
  assert.deepEqual(moduleBytes(), once);
  assert.equal(counts.missed, 0);
  assert.equal(counts.dropped, 0);
  for (const name of ["operations", "built", "refused"]) assert.ok(counts[name] > 30, name);
  assert.ok(counts.asked > 100_000);
});

test("what is dropped comes back with the garbage collector", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const before = moduleBytes().core;
  const bits = 8e6;
  for (let i = 0; i < 400; i++) {
    new BloomFilter({ bits, hashes: 7 }).add("a");
    if (i % 10) continue;
    collect();
    // The registry's callbacks come between two turns of the event loop.
    await new Promise(setImmediate);
  }
  // Those of a few rounds may wait, not 400.
  const grown = moduleBytes().core - before;
  assert.ok(grown < (100 * bits) / 8, `${grown}`);
});

test("in a worker before 2025-05-05 nothing comes back without free()", async () => {
  for (const [date, registry] of [["2025-05-04", "undefined"], ["2025-05-05", "function"]]) {
    const worker = await startWorker({ entry: at("tests/soak/worker.js"), date });
    try {
      const ask = async (query) => (await fetch(`${worker.url}/?${query}`)).json();
      const start = await ask("filters=1&free");
      assert.equal(start.registry, registry, date);
      assert.equal((await ask("filters=1000&free")).bytes, start.bytes, "what is freed is used again");
      if (registry == "function") continue;
      // 12 kB each.
      const { bytes } = await ask("filters=1000");
      assert.ok(bytes - start.bytes > 1000 * 11_000, `${bytes - start.bytes}`);
    } finally {
      await worker.dispose();
    }
  }
});
