// Error messages for frequent mistakes. They must be clear in a log, without other context. Also their codes in
// docs/reference/errors.md.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { BloomFilter, CountingBloomFilter, FilterFetchError, load, readHeader } from "edgebloom";
import * as compat from "edgebloom/compat";
import { LiveFilter } from "edgebloom/live";
import { FilterReader } from "edgebloom/reader";
import { textOf, thrown, utf8 } from "../helpers/helpers.mjs";

describe("an ArrayBuffer instead of a Uint8Array", () => {
  for (const [buffer, found] of [
    [new ArrayBuffer(100), "an ArrayBuffer"],
    [new SharedArrayBuffer(100), "a SharedArrayBuffer"],
  ]) {
    const way = `${found}: pass new Uint8Array(buffer)`;
    const filter = new BloomFilter({ capacity: 10, errorRate: 0.1 });
    for (const [call, message] of [
      [() => load(buffer), `bytes: expected a Uint8Array or a base64 string, got ${way}`],
      [() => compat.load(buffer), `bytes: expected a Uint8Array or a base64 string, got ${way}`],
      [() => readHeader(buffer), `bytes: expected a Uint8Array or a base64 string, got ${way}`],
      [() => BloomFilter.fromBytes(buffer), `bytes: expected a Uint8Array, got ${way}`],
      [() => BloomFilter.fromBase64(buffer), `base64: expected a string, got ${way}`],
      [() => filter.add(buffer), `key: expected a string, a Uint8Array or a bigint, got ${way}`],
      [() => filter.addLines(buffer), `lines: expected a string or a Uint8Array, got ${way}`],
    ]) {
      test(message, () => assert.throws(call, { name: "TypeError", message, field: message.split(":")[0] }));
    }
  }
});

describe("bytes that are not a filter file", () => {
  for (const [bytes, found] of [
    [utf8("<!doctype html><title>404</title>"), "3c 21 64 6f (it looks like HTML)"],
    [utf8("<html lang=en>"), "3c 68 74 6d (it looks like HTML)"],
    [utf8("\n<html>"), "0a 3c 68 74 (it looks like HTML)"],
    [utf8('{"error":"not found"}'), "7b 22 65 72 (it looks like JSON)"],
    [utf8('[{"a":1}]'), "5b 7b 22 61 (it looks like JSON)"],
    [new Uint8Array(gzipSync("a")), /^1f 8b 08 00 \(it looks like gzip\)$/],
    [utf8("not a filter"), '6e 6f 74 20, the text "not "'],
    [new Uint8Array(100), "00 00 00 00"],
  ]) {
    test(String(found), () => {
      for (const read of [load, compat.load, readHeader, BloomFilter.fromBytes.bind(BloomFilter)]) {
        const error = thrown(() => read(bytes));
        const { name, code, field, offset } = error;
        assert.deepEqual([name, code, field, offset], ["FilterFormatError", "MAGIC", "magic", 0]);
        const start = "magic: expected a filter file (eb 46 4c 54), got ";
        assert.ok(error.message.startsWith(start), error.message);
        const rest = error.message.slice(start.length);
        if (typeof found === "string") assert.equal(rest, found);
        else assert.match(rest, found);
      }
    });
  }
});

describe("strings and responses that are not a filter file", () => {
  const PAGE = "<!doctype html><title>404</title>";
  for (const [text, found, offset = 0] of [
    [PAGE, '"<" (it looks like HTML)'],
    [PAGE.repeat(200), '"<" (it looks like HTML)'],
    ["<html lang=en>\n", '"<" (it looks like HTML)'],
    [`\r\n ${PAGE}`, '"\\r" (it looks like HTML)'],
    ["[]", '"[" (it looks like JSON)'],
    ["\n{}", '"\\n" (it looks like JSON)'],
    ["<3", '"<"'],
    ["60ZM<html>", '"<"', 4],
    ["60ZM{}", '"{"', 4],
    [" 60ZM{}", '" "'],
  ]) {
    const expected = {
      name: "FilterFormatError",
      code: "BASE64",
      field: "base64",
      offset,
      message: `base64: expected a base64 digit, got ${found}`,
    };
    test(JSON.stringify(text.slice(0, 40)), async () => {
      for (const read of [load, compat.load, readHeader, BloomFilter.fromBase64.bind(BloomFilter)]) {
        assert.throws(() => read(text), expected);
      }
      for (const read of [load, compat.load]) {
        await assert.rejects(async () => read(new Response(text)), expected);
      }
      const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(text), store: null });
      await assert.rejects(live.ready(), expected);
      live.stop();
    });
  }

  test("names JSON, which could be a manifest", async () => {
    const text = '{"error":"not found"}';
    for (const read of [load, compat.load, readHeader, BloomFilter.fromBase64.bind(BloomFilter)]) {
      assert.throws(() => read(text), {
        code: "BASE64",
        message: 'base64: expected a base64 digit, got "{" (it looks like JSON)',
      });
    }
    for (const read of [load, compat.load]) {
      await assert.rejects(async () => read(new Response(text)), {
        name: "FilterFormatError",
        code: "MAGIC",
        message: "magic: expected a filter file (eb 46 4c 54), got 7b 22 65 72 (it looks like JSON)",
      });
    }
    const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(text), store: null });
    await assert.rejects(live.ready(), {
      name: "FilterFormatError",
      code: "MAGIC",
      field: "edgebloom",
      message: 'edgebloom: expected "published-set", as in a manifest, got none',
    });
    live.stop();
  });

  test("names a gzipped response", async () => {
    for (const body of [gzipSync("a"), gzipSync(new BloomFilter({ bits: 2 ** 16, hashes: 3 }).toBytes())]) {
      await assert.rejects(load(new Response(body)), {
        code: "BASE64",
        offset: 0,
        message: 'base64: expected a base64 digit, got "\\u001f" (it looks like gzip)',
      });
    }
  });
});

