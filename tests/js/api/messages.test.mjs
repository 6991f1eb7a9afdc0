// What errors say of the mistakes that are made most: the words are all that the reader of a log has.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { BloomFilter, CountingBloomFilter, FilterFetchError, fromResponse, load, readHeader } from "edgebloom";
import * as compat from "edgebloom/compat";
import { LiveFilter } from "edgebloom/live";
import { thrown, utf8 } from "../helpers/helpers.mjs";

describe("a buffer where bytes are wanted", () => {
  for (const [buffer, found] of [
    [new ArrayBuffer(100), "an ArrayBuffer"],
    [new SharedArrayBuffer(100), "a SharedArrayBuffer"],
  ]) {
    const way = `${found}: new Uint8Array(buffer) makes bytes of it`;
    const filter = new BloomFilter({ capacity: 10, errorRate: 0.1 });
    for (const [call, message] of [
      [() => load(buffer), `dump: expected a Uint8Array or a base64 text, found ${way}`],
      [() => compat.load(buffer), `dump: expected a Uint8Array or a base64 text, found ${way}`],
      [() => readHeader(buffer), `dump: expected a Uint8Array or a base64 text, found ${way}`],
      [() => BloomFilter.fromBytes(buffer), `dump: expected a Uint8Array, found ${way}`],
      [() => BloomFilter.fromBase64(buffer), `base64: expected a string, found ${way}`],
      [() => filter.add(buffer), `key: expected a string, Uint8Array or bigint, found ${way}`],
      [() => filter.addLines(buffer), `lines: expected a string or a Uint8Array, found ${way}`],
    ]) {
      test(message, () => assert.throws(call, { name: "TypeError", message, field: message.split(":")[0] }));
    }
  }
});

describe("what is no dump, as bytes", () => {
  for (const [bytes, found] of [
    [utf8("<!doctype html><title>404</title>"), "3c 21 64 6f, as HTML begins"],
    [utf8("<html lang=en>"), "3c 68 74 6d, as HTML begins"],
    [utf8("\n<html>"), "0a 3c 68 74, as HTML begins"],
    [utf8('{"error":"not found"}'), "7b 22 65 72, as JSON begins"],
    [utf8('[{"a":1}]'), "5b 7b 22 61, as JSON begins"],
    [new Uint8Array(gzipSync("a")), /^1f 8b 08 00, as gzip begins$/],
    [utf8("not a filter"), '6e 6f 74 20, which is the text "not "'],
    [new Uint8Array(100), "00 00 00 00"],
  ]) {
    test(String(found), () => {
      for (const read of [load, compat.load, readHeader, BloomFilter.fromBytes.bind(BloomFilter)]) {
        const error = thrown(() => read(bytes));
        const { name, code, field, offset } = error;
        assert.deepEqual([name, code, field, offset], ["FilterFormatError", "MAGIC", "magic", 0]);
        const start = "magic: expected eb 46 4c 54, found ";
        assert.ok(error.message.startsWith(start), error.message);
        const rest = error.message.slice(start.length);
        if (typeof found === "string") assert.equal(rest, found);
        else assert.match(rest, found);
      }
    });
  }
});

describe("what is no dump, as a text or as an answer", () => {
  const PAGE = "<!doctype html><title>404</title>";
  for (const [text, found, offset = 0] of [
    [PAGE, '"<", as HTML begins'],
    [PAGE.repeat(200), '"<", as HTML begins'],
    ["<html lang=en>\n", '"<", as HTML begins'],
    [`\r\n ${PAGE}`, '"\\r", as HTML begins'],
    ["[]", '"[", as JSON begins'],
    ["\n{}", '"\\n", as JSON begins'],
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
      message: `base64: expected a base64 digit, found ${found}`,
    };
    test(JSON.stringify(text.slice(0, 40)), async () => {
      for (const read of [load, compat.load, readHeader, BloomFilter.fromBase64.bind(BloomFilter)]) {
        assert.throws(() => read(text), expected);
      }
      for (const read of [fromResponse, load, compat.fromResponse, compat.load]) {
        await assert.rejects(async () => read(new Response(text)), expected);
      }
      const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(text), store: null });
      await assert.rejects(live.ready(), expected);
      live.stop();
    });
  }

  test("an object in JSON, which could be a manifest", async () => {
    const text = '{"error":"not found"}';
    for (const read of [load, compat.load, readHeader, BloomFilter.fromBase64.bind(BloomFilter)]) {
      assert.throws(() => read(text), {
        code: "BASE64",
        message: 'base64: expected a base64 digit, found "{", as JSON begins',
      });
    }
    for (const read of [fromResponse, load, compat.fromResponse, compat.load]) {
      await assert.rejects(async () => read(new Response(text)), {
        name: "FilterFormatError",
        code: "MAGIC",
        message: "magic: expected eb 46 4c 54, found 7b 22 65 72, as JSON begins",
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

  test("a gzipped answer", async () => {
    for (const body of [gzipSync("a"), gzipSync(new BloomFilter({ bits: 2 ** 16, hashes: 3 }).toBytes())]) {
      await assert.rejects(fromResponse(new Response(body)), {
        code: "BASE64",
        offset: 0,
        message: 'base64: expected a base64 digit, found "\\u001f", as gzip begins',
      });
    }
  });
});

test("no memory for a filter: free() is named", () => {
  // 8 GiB: no memory of WebAssembly's here has so much, so that none is asked for.
  const call = () => new CountingBloomFilter({ bits: 2 ** 32, hashes: 1, counterBits: 16 });
  assert.throws(call, {
    name: "RangeError",
    code: "MEMORY",
    field: "bits",
    message:
      "bits: expected that many free bytes, found 8589934592; free() gives the memory of filters back that are no longer used",
  });
});

test("where an answer came from is said if it is known", async () => {
  const refusal = await fromResponse(new Response("not here", { status: 404 })).catch((error) => error);
  assert.deepEqual([refusal.message, refusal.url], ["status: expected 200 to 299, found 404", ""]);
  const known = new FilterFetchError("STATUS", "status", "200 to 299", 404, "https://lists.example/a", 404);
  assert.equal(known.message, "status: expected 200 to 299, found 404 (https://lists.example/a)");
});
