// `edgebloom/lite`: arguments, files of other classes, forged files.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as full from "../../../pkg/index.js";
import { domain, email, sha1Hex } from "../../../pkg/keys.js";
import { BloomFilter, FilterFormatError } from "../../../pkg/lite/index.js";
import { changedBytes, Random, repaired } from "../../../fuzz/mutate.mjs";
import { goldenJson, thrown } from "../helpers/helpers.mjs";

/** An error as a user sees it. */
const described = (error) => error && [error.name, error.message, error.field, error.code].join(" | ");

describe("wrong arguments give the errors of edgebloom", () => {
  const size = { capacity: 10, errorRate: 0.01 };
  const OPTIONS = [
    [undefined, null, 5, "a", {}],
    [{ capacity: 10 }, { errorRate: 0.01 }, { bits: 64 }, { hashes: 3 }, { ...size, bits: 64, hashes: 3 }],
    [0, -1, 1.5, Number.NaN, "10", 2 ** 53, 10n].map((capacity) => ({ ...size, capacity })),
    [0, 1, -1, 2, Number.NaN, "0.01", 1e-19].map((errorRate) => ({ ...size, errorRate })),
    [-1, 2 ** 32, 0.5, "a", null].map((seed) => ({ ...size, seed })),
    ["Standard", "", 1, null].map((layout) => ({ ...size, layout })),
    [1, "é".repeat(513), null].map((name) => ({ ...size, name })),
    [1, {}, "email"].map((keys) => ({ ...size, keys })),
    ["perhaps", 1].map((invalid) => ({ ...size, keys: email, invalid })),
    [63, 100, 2 ** 32 + 64, -64, 64.5].map((bits) => ({ bits, hashes: 3 })),
    [0, 65, 1.5, "3"].map((hashes) => ({ bits: 64, hashes })),
    [
      { bits: 64, hashes: 3, layout: "partitioned" },
      { bits: 64, hashes: 3, layout: "blocked" },
    ],
  ].flat();

  for (const [i, options] of OPTIONS.entries()) {
    test(`options ${i}`, () => {
      const error = thrown(() => new full.BloomFilter(options));
      assert.ok(error, "edgebloom accepts them");
      assert.equal(described(thrown(() => new BloomFilter(options))), described(error));
      const sized = thrown(() => full.BloomFilter.from(["a"], options));
      assert.equal(described(thrown(() => BloomFilter.from(["a"], options))), described(sized));
    });
  }

  test("keys", () => {
    const [lite, whole] = [BloomFilter, full.BloomFilter].map((Class) => new Class(size));
    for (const key of [5, null, undefined, {}, [], 2n ** 63n, new Uint16Array(2), Symbol("a")]) {
      for (const method of ["add", "has"]) {
        const error = thrown(() => whole[method](key));
        assert.ok(error, `${method} accepts it`);
        assert.equal(described(thrown(() => lite[method](key))), described(error));
      }
    }
    for (const keys of ["text", 5, null, {}]) {
      for (const method of ["addMany", "hasMany"]) {
        assert.equal(described(thrown(() => lite[method](keys))), described(thrown(() => whole[method](keys))));
      }
      const from = thrown(() => full.BloomFilter.from(keys, size));
      assert.equal(described(thrown(() => BloomFilter.from(keys, size))), described(from));
    }
    assert.equal(lite.stats.inserted, 0);
  });

  test("an unknown option, and one that only edgebloom has", () => {
    for (const name of ["colour", "onSaturated"]) {
      const error = thrown(() => new BloomFilter({ ...size, [name]: "warn" }));
      assert.ok(error instanceof TypeError && error.field === "options", described(error));
    }
    assert.match(thrown(() => BloomFilter.fromBytes(new BloomFilter(size).toBytes(), { seed: 1 })).message, /keys/);
  });
});

describe("forms", () => {
  const addresses = BloomFilter.from(["Mailinator.com", "x@guerrillamail.com"], { errorRate: 1e-6, keys: email });

  test("queries are addresses, and the file names the form", () => {
    assert.equal(addresses.keyForm, "email");
    assert.deepEqual([...addresses.hasMany(["Bob@Mailinator.COM", "a@b.guerrillamail.com", "a@b.example"])], [1, 1, 0]);
    const bytes = addresses.toBytes();
    assert.equal(thrown(() => BloomFilter.fromBytes(bytes)).field, "keys");
    assert.equal(thrown(() => BloomFilter.fromBytes(bytes, { keys: domain })).code, "INCOMPATIBLE");
    assert.equal(BloomFilter.fromBytes(bytes, { keys: email }).has("Bob@Mailinator.COM"), true);
  });

  test("what is no query of the form is not a no, and what is no entry is an error", () => {
    assert.equal(addresses.has("not an address"), true);
    const leaked = new BloomFilter({ capacity: 10, errorRate: 0.01, keys: sha1Hex });
    assert.equal(thrown(() => leaked.has("pw77")).field, "key");
    assert.equal(thrown(() => leaked.add("pw77")).field, "key");
    assert.equal(leaked.stats.inserted, 0);
  });
});

