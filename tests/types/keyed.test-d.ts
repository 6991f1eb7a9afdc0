// What `edgebloom/keyed` is to a TypeScript program: the types of what comes back, and what must not compile.

import { expectType } from "tsd";
import type { BloomFilter } from "edgebloom";
import { FilterFormatError, KeyedBloomFilter, generateKey } from "edgebloom/keyed";
import type {
  Bytes,
  FormatErrorCode,
  Key,
  KeyOption,
  KeyedFromOptions,
  KeyedOptions,
  Layout,
  OnSaturated,
  Stats,
} from "edgebloom/keyed";

expectType<Bytes>(generateKey());
const key: Uint8Array = generateKey();
const options: KeyedOptions = {
  key,
  capacity: 100,
  errorRate: 0.01,
  layout: "blocked",
  name: "a list",
  onSaturated: "warn",
};
const filter = new KeyedBloomFilter(options);
new KeyedBloomFilter({ key, bits: 100, hashes: 3 });
const sizing: KeyedFromOptions = { key, errorRate: 0.01 };
expectType<KeyedBloomFilter>(KeyedBloomFilter.from(["a", 1n, key], sizing));
const withKey: KeyOption = { key };
expectType<KeyedBloomFilter>(KeyedBloomFilter.fromBytes(filter.toBytes(), withKey));
expectType<KeyedBloomFilter>(KeyedBloomFilter.fromBase64(filter.toBase64(), { key }));
expectType<KeyedBloomFilter>(filter.union(filter).fold(2).clone());
expectType<boolean>(filter.has("a"));
const stats: Readonly<Stats> = filter.stats;
const asPlain: BloomFilter = filter;
const layout: Layout = stats.layout;
const asked: Key = "a";
const policy: OnSaturated = "rotate";
const code: FormatErrorCode = "WRONG_KEY";
expectType<FormatErrorCode>(new FilterFormatError("", code, "key", 72).code);
export { asPlain, asked, layout, policy };

// @ts-expect-error no key
new KeyedBloomFilter({ capacity: 100, errorRate: 0.01 });
// @ts-expect-error the key is the seed
new KeyedBloomFilter({ key, capacity: 100, errorRate: 0.01, seed: 1 });
// @ts-expect-error a text is no key
new KeyedBloomFilter({ key: "000102", capacity: 100, errorRate: 0.01 });
// @ts-expect-error no key
KeyedBloomFilter.from(["a"], { errorRate: 0.01 });
// @ts-expect-error no key
KeyedBloomFilter.fromBytes(filter.toBytes());
// @ts-expect-error no key
KeyedBloomFilter.fromBase64(filter.toBase64());
// @ts-expect-error the key, without its name
KeyedBloomFilter.fromBytes(filter.toBytes(), key);
// @ts-expect-error nothing to make it from
generateKey("a password");
