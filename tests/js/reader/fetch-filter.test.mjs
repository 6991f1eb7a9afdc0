// fetchFilter: from an address or a response to a reader, or an error that says why not.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import { BloomFilter, StaticMap } from "edgebloom";
import { email } from "edgebloom/keys";
import { FilterFetchError, FilterFormatError, FilterReader, fetchFilter } from "edgebloom/reader";

const filter = BloomFilter.from(["mailinator.com"], { errorRate: 1e-6, keys: email });
const file = Buffer.from(filter.toBytes());
const digest = createHash("sha256").update(file).digest("hex");

/** What the server sends for each path. */
const ANSWERS = {
  "/file": [200, file],
  "/base64": [200, `${filter.toBase64()}\n`],
  "/missing": [404, "not here"],
  "/page": [200, "<!doctype html><title>Sign in</title>".repeat(200)],
  "/gzip": [200, gzipSync(file)],
  "/cut": [200, file.subarray(0, -9)],
  "/longer": [200, Buffer.concat([file, Buffer.of(0)])],
  "/damaged": [200, Buffer.from(file).fill(0x55, 81, 83)],
  "/map": [200, StaticMap.from([["a", "x"]], { errorRate: 0.01 }).toBytes()],
};
const server = createServer((request, response) => {
  if (request.url === "/endless") {
    response.writeHead(200);
    // It starts as a filter file of the right length, and does not end.
    response.write(file);
    const timer = setInterval(() => response.write(Buffer.alloc(65536)), 1);
    return response.on("close", () => clearInterval(timer));
  }
  if (request.url === "/broken") {
    response.writeHead(200, { "content-length": file.length });
    response.write(file.subarray(0, 70));
    return setTimeout(() => response.destroy(), 20);
  }
  const [status, body] = ANSWERS[request.url];
  response.writeHead(status);
  response.end(body);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
after(() => server.close());
const at = (path) => `http://127.0.0.1:${server.address().port}${path}`;

test("reads an address, a URL and a response, in binary and base64", async () => {
  for (const source of [at("/file"), new URL(at("/file")), await fetch(at("/file")), at("/base64")]) {
    const reader = await fetchFilter(source, { keys: email, limit: 10_000, sha256: digest });
    assert.ok(reader instanceof FilterReader);
    assert.deepEqual([reader.has("Bob@Mailinator.COM"), reader.has("bob@example.org")], [true, false]);
  }
});

test("says why there is no filter", async () => {
  const rejects = (path, error, options = { keys: email }) => assert.rejects(fetchFilter(at(path), options), error);
  await rejects(
    "/missing",
    (error) => error instanceof FilterFetchError && error.code === "STATUS" && error.status === 404,
  );
  await rejects("/page", (error) => error instanceof FilterFormatError && /it looks like HTML/.test(error.message));
  await rejects("/gzip", (error) => error instanceof FilterFormatError && /it looks like gzip/.test(error.message));
  await rejects("/cut", { name: "FilterFormatError", code: "TRUNCATED" });
  await rejects("/longer", { name: "FilterFormatError", code: "TRAILING_BYTES" });
  await rejects("/endless", { name: "FilterFetchError", code: "LIMIT" }, { keys: email, limit: 1_000_000 });
  await rejects(
    "/broken",
    (error) => error instanceof FilterFetchError && error.code === "NETWORK" && error.cause instanceof TypeError,
  );
  await rejects("/damaged", { name: "FilterFormatError", code: "CHECKSUM", field: "checksum" });
  await rejects("/map", { name: "FilterFormatError", code: "WRONG_CLASS", message: /MapReader/ }, {});
  await rejects("/file", { name: "FilterFetchError", code: "LIMIT" }, { keys: email, limit: 50 });
  await rejects("/file", { name: "TypeError", field: "keys", message: /pass \{ keys: email \}/ }, {});
  await rejects(
    "/file",
    { name: "FilterFormatError", code: "CHECKSUM", field: "sha256" },
    { keys: email, sha256: "0".repeat(64) },
  );
  await rejects("/endless", { name: "FilterFetchError", code: "NETWORK" }, { signal: AbortSignal.abort() });
});

test("rejects wrong arguments before it sends a request", async () => {
  for (const [source, options, field] of [
    [5, {}, "source"],
    [null, {}, "source"],
    [{}, {}, "source"],
    [at("/file"), null, "options"],
    [at("/file"), { key: email }, "options"],
    [at("/file"), { keys: "email" }, "keys"],
    [at("/file"), { invalid: "never" }, "invalid"],
    [at("/file"), { sha256: "12" }, "sha256"],
    [at("/file"), { sha256: 5 }, "sha256"],
  ]) {
    await assert.rejects(fetchFilter(source, options), { name: "TypeError", field }, field);
  }
});
