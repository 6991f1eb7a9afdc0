// How `edgebloom/compat` looks to a TypeScript program: the types of results, and what must not compile.

import { expectAssignable, expectType } from "tsd";
import type * as edgebloom from "edgebloom";
import {
  type CompatFilter,
  FilterFetchError,
  FilterFormatError,
  createFilter,
  exportFilter,
  importFilter,
  load,
  readHeader,
  sniffFormat,
  stringHash,
} from "edgebloom/compat";
import type {
  Arithmetic,
  BodyReader,
  Bytes,
  Exported,
  FetchErrorCode,
  CompatResponseOptions,
  FormatErrorCode,
  FormatName,
  Hash,
  HashOption,
  Header,
  ImportOptions,
  Key,
  Layout,
  ParsedJson,
  ResponseLike,
  ResponseOptions,
  SchemeOptions,
  Sniffed,
  Stats,
  StringHashName,
} from "edgebloom/compat";

// It shares the classes of errors and the types of keys, bytes and headers with the default entry point.
expectType<typeof edgebloom.FilterFormatError>(FilterFormatError);
declare const types: [Bytes, Header, Key, Layout, Stats];
expectType<[edgebloom.Bytes, edgebloom.Header, edgebloom.Key, edgebloom.Layout, edgebloom.Stats]>(types);

// Creating.
const hash: Hash = (key) => (typeof key === "bigint" ? key : 1n);
const size = { capacity: 100, errorRate: 0.01 };
const php = createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr", "js"], arithmetic: "php" });
expectType<CompatFilter>(php);
const schemes: SchemeOptions[] = [
  { scheme: "php-redis", bits: 1024, functions: ["bkdr"], arithmetic: "clean32" },
  { scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" },
  { scheme: "additive-partitioned" },
  { scheme: "additive-partitioned", size: 1024, seeds: [3, 5] },
  { scheme: "standard", bits: 64, hashes: 3, seed: 1 },
  { scheme: "guava-mitz64", funnel: "string_utf8", ...size },
  { scheme: "guava-mitz32", funnel: "long", bits: 64, hashes: 3 },
  { scheme: "spark-v1", ...size },
  { scheme: "spark-v2", seed: 3, ...size },
  { scheme: "redisbloom", expansion: 0, ...size },
  { scheme: "go-bits-and-blooms", ...size },
  { scheme: "parquet-sbbf", type: "INT64", ...size },
  { scheme: "npm-bloomfilter-fnv1a64", ...size },
  { scheme: "npm-bloom-filters-v2", seed: 0.5, ...size },
  { scheme: "npm-bloom-filters-v2-partitioned", loadFactor: 0.4, ...size },
  { scheme: "pybloom-live-xxh128", growth: 2, tightening: 0.8, ...size },
  { scheme: "rbloom", hash, ...size },
  { scheme: "datasketches", strings: "utf8", seed: 2n ** 64n - 1n, ...size },
  { scheme: "datasketches", strings: "rust", seed: 3, bits: 64, hashes: 3 },
];
for (const options of schemes) expectType<CompatFilter>(createFilter(options));
const made = createFilter({ scheme: "redisbloom", ...size });
expectType<number | undefined>(made.stats.subFilters);
expectType<number | undefined>(made.stats.growth);
expectType<number | undefined>(made.stats.tightening);
expectType<string>(made.stats.scheme);

// The methods of a BloomFilter.
const key: Key = "a";
expectType<boolean>(php.add(key));
expectType<boolean>(php.has(key));
expectType<boolean>(php.allow(key));
expectType<number>(php.addMany([key]) + php.addLines("a"));
expectType<void>(php.clear());
expectType<Bytes>(php.hasMany([key]));
expectType<number[]>(php.positions(key));
expectType<Bytes>(php.bits());
expectType<CompatFilter>(php.union(php).intersection(php).merge(php).fold(1).shrink({ errorRate: 0.5 }).clone());
expectType<boolean>(php.isCompatible(php) && php.equals(php));
declare const own: edgebloom.BloomFilter;

// @ts-expect-error an unknown scheme
createFilter({ scheme: "guava", funnel: "string_utf8", ...size });
// @ts-expect-error scheme missing
createFilter({ ...size });
// @ts-expect-error arithmetic missing
createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr"] });
// @ts-expect-error functions missing
createFilter({ scheme: "php-redis", bits: 1024, arithmetic: "php" });
// @ts-expect-error an unknown function
createFilter({ scheme: "php-redis", bits: 1024, functions: ["md5"], arithmetic: "php" });
// @ts-expect-error an unknown arithmetic
createFilter({ scheme: "php-redis", bits: 1024, functions: ["bkdr"], arithmetic: "php7" });
// @ts-expect-error generator missing
createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2 });
// @ts-expect-error an unknown generator
createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php7" });
// @ts-expect-error seeds are numbers
createFilter({ scheme: "additive-partitioned", seeds: ["3"] });
// @ts-expect-error funnel missing
createFilter({ scheme: "guava-mitz64", ...size });
// @ts-expect-error an unknown funnel
createFilter({ scheme: "guava-mitz64", funnel: "utf8", ...size });
// @ts-expect-error size missing
createFilter({ scheme: "guava-mitz64", funnel: "long" });
// @ts-expect-error both error rate and bits
createFilter({ scheme: "guava-mitz64", funnel: "long", bits: 64, hashes: 3, ...size });
// @ts-expect-error version 1 has no seed
createFilter({ scheme: "spark-v1", seed: 3, ...size });
// @ts-expect-error a scalable filter has no bits option
createFilter({ scheme: "redisbloom", bits: 64, hashes: 3 });
// @ts-expect-error type missing
createFilter({ scheme: "parquet-sbbf", ...size });
// @ts-expect-error hash missing
createFilter({ scheme: "rbloom", ...size });
// @ts-expect-error the hash must return a bigint
createFilter({ scheme: "rbloom", hash: () => 1, ...size });
// @ts-expect-error our own layouts need bits
createFilter({ scheme: "standard", ...size });

