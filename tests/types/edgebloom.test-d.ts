// How `edgebloom` looks to a TypeScript program: the types of results, and what must not compile.

import { expectAssignable, expectType } from "tsd";
import {
  BloomFilter,
  CountingBloomFilter,
  type FilterFetchError,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  capacityFor,
  estimatedCount,
  falsePositiveRate,
  hashesForRate,
  load,
  lowerBoundBits,
  memoryComparison,
  minimalRate,
  optimalBits,
  optimalHashes,
  readHeader,
} from "edgebloom";
import type {
  AnyFilter,
  BodyReader,
  Bytes,
  CountingOptions,
  CountingStats,
  FetchErrorCode,
  FormatErrorCode,
  FromOptions,
  Header,
  Key,
  Layout,
  MemoryComparison,
  OnSaturated,
  RateOptions,
  ResponseLike,
  ResponseOptions,
  ScalableOptions,
  ScalableStats,
  ShapeOptions,
  Stats,
} from "edgebloom";

// Keys have one of three types.
declare const key: Key;
expectType<string | Uint8Array | bigint>(key);

const rate: RateOptions = { capacity: 10, errorRate: 0.1 };
const shape: ShapeOptions = { bits: 64, hashes: 3, layout: "standard", seed: "random", name: "n", version: "v" };
const layout: Layout = "blocked";
const onSaturated: OnSaturated = (full) => expectType<BloomFilter>(full);
const filter = new BloomFilter({ ...rate, layout, onSaturated, seed: 7 });
expectType<BloomFilter>(new BloomFilter(shape));

// @ts-expect-error size missing
new BloomFilter({});
// @ts-expect-error options missing
new BloomFilter();
// @ts-expect-error errorRate without capacity
new BloomFilter({ errorRate: 0.1 });
// @ts-expect-error capacity without errorRate
new BloomFilter({ capacity: 10 });
// @ts-expect-error bits without hashes
new BloomFilter({ bits: 64 });
// @ts-expect-error both capacity and bits
new BloomFilter({ capacity: 10, errorRate: 0.1, bits: 64 });
// @ts-expect-error both bits and capacity
new BloomFilter({ bits: 64, hashes: 3, capacity: 10 });
// @ts-expect-error both errorRate and hashes
new BloomFilter({ bits: 64, hashes: 3, errorRate: 0.1 });
// @ts-expect-error a misspelt option
new BloomFilter({ capacity: 10, errorrate: 0.1 });
// @ts-expect-error a number as a string
new BloomFilter({ capacity: "10", errorRate: 0.1 });
// @ts-expect-error an unknown layout
new BloomFilter({ ...rate, layout: "cuckoo" });
// @ts-expect-error an unknown seed
new BloomFilter({ ...rate, seed: "rand" });
// @ts-expect-error a seed of another type
new BloomFilter({ ...rate, seed: 1n });
// @ts-expect-error an unknown value
new BloomFilter({ ...rate, onSaturated: "grow" });
// @ts-expect-error only CountingBloomFilter has counters
new BloomFilter({ ...rate, counterBits: 4 });

// Lines.
expectType<BloomFilter>(BloomFilter.fromLines("a\nb\n", { errorRate: 0.1 }));
expectType<ScalableBloomFilter>(ScalableBloomFilter.fromLines(new Uint8Array(1), { errorRate: 0.1 }));

// Adding and querying.
expectType<boolean>(filter.add("a"));
expectType<boolean>(filter.add(1n));
expectType<boolean>(filter.add(new Uint8Array(1)));
expectType<boolean>(filter.has(key));
expectType<number>(filter.addMany(new Set(["a"])));
expectType<number>(filter.addMany([key, 2n]));
expectType<Bytes>(filter.hasMany(["a", new Uint8Array(1)]));
expectType<number>(filter.addLines("a\nb"));
expectType<number>(filter.addLines(new Uint8Array(1)));
expectType<Bytes>(filter.hasLines("a\nb"));
expectType<boolean>(filter.allow("a"));
expectType<string>(filter.keyForm);
expectType<number[]>(filter.positions(key));
expectType<Bytes>(filter.bits());
expectType<void>(filter.clear());

