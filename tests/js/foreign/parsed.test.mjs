// importFilter and sniffFormat with JSON that the caller has parsed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { FilterFormatError, exportFilter, importFilter, sniffFormat } from "../../../pkg/compat.js";
import { assertRejected } from "../helpers/helpers.mjs";
import { bytesOf, optionsOf, vectorsOf } from "../helpers/foreign-vectors.mjs";
import { BLOOMFILTER, SLICES, V1, V2 } from "./json-files.mjs";

const textOf = ({ dump_base64 }) => Buffer.from(dump_base64, "base64").toString();
const isJson = (vector) => /^[[{]/.test(textOf(vector));

test("parsed JSON gives the same filter as its text", () => {
  let count = 0;
  for (const system of ["npm-bloomfilter", "npm-bloom-filters", "go-bits-and-blooms"]) {
    for (const vector of vectorsOf(system).vectors.filter(isJson)) {
      const text = textOf(vector);
      const options = optionsOf(system, vector);
      const expected = importFilter(text, options);
      const json = JSON.parse(text);
      for (const input of [json, structuredClone(json), runInNewContext("JSON.parse(text)", { text })]) {
        assert.equal(importFilter(input, options).toBase64(), expected.toBase64(), vector.name);
        assert.equal(exportFilter(importFilter(input, options), { format: system }), text);
        assert.deepEqual(sniffFormat(input), sniffFormat(bytesOf(vector.dump_base64)));
      }
      assert.deepEqual(sniffFormat(text), sniffFormat(json));
      assert.equal(JSON.stringify(json), text, "the object is not changed");
      count++;
    }
  }
  assert(count >= 20, `${count}`);
});

test("typed arrays stand for arrays", () => {
  const options = { format: "npm-bloomfilter", hash: "fnv1a32x2", hashes: 2 };
  const expected = importFilter("[5,-7]", options).toBase64();
  for (const buckets of [
    Int32Array.of(5, -7),
    Uint32Array.of(5, 2 ** 32 - 7),
    runInNewContext("Int32Array.of(5, -7)"),
  ]) {
    assert.equal(importFilter(buckets, options).toBase64(), expected);
    assert.deepEqual(sniffFormat(buckets).missing, ["hash", "hashes"]);
    assert.equal(importFilter({ k: 2, buckets }, { ...options, hashes: undefined }).toBase64(), expected);
  }
  const bits = importFilter(
    { ...V1, _filter: Uint8Array.from(V1._filter) },
    { format: "npm-bloom-filters", generation: "v1a" },
  );
  assert.equal(bits.toBase64(), importFilter(V1, { format: "npm-bloom-filters", generation: "v1a" }).toBase64());
});

test("only values that JSON has", () => {
  const read = (change) => importFilter({ ...V2, ...change }, { format: "npm-bloom-filters" });
  // JSON.stringify writes −0 as 0.
  assert.equal(read({ _seed: -0 }).toBase64(), read({ _seed: 0 }).toBase64());
  assert.equal(
    importFilter(JSON.stringify(V2).replace('_seed":1', '_seed":-0'), { format: "npm-bloom-filters" }).toBase64(),
    read({ _seed: 0 }).toBase64(),
  );
  for (const [field, values] of Object.entries({
    _seed: [NaN, Infinity, 1n, "1", undefined, null, Symbol("1"), new Number(1), () => 1, new Date(0)],
    _size: [NaN, 10n, 10.5, 2 ** 60, "10", [10], undefined],
    type: [new String("BloomFilter"), ["BloomFilter"], Symbol("x"), () => "long text ".repeat(100), undefined],
    content: [new String("AQI="), Uint8Array.of(1, 2), undefined],
  })) {
    for (const value of values) {
      const change = field === "content" ? { _filter: { size: 16, content: value } } : { [field]: value };
      const { message } = assertRejected(() => read(change), FilterFormatError, field);
      assert(message.length < 200, message);
    }
  }
});

test("calls no method or getter of an object, and rejects hostile ones", () => {
  const called = () => assert.fail("called");
  const trapped = (throws) =>
    new Proxy(
      {},
      { get: throws, ownKeys: throws, getPrototypeOf: throws, getOwnPropertyDescriptor: throws, has: throws },
    );
  const throwing = () => {
    throw new Error("of a stranger");
  };
  const getter = (object, name) => Object.defineProperty({ ...object }, name, { get: called, enumerable: true });
  const inArray = (array, i) => Object.defineProperty([...array], i, { get: called, enumerable: true });
  const cyclic = { ...V1, _filter: [] };
  cyclic._filter.push(cyclic._filter, cyclic);
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const shared = Array(1000).fill(0);
  const withHole = [1, 2, 3];
  delete withHole[1];
  for (const [format, input, field] of [
    ["npm-bloom-filters", getter(V2, "type"), "type"],
    ["npm-bloom-filters", getter(V2, "_seed"), "_seed"],
    ["npm-bloom-filters", { ...V1, _filter: inArray(V1._filter, 2) }, "json"],
    ["npm-bloom-filters", { ...V2, _filter: getter(V2._filter, "content") }, "content"],
    ["npm-bloom-filters", cyclic, "json"],
    ["npm-bloom-filters", { ...SLICES, _filter: Array(1000).fill(shared) }, "json"],
    ["npm-bloom-filters", { ...V2, _filter: revoked.proxy }, "json"],
    ["npm-bloom-filters", trapped(throwing), "json"],
    ["npm-bloom-filters", Object.create(null), "type"],
    ["npm-bloomfilter", revoked.proxy, "json"],
    ["npm-bloomfilter", withHole, "json"],
    ["npm-bloomfilter", Array(2 ** 32 - 1), "json"],
    ["npm-bloomfilter", { ...BLOOMFILTER, buckets: { 0: 1, 1: 2 } }, "buckets"],
    ["go-bits-and-blooms", getter({ m: 64, k: 2 }, "b"), "b"],
    ["go-bits-and-blooms", trapped(throwing), "json"],
    ["go-bits-and-blooms", [1], "json"],
  ]) {
    const error = assertRejected(
      () => importFilter(input, { format, ...(format === "npm-bloomfilter" && { hash: "fnv1a64", hashes: 3 }) }),
      FilterFormatError,
      field,
    );
    assert.equal(error.code, "INVALID");
    sniffFormat(input);
  }
  assert.equal(importFilter({ ...V2, toJSON: called }, { format: "npm-bloom-filters" }).stats.bits, 10);
  assert.equal(sniffFormat(trapped(throwing)).format, undefined);
  // Objects with a class are not what JSON.parse returns: `buckets` of a live filter, for example, come without `version`.
  class BloomFilter {
    constructor() {
      Object.assign(this, { m: 64, k: 2, buckets: Uint32Array.of(1, 2) });
    }
  }
  for (const input of [
    new BloomFilter(),
    Promise.resolve(V2),
    new Map(),
    new ArrayBuffer(8),
    new DataView(new ArrayBuffer(8)),
    new Date(),
    null,
    5,
    () => V2,
  ]) {
    for (const format of ["npm-bloomfilter", "npm-bloom-filters", "go-bits-and-blooms"]) {
      assertRejected(() => importFilter(input, { format }), TypeError, "input");
    }
  }
});
