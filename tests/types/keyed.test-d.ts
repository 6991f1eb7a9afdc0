// How keyed filters look to a TypeScript program: the types of results, and what must not compile.

import { expectType } from "tsd";
import type { BloomFilter } from "edgebloom";
import { FilterFormatError, KeyedBloomFilter, generateSecretKey } from "edgebloom";
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
} from "edgebloom";

expectType<Bytes>(generateSecretKey());
const key: Uint8Array = generateSecretKey();
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

// @ts-expect-error secret key missing
new KeyedBloomFilter({ capacity: 100, errorRate: 0.01 });
// @ts-expect-error a keyed filter has no seed option
new KeyedBloomFilter({ key, capacity: 100, errorRate: 0.01, seed: 1 });
// @ts-expect-error a string is not a secret key
new KeyedBloomFilter({ key: "000102", capacity: 100, errorRate: 0.01 });
// @ts-expect-error secret key missing
KeyedBloomFilter.from(["a"], { errorRate: 0.01 });
// @ts-expect-error secret key missing
KeyedBloomFilter.fromBytes(filter.toBytes());
// @ts-expect-error secret key missing
KeyedBloomFilter.fromBase64(filter.toBase64());
// @ts-expect-error the secret key is an option
KeyedBloomFilter.fromBytes(filter.toBytes(), key);
// @ts-expect-error generateSecretKey has no parameters
generateSecretKey("a password");