// @ts-expect-error a number is not a key
filter.has(5);
// @ts-expect-error null is not a key
filter.has(null);
// @ts-expect-error undefined is not a key
filter.has(undefined);
// @ts-expect-error an object is not a key
filter.has({ id: "a" });
// @ts-expect-error an array is not a key
filter.add(["a"]);
// @ts-expect-error a number is not a key
filter.add(5);
// @ts-expect-error an ArrayBuffer is not a key
filter.add(new ArrayBuffer(8));
// @ts-expect-error numbers are not keys
filter.addMany([1, 2]);
// @ts-expect-error the list may contain undefined
filter.hasMany(["a", undefined]);
// @ts-expect-error a number is not a key
filter.positions(5);
// @ts-expect-error a number is not a key
filter.allow(5);
// @ts-expect-error lines are one string
filter.addLines(["a"]);
// @ts-expect-error lines are one string
filter.hasLines(5);
// @ts-expect-error a plain filter cannot remove keys
filter.remove("a");
// @ts-expect-error a plain filter does not count
filter.count("a");

// name and version are strings and can be changed.
filter.name = "blocked domains";
filter.version = "2026-11-20";
expectType<string>(filter.name);
expectType<string>(filter.version);
// @ts-expect-error name is a string
filter.name = 5;
// @ts-expect-error version is a string
filter.version = new Date();

// Combining returns the same class.
expectType<BloomFilter>(filter.union(filter));
expectType<BloomFilter>(filter.intersection(filter));
expectType<BloomFilter>(filter.merge(filter));
expectType<BloomFilter>(filter.clone());
expectType<BloomFilter>(filter.fold(2));
expectType<BloomFilter>(filter.shrink({ errorRate: 0.01 }));
expectType<boolean>(filter.isCompatible(filter));
expectType<boolean>(filter.equals(filter));
// @ts-expect-error a file is not a filter
filter.union(filter.toBytes());
// @ts-expect-error null is not a filter
filter.merge(null);
// @ts-expect-error divisor missing
filter.fold();
// @ts-expect-error errorRate is an option
filter.shrink(0.01);
// @ts-expect-error an object with the same properties is not a filter
filter.equals({ ...filter });

// Filter files.
expectType<Bytes>(filter.toBytes());
expectType<string>(filter.toBase64());
expectType<{ name: string; version: string; base64: string }>(filter.toJSON());
expectAssignable<Uint8Array>(filter.toBytes());
expectType<BloomFilter>(BloomFilter.fromBytes(filter.toBytes()));
expectType<BloomFilter>(BloomFilter.fromBase64(filter.toBase64()));
// @ts-expect-error a string is not a file
BloomFilter.fromBytes("60ZMVAEA");
// @ts-expect-error bytes are not base64
BloomFilter.fromBase64(filter.toBytes());
// @ts-expect-error a buffer is not a file
load(new ArrayBuffer(8));

// from: the capacity is the number of keys, or an option.
const fromOptions: FromOptions = { errorRate: 0.1 };
expectType<BloomFilter>(BloomFilter.from(["a", 1n], fromOptions));
expectType<BloomFilter>(BloomFilter.from(new Set(["a"]), { errorRate: 0.1, capacity: 100 }));
expectType<BloomFilter>(BloomFilter.from([], { bits: 64, hashes: 1 }));
// @ts-expect-error neither errorRate nor bits
BloomFilter.from(["a"], {});
// @ts-expect-error numbers are not keys
BloomFilter.from([1], { errorRate: 0.1 });
// @ts-expect-error both capacity and bits
BloomFilter.from(["a"], { errorRate: 0.1, capacity: 100, bits: 64 });
// @ts-expect-error `this` must be the class
(0, BloomFilter.from)(["a"], { errorRate: 0.1 });

// stats is read-only.
const { stats } = filter;
expectType<Readonly<Stats>>(stats);
expectType<Layout>(stats.layout);
expectType<string>(stats.scheme);
expectType<number | null>(stats.capacity);
expectType<number | null>(stats.errorRate);
for (const field of [
  "bits",
  "hashes",
  "seed",
  "inserted",
  "bitsSet",
  "fillRatio",
  "estimatedCount",
  "estimatedErrorRate",
  "byteLength",
] as const)
  expectType<number>(stats[field]);
expectType<boolean>(stats.overHalfFull);
// @ts-expect-error read only
stats.bits = 5;
// @ts-expect-error read only
filter.stats = stats;
// @ts-expect-error a capacity may be null
stats.capacity.toFixed();
// @ts-expect-error no such field
stats.size;
// @ts-expect-error only counting filters have counters
stats.counterBits;

// Private and internal members are not in the types.
// @ts-expect-error private
filter["#engine"];
// @ts-expect-error internal
BloomFilter.kind;
// @ts-expect-error internal
BloomFilter.make;
// @ts-expect-error internal
BloomFilter.options;

expectType<{ name: string; version: string; base64: string }>(filter.toJSON());

