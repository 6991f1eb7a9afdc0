// The inputs that fuzzing found (fuzz/README.md), in the WebAssembly build: no input traps, and each rejected input
// gives an error of the package. Afterwards the same instances still work. tests/fuzz_corpus.rs does the same natively.

import assert from "node:assert/strict";
import { test } from "node:test";
import { attempt, checkHealth, use } from "../../../fuzz/javascript.mjs";
import { repaired } from "../../../fuzz/mutate.mjs";
import { TARGETS, inputsOf } from "../../../fuzz/packs.mjs";
import * as plain from "../../../pkg/index.js";
import * as compat from "../../../pkg/compat.js";
import { checksum, read } from "../helpers/format-reader.mjs";
import { loadAny } from "../helpers/load-any.mjs";

const hash = (key) => BigInt(key.length ?? 5);
const scheme = { scheme: "php-redis", bits: 999, functions: ["bkdr", "js"], arithmetic: "php" };
/** Options of importFilter, for each format. */
const OPTIONS = [
  ...["string_utf8", "unencoded_chars", "bytes", "long", "int"].map((funnel) => ({ format: "guava", funnel })),
  ...["spark", "redisbloom", "go-bits-and-blooms"].map((format) => ({ format })),
  ...["utf8", "rust"].map((strings) => ({ format: "datasketches", strings })),
  ...["BYTE_ARRAY", "INT64", "INT32"].map((type) => ({ format: "parquet-sbbf", type })),
  ...["fnv1a64", "fnv1a32x2"].map((hash) => ({ format: "npm-bloomfilter", hash, hashes: 3 })),
  ...["v1a", "v1b", "v2"].map((generation) => ({ format: "npm-bloom-filters", generation })),
  ...["md5", "xxh128"].map((hash128) => ({ format: "pybloom-live", hash128 })),
  { format: "rbloom", hash },
  { format: "redis-bitmap", scheme },
];
/** The scheme ids that format-reader.mjs does not read: php-redis to additive-partitioned. */
const UNREAD = [4, 8];

const counted = { inputs: 0, calls: 0, filters: 0 };

/** Reads a filter and uses it. */
function reading(read) {
  counted.calls++;
  const filter = attempt(read);
  if (!filter) return undefined;
  counted.filters++;
  const { stats } = filter;
  use(filter);
  return stats;
}

for (const target of Object.keys(TARGETS)) {
  test(`${target}: handles the recorded inputs`, () => {
    const inputs = inputsOf(target);
    assert(inputs.length >= 30);
    for (const input of inputs) {
      counted.inputs++;
      const dump = repaired(input);
      for (const bytes of [input, dump]) {
        for (const { load, readHeader } of [plain, compat]) {
          attempt(() => readHeader(bytes));
          const loaded = reading(() => load(bytes));
          assert.deepEqual(
            reading(() => load(bytes.toString("base64"))),
            loaded,
          );
        }
        reading(() => plain.BloomFilter.fromBytes(bytes));
      }
      reading(() => compat.load(input.toString("latin1")));
      // Only inputs of foreign_load begin with two bytes of options.
      for (const options of OPTIONS)
        reading(() => compat.importFilter(input.subarray(target === "foreign_load" ? 2 : 0), options));
      attempt(() => compat.sniffFormat(input));
      checkHealth();
    }
  });
}

test("filter files: the package and the independent reader reject the same inputs", () => {
  const counts = { true: 0, false: 0 };
  for (const dump of ["native_load", "base64_load", "round_trip"].flatMap(inputsOf).map(repaired)) {
    if (dump[6] >= UNREAD[0] && dump[6] <= UNREAD[1]) continue;
    // The errors may differ: of two faults, either may be found first.
    const isSound = (action) => {
      try {
        action();
        return true;
      } catch (error) {
        if (!error.code) throw error;
        return false;
      }
    };
    const expected = isSound(() => read(dump, "compat"));
    assert.equal(
      isSound(() => loadAny(dump).free()),
      expected,
      dump.toString("base64"),
    );
    counts[expected]++;
  }
  assert(counts.true >= 60 && counts.false >= 60, JSON.stringify(counts));
});

test("lines: each line is a key, and no other key is added", () => {
  for (const text of inputsOf("lines")) {
    const filter = new plain.BloomFilter({ bits: 1024, hashes: 3, seed: 5, layout: "blocked" });
    const lines = text
      .toString("latin1")
      .split("\n")
      .map((line) => line.replace(/\r$/, ""))
      .filter((line) => line);
    const keys = lines.map((line) => new Uint8Array(Buffer.from(line, "latin1")));
    const byKey = filter.clone();
    assert.equal(filter.addLines(text), byKey.addMany(keys));
    assert(filter.equals(byKey));
    assert.deepEqual(
      [...filter.hasLines(text)],
      keys.map(() => 1),
    );
    filter.free();
    byKey.free();
  }
});

test("repaired files have the right checksum", () => {
  const [dump] = inputsOf("native_load")
    .map(repaired)
    .filter((bytes) => bytes.length === 72);
  assert.equal(dump.readBigUInt64LE(64), checksum(dump.subarray(0, 64)));
});

test("an engine error is not an error of the package", () => {
  assert.throws(() => attempt(() => undefined.bits), TypeError);
  assert.throws(
    () =>
      attempt(() => {
        throw new WebAssembly.RuntimeError("unreachable");
      }),
    WebAssembly.RuntimeError,
  );
  assert.equal(
    attempt(() => plain.load(new Uint8Array(5))),
    undefined,
  );
});

test("at least 1,000 inputs load as filters", (t) => {
  t.diagnostic(JSON.stringify(counted));
  assert(counted.filters >= 1000);
});
