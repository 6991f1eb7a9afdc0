// Loads nearly valid filter files and base64 with the built package: `node fuzz/javascript.mjs --runs N --seed N`. Each input must give
// a filter or an error of this package, and all instances of the modules must still work.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as plain from "../pkg/index.js";
import * as compat from "../pkg/compat.js";
import { SYSTEMS, bytesOf, optionsOf, vectorsOf } from "../tests/js/helpers/foreign-vectors.mjs";
import { loadAny } from "../tests/js/helpers/load-any.mjs";
import { changedBytes, changedText, repaired, repeat } from "./mutate.mjs";
import { inputsOf } from "./packs.mjs";

const LONGEST = 2048;
/** More hashes only take time. */
const MOST_HASHES = 1000;
/** A filter of more bits takes long to write, or is longer than a string can be. */
const LARGE = 2 ** 31;

const { FilterFormatError } = plain;
const scheme = { scheme: "php-redis", bits: 1000, functions: ["bkdr", "js"], arithmetic: "php" };

/** A filter in each instance. Its answers must not change. */
const healthy = [
  plain.BloomFilter.from(["in"], { errorRate: 1e-6 }),
  new plain.CountingBloomFilter({ capacity: 10, errorRate: 1e-6 }),
  new plain.SparseBloomFilter({ bits: 2 ** 30, hashes: 5 }),
  compat.createFilter(scheme),
];
for (const filter of healthy) filter.add("in");

/** Checks that all instances answer as before. */
export function checkHealth() {
  for (const filter of healthy) assert(filter.has("in") && !filter.has("not in"), "an instance no longer answers");
}

/** Runs an action. It may throw only errors of this package. */
export function attempt(action) {
  try {
    return action();
  } catch (error) {
    const ours =
      error instanceof FilterFormatError
        ? error.code && error.field
        : /^[^]+: expected [^]|^not enough memory for \d+ bytes/.test(error.message);
    const typed = [FilterFormatError, TypeError, RangeError].some((Kind) => error.constructor === Kind);
    if (!typed || !ours) throw error;
    checkHealth();
    return undefined;
  }
}

/** Uses a filter like a user, and frees it. */
export function use(filter) {
  const { hashes, bits } = filter.stats;
  const keys = ["a", "", new Uint8Array([1, 2]), 7n];
  if (hashes <= MOST_HASHES) {
    for (const key of keys) attempt(() => filter.has(key));
    // You cannot add keys to a static set.
    if (bits < 2 ** 24 && filter.add) attempt(() => filter.add("a"));
  }
  if (bits < LARGE) {
    const text = filter.toBase64();
    const again = loadAny(text);
    assert.equal(again.toBase64(), text);
    again.free();
  }
  filter.free();
}

const sets = JSON.parse(readFileSync(new URL("../tests/golden/static/index.json", import.meta.url), "utf8"));
const own = [
  ...inputsOf("native_load"),
  ...inputsOf("base64_load"),
  ...sets.map(({ base64 }) => Buffer.from(base64, "base64")).filter(({ length }) => length <= LONGEST),
].filter(({ length }) => length > 8);
/** The options for importFilter. The hash function for rbloom accepts every key. */
const optionsFor = (system, vector) =>
  system === "rbloom" ? { format: system, hash: (key) => BigInt(key.length ?? 5) } : optionsOf(system, vector);
const foreign = SYSTEMS.flatMap((system) => {
  const { vectors, malformed } = vectorsOf(system);
  const all = vectors.map((vector) => ({ bytes: bytesOf(vector.dump_base64), options: optionsFor(system, vector) }));
  for (const { dump_base64 } of malformed.cases) all.push({ bytes: bytesOf(dump_base64), options: all[0].options });
  return all.filter(({ bytes }) => bytes.length <= LONGEST);
});
foreign.push({ bytes: Buffer.from("bitmap"), options: { format: "redis-bitmap", scheme } });