// Freeing, by call and by scope.
expectType<void>(filter.free());
expectType<void>(filter[Symbol.dispose]());

// Counting.
const countingOptions: CountingOptions = { capacity: 10, errorRate: 0.1, counterBits: 8 };
const counting = new CountingBloomFilter(countingOptions);
expectType<boolean>(counting.remove(key));
expectType<number>(counting.count("a"));
expectType<BloomFilter>(counting.toBloomFilter());
expectType<Readonly<CountingStats>>(counting.stats);
expectType<number>(counting.stats.saturatedCounters);
expectType<number>(counting.stats.counterBits);
expectType<number>(counting.stats.bits);
expectType<CountingBloomFilter>(counting.union(counting));
expectType<CountingBloomFilter>(counting.clone());
expectType<CountingBloomFilter>(CountingBloomFilter.from(["a"], { errorRate: 0.1, counterBits: 2 }));
expectType<CountingBloomFilter>(CountingBloomFilter.fromBytes(counting.toBytes()));
expectType<CountingBloomFilter>(CountingBloomFilter.fromBase64(counting.toBase64()));
expectAssignable<BloomFilter>(counting);
// @ts-expect-error not a valid counter width
new CountingBloomFilter({ ...rate, counterBits: 3 });
// @ts-expect-error a number is not a key
counting.remove(5);
// @ts-expect-error a number is not a key
counting.count(5);
// @ts-expect-error read only
counting.stats.saturatedCounters = 0;
// @ts-expect-error a plain filter does not count
expectAssignable<CountingBloomFilter>(filter);

// Scalable.
const scalableOptions: ScalableOptions = { capacity: 10, errorRate: 0.1, growth: 4, tightening: 0.5 };
const scalable = new ScalableBloomFilter(scalableOptions);
expectType<Readonly<ScalableStats>>(scalable.stats);
expectType<number>(scalable.stats.subFilters);
expectType<number>(scalable.stats.growth);
expectType<number>(scalable.stats.tightening);
expectType<ScalableBloomFilter>(ScalableBloomFilter.from(["a"], { errorRate: 0.1, growth: 3 }));
expectType<ScalableBloomFilter>(ScalableBloomFilter.fromBytes(scalable.toBytes()));
expectType<ScalableBloomFilter>(ScalableBloomFilter.fromBase64(scalable.toBase64()));
expectType<ScalableBloomFilter>(scalable.clone());
expectType<Bytes>(scalable.toBytes());
// @ts-expect-error a scalable filter has several arrays of bits
scalable.bits();
// @ts-expect-error a scalable filter has no bits option
new ScalableBloomFilter({ bits: 64, hashes: 3 });
// @ts-expect-error a scalable filter has no bits option
ScalableBloomFilter.from(["a"], { bits: 64, hashes: 3 });
// @ts-expect-error a scalable filter does not saturate
new ScalableBloomFilter({ ...rate, onSaturated: "clear" });
// @ts-expect-error growth is a number
new ScalableBloomFilter({ ...rate, growth: "2" });
// @ts-expect-error read only
scalable.stats.subFilters = 1;

// Sparse.
const sparse = new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 });
expectType<BloomFilter>(sparse.toBloomFilter());
expectType<Bytes>(sparse.bits());
expectType<Readonly<Stats>>(sparse.stats);
expectType<SparseBloomFilter>(sparse.union(sparse));
expectType<SparseBloomFilter>(SparseBloomFilter.from(["a"], { errorRate: 0.1 }));
expectType<SparseBloomFilter>(SparseBloomFilter.fromBytes(sparse.toBytes()));
expectType<SparseBloomFilter>(SparseBloomFilter.fromBase64(sparse.toBase64()));
// @ts-expect-error a sparse filter cannot remove keys
sparse.remove("a");
// @ts-expect-error internal
sparse.dense;

// A subclass.
class Named extends BloomFilter {
  hello(): string {
    return this.name;
  }
}
expectType<Named>(Named.from(["a"], { errorRate: 0.1 }));
expectType<Named>(Named.fromBase64(filter.toBase64()));
expectType<string>(new Named(rate).clone().hello());

