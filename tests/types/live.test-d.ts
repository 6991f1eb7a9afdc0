// How `edgebloom/live` looks to a TypeScript program: the types of results, and what must not compile.

import { expectType } from "tsd";
import type { BloomFilter } from "edgebloom";
import { type CompatFilter, load } from "edgebloom/compat";
import { KeyedBloomFilter } from "edgebloom";
import {
  FilterFetchError,
  FilterFormatError,
  LiveFilter,
  ShardedFilter,
  cacheStore,
  indexedDbStore,
  fileStore,
  kvStore,
  r2Store,
} from "edgebloom/live";
import type {
  BodyReader,
  FetchErrorCode,
  FilterReader,
  MapReader,
  MapReaderStats,
  FilterStore,
  FormatErrorCode,
  HasHref,
  Key,
  KeyForm,
  KvLike,
  R2Like,
  LiveOptions,
  PublishedSet,
  PublishedStats,
  Queryable,
  ReaderStats,
  ResponseLike,
  ShardedOptions,
  ShardedStats,
  StoredFilter,
} from "edgebloom/live";

declare const filter: BloomFilter;
declare const answers: Uint8Array;
const own: Queryable = { has: (key: Key) => key === "a", hasMany: () => answers };

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
const usual: FilterReader | MapReader | PublishedSet | undefined = live.current;
export { usual };
expectType<number | undefined>(live.sequence);
expectType<number | undefined>(live.current?.sequence);
expectType<string | undefined>(live.get("a"));
declare const stats: ReaderStats;
expectType<ReaderStats | MapReaderStats | PublishedStats | undefined>(live.current?.stats);
expectType<number>(stats.bits);
const { current } = live;
if (current?.sequence !== undefined) {
  expectType<PublishedStats>(current.stats);
  expectType<number>(current.sequence);
  expectType<string>(current.name);
  expectType<string>(current.version);
  expectType<boolean>(current.has("a"));
  expectType<string | undefined>(current.get("a"));
  expectType<Uint8Array>(current.hasMany(new Set(["a", 1n])));
  // @ts-expect-error read only
  current.sequence = 2;
} else {
  const reader: FilterReader | MapReader | undefined = current;
  expectType<boolean | undefined>(reader?.has("a"));
}
const keyed = new LiveFilter("https://lists.example/a", {
  load: (bytes) => KeyedBloomFilter.fromBytes(bytes, { key: bytes }),
  onChange: (changed) => expectType<LiveFilter<KeyedBloomFilter>>(changed),
});
expectType<KeyedBloomFilter | undefined>(keyed.current);
expectType<CompatFilter | undefined>(new LiveFilter("https://lists.example/a", { load }).current);
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
expectType<Uint8Array>(stored.bytes);
expectType<string>(stored.etag);
expectType<string>(stored.lastModified);
expectType<number>(stored.checkedAt);
const store: FilterStore = { get: async () => stored, put: async (url, kept) => [url, kept] };
const tidy: FilterStore = { ...store, delete: async (url) => url.length };
const form: KeyForm = { name: "raw", entries: (entry) => [entry], lookups: (query) => [query] };
new LiveFilter("https://lists.example/manifest.json", { keys: form, store: tidy });
expectType<Promise<unknown> | undefined>(store.delete?.("https://lists.example/a"));
declare const namespace: KvLike;
expectType<FilterStore>(cacheStore());
expectType<FilterStore>(cacheStore("lists"));
expectType<FilterStore>(indexedDbStore("lists"));
expectType<FilterStore>(kvStore(namespace));
declare const bucket: R2Like;
expectType<FilterStore>(r2Store(bucket));
expectType<FilterStore>(fileStore("folder"));
const place: HasHref = { href: "https://lists.example/a" };
new LiveFilter(place, { ...options, store });

const shardedOptions: ShardedOptions = {
  budget: 2 ** 20,
  keys: form,
  onChange: (changed) => expectType<ShardedFilter>(changed),
  onError: (error, failed) => {
    expectType<unknown>(error);
    expectType<ShardedFilter>(failed);
  },
};
const sharded = new ShardedFilter(place, shardedOptions);
expectType<Promise<ShardedFilter>>(sharded.ready());
expectType<Promise<boolean>>(sharded.has("a"));
expectType<Promise<string | undefined>>(sharded.get("a"));
const found: Promise<Uint8Array> = sharded.hasMany(["a", 1n]);
export { found };
expectType<Promise<boolean>>(sharded.refresh());
expectType<Promise<boolean>>(sharded.refreshIfDue());
expectType<string | undefined>(sharded.name);
expectType<string | undefined>(sharded.version);
expectType<number | undefined>(sharded.sequence);
expectType<number | undefined>(sharded.age);
expectType<unknown>(sharded.error);
expectType<number>(sharded.failures);
expectType<ShardedStats | undefined>(sharded.stats);
expectType<void>(sharded.stop());
expectType<void>(sharded[Symbol.dispose]());

// @ts-expect-error shards are published sets and have no load option
new ShardedFilter(place, { load });
// @ts-expect-error budget is a number of bytes
new ShardedFilter(place, { budget: "1 MB" });
// @ts-expect-error has() returns a promise
export const early: boolean = sharded.has("a");
// @ts-expect-error the functions of the key form are missing
new LiveFilter(place, { keys: { name: "raw" } });
// @ts-expect-error the third parameter is internal
new LiveFilter(place, {}, Object);
// @ts-expect-error URL missing
new LiveFilter();
// @ts-expect-error a number is not a URL
new LiveFilter(5);
// @ts-expect-error refreshEvery is a number of milliseconds
new LiveFilter("https://lists.example/a", { refreshEvery: "1h" });
// @ts-expect-error an unknown option
new LiveFilter("https://lists.example/a", { interval: 5 });
// @ts-expect-error a store has get and put
new LiveFilter("https://lists.example/a", { store: { get: async () => stored } });
// @ts-expect-error compareVersions must return a number
new LiveFilter("https://lists.example/a", { compareVersions: (a, b) => a < b });
new LiveFilter(place, { open: (bytes) => bytes.slice(1) });
// @ts-expect-error load must return a filter
new LiveFilter("https://lists.example/a", { load: () => "a" });
// @ts-expect-error a reader has no add
live.current?.add("a");
// @ts-expect-error open must return bytes
new LiveFilter("https://lists.example/a", { open: () => "text" });
// @ts-expect-error there may be no filter yet
live.current.has("a");
// @ts-expect-error read only
live.version = "tuesday";
// @ts-expect-error a number is not a key
live.has(5);
// @ts-expect-error a promise is always true
if (sharded.has("a")) live.stop();
// @ts-expect-error a string is no list of keys
live.hasMany("abc");
// @ts-expect-error a LiveFilter has no add()
live.add("a");
// @ts-expect-error a binding, not its name
kvStore("FILTERS");
// @ts-expect-error a cache name is a string
cacheStore(5);