test("a very long key is added to a filter with exceptions", () => {
  const whole = full.BloomFilter.from(["a"], { errorRate: 1e-9 });
  whole.allow("b");
  const lite = BloomFilter.fromBytes(whole.toBytes());
  for (const key of ["x".repeat(1_000_000), new Uint8Array(1_000_000)]) {
    assert.equal(lite.has(key), false);
    assert.equal(lite.add(key), whole.add(key));
    assert.equal(lite.has(key), true);
  }
  assert.deepEqual(Buffer.from(lite.toBytes()), Buffer.from(whole.toBytes()));
});

test("the name of a form fits in the file", () => {
  const named = (name) => ({ name, entries: (text) => [text], lookups: (text) => [text] });
  for (const Class of [BloomFilter, full.BloomFilter, full.StaticFilter]) {
    const longest = named("é".repeat(32));
    const file = Class.from(["a"], { errorRate: 0.01, keys: longest }).toBytes();
    assert.equal(Class.fromBytes(file, { keys: longest }).has("a"), true);
    const error = thrown(() => Class.from(["a"], { errorRate: 0.01, keys: named("é".repeat(33)) }));
    assert.equal(error.field, "keys");
    assert.match(error.message, /at most 64 bytes/);
  }
});

test('seed "random" is in the file', () => {
  const filter = BloomFilter.from(["a"], { errorRate: 0.01, seed: "random" });
  assert.equal(full.BloomFilter.fromBytes(filter.toBytes()).stats.seed, filter.stats.seed);
  assert.notEqual(filter.stats.seed, BloomFilter.from(["a"], { errorRate: 0.01, seed: "random" }).stats.seed);
});

test("a generator may give the same array again with other bytes", () => {
  const key = Uint8Array.of(0);
  const keys = function* () {
    for (key[0] = 0; key[0] < 200; key[0]++) yield key;
  };
  const filter = BloomFilter.from(keys(), { errorRate: 1e-9 });
  assert.equal(filter.stats.capacity, 200);
  for (let i = 0; i < 200; i++) assert.ok(filter.has(Uint8Array.of(i)));
});

test("name and version can be changed, and are checked when the file is written", () => {
  const filter = BloomFilter.from(["a"], { errorRate: 0.01 });
  filter.name = "pets";
  filter.version = "2";
  const again = full.BloomFilter.fromBytes(filter.toBytes());
  assert.deepEqual([again.name, again.version], ["pets", "2"]);
  assert.equal(filter.stats.byteLength, filter.toBytes().length);
  filter.name = /** @type {any} */ (5);
  assert.equal(thrown(() => filter.toBytes()).field, "name");
});

test("accepts the files that BloomFilter of edgebloom accepts, and no others", () => {
  const { dumps, variants } = goldenJson("native/index.json");
  const valid = [...dumps, ...variants, ...goldenJson("static/index.json")];
  const files = [...valid, ...goldenJson("native/rejected.json")];
  const counts = { plain: 0, others: 0 };
  const agree = (bytes, what, isValid = false) => {
    const error = thrown(() => full.BloomFilter.fromBytes(bytes));
    const own = thrown(() => BloomFilter.fromBytes(bytes));
    assert.equal(!own, !error, `${what}: ${own} ${error}`);
    if (own && !own.field.startsWith("keys")) assert.ok(own instanceof FilterFormatError, `${what}: ${own?.stack}`);
    // Of a file with several faults, each may find another one first.
    if (isValid && error) assert.equal(own.code, error.code, what);
    counts[own ? "others" : "plain"]++;
  };
  const all = files.map(({ base64, file, what }) => [Buffer.from(base64, "base64"), file ?? what]);
  for (const [i, [bytes, what]] of all.entries()) agree(bytes, what, i < valid.length);
  const golden = { ...counts };
  assert.ok(golden.plain > 10 && golden.others > 60, JSON.stringify(golden));

  const random = new Random(38);
  const small = all.filter(([bytes]) => bytes.length < 2000);
  for (let i = 0; i < 20_000; i++) {
    const changed = changedBytes(random, random.of(small)[0], random.of(small)[0]);
    agree(random.once(3) ? changed : repaired(changed), `mutant ${i}`);
  }
  assert.ok(counts.plain > 300, JSON.stringify(counts));
});