// Loading: instanceof tells the class.
const loaded = load(filter.toBase64());
expectType<AnyFilter>(loaded);
expectAssignable<AnyFilter>(new BloomFilter({ capacity: 1, errorRate: 0.1 }));
expectType<boolean>(loaded.has("a"));
if (loaded instanceof CountingBloomFilter) {
  expectType<CountingBloomFilter>(loaded);
  expectType<boolean>(loaded.remove("a"));
} else if (loaded instanceof ScalableBloomFilter) {
  expectType<ScalableBloomFilter>(loaded);
  expectType<number>(loaded.stats.subFilters);
} else if (loaded instanceof SparseBloomFilter) {
  expectType<SparseBloomFilter>(loaded);
  expectType<BloomFilter>(loaded.toBloomFilter());
} else if (loaded instanceof BloomFilter) {
  expectType<BloomFilter>(loaded);
} else {
  // Only a static set is left, which has no add().
  expectType<"static">(loaded.stats.layout);
}
// @ts-expect-error a static set has no add()
loaded.add("a");
// @ts-expect-error not before it is known to be a counting filter
loaded.remove("a");
// @ts-expect-error an option of edgebloom/compat
load(filter.toBytes(), { hash: () => 1n });

const header = readHeader(filter.toBytes());
expectType<Header>(header);
expectType<number>(header.subFilters);
expectType<number>(header.counterBits);
expectType<string>(header.name);
expectType<Layout | "static">(header.layout);
expectType<number | null>(header.capacity);
// @ts-expect-error a header has no count of set bits
header.bitsSet;

// Formulas.
expectType<number>(optimalBits(1000, 0.01));
expectType<number>(optimalHashes(9586, 1000));
expectType<number>(hashesForRate(0.01));
expectType<number>(falsePositiveRate(9586, 1000, 7));
expectType<number>(falsePositiveRate(9586, 1000, 7, { exact: true }));
expectType<number>(minimalRate(9586, 1000));
expectType<number>(capacityFor(9586, 0.01));
expectType<number>(capacityFor(9586, 0.01, 7));
expectType<number>(lowerBoundBits(1000, 0.01));
expectType<number>(estimatedCount(9586, 7, 4968));
// @ts-expect-error errorRate missing
optimalBits(1000);
// @ts-expect-error a bigint is not a number
optimalHashes(9586n, 1000);
// @ts-expect-error errorRate as a string
hashesForRate("1%");
// @ts-expect-error number of hashes missing
falsePositiveRate(9586, 1000);
// @ts-expect-error an unknown option
falsePositiveRate(9586, 1000, 7, { precise: true });
// @ts-expect-error number of keys missing
minimalRate(9586);
// @ts-expect-error number of hashes as an object
capacityFor(9586, 0.01, { k: 7 });
// @ts-expect-error errorRate missing
lowerBoundBits(1000);
// @ts-expect-error number of set bits missing
estimatedCount(9586, 7);

const memory = memoryComparison(1000, 0.01, { recordBytes: 32 });
expectType<Readonly<MemoryComparison>>(memory);
for (const field of [
  "records",
  "hashSet",
  "md5Digests",
  "sha1Digests",
  "fingerprints",
  "oneHashBitmap",
  "bloomFilter",
  "lowerBound",
] as const)
  expectType<number>(memory[field]);
// @ts-expect-error read only
memory.records = 0;
// @ts-expect-error an unknown option
memoryComparison(1000, 0.01, { bytes: 32 });

// Errors.
export function codeOf(error: unknown): string {
  if (!(error instanceof FilterFormatError)) return "";
  expectAssignable<Error>(error);
  expectType<string>(error.field);
  expectType<number>(error.offset);
  expectType<string>(error.message);
  return error.code;
}

// Over the network. (dom.test-d.ts uses the real types.)
declare const answer: ResponseLike;
declare const reader: BodyReader;
const limited: ResponseOptions = { limit: 5 };
expectType<Promise<AnyFilter>>(load(answer, limited));
expectType<AnyFilter>(load("text"));
expectType<Promise<{ done: boolean; value?: Uint8Array | undefined }>>(reader.read());
declare const refusal: FilterFetchError;
expectType<FetchErrorCode>(refusal.code);
expectType<"STATUS" | "LIMIT" | "NETWORK" | "TIMEOUT" | "OLDER" | "EXPIRED">(refusal.code);
expectType<string>(refusal.field);
expectType<string>(refusal.url);
expectType<number>(refusal.status);
declare const formatCode: FormatErrorCode;
expectAssignable<string>(formatCode);
// @ts-expect-error a promise is not a filter
load(answer).has("a");
// @ts-expect-error a URL is not a response
load("https://lists.example/a", { limit: 5 });
// @ts-expect-error limit is a number of bytes
load(answer, { limit: "1 MB" });
// @ts-expect-error no such code
if (refusal.code === "LATE") load(answer);
// @ts-expect-error a string is no list of keys
BloomFilter.from("abc", { errorRate: 0.01 });
