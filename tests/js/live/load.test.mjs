// How LiveFilter loads filter files: without `load`, as readers without WebAssembly; with `load`, as
// filters of every class.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as edgebloom from "edgebloom";
import * as compat from "edgebloom/compat";
import { sha256 } from "edgebloom/keys";
import * as live from "edgebloom/live";
import * as reading from "edgebloom/reader";
import { engine } from "../../../pkg/api/own-engine.js";
import { FIRST_BYTE, MAX_HEADER_BYTES } from "../../../pkg/reader/header.js";
import "../../../pkg/index.js";
import * as helpers from "../helpers/live.mjs";

const { BloomFilter, CountingBloomFilter, FilterFetchError, FilterFormatError } = edgebloom;
const { ScalableBloomFilter, SparseBloomFilter } = edgebloom;
const { FilterReader } = reading;
const { memory, useListServer } = helpers;

const SIZE = { errorRate: 1e-6, version: "1" };
const { KeyedBloomFilter, generateSecretKey } = edgebloom;
const key = generateSecretKey();
const KEYS = ["a", ...Array.from({ length: 500 }, (_, i) => `key-${i}`)];
const scalable = () => {
  const filter = new ScalableBloomFilter({ capacity: 10, ...SIZE });
  filter.addMany(KEYS);
  return filter;
};
const withExceptions = () => {
  const filter = BloomFilter.from(KEYS, { errorRate: 0.5 });
  for (let i = 0; i < 5; i++) filter.allow(`exception-${i}`);
  return filter;
};
const guava = () => {
  const size = { capacity: 600, errorRate: 1e-6 };
  const filter = compat.createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", ...size });
  filter.addMany(KEYS);
  return filter;
};

/** Files that the reader reads. */
const READ = {
  standard: () => BloomFilter.from(KEYS, SIZE),
  partitioned: () => BloomFilter.from(KEYS, { layout: "partitioned", ...SIZE }),
  blocked: () => BloomFilter.from(KEYS, { layout: "blocked", ...SIZE }),
  scalable,
  "with exceptions": withExceptions,
};

/** Files that the reader does not read, with a `load` for each and the class of its filter. */
const OTHERS = {
  counting: [() => CountingBloomFilter.from(KEYS, SIZE), edgebloom.load, CountingBloomFilter],
  sparse: [() => SparseBloomFilter.from(KEYS, { bits: 2 ** 24, hashes: 3 }), edgebloom.load, SparseBloomFilter],
  keyed: [
    () => KeyedBloomFilter.from(KEYS, { key, ...SIZE }),
    (bytes) => KeyedBloomFilter.fromBytes(bytes, { key }),
    KeyedBloomFilter,
  ],
  "another system's": [guava, compat.load, guava().constructor],
};

useListServer();
const serve = (body, mode = "good") => Object.assign(helpers.server, { body, mode });

test("errors of reader and module are instances of the classes of every entry point", () => {
  for (const entry of [compat, live, reading, { FilterFormatError }]) {
    assert.throws(() => FilterReader.fromBytes(new Uint8Array(60)), entry.FilterFormatError);
    assert.throws(() => BloomFilter.fromBytes(new Uint8Array(60)), entry.FilterFormatError);
  }
  const error = new live.FilterFetchError("STATUS", "status", "200", 404, "");
  for (const entry of [live, reading, { FilterFetchError }]) assert.ok(error instanceof entry.FilterFetchError);
});

test("reader and module recognize the same files", () => {
  assert.equal(MAX_HEADER_BYTES, engine().wasm.maxHeaderBytes());
  assert.equal(FIRST_BYTE, engine().wasm.magic()[0]);
});

