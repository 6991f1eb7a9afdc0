// Files in the schemes of other systems: their answers, and the limits in docs/reference/format/other-systems.md.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { keyOf as foreignKeyOf, optionsOf } from "../helpers/foreign-vectors.mjs";
import { entry, forge, growth, scalable, section } from "../helpers/forge.mjs";
import { keyBytes, read, readText } from "../helpers/format-reader.mjs";
import { NO_SCHEME, goldenJson } from "../helpers/helpers.mjs";

describe("schemes of other systems", () => {
  const golden = Object.entries(goldenJson("native-of-systems.json"));
  const asU64 = (numbers) => [
    ...new Uint8Array(BigUint64Array.from(numbers, (number) => BigInt.asUintN(64, number)).buffer),
  ];
  const asF64 = (numbers) => [...new BigUint64Array(Float64Array.from(numbers).buffer)];
  const parameters = (numbers) => entry(4, asU64(numbers));
  /** A file of one word, or of the fewest words allowed. */
  const of = (scheme, keys, { bits = 64n, numbers, ...fields } = {}) =>
    forge({
      scheme,
      keys,
      bits,
      seed: 0,
      payload: fields.payload ?? Array(Math.ceil(Number(bits) / 64) * 8).fill(0),
      ...(numbers && { section: section([parameters(numbers)]) }),
      ...fields,
    });
  const record = (entry = 5, log2 = 0n, bytes = 8n, bits = 64n, growth = 2n, options = 0x205n) => [
    ...asF64([entry]),
    log2,
    bytes,
    bits,
    growth,
    options,
  ];
  /** A scalable filter of sub-filters with these fields; `whole` has the fields of the outer header. */
  const growing = (scheme, keys, subFilters, whole) =>
    scalable(
      subFilters.map((fields) => of(scheme, keys, { capacity: 9n, rate: 0.5, ...fields })),
      { scheme, keys, seed: 0, ...whole },
    );
  const redis = { hashes: 4, numbers: record() };
  const hash32 = { scheme: 14, hashes: 4, numbers: record(5, 0n, 8n, 64n, 2n, 0x201n) };
  const python = { bits: 63n };

  /** A word with one bit set. */
  const bitOf = (bit) => asU64([1n << BigInt(bit)]);

  /**
   * What `edgebloom/compat` reports for files: headers, or code and field. It runs in a separate process because it has
   * its own classes.
   */
  function compat(dumps) {
    const program = `
      import { readFileSync } from "node:fs";
      import { loadAny as load, readAnyHeader as readHeader } from ${JSON.stringify(new URL("../helpers/load-any.mjs", import.meta.url).href)};
      console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((text) => {
        try {
          const again = load(text).toBase64() == text;
          return { ...readHeader(text), again };
        } catch (error) {
          return [error.code ?? error.name, error.field];
        }
      })));`;
    const input = JSON.stringify(dumps.map((dump) => Buffer.from(dump).toString("base64")));
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      input,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    });
    assert.equal(stderr, "");
    return JSON.parse(stdout);
  }
  /** The same with the independent reader. */
  function describe(dump) {
    try {
      return read(dump, "compat").header;
    } catch (error) {
      return [error.code, error.field];
    }
  }
  const FIELDS = [
    "scheme",
    "bits",
    "hashes",
    "capacity",
    "errorRate",
    "inserted",
    "byteLength",
    "salt",
    "name",
    "version",
    "counterBits",
    "subFilters",
  ];
  function alike(what, theirs, ours) {
    if (Array.isArray(theirs) || Array.isArray(ours)) return assert.deepEqual(ours, theirs, what);
    assert.equal(theirs.again, true, what);
    for (const field of FIELDS) assert.equal(ours[field], theirs[field], `${what}: ${field}`);
  }

  // Node has no XXH128, so the reader has none; tests/js/foreign/dumps.test.mjs tests that scheme.
  for (const [scheme, { vector, text }] of golden.filter(([scheme]) => scheme !== "pybloom-live-xxh128")) {
    test(scheme, () => {
      const one = goldenJson(`${vector}.json`);
      const { hash } = optionsOf(vector.split("/")[0], one);
      const reader = read(readText(text), "compat");
      assert.equal(reader.header.scheme, scheme);
      const bytes = (key) =>
        keyBytes(typeof hash === "function" ? hash(foreignKeyOf(key)) : foreignKeyOf(key), reader.encoding);
      assert.ok(one.keys_in.length > 0 && one.keys_absent.length > 0);
      for (const key of [...one.keys_in, ...one.false_positives])
        assert.equal(reader.has(bytes(key)), true, JSON.stringify(key));
      for (const key of one.keys_absent) assert.equal(reader.has(bytes(key)), false, JSON.stringify(key));
      assert.ok(one.bit_positions.length > 0);
      for (const { key, indices_in_order } of one.bit_positions)
        assert.deepEqual(reader.positions(bytes(key)), indices_in_order);
    });
  }

  test("the package reports the same headers", () => {
    const dumps = golden.map(([, { text }]) => readText(text));
    const theirs = compat(dumps);
    for (const [i, [scheme]] of golden.entries()) alike(scheme, theirs[i], describe(dumps[i]));
  });

  test("have the documented limits", () => {
    const seeded = (fields) => ({ numbers: asF64([7]), ...fields });
    const five = (fields) => ({ numbers: [...asF64([7, 0.5, 99, 9]), 1n], ...fields });
    const good = [
      [9, 2],
      [10, 3],
      [10, 4],
      [10, 5],
      [10, 2, { hashes: 255 }],
      [11, 6, { hashes: 65535 }],
      [12, 6, { seed: 2 ** 32 - 1 }],
      [13, 10, { hashes: 4, numbers: record() }],
      [13, 10, { hashes: 4, numbers: record(5, 6n, 16n, 128n) }],
      [13, 10, { hashes: 4, numbers: record(5, 6n, 8n, 0n, 2n, 0x05n) }],
      [13, 10, { hashes: 4, numbers: record(5, 5n, 8n, 0n, 2n, 0x105n), bits: 32n }],
      [14, 10, { hashes: 4, numbers: record(5, 6n, 8n, 64n, 2n ** 32n - 1n, 0x201n) }],
      [15, 10, { bits: 1n }],
      [15, 10, { bits: 63n, flags: 2, payload: [...bitOf(62), 2, 0, 7, 0, 0, 0, 0, 0] }],
      [16, 4, { hashes: 8, bits: 768n }],
      [16, 5, { hashes: 8, bits: 256n }],
      [16, 10, { hashes: 8, bits: 256n }],
      [17, 3, { bits: 32n }],
      [18, 3, { bits: 96n }],
      [19, 8, seeded()],
      [20, 8, five({ bits: 63n })],
      [21, 8, seeded({ hashes: 64 })],
      [22, 8, seeded({ hashes: 1024, bits: 1024n })],
      [23, 8, five({ bits: 63n })],
      [24, 7, { bits: 63n }],
      [25, 7, { bits: 63n }],
      [26, 9, { bits: 8n }],
      [31, 6, { hashes: 32767, bits: 128n, numbers: [2n ** 64n - 1n] }],
      // Capacity without error rate, and error rates below 1e-18.
      [10, 2, { capacity: 9n }],
      [15, 10, { capacity: 9n, rate: 1e-300 }],
      [1, 1],
      [1, 1, { seed: 2 ** 32 - 1, salt: 2 ** 32 - 1 }],
    ];
    const goodOnesThatGrow = [
      [13, 10, [redis]],
      [13, 10, [redis], { growing: { growth: 0 } }],
      [13, 10, [redis], { growing: { growth: 2 ** 32 - 1 } }],
      [24, 7, [python]],
      [24, 7, [python], { rate: 1e-300 }],
      [24, 7, [{ ...python, rate: 1e-300 }]],
      [1, 1, [{}], { growing: { growth: 1000 } }],
      // Each sub-filter has its own parameters and shape.
      [13, 10, [redis, redis]],
      [13, 10, [redis, { hashes: 4, bits: 128n, numbers: record(5, 0n, 16n, 128n) }]],
      [14, 10, [hash32]],
      [24, 7, [python, { hashes: 7, bits: 70n }]],
      // The sum of hashes is larger than its field.
      [24, 7, Array(3).fill({ hashes: 21845, bits: 21845n })],
    ];
    const bad = [
      ...[0, NO_SCHEME, 255].map((scheme) => [scheme, 1, {}, "UNSUPPORTED", "scheme"]),
      [27, 1, {}, "INVALID", "key check"],
      ...[0, 12, 255].map((keys) => [10, keys, {}, "UNSUPPORTED", "keyEncoding"]),
      ...Array.from({ length: 10 }, (_, i) => [1, 2 + i, {}, "INVALID", "keyEncoding"]),
      ...[1, 6, 7, 8, 9, 10, 11].map((keys) => [10, keys, {}, "INVALID", "keyEncoding"]),
      [11, 2, {}, "INVALID", "keyEncoding"],
      [13, 2, { hashes: 4, numbers: record() }, "INVALID", "keyEncoding"],
      [16, 2, { hashes: 8, bits: 256n }, "INVALID", "keyEncoding"],
      [26, 10, {}, "INVALID", "keyEncoding"],
      [31, 10, { numbers: [1n] }, "INVALID", "keyEncoding"],
      [31, 6, { hashes: 32768, numbers: [1n] }, "INVALID", "hashes"],
      [31, 6, { bits: 65n, numbers: [1n] }, "INVALID", "bits"],
      [31, 6, { seed: 1, numbers: [1n] }, "INVALID", "seed"],
      [31, 6, {}, "INVALID", "parameters"],
      [1, 1, { hashes: 65 }, "INVALID", "hashes"],
      [9, 2, { hashes: 256 }, "INVALID", "hashes"],
      [11, 6, { hashes: 0 }, "INVALID", "hashes"],
      [16, 10, { bits: 256n, hashes: 7 }, "INVALID", "hashes"],
      [21, 8, seeded({ hashes: 1025, bits: 2048n }), "INVALID", "hashes"],
      [21, 8, seeded({ hashes: 65 }), "INVALID", "parameters"],
      [22, 8, seeded({ hashes: 65 }), "INVALID", "parameters"],
      ...[9, 10, 11, 12].map((scheme) => [scheme, scheme < 11 ? 2 : 6, { bits: 65n }, "INVALID", "bits"]),
      ...[1n, 63n, 65n, 100n].map((bits) => [1, 1, { bits }, "INVALID", "bits"]),
      [1, 1, { bits: 2n ** 32n + 64n, words: 2 ** 26 + 1, payload: [] }, "INVALID", "bits"],
      [16, 10, { hashes: 8 }, "INVALID", "bits"],
      [17, 3, { bits: 33n }, "INVALID", "bits"],
      [26, 9, { bits: 65n }, "INVALID", "bits"],
      [16, 10, { hashes: 8, encoding: 2, bits: 2n ** 40n + 256n, payload: asU64([0n]) }, "INVALID", "bits"],
      [15, 10, { encoding: 2, bits: 2n ** 53n, payload: asU64([0n]) }, "INVALID", "bits"],
      ...[20, 23].map((scheme) => [scheme, 8, five(), "INVALID", "bits"]),
      ...[24, 25].map((scheme) => [scheme, 7, {}, "INVALID", "bits"]),
      ...[9, 10].map((scheme) => [scheme, 2, { seed: 1 }, "INVALID", "seed"]),
      [11, 6, { seed: 1 }, "INVALID", "seed"],
      [12, 6, { salt: 1 }, "INVALID", "salt"],
      [19, 8, seeded({ seed: 1 }), "INVALID", "seed"],
      [13, 10, { hashes: 4, seed: 1, numbers: record() }, "INVALID", "seed"],
      [26, 9, { seed: 5 }, "INVALID", "seed"],
      ...[9, 10].map((scheme) => [scheme, 2, { salt: 2 ** 32 - 1 }, "INVALID", "salt"]),
      [13, 10, { hashes: 4, salt: 1, numbers: record() }, "INVALID", "salt"],
      // Bits of the last word after m.
      ...[5, 8, 37, 63].map((bit) => [15, 10, { bits: 5n, payload: bitOf(bit) }, "INVALID", "payload"]),
      [15, 10, { bits: 63n, payload: bitOf(63) }, "INVALID", "payload"],
      [15, 10, { bits: 65n, payload: [...Array(8).fill(0), 2, ...Array(7).fill(0)] }, "INVALID", "payload"],
      [15, 10, { bits: 63n, flags: 2, payload: [...bitOf(63), 2, 0, 7, 0, 0, 0, 0, 0] }, "INVALID", "payload"],
      [1, 1, { numbers: [1n] }, "INVALID", "parameters"],
      [10, 2, { numbers: [1n] }, "INVALID", "parameters"],
      [13, 10, { hashes: 4 }, "INVALID", "parameters"],
      [19, 8, {}, "INVALID", "parameters"],
      [20, 8, seeded({ bits: 63n }), "INVALID", "parameters"],
      [19, 8, { numbers: asF64([NaN]) }, "INVALID", "parameters"],
      [21, 8, { numbers: asF64([Infinity]) }, "INVALID", "parameters"],
      [20, 8, { bits: 63n, numbers: [...asF64([7, 0.5, 99, -Infinity]), 0n] }, "INVALID", "parameters"],
      [23, 8, { bits: 63n, numbers: [...asF64([7, 0.5, 99, 9]), 2n] }, "INVALID", "parameters"],
      [19, 8, { numbers: asF64([NaN]), seed: 1 }, "INVALID", "parameters"],
      ...[
        record(6),
        record(NaN),
        record(5, 64n),
        record(5, 0n, 8n, 63n),
        record(5, 0n, 7n),
        record(5, 0n, 16n),
        record(5, 7n, 16n, 128n),
        record(5, 0n, 8n, 64n, 2n ** 32n),
        record(5, 0n, 8n, 64n, 2n, 0x215n),
        record(5, 0n, 8n, 64n, 2n, 0x305n),
        record(5, 0n, 8n, 64n, 2n, 0x201n),
        record(5, 0n, 8n, 0n, 2n, 0x05n),
        record(5, 6n, 7n, 64n, 2n, 0x05n),
      ].map((numbers) => [13, 10, { hashes: 4, numbers }, "INVALID", "parameters"]),
      [10, 2, { section: section([entry(4, Array(9).fill(0))]) }, "INVALID", "metadata length"],
      [10, 2, { section: section([entry(5, Array(8).fill(0))]) }, "INVALID", "key check"],
      [10, 2, { rate: 0.5 }, "INVALID", "capacity"],
      [1, 1, { capacity: 9n }, "INVALID", "capacity"],
      [1, 1, { capacity: 9n, rate: 1e-19 }, "INVALID", "errorRate"],
      [10, 2, { words: 2 }, "INVALID", "payloadLength"],
      // The growth entry in a filter that is not scalable.
      ...[10, 24].map((scheme) => [
        scheme,
        scheme === 10 ? 2 : 7,
        { ...(scheme === 24 && python), capacity: 9n, rate: 0.5, section: section([growth(1)]) },
        "INVALID",
        "payloadEncoding",
      ]),
      [24, 7, { bits: 63n, cells: 2, payload: Array(16).fill(0) }, "INVALID", "cells"],
      [10, 2, { cells: 3, payload: Array(32).fill(0) }, "INVALID", "cells"],
      [10, 2, { encoding: 2, bits: 2n ** 37n - 64n, payload: asU64([1n, 5n]) }, "INVALID", "payloadEncoding"],
    ];
    const badOnesThatGrow = [
      // Schemes without scalable filters.
      [10, 2, [{}], {}, "INVALID", "payloadEncoding"],
      [15, 10, [{}], {}, "INVALID", "payloadEncoding"],
      [19, 8, [seeded()], {}, "INVALID", "payloadEncoding"],
      [24, 7, [python], { cells: 2 }, "INVALID", "cells"],
      [24, 7, [python], { rate: 0 }, "INVALID", "payloadEncoding"],
      [24, 7, [python], { capacity: 0n }, "INVALID", "capacity"],
      [24, 7, [python], { hashes: 4 }, "INVALID", "hashes"],
      [24, 7, [python], { bits: 64n }, "INVALID", "bits"],
      [24, 7, [python], { capacity: 8n }, "INVALID", "capacity"],
      [24, 7, [python], { inserted: 4n }, "INVALID", "inserted"],
      [24, 7, [python], { bits: 2n ** 53n }, "INVALID", "bits"],
      [24, 7, [python], { keys: 10 }, "INVALID", "sub-filter"],
      [24, 7, [python], { seed: 1 }, "INVALID", "sub-filter"],
      [24, 7, [python], { salt: 1 }, "INVALID", "salt"],
      [24, 7, [python], { scheme: 13 }, "INVALID", "sub-filter"],
      [24, 7, [{ ...python, capacity: 0n, rate: 0 }], { capacity: 9n }, "INVALID", "sub-filter"],
      [24, 7, [{ ...python, rate: 0 }], {}, "INVALID", "sub-filter"],
      [24, 7, [{ ...python, bits: 64n }], {}, "INVALID", "bits"],
      [24, 7, [{ ...python, seed: 1 }], { seed: 1 }, "INVALID", "seed"],
      [24, 7, [{ ...python, keys: 10 }], { keys: 10 }, "INVALID", "keyEncoding"],
      [13, 10, [{ hashes: 4 }], {}, "INVALID", "parameters"],
      [13, 10, [redis], { entries: [growth(1), parameters(record())] }, "INVALID", "payloadEncoding"],
      [13, 10, [redis], { entries: [parameters(record())] }, "INVALID", "payloadEncoding"],
      [13, 10, [redis], { scheme: 14 }, "INVALID", "sub-filter"],
      [13, 10, [redis, hash32], {}, "INVALID", "sub-filter"],
      [1, 1, [{}], { rate: 1e-19 }, "INVALID", "errorRate"],
      [1, 1, [{ rate: 1e-19 }], {}, "INVALID", "errorRate"],
      [1, 1, [{}], { growing: { growth: 0 } }, "INVALID", "growth"],
      [1, 1, [{}], { growing: { growth: 1001 } }, "INVALID", "growth"],
    ];
    const cases = [
      ...[...good, ...bad].map(([scheme, keys, fields, ...error]) => [
        of(scheme, keys, fields),
        error,
        [scheme, keys, fields],
      ]),
      ...[...goodOnesThatGrow, ...badOnesThatGrow].map(([scheme, keys, subFilters, whole, ...error]) => [
        growing(scheme, keys, subFilters, whole),
        error,
        [scheme, keys, subFilters.length, { ...subFilters[0], ...whole }],
      ]),
    ];
    const theirs = compat(cases.map(([dump]) => dump));
    for (const [i, [dump, error, [scheme, keys, ...fields]]] of cases.entries()) {
      const what = `scheme ${scheme}, keys ${keys}, ${inspect(fields)}`;
      alike(what, theirs[i], describe(dump));
      if (error.length) assert.deepEqual(theirs[i], error, what);
      else assert.ok(!Array.isArray(theirs[i]), `${what}: ${theirs[i]}`);
    }
  });
});