test("an out-of-memory error suggests free()", () => {
  // 8 GiB is more than a WebAssembly memory can have, so no memory is requested.
  const call = () => new CountingBloomFilter({ bits: 2 ** 32, hashes: 1, counterBits: 16 });
  assert.throws(call, {
    name: "RangeError",
    code: "MEMORY",
    field: "bits",
    message: "not enough memory for 8589934592 bytes; call free() on filters that you no longer use",
  });
});

test("fetch errors show the URL if it is known", async () => {
  const refusal = await load(new Response("not here", { status: 404 })).catch((error) => error);
  assert.deepEqual([refusal.message, refusal.url], ["status: expected 200 to 299, got 404", ""]);
  const known = new FilterFetchError("STATUS", "status", "200 to 299", 404, "https://lists.example/a", 404);
  assert.equal(known.message, "status: expected 200 to 299, got 404 (https://lists.example/a)");
});

test("the module and the reader use the same words for the same errors", () => {
  const bytes = BloomFilter.from(["a"], { capacity: 100, errorRate: 0.01 }).toBytes();
  const { length } = bytes;
  const changed = (offset, value) => {
    const copy = Uint8Array.from(bytes);
    copy[offset] = value;
    return copy;
  };
  const stored = Buffer.from(bytes).readBigUInt64LE(length - 8);
  const hexadecimal = (number) => `0x${number.toString(16).padStart(16, "0")}`;
  const last = bytes[length - 8] ^ 1;
  for (const [file, message] of [
    [bytes.subarray(0, 20), "truncated: at least 24 bytes needed, got 20"],
    [bytes.subarray(0, length - 1), `truncated: header declares ${length} bytes, got ${length - 1}`],
    [Uint8Array.of(...bytes, 0), `trailing bytes: header declares ${length} bytes, got ${length + 1}`],
    [changed(0, 0), "magic: expected a filter file (eb 46 4c 54), got 00 46 4c 54"],
    [changed(4, 2), "version: expected 1, got 2"],
    [changed(6, 32), "scheme: expected a number from 1 to 31, got 32"],
    [
      changed(length - 8, last),
      `checksum: expected ${hexadecimal(stored)}, computed from the bytes, got ${hexadecimal(stored ^ 1n)}`,
    ],
  ]) {
    assert.throws(() => BloomFilter.fromBytes(file), { name: "FilterFormatError", message });
    assert.throws(() => FilterReader.fromBytes(file), { name: "FilterFormatError", message });
  }
});

test("docs/reference/errors.md explains every code", () => {
  const page = textOf("docs/reference/errors.md");
  const types = ["pkg/reader/fetch-error.js", "pkg/reader/format-error.js", "pkg/api/sign/errors.js"].flatMap((file) =>
    [...textOf(file).matchAll(/@typedef \{("\w+"(?: \| "\w+")*)\}/g)].flatMap(([, union]) => union.match(/\w+/g)),
  );
  assert.ok(types.length >= 19, `${types}`);
  const ofRangeErrors = ["ARGUMENT", "INCOMPATIBLE", "MEMORY", "RANDOM", "SATURATED"];
  for (const code of [...types, ...ofRangeErrors]) assert.ok(page.includes(`| \`${code}\` |`), code);
});