describe("by default", { timeout: 60_000 }, () => {
  for (const [name, make] of Object.entries(READ)) {
    test(`${name}: gives a reader`, async () => {
      const filter = make();
      const queries = [
        ...KEYS,
        ...Array.from({ length: 200 }, (_, i) => `other-${i}`),
        "exception-1",
        5n,
        Uint8Array.of(7),
      ];
      const expected = filter.hasMany(queries);
      for (const input of [filter.toBytes(), filter.toBase64()]) {
        serve(input);
        const one = helpers.live();
        await one.ready();
        assert.equal(one.current.constructor, FilterReader);
        assert.deepEqual(one.hasMany(queries), expected);
        assert.deepEqual(
          queries.map((key) => one.has(key)),
          Array.from(expected, Boolean),
        );
        assert.equal(one.version, filter.version);
      }
    });
  }

  for (const [name, [make]] of Object.entries(OTHERS)) {
    test(`${name}: rejected by its first bytes with a hint at load`, async () => {
      const bytes = make().toBytes();
      const refusal = {
        name: "FilterFormatError",
        code: "WRONG_CLASS",
        message: /; pass the option load,/,
      };
      serve(make().toBase64());
      await assert.rejects(helpers.live().ready(), refusal);
      serve(bytes, "endless");
      const closed = helpers.server.closed();
      await assert.rejects(helpers.live().ready(), refusal);
      await closed;
    });
  }

  test("stops reading files that are too long or not filters", async () => {
    const bytes = READ.standard().toBytes();
    const wrong = bytes.slice();
    wrong[4] = 99;
    const long = BloomFilter.from(KEYS, { capacity: 1_000_000, errorRate: 0.01 }).toBytes();
    for (const [body, limit, code] of [
      [long.slice(0, 20_000), long.length - 1, "LIMIT"],
      [Buffer.from(Buffer.from(long).toString("base64").slice(0, 20_000)), long.length, "LIMIT"],
      [wrong, long.length, "UNSUPPORTED"],
      [Buffer.from("<!doctype html>".repeat(1000)), long.length, "BASE64"],
    ]) {
      serve(body, "endless");
      const closed = helpers.server.closed();
      let seen = 0;
      const fetch = async (...request) => {
        const response = await globalThis.fetch(...request);
        const reader = response.body.getReader();
        const getReader = () => ({
          read: async () => {
            const piece = await reader.read();
            seen += piece.value?.length ?? 0;
            return piece;
          },
          cancel: () => reader.cancel(),
        });
        const { ok, status, url, headers } = response;
        return { ok, status, url, headers, body: { locked: false, getReader } };
      };
      await assert.rejects(helpers.live({ limit, fetch }).ready(), { code });
      await closed;
      assert.ok(seen < 500_000, `${seen} bytes of ${long.length}`);
    }
    serve(long);
    const one = helpers.live({ limit: long.length });
    assert.equal((await one.ready()).has("a"), true, "the limit itself is within");
  });
});

describe("load", { timeout: 60_000 }, () => {
  const all = {
    ...Object.fromEntries(
      Object.entries(READ).map(([name, make]) => [name, [make, edgebloom.load, make().constructor]]),
    ),
    ...OTHERS,
  };
  for (const [name, [make, load, Class]] of Object.entries(all)) {
    test(`${name}: gives a filter of its class`, async () => {
      const bytes = make().toBytes();
      serve(bytes);
      const store = memory();
      const one = helpers.live({ load, store });
      await one.ready();
      const fromStore = helpers.live({ load, store });
      helpers.server.mode = "failing";
      await fromStore.ready();
      for (const each of [one, fromStore]) {
        assert.equal(each.current.constructor, Class);
        assert.deepEqual([each.has("a"), [...each.hasMany(["a", "key-7"])]], [true, [1, 1]]);
      }
      helpers.server.mode = "plain";
      assert.equal(await one.refresh(), false, "the same bytes are no news");
    });
  }

  test("accepts a custom filter object", async () => {
    const load = (bytes) => {
      const keys = new TextDecoder().decode(bytes).split("\n");
      return {
        has: (key) => keys.includes(key),
        hasMany: (queries) => Uint8Array.from(queries, (key) => +keys.includes(key)),
      };
    };
    let lines = "a\nc";
    // A body that is not a filter file is read as base64.
    const fetch = async () => new Response(btoa(lines));
    const one = helpers.live({ load, fetch });
    await one.ready();
    assert.deepEqual(
      [one.has("a"), one.has("b"), [...one.hasMany(["c", "b"])], one.version],
      [true, false, [1, 0], undefined],
    );
    assert.equal(await one.refresh(), false, "the same bytes are no news");
    lines = "b";
    assert.equal(await one.refresh(), true);
    assert.equal(one.has("b"), true);
    await assert.rejects(helpers.live({ load, fetch, name: "blocked" }).ready(), {
      code: "INCOMPATIBLE",
      field: "name",
    });
  });

  test("a filter that applies its form is not asked in it twice", async () => {
    // Of a digest of a digest, nothing is listed.
    serve(CountingBloomFilter.from(["password"], { errorRate: 1e-6, keys: sha256 }).toBytes());
    const one = await helpers.live({ load: (bytes) => edgebloom.load(bytes, { keys: sha256 }), keys: sha256 }).ready();
    assert.deepEqual([one.has("password"), one.has("another")], [true, false]);
    assert.deepEqual([...one.hasMany(["password", "another"])], [1, 0]);
    one.stop();
  });

  test("rejects results that are not filters", async () => {
    serve(READ.standard().toBytes());
    for (const input of [5, null, {}, new Set(), { has() {} }, { hasMany() {} }, Promise.resolve(READ.standard())]) {
      const refusal = { name: "TypeError", message: /^load: expected a function that returns a filter, got / };
      await assert.rejects(helpers.live({ load: () => input }).ready(), refusal);
    }
  });
});
