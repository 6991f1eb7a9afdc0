// How `edgebloom/lite` looks to a TypeScript program: the types of results, and what must not compile.

import { expectType } from "tsd";
import { email } from "edgebloom/keys";
import { BloomFilter, FilterFormatError } from "edgebloom/lite";
import type { FormatErrorCode, FormOptions, Invalid, Key, KeyForm, Layout, Stats } from "edgebloom/lite";
import type { LiteFromOptions, LiteRateOptions, LiteShapeOptions } from "edgebloom/lite";

declare const bytes: Uint8Array;
const rate: LiteRateOptions = { capacity: 100, errorRate: 0.01, layout: "blocked", seed: "random", keys: email };
const shape: LiteShapeOptions = { bits: 512, hashes: 3, layout: "partitioned", name: "seen", version: "1" };
const sized: LiteFromOptions = { errorRate: 0.01 };
const filter = new BloomFilter(rate);
expectType<BloomFilter>(BloomFilter.from(new Set(["a", 1n, bytes]), sized));
expectType<BloomFilter>(BloomFilter.from(["a"], shape));
const options: FormOptions = { keys: email as KeyForm, invalid: "maybe" as Invalid };
expectType<BloomFilter>(BloomFilter.fromBytes(bytes, options));
expectType<BloomFilter>(BloomFilter.fromBytes(new ArrayBuffer(8)));
expectType<BloomFilter>(BloomFilter.fromBase64("60ZM"));
expectType<boolean>(filter.add("a" as Key));
expectType<number>(filter.addMany(["a", 1n]));
expectType<boolean>(filter.has(bytes));
const answers: Uint8Array = filter.hasMany(["a"]);
export { answers };
const file: Uint8Array = filter.toBytes();
export { file };
expectType<string>(filter.toBase64());
expectType<string>(filter.toJSON().base64);
expectType<string>(filter.keyForm);
const stats: Readonly<Stats> = filter.stats;
expectType<Layout>(stats.layout);
filter.name = "seen";
filter.version = "2";
expectType<FormatErrorCode>(new FilterFormatError("text", "MAGIC", "magic", 0).code);

// @ts-expect-error there is no onSaturated here
new BloomFilter({ ...rate, onSaturated: "warn" });
// @ts-expect-error no capacity
new BloomFilter({ errorRate: 0.01 });
// @ts-expect-error a number is no key
filter.add(5);
// @ts-expect-error there is no union here
filter.union(filter);