expectType<number[]>(php.testAndSet("a"));
expectType<number[]>(php.testAndSet(new Uint8Array(1)));
// @ts-expect-error Redis has no bigint keys
php.testAndSet(1n);

// Importing: options that the bytes do not contain have no default.
declare const file: Uint8Array;
expectType<CompatFilter>(importFilter(file, { format: "guava", funnel: "string_utf8" }));
const imports: ImportOptions[] = [
  { format: "guava", funnel: "int" },
  { format: "spark" },
  { format: "redisbloom" },
  { format: "go-bits-and-blooms" },
  { format: "parquet-sbbf", type: "BYTE_ARRAY" },
  { format: "npm-bloomfilter" },
  { format: "npm-bloomfilter", hash: "fnv1a64" },
  { format: "npm-bloomfilter", hash: "fnv1a32x2", hashes: 7 },
  { format: "npm-bloom-filters" },
  { format: "npm-bloom-filters", generation: "v2" },
  { format: "pybloom-live", hash128: "md5" },
  { format: "rbloom", hash },
  { format: "datasketches", strings: "utf8" },
  { format: "datasketches", strings: "rust" },
  { format: "redis-bitmap", scheme: "php-redis", bits: 1024, functions: ["js"], arithmetic: "php" },
  { format: "redis-bitmap", scheme: { scheme: "standard", bits: 64, hashes: 3 } },
];
for (const options of imports) importFilter("{}", options);
importFilter(
  [
    [1, file],
    [2n, file],
  ],
  { format: "redisbloom" },
);
// @ts-expect-error funnel missing
importFilter(file, { format: "guava" });
// @ts-expect-error an unknown funnel
importFilter(file, { format: "guava", funnel: "utf8" });
// @ts-expect-error an unknown format
importFilter(file, { format: "cuckoo" });
// @ts-expect-error format missing
importFilter(file, {});
// @ts-expect-error options missing
importFilter(file);
// @ts-expect-error an option of another format
importFilter(file, { format: "spark", funnel: "string_utf8" });
// @ts-expect-error type missing
importFilter(file, { format: "parquet-sbbf" });
// @ts-expect-error an unknown hash
importFilter(file, { format: "npm-bloomfilter", hash: "fnv1a" });
// @ts-expect-error an unknown generation
importFilter(file, { format: "npm-bloom-filters", generation: "v1" });
// @ts-expect-error hash missing
importFilter(file, { format: "pybloom-live" });
// @ts-expect-error a name instead of a function
importFilter(file, { format: "rbloom", hash: "sha256" });
// @ts-expect-error scheme missing
importFilter(file, { format: "redis-bitmap" });
// @ts-expect-error a scheme without its options
importFilter(file, { format: "redis-bitmap", scheme: "php-redis" });
// @ts-expect-error a buffer is not a file
importFilter(new ArrayBuffer(8), { format: "spark" });
// JSON that the program has parsed.
const parsed: ParsedJson[] = [{ m: 64, k: 2, b: "" }, [1, 2], Int32Array.of(1), Uint32Array.of(1)];
for (const json of parsed) importFilter(json, { format: "npm-bloomfilter" });
importFilter(JSON.parse("{}"), { format: "npm-bloom-filters" });
// @ts-expect-error a promise is not its value
importFilter(Promise.resolve({}), { format: "npm-bloom-filters" });