const CHOICES = {
  funnel: ["string_utf8", "unencoded_chars", "bytes", "long", "int"],
  type: ["BYTE_ARRAY", "INT64", "INT32"],
  hash: ["fnv1a64", "fnv1a32x2"],
  generation: ["v1a", "v1b", "v2"],
  hash128: ["md5", "xxh128"],
};
const ODD = [
  undefined,
  null,
  0,
  -1,
  1.5,
  NaN,
  2 ** 53,
  "",
  "a",
  [],
  {},
  true,
  5n,
  Symbol.iterator,
  () => 1,
  "__proto__",
  "constructor",
];

/** The options of a file, sometimes with another value or an invalid one. */
function changedOptions(random, options) {
  if (!random.once(4)) return options;
  const name = random.of(Object.keys(options));
  const value = random.once(2) && CHOICES[name] ? random.of(CHOICES[name]) : random.of(ODD);
  return { ...options, [random.once(8) ? "other" : name]: value };
}

/** One run. */
const WAYS = [
  (random) => {
    const bytes = dump(random);
    const Kind = random.of([
      plain.BloomFilter,
      plain.CountingBloomFilter,
      plain.ScalableBloomFilter,
      plain.SparseBloomFilter,
      plain.StaticFilter,
    ]);
    const filter = attempt(() => (random.once(2) ? Kind.fromBytes(bytes) : Kind.fromBase64(textOf(random, bytes))));
    if (filter) use(filter);
  },
  (random) => {
    const bytes = dump(random);
    const { load, readHeader } = random.of([plain, compat]);
    attempt(() => readHeader(bytes));
    const filter = attempt(() => load(random.once(2) ? bytes : textOf(random, bytes)));
    if (filter) use(filter);
  },
  (random) => {
    const { bytes, options } = random.of(foreign);
    const input = inputOf(random, changedBytes(random, bytes, random.of(foreign).bytes), bytes);
    const filter = attempt(() => compat.importFilter(input, changedOptions(random, options)));
    if (input instanceof Uint8Array) attempt(() => compat.sniffFormat(input));
    if (!filter) return;
    // A filter that was read can be written, unless the other system cannot store a part of it.
    attempt(() => compat.exportFilter(filter, { format: options.format }));
    use(filter);
  },
  (random) => {
    const odd = random.of(ODD);
    const call = random.of([
      plain.load,
      compat.load,
      plain.readHeader,
      compat.sniffFormat,
      (value) => plain.BloomFilter.fromBytes(value),
      (value) => plain.BloomFilter.fromBase64(value),
      compat.importFilter,
      compat.createFilter,
      (value) => new plain.BloomFilter(value),
      (value) => healthy[0].has(value),
      (value) => plain.BloomFilter.from(["a"], value),
      (value) => healthy[1].add(value),
      (value) => compat.exportFilter(value, value),
    ]);
    attempt(() => call(odd, random.of(ODD)));
  },
];

function dump(random) {
  const bytes = changedBytes(random, random.of(own), random.of(own));
  return random.once(3) ? bytes : repaired(bytes);
}

/** A base64 text of bytes, in one alphabet or the other, sometimes damaged. */
function textOf(random, bytes) {
  const text = bytes.toString("base64");
  if (random.once(4)) return text.replaceAll("+", "-").replaceAll("/", "_");
  return random.once(4) ? changedText(random, text) : text;
}

/** Bytes unchanged, JSON as a text, or chunks for RedisBloom. */
function inputOf(random, bytes, input) {
  const isJson = input[0] === 0x7b || input[0] === 0x5b;
  if (isJson && random.once(2)) return changedText(random, Buffer.from(input).toString("latin1"));
  if (!random.once(16)) return bytes;
  const end = random.below(bytes.length + 1);
  return [
    [1, bytes.subarray(0, end)],
    [random.of([0, 1, 1 + bytes.length - end, 2n, NaN]), bytes.subarray(end)],
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await repeat((random) => random.of(WAYS)(random));
