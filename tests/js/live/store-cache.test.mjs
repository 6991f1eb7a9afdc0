// The cache over stores that are slow, hang or fail. The stores and the clock are fake.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { StoreCache } from "../../../pkg/api/live/store-cache.js";
import { StopSignal } from "../../../pkg/api/live/tasks.js";
import { memoryStore } from "../helpers/published.mjs";

const LIST = "https://lists.example/manifest.json";
const FILE = "https://lists.example/files/a.bloom";
const BYTES = Uint8Array.of(1, 2, 3);
const never = () => new Promise(() => {});
const settled = () => new Promise((resolve) => setImmediate(resolve));
const fails = () => {
  throw new Error("broken");
};
const entry = (bytes) => ({ bytes, etag: '"1"', lastModified: "", checkedAt: 5 });
const accept = async () => {};

/** A cache over a store, its errors, and its stop signal. */
function cacheOf(store, timeout = 1000) {
  const errors = [];
  const stop = new StopSignal();
  const cache = new StoreCache({ store, timeout }, (error) => errors.push(error.message), stop);
  return { cache, errors, stop };
}

test("without a store, every file is missing, and nothing is stored", async () => {
  for (const none of [null, undefined]) {
    const { cache, errors } = cacheOf(none);
    assert.equal(cache.hasStore, false);
    assert.equal(await cache.read(LIST, assert.fail), undefined);
    assert.equal(await cache.getFile(FILE, assert.fail), undefined);
    await cache.putFile(FILE, BYTES);
    await cache.save(LIST, entry(BYTES), assert.fail);
    cache.markUnneeded(FILE);
    await cache.deleteUnneeded();
    assert.deepEqual(errors, []);
  }
});

describe("read", () => {
  test("passes the file to a function, and returns its result", async () => {
    const store = memoryStore();
    const { cache } = cacheOf(store);
    assert.equal(cache.hasStore, true);
    assert.equal(await cache.read(LIST, assert.fail), undefined);
    store.kept.set(LIST, entry(BYTES));
    assert.equal(await cache.read(LIST, async ({ bytes, etag }) => `${bytes} ${etag}`), '1,2,3 "1"');
  });

  test("throws the errors of the store and of the function, and reports none", async () => {
    for (const get of [fails, async () => fails()]) {
      const { cache, errors } = cacheOf({ get });
      await assert.rejects(cache.read(LIST, accept), { message: "broken" });
      assert.deepEqual(errors, []);
    }
    const store = memoryStore();
    store.kept.set(LIST, entry(BYTES));
    await assert.rejects(
      cacheOf(store).cache.read(LIST, async () => fails()),
      { message: "broken" },
    );
  });

  test("has one time limit for the store and the function", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const store = memoryStore();
    store.kept.set(LIST, entry(BYTES));
    for (const [get, use] of [
      [never, accept],
      [store.get, never],
    ]) {
      const reading = cacheOf({ ...store, get }).cache.read(LIST, use);
      await settled();
      t.mock.timers.tick(1000);
      await assert.rejects(reading, { message: "store: expected an answer within 1000 ms, got none" });
    }
  });

  test("ends on stop, and passes an aborted signal", async () => {
    const store = memoryStore();
    store.kept.set(LIST, entry(BYTES));
    const { cache, stop } = cacheOf(store);
    let signal;
    const reading = cache.read(LIST, (_, its) => {
      signal = its;
      return never();
    });
    await settled();
    stop.stop(new Error("stopped"));
    await assert.rejects(reading, { message: "stopped" });
    assert.equal(signal.aborted, true);
  });
});

describe("files", () => {
  test("a stored file is returned only if it is that file", async () => {
    const store = memoryStore();
    const { cache, errors } = cacheOf(store);
    assert.equal(await cache.getFile(FILE, assert.fail), undefined);
    await cache.putFile(FILE, BYTES);
    await settled();
    assert.deepEqual(await cache.getFile(FILE, accept), BYTES);
    assert.notEqual(store.kept.get(FILE).bytes.buffer, BYTES.buffer, "a copy");
    assert.equal(await cache.getFile(FILE, async () => fails()), undefined);
    assert.deepEqual(errors, ["broken"]);
  });

  test("a store that fails or hangs is reported, and the file is missing", async (t) => {
    const broken = cacheOf({ get: fails, put: fails });
    assert.equal(await broken.cache.getFile(FILE, accept), undefined);
    await broken.cache.putFile(FILE, BYTES);
    await settled();
    assert.deepEqual(broken.errors, ["broken", "broken"]);

    t.mock.timers.enable({ apis: ["setTimeout"] });
    const hanging = cacheOf({ get: never, put: never });
    const getting = hanging.cache.getFile(FILE, accept);
    // Outside of workers, nothing waits for the store.
    await hanging.cache.putFile(FILE, BYTES);
    t.mock.timers.tick(1000);
    assert.equal(await getting, undefined);
    await settled();
    assert.deepEqual(hanging.errors.sort(), [
      "store: expected an answer within 1000 ms, got none",
      "store: expected to store the file within 1000 ms, got no answer",
    ]);
  });
});

