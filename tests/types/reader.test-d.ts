// How `edgebloom/reader` looks to a TypeScript program: the types of results, and what must not compile.

import { expectType } from "tsd";
import { email } from "edgebloom/keys";
import {
  FilterFetchError,
  FilterFormatError,
  FilterReader,
  MapReader,
  type MapReaderStats,
  fetchFilter,
} from "edgebloom/reader";
import type {
  BodyReader,
  FetchErrorCode,
  FetchOnlyOptions,
  FetchOptions,
  FormatErrorCode,
  FormOptions,
} from "edgebloom/reader";
import type { Invalid, Key, KeyForm, ReaderStats, ResponseLike } from "edgebloom/reader";

declare const bytes: Uint8Array;
declare const key: Key;
const reader = FilterReader.fromBytes(bytes);
expectType<FilterReader>(FilterReader.fromBase64("60ZM"));
expectType<boolean>(reader.has(key));
const answers: Uint8Array = reader.hasMany(new Set(["a", 1n, bytes]));
export { answers };
expectType<number[]>(reader.positions("a"));
expectType<string>(reader.name);
expectType<string>(reader.version);
const stats: ReaderStats = reader.stats;
expectType<number | null>(stats.capacity);
expectType<"standard" | "partitioned" | "blocked" | "static">(stats.layout);
const values = MapReader.fromBytes(bytes);
expectType<MapReader>(MapReader.fromBase64("60ZM"));
expectType<string | undefined>(values.get(key));
expectType<string>(values.keyForm + reader.keyForm);
const form: KeyForm = email;
const invalid: Invalid = "throw";
const options: FormOptions = { keys: form, invalid };
expectType<FilterReader>(FilterReader.fromBytes(new ArrayBuffer(8), options));
const only: FetchOnlyOptions = { limit: 1000, sha256: "00" };
const both: FetchOptions = { ...options, ...only };
declare const response: ResponseLike & { body: { getReader(): BodyReader; locked: boolean } };
expectType<Promise<FilterReader>>(fetchFilter(response, both));
expectType<Promise<FilterReader>>(fetchFilter("blocked.bloom"));
fetchFilter({ href: "https://lists.example/blocked.bloom" }, { keys: email });
expectType<Uint8Array>(values.hasMany([key]));
expectType<MapReaderStats>(values.stats);
expectType<number>(values.stats.values);
expectType<boolean>(values.has(key));
expectType<string>(values.name + values.version);
declare const error: unknown;
if (error instanceof FilterFormatError) {
  expectType<FormatErrorCode>(error.code);
  expectType<string>(error.field);
  expectType<number>(error.offset);
}
if (error instanceof FilterFetchError) expectType<FetchErrorCode>(error.code);

// @ts-expect-error made by fromBytes
new FilterReader(bytes);
// @ts-expect-error not an answer
FilterReader.fromBytes(bytes, { invalid: "perhaps" });
// @ts-expect-error a string is base64: fromBase64
FilterReader.fromBytes("60ZM");
// @ts-expect-error bytes: fromBytes
FilterReader.fromBase64(bytes);
// @ts-expect-error a number is not a key
reader.has(5);
// @ts-expect-error a number is not a list of keys
reader.hasMany(5);
// @ts-expect-error a reader has no add()
reader.add("a");
// @ts-expect-error read only
reader.name = "a";
// @ts-expect-error use fromBytes
new FilterReader();
// @ts-expect-error a string is no list of keys
reader.hasMany("abc");
