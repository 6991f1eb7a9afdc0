// Filters in the reactive state of Vue. Nuxt and Pinia use Vue; Alpine uses @vue/reactivity.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { computed, isProxy, reactive, readonly, ref, shallowReactive, shallowRef, watch } from "vue";
import {
  BloomFilter,
  CountingBloomFilter,
  KeyedBloomFilter,
  ScalableBloomFilter,
  SparseBloomFilter,
  StaticFilter,
  StaticMap,
  generateSecretKey,
} from "edgebloom";
import { createFilter } from "edgebloom/compat";
import { BloomFilter as LiteBloomFilter } from "edgebloom/lite";
import { LiveFilter } from "edgebloom/live";
import { FilterReader, MapReader } from "edgebloom/reader";

const SIZE = { capacity: 100, errorRate: 1e-6 };
class Own extends BloomFilter {}

const filters = [
  new BloomFilter(SIZE),
  new CountingBloomFilter(SIZE),
  new ScalableBloomFilter(SIZE),
  new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 }),
  new KeyedBloomFilter({ key: generateSecretKey(), ...SIZE }),
  createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", ...SIZE }),
  new Own(SIZE),
];
for (const filter of filters) filter.add("a");
const [plain, , scalable] = filters;
const set = StaticFilter.from(["a"], { errorRate: 1e-6 });
const map = StaticMap.from([["a", "red"]], { errorRate: 1e-6 });
const queried = [
  set,
  map,
  LiteBloomFilter.from(["a"], { errorRate: 1e-6 }),
  ...[plain, scalable, set].map((filter) => FilterReader.fromBytes(filter.toBytes())),
  MapReader.fromBytes(map.toBytes()),
];
const live = new LiveFilter("https://lists.example/a", {
  store: null,
  fetch: async () => new Response(plain.toBytes()),
});
await live.ready();
live.stop();

for (const one of [...filters, ...queried, live]) {
  const within = {
    ref: () => ref(one).value,
    shallowRef: () => shallowRef(one).value,
    reactive: () => reactive(one),
    readonly: () => readonly(one),
    shallowReactive: () => shallowReactive({ one }).one,
    "deep in a reactive object": () => reactive({ stores: [{ lists: { one } }] }).stores[0].lists.one,
    "deep in a readonly ref": () => readonly(ref({ list: [one] })).value.list[0],
    "a computed value": () => {
      const state = ref({ one });
      return computed(() => state.value.one).value;
    },
    "assigned later": () => {
      const state = reactive({ one: null });
      state.one = one;
      return state.one;
    },
  };
  describe(`${one.constructor.name} in Vue`, () => {
    for (const [where, get] of Object.entries(within)) {
      test(where, () => {
        const found = get();
        assert.equal(found, one);
        assert.equal(isProxy(found), false);
        assert.deepEqual([found.has("a"), found.has("never added")], [true, false]);
        assert.deepEqual([...found.hasMany(["a", "never added"])], [1, 0]);
        assert.ok((found.current ?? found).stats.bits);
      });
    }

    test("the Vue marker is not visible elsewhere", () => {
      const seen = [];
      for (const name in one) seen.push(name);
      assert.deepEqual(
        [...seen, ...Object.keys(one)].filter((name) => name.startsWith("__")),
        [],
      );
      assert.equal(JSON.stringify(one).includes("__v_skip"), false);
    });
  });
}

test("a deep watch does not traverse filters", () => {
  const state = reactive({ filters: [...filters, ...queried, live] });
  const stop = watch(state, () => {}, { deep: true, immediate: true, flush: "sync" });
  state.filters[0].add("b");
  stop();
});

test("a version ref triggers updates after a change", async () => {
  const next = BloomFilter.from(["b"], { errorRate: 1e-6, version: "2" }).toBytes();
  const version = ref();
  const one = new LiveFilter("https://lists.example/a", {
    store: null,
    fetch: async () => new Response(next),
    onChange: (changed) => (version.value = changed.version),
  });
  const shown = computed(() => version.value !== undefined && one.has("b"));
  assert.equal(shown.value, false);
  await one.ready();
  one.stop();
  assert.equal(shown.value, true);
});