describe("save", () => {
  test("stores a copy of exactly the bytes, after the files that are being stored", async () => {
    const store = memoryStore();
    const puts = [];
    let finish;
    const put = async (address, stored) => {
      if (address === FILE) await new Promise((resolve) => (finish = resolve));
      puts.push(address);
      return store.put(address, stored);
    };
    const { cache } = cacheOf({ ...store, put });
    await cache.putFile(FILE, BYTES);
    const large = new Uint8Array(1000).subarray(10, 20);
    const saving = cache.save(LIST, entry(large), undefined);
    await settled();
    assert.deepEqual(puts, []);
    finish();
    await saving;
    assert.deepEqual(puts, [FILE, LIST]);
    assert.deepEqual(store.kept.get(LIST), entry(new Uint8Array(10)));
    assert.equal(store.kept.get(LIST).bytes.buffer.byteLength, 10);
  });

  test("does not replace a newer file", async () => {
    const store = memoryStore();
    const { cache } = cacheOf(store);
    store.kept.set(LIST, entry(Uint8Array.of(9)));
    const manifest = { isNewer: async ({ bytes: [first] }) => first > 5, filesIn: async () => undefined };
    await cache.save(LIST, entry(Uint8Array.of(6)), manifest);
    assert.deepEqual(store.kept.get(LIST).bytes, Uint8Array.of(9));
    store.kept.set(LIST, entry(Uint8Array.of(4)));
    await cache.save(LIST, entry(Uint8Array.of(6)), manifest);
    assert.deepEqual(store.kept.get(LIST).bytes, Uint8Array.of(6));
  });

  test("replaces a file that cannot be read", async () => {
    for (const get of [fails, async () => entry(BYTES), async () => 5]) {
      const store = memoryStore();
      const { cache, errors } = cacheOf({ ...store, get });
      await cache.save(LIST, entry(BYTES), { isNewer: async () => fails(), filesIn: async () => undefined });
      assert.deepEqual([store.kept.has(LIST), errors], [true, []]);
    }
  });

  test("reports a store that fails or hangs, but not after stop", async (t) => {
    const broken = cacheOf({ get: never, put: fails });
    await broken.cache.save(LIST, entry(BYTES), undefined);
    assert.deepEqual(broken.errors, ["broken"]);

    t.mock.timers.enable({ apis: ["setTimeout"] });
    const hanging = cacheOf({ get: never, put: never });
    const saving = hanging.cache.save(LIST, entry(BYTES), undefined);
    await settled();
    t.mock.timers.tick(1000);
    await saving;
    assert.deepEqual(hanging.errors, ["store: expected to store the filter within 1000 ms, got no answer"]);

    const stopped = cacheOf({ get: never, put: never });
    const ending = stopped.cache.save(LIST, entry(BYTES), undefined);
    await settled();
    stopped.stop.stop(new Error("stopped"));
    t.mock.timers.tick(1000);
    await ending;
    assert.deepEqual(stopped.errors, []);
  });

  test("files of a later manifest stay when an earlier one is stored", async () => {
    const store = memoryStore();
    const { cache } = cacheOf(store);
    const [LAYER, LEFTOVER] = ["b", "c"].map((name) => `https://lists.example/files/${name}.bloom`);
    const manifest = (sequence, ...named) => ({ sequence, isNewer: async () => false, filesIn: async () => named });
    await cache.putFile(FILE, BYTES, 1);
    await cache.putFile(LEFTOVER, BYTES, 1);
    await cache.putFile(LAYER, BYTES, 2);
    await cache.save(LIST, entry(BYTES), manifest(1, FILE));
    assert.deepEqual([...store.kept.keys()].sort(), [FILE, LAYER, LIST].sort());
    await cache.save(LIST, entry(BYTES), manifest(2, FILE, LAYER));
    assert.deepEqual([...store.kept.keys()].sort(), [FILE, LAYER, LIST].sort());
  });

  test("an earlier file never replaces a later one", async () => {
    const store = memoryStore();
    let finish;
    const put = async (address, stored) => {
      if (stored.bytes[0] === 1) await new Promise((resolve) => (finish = resolve));
      return store.put(address, stored);
    };
    const { cache } = cacheOf({ ...store, put });
    const saving = [1, 2].map((first) => cache.save(LIST, entry(Uint8Array.of(first)), undefined));
    await settled();
    finish();
    await Promise.all(saving);
    assert.deepEqual(store.kept.get(LIST).bytes, Uint8Array.of(2));
  });
});

describe("files that are no longer needed", () => {
  test("are deleted when the latest file is stored, and not before", async () => {
    const store = memoryStore();
    store.kept.set(FILE, entry(BYTES));
    let put = fails;
    const { cache, errors } = cacheOf({ ...store, put: (...args) => put(...args) });
    cache.markUnneeded(FILE);
    await cache.save(LIST, entry(BYTES), undefined);
    assert.deepEqual([[...store.kept.keys()], errors], [[FILE], ["broken"]]);
    put = store.put;
    await cache.save(LIST, entry(BYTES), undefined);
    assert.deepEqual([...store.kept.keys()], [LIST]);
    store.kept.set(FILE, entry(BYTES));
    await cache.deleteUnneeded();
    assert.equal(store.kept.has(FILE), true, "a file that is needed again stays");
  });

  test("stay in a store without `delete`; one that fails or hangs is reported", async (t) => {
    const { get, put } = memoryStore();
    const without = cacheOf({ get, put });
    without.cache.markUnneeded(FILE);
    await without.cache.deleteUnneeded();
    assert.deepEqual(without.errors, []);

    for (const broken of [fails, async () => fails()]) {
      const deleted = [];
      const its = cacheOf({ get, put, delete: (address) => (deleted.push(address), broken()) });
      for (const address of [FILE, LIST]) its.cache.markUnneeded(address);
      await its.cache.deleteUnneeded();
      assert.deepEqual(
        [deleted, its.errors],
        [
          [FILE, LIST],
          ["broken", "broken"],
        ],
      );
    }

    t.mock.timers.enable({ apis: ["setTimeout"] });
    const hanging = cacheOf({ get, put, delete: never });
    hanging.cache.markUnneeded(FILE);
    const deleting = hanging.cache.deleteUnneeded();
    t.mock.timers.tick(1000);
    await deleting;
    assert.deepEqual(hanging.errors, ["store: expected to delete old files within 1000 ms, got no answer"]);
  });
});
