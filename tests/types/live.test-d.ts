// What `edgebloom/live` is to a TypeScript program: the types of what comes back, and what must not compile.

import { expectType } from "tsd";
import type { BloomFilter, AnyFilter } from "edgebloom";
import { load } from "edgebloom/compat";
import { KeyedBloomFilter } from "edgebloom/keyed";
import {
  FilterFetchError,
  FilterFormatError,
  FilterHolder,
  LiveFilter,
  cacheStore,
  indexedDbStore,
  kvStore,
} from "edgebloom/live";
import type {
  BodyReader,
  FetchErrorCode,
  FilterReader,
  FilterStore,
  FormatErrorCode,
  HasHref,
  Key,
  KvLike,
  LiveOptions,
  Queryable,
  ReaderStats,
  ResponseLike,
  StoredFilter,
} from "edgebloom/live";

declare const filter: BloomFilter;
const holder = new FilterHolder(filter);
expectType<FilterReader>(new FilterHolder(filter.toBytes()).current);
expectType<AnyFilter>(new FilterHolder(filter.toBase64(), { load }).current);
expectType<BloomFilter>(holder.current);
expectType<string | undefined>(holder.version);
expectType<number>(holder.swaps);
expectType<BloomFilter>(holder.replace(filter));
expectType<BloomFilter>(holder.replace(filter.toBytes()));
expectType<boolean>(holder.has("a"));
expectType<boolean>(holder.has(1n));
const answers: Uint8Array = holder.hasMany(new Set(["a"]));
export { answers };
const own: Queryable = { has: (key: Key) => key === "a", hasMany: () => answers };
const mixed = new FilterHolder<Queryable>(filter);
expectType<Queryable>(mixed.replace(own));
expectType<boolean>(mixed.has("a"));
mixed.replace(filter.toBytes()).free?.();

// @ts-expect-error nothing to hold
new FilterHolder();
// @ts-expect-error a promise of a filter
new FilterHolder(Promise.resolve(filter));
// @ts-expect-error what reads dumps gives filters
new FilterHolder(filter, { load: () => "a" });
// @ts-expect-error an unknown option
new FilterHolder(filter, { name: "a" });
// @ts-expect-error a number is no key
holder.has(5);
// @ts-expect-error nothing in its place
holder.replace(null);
// @ts-expect-error filters are replaced by replace
holder.current = filter;
// @ts-expect-error read only
holder.version = "tuesday";
// @ts-expect-error read only
holder.swaps = 0;
// @ts-expect-error keys are added to the next filter
holder.add("a");

const live = new LiveFilter("https://lists.example/a", {
  refreshEvery: 60_000,
  retryAfter: 1000,
  timeout: 1000,
  limit: 1_000_000,
  name: "blocked",
  store: null,
  compareVersions: (a, b) => a.length - b.length,
  open: async (bytes) => bytes.subarray(56, -64),
  onChange: (changed) => expectType<LiveFilter>(changed),
  onError: (error, failed) => {
    expectType<unknown>(error);
    expectType<LiveFilter>(failed);
  },
});
new LiveFilter({ href: "https://lists.example/a" });
expectType<Promise<LiveFilter>>(live.ready());
expectType<Promise<boolean>>(live.refresh());
expectType<Promise<boolean>>(live.refreshIfDue());
expectType<FilterReader | undefined>(live.current);
declare const stats: ReaderStats;
expectType<ReaderStats | undefined>(live.current?.stats);
expectType<number>(stats.bits);
const keyed = new LiveFilter("https://lists.example/a", {
  load: (bytes) => KeyedBloomFilter.fromBytes(bytes, { key: bytes }),
  onChange: (changed) => expectType<LiveFilter<KeyedBloomFilter>>(changed),
});
expectType<KeyedBloomFilter | undefined>(keyed.current);
expectType<AnyFilter | undefined>(new LiveFilter("https://lists.example/a", { load }).current);
expectType<Queryable | undefined>(new LiveFilter("https://lists.example/a", { load: () => own }).current);
expectType<string | undefined>(live.version);
expectType<number | undefined>(live.age);
expectType<unknown>(live.error);
expectType<number>(live.failures);
expectType<boolean>(live.has("a"));
expectType<Uint8Array>(live.hasMany(["a", 1n, new Uint8Array()]));
expectType<void>(live.stop());
expectType<void>(live[Symbol.dispose]());

const options: LiveOptions = {};
declare const body: BodyReader;
declare const response: ResponseLike;
if (live.error instanceof FilterFetchError) expectType<FetchErrorCode>(live.error.code);
if (live.error instanceof FilterFormatError) expectType<FormatErrorCode>(live.error.code);
export { body, response };
declare const stored: StoredFilter;
expectType<Uint8Array>(stored.dump);
expectType<string>(stored.etag);
expectType<string>(stored.lastModified);
expectType<number>(stored.checkedAt);
const store: FilterStore = { get: async () => stored, put: async (url, kept) => [url, kept] };
declare const namespace: KvLike;
expectType<FilterStore>(cacheStore());
expectType<FilterStore>(cacheStore("lists"));
expectType<FilterStore>(indexedDbStore("lists"));
expectType<FilterStore>(kvStore(namespace));
const place: HasHref = { href: "https://lists.example/a" };
new LiveFilter(place, { ...options, store });

// @ts-expect-error no address
new LiveFilter();
// @ts-expect-error a number is no address
new LiveFilter(5);
// @ts-expect-error a time is a number of milliseconds
new LiveFilter("https://lists.example/a", { refreshEvery: "1h" });
// @ts-expect-error an unknown option
new LiveFilter("https://lists.example/a", { interval: 5 });
// @ts-expect-error a store has get and put
new LiveFilter("https://lists.example/a", { store: { get: async () => stored } });
// @ts-expect-error versions are compared by numbers
new LiveFilter("https://lists.example/a", { compareVersions: (a, b) => a < b });
new LiveFilter(place, { open: (bytes) => bytes.slice(1) });
// @ts-expect-error what loads gives a filter
new LiveFilter("https://lists.example/a", { load: () => "a" });
// @ts-expect-error a reader has no add
new FilterHolder(filter.toBytes()).current.add("a");
// @ts-expect-error what opens gives bytes
new LiveFilter("https://lists.example/a", { open: () => "text" });
// @ts-expect-error there may be no filter yet
live.current.has("a");
// @ts-expect-error read only
live.version = "tuesday";
// @ts-expect-error a number is no key
live.has(5);
// @ts-expect-error keys are added where the list is
live.add("a");
// @ts-expect-error a binding
kvStore("FILTERS");
// @ts-expect-error a name
cacheStore(5);
