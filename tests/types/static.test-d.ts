// How static sets look to a TypeScript program: the types of results, and what must not compile.

import { expectType } from "tsd";
import type { AnyFilter } from "edgebloom";
import { StaticFilter, StaticMap } from "edgebloom";
import type {
  Bytes,
  FilterFetchError,
  FilterFormatError,
  FormatErrorCode,
  Key,
  Lines,
  MapOptions,
  MapStats,
  StaticOptions,
  StaticStats,
} from "edgebloom";

const options: StaticOptions = { errorRate: 0.01, seed: "random", name: "a list", version: "7" };
const set = StaticFilter.from(["a", 1n, new Uint8Array()], options);
expectType<StaticFilter>(set);
expectType<StaticFilter>(StaticFilter.fromLines("a\nb\n", { errorRate: 0.5 }));
function* pieces(): Generator<string | Uint8Array> {
  yield "a\n";
  yield new Uint8Array();
}
const lines: Lines = pieces();
expectType<StaticFilter>(StaticFilter.fromLines(lines, { errorRate: 0.5 }));
expectType<StaticFilter>(StaticFilter.fromBytes(set.toBytes()));
expectType<StaticFilter>(StaticFilter.fromBase64(set.toBase64()));
const key: Key = "a";
expectType<boolean>(set.has(key));
expectType<Bytes>(set.hasMany(new Set([key])));
expectType<Bytes>(set.hasLines("a"));
expectType<boolean>(set.allow(key));
const stats: Readonly<StaticStats> = set.stats;
expectType<"static">(stats.layout);
expectType<"native">(stats.scheme);
expectType<number>(stats.bits + stats.hashes + stats.seed + stats.errorRate + stats.inserted + stats.byteLength);
expectType<Bytes>(set.toBytes());
expectType<string>(set.toBase64());
expectType<{ name: string; version: string; base64: string }>(set.toJSON());
set.name = set.version;
set.free();
set[Symbol.dispose]();
const any: AnyFilter = set;
if (any instanceof StaticFilter) expectType<StaticFilter>(any);
declare const error: FilterFormatError;
const code: FormatErrorCode = error.code;
if (code === "WRONG_CLASS") expectType<string>(error.message);
declare const refusal: FilterFetchError;
expectType<string>(refusal.url);

expectType<StaticFilter>(StaticFilter.from(["a"], { errorRate: 0.1, never: new Set(["b"]) }));
expectType<StaticFilter>(StaticFilter.fromLines("a", { errorRate: 0.1, never: "b\nc" }));
expectType<number>(stats.universe + stats.exact);
const mapOptions: MapOptions = { errorRate: 0.01 };
const map = StaticMap.from([["a", "first"]], mapOptions);
expectType<StaticMap>(map);
expectType<StaticMap>(StaticMap.from(new Map([["a", "first"]]), mapOptions));
expectType<StaticMap>(StaticMap.fromBytes(map.toBytes()));
expectType<StaticMap>(StaticMap.fromBase64(map.toBase64()));
expectType<string | undefined>(map.get(1n));
expectType<boolean>(map.has("a") || map.allow("b"));
const mapStats: Readonly<MapStats> = map.stats;
expectType<number>(mapStats.values);
// @ts-expect-error a value is a string
StaticMap.from([["a", 1]], mapOptions);
// @ts-expect-error a map has no add()
map.add("a");

// @ts-expect-error errorRate missing
StaticFilter.from(["a"], {});
// @ts-expect-error a static set has no capacity
StaticFilter.from(["a"], { errorRate: 0.1, capacity: 3 });
// @ts-expect-error a number is not a key
StaticFilter.from([1], options);
// @ts-expect-error a static set has no add()
set.add("a");
