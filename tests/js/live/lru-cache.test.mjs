import assert from "node:assert/strict";
import { test } from "node:test";
import { LruCache } from "../../../pkg/api/live/lru-cache.js";

const keysOf = (cache) => [1, 2, 3, 4].filter((key) => cache.peek(key) !== undefined);

test("keeps the values that were used last, up to the budget", () => {
  const cache = new LruCache(10);
  for (const key of [1, 2, 3]) cache.set(key, `value ${key}`, 3);
  assert.deepEqual([keysOf(cache), cache.size, cache.byteLength, cache.peek(2)], [[1, 2, 3], 3, 9, "value 2"]);
  cache.touch(1);
  cache.touch(4);
  cache.set(4, "value 4", 3);
  assert.deepEqual([keysOf(cache), cache.byteLength], [[1, 3, 4], 9], "2 was not used");
  cache.peek(3);
  cache.set(2, "value 2", 3);
  assert.deepEqual(keysOf(cache), [1, 2, 4], "peek does not use a value");
});

test("counts the bytes of a value that is set again once", () => {
  const cache = new LruCache(10);
  cache.set(1, "a", 4);
  cache.set(2, "b", 4);
  cache.set(1, "c", 6);
  assert.deepEqual([keysOf(cache), cache.byteLength, cache.peek(1)], [[1, 2], 10, "c"]);
  cache.set(1, "d", 7);
  assert.deepEqual([keysOf(cache), cache.byteLength], [[1], 7]);
});

test("the last value stays, even if it is larger than the budget", () => {
  const cache = new LruCache(10);
  cache.set(1, "a", 4);
  cache.set(2, "b", 50);
  assert.deepEqual([keysOf(cache), cache.size, cache.byteLength], [[2], 1, 50]);
  cache.set(3, "c", 1);
  assert.deepEqual([keysOf(cache), cache.byteLength], [[3], 1]);
});