// Exporting: the return type depends on the format.
expectType<Bytes>(exportFilter(php, { format: "guava" }));
expectType<Bytes>(exportFilter(php, { format: "spark" }));
expectType<Bytes>(exportFilter(php, { format: "parquet-sbbf" }));
expectType<Bytes>(exportFilter(php, { format: "pybloom-live" }));
expectType<Bytes>(exportFilter(php, { format: "rbloom" }));
expectType<Bytes>(exportFilter(php, { format: "redis-bitmap" }));
expectType<[number, Bytes][]>(exportFilter(php, { format: "redisbloom" }));
expectType<string>(exportFilter(php, { format: "npm-bloomfilter" }));
expectType<string>(exportFilter(php, { format: "npm-bloom-filters" }));
expectType<Bytes | string>(exportFilter(php, { format: "go-bits-and-blooms" }));
expectType<string>(exportFilter(php, { format: "go-bits-and-blooms", encoding: "json" }));
expectType<Bytes>(exportFilter(php, { format: "go-bits-and-blooms", encoding: "binary" }));
declare const either: "guava" | "redisbloom";
expectType<Bytes | [number, Bytes][]>(exportFilter(php, { format: either }));
declare const any: FormatName;
expectType<Exported<FormatName>>(exportFilter(php, { format: any }));
expectType<Bytes | string | [number, Bytes][]>(exportFilter(php, { format: any }));
// @ts-expect-error an unknown format
exportFilter(php, { format: "cuckoo" });
// @ts-expect-error format missing
exportFilter(php, {});
// @ts-expect-error only Go's filters have two encodings
exportFilter(php, { format: "guava", encoding: "json" });
// @ts-expect-error an unknown encoding
exportFilter(php, { format: "go-bits-and-blooms", encoding: "xml" });
// @ts-expect-error a file is not a filter
exportFilter(file, { format: "guava" });

// Loading: also with the caller's own hash.
expectType<CompatFilter>(load(file, { hash }));
expectType<boolean>(load("60ZMVAEA").has("a"));
expectType<Header>(readHeader(file));
expectType<Bytes>(exportFilter(own, { format: "redis-bitmap" }));
// @ts-expect-error a hash that returns strings
load(file, { hash: () => "1" });
// @ts-expect-error an unknown option
load(file, { funnel: "string_utf8" });

const sniffed = sniffFormat(file);
expectType<Sniffed>(sniffed);
expectType<FormatName | "native" | undefined>(sniffed.format);
expectType<(FormatName | "native")[]>(sniffed.candidates);
expectType<"bloom" | "counting" | undefined>(sniffed.kind);
expectType<string[]>(sniffed.missing);
expectType<Sniffed>(sniffFormat("{}"));
expectType<Sniffed>(sniffFormat({ m: 64, k: 2, b: "" }));
// @ts-expect-error a buffer is not a file
sniffFormat(new ArrayBuffer(8));

const name: StringHashName = "bkdr";
const arithmetic: Arithmetic = "php";
expectType<number>(stringHash(name, "a", { arithmetic }));
expectType<number>(stringHash("fnv", file, { arithmetic: "clean32" }));
// @ts-expect-error arithmetic missing
stringHash("bkdr", "a");
// @ts-expect-error arithmetic missing
stringHash("bkdr", "a", {});
// @ts-expect-error an unknown function
stringHash("md5", "a", { arithmetic });
// @ts-expect-error a bigint is not a string
stringHash("bkdr", 1n, { arithmetic });

// Over the network.
declare const answer: ResponseLike;
expectType<edgebloom.FetchErrorCode>("STATUS" as FetchErrorCode);
expectType<edgebloom.FormatErrorCode>("MAGIC" as FormatErrorCode);
expectType<edgebloom.ResponseOptions>({} as ResponseOptions);
expectType<edgebloom.BodyReader>({} as BodyReader);
const how: CompatResponseOptions = { limit: 5, hash: () => 1n };
const hashOnly: HashOption = { hash: () => 1n };
expectType<Promise<CompatFilter>>(load(answer, how));
expectType<Promise<CompatFilter>>(load(answer, hashOnly));
expectAssignable<Error>(new FilterFetchError("LIMIT", "length", "at most 5 bytes", 6, "https://lists.example/a"));
