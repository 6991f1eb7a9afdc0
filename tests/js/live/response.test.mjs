// load with responses of an HTTP server.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as compat from "edgebloom/compat";
import {
  BloomFilter,
  CountingBloomFilter,
  FilterFetchError,
  FilterFormatError,
  ScalableBloomFilter,
  SparseBloomFilter,
  load,
} from "edgebloom";
import { startListServer } from "../helpers/list-server.mjs";

let server;
before(async () => {
  server = await startListServer();
});
after(() => server?.stop());

const listed = Array.from({ length: 20_000 }, (_, i) => `listed-${i}.example`);
const filter = BloomFilter.from(listed, { errorRate: 0.01, name: "blocked", version: "7" });
const dump = filter.toBytes();

/** Fetches from the server and reads the response. */
async function read(mode, { body = dump, how = load, ...options } = {}) {
  Object.assign(server, { mode, body, headers: {} });
  return how(await fetch(server.url), options);
}

/** Asserts that a promise is rejected with this error. */
async function assertRejected(promise, Kind, properties) {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof Kind, `${error}`);
    assert.deepEqual(Object.fromEntries(Object.keys(properties).map((name) => [name, error[name]])), properties);
    return true;
  });
}

test("every function reads files, base64 and base64 with a final newline", async () => {
  const text = filter.toBase64();
  const urlSafe = text.replaceAll("+", "-").replaceAll("/", "_");
  for (const body of [dump, text, `${text}\n`, `${text}\r\n`, urlSafe]) {
    const loaded = await read("good", { body });
    assert.ok(loaded.equals(filter));
    assert.deepEqual([loaded.name, loaded.version, loaded.constructor], ["blocked", "7", BloomFilter]);
    await assertRejected(read("good", { body, how: compat.load }), FilterFormatError, { code: "WRONG_CLASS" });
  }
  for (const body of [`${text}\n\n`, ` ${text}`, `${text.slice(0, 400)}\n${text.slice(400)}`]) {
    await assertRejected(read("good", { body }), FilterFormatError, { code: "BASE64" });
  }
});

test("reads every class, also files shorter than some headers", async () => {
  const scalable = new ScalableBloomFilter({ capacity: 10, errorRate: 0.01 });
  scalable.addMany(listed.slice(0, 500));
  const sparse = new SparseBloomFilter({ bits: 2 ** 32, hashes: 3 });
  sparse.addMany(listed.slice(0, 50));
  const filters = [
    BloomFilter.from(["a"], { errorRate: 0.1 }),
    CountingBloomFilter.from(listed, { errorRate: 0.01 }),
    scalable,
    sparse,
  ];
  for (const one of filters) {
    for (const body of [one.toBytes(), one.toBase64()]) {
      const loaded = await read("good", { body });
      assert.equal(loaded.constructor, one.constructor);
      assert.deepEqual(loaded.toBytes(), one.toBytes());
    }
  }
  const php = compat.createFilter({ scheme: "crc32-mt", bits: 10_000, capacity: 2, generator: "php8" });
  php.add("test1");
  assert.equal((await read("good", { body: php.toBase64(), how: compat.load })).has("test1"), true);
  const foreign = compat.createFilter({
    scheme: "rbloom",
    capacity: 10,
    errorRate: 0.01,
    hash: (key) => BigInt(String(key).length),
  });
  foreign.add("four");
  const hashed = await read("good", {
    body: foreign.toBytes(),
    how: compat.load,
    hash: (key) => BigInt(String(key).length),
  });
  assert.deepEqual([hashed.has("five"), hashed.has("twelve chars")], [true, false]);
  await assertRejected(read("good", { body: foreign.toBytes(), how: compat.load, hash: 5 }), TypeError, {});
});

test("rejects a status other than success", async () => {
  for (const [mode, status] of [
    ["missing", 404],
    ["failing", 500],
    ["busy", 503],
  ]) {
    await assertRejected(read(mode), FilterFetchError, { code: "STATUS", field: "status", status, url: server.url });
    await assert.rejects(read(mode), {
      message: `status: expected 200 to 299, got ${status} (${server.url})`,
      name: "FilterFetchError",
    });
  }
  await assertRejected(load(Response.error()), FilterFetchError, { code: "STATUS", status: 0 });
});

test("follows redirects and reports the final URL", async () => {
  assert.ok((await read("moved")).equals(filter));
  Object.assign(server, { mode: "moved", body: dump.slice(0, 3000) });
  await assertRejected(load(await fetch(server.url), { limit: 100 }), FilterFetchError, {
    url: `${server.origin}/there`,
  });
});

test("rejects a truncated body", async () => {
  await assertRejected(read("half"), FilterFetchError, {
    code: "NETWORK",
    field: "body",
    status: 200,
    url: server.url,
  });
  const error = await read("half").catch((error) => error);
  assert.ok(error.cause instanceof Error, "the platform's error is the cause");
  assert.ok(error.message.includes(`got ${error.cause}`), error.message);
  assert.equal(Object.getOwnPropertyDescriptor(error, "cause").enumerable, false, "as the standard has it");
  await assertRejected(read("cut"), FilterFormatError, { code: "TRUNCATED" });
  await assertRejected(read("good", { body: "" }), FilterFormatError, { code: "TRUNCATED" });
  await assertRejected(read("good", { body: new Uint8Array([...dump, 0]) }), FilterFormatError, {
    code: "TRAILING_BYTES",
  });
  await assertRejected(load(new Response(null)), FilterFormatError, { code: "TRUNCATED" });
});

test("errors repeat the platform's message and have a cause only if it has one", async () => {
  const { ok, status, url, headers } = new Response(dump);
  const failing = (cause) => ({
    ok,
    status,
    url,
    headers,
    arrayBuffer() {
      throw cause;
    },
  });
  const broken = new TypeError("terminated", { cause: new Error("other side closed") });
  const many = new TypeError("fetch failed", {
    cause: Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
  });
  for (const [cause, found] of [
    [new Error("mine"), "Error: mine"],
    [broken, "TypeError: terminated: other side closed"],
    [many, "TypeError: fetch failed: ECONNREFUSED"],
    ["a text", "a text"],
    [undefined, "undefined"],
    [null, "null"],
    [Symbol("s"), "Symbol(s)"],
  ]) {
    for (const answer of [failing(cause), { ...failing(), arrayBuffer: () => Promise.reject(cause) }]) {
      const error = await load(answer).catch((error) => error);
      assert.ok(error instanceof FilterFetchError, `${error}`);
      assert.deepEqual([error.code, error.message], ["NETWORK", `body: expected a complete response, got ${found}`]);
      assert.equal(error.cause, cause);
      assert.equal("cause" in error, cause !== undefined);
    }
  }
  const stream = new ReadableStream({ pull: () => Promise.reject(broken) });
  await assertRejected(load(new Response(stream)), FilterFetchError, { code: "NETWORK", cause: broken });
  const error = await read("missing").catch((error) => error);
  assert.equal("cause" in error, false);
});

test("names misspelt options and rejects wrong ones before it reads", async () => {
  const other = compat.createFilter({ scheme: "go-bits-and-blooms", bits: 1000, hashes: 3 });
  const ways = [
    [load, ["limit", "keys", "invalid"], filter],
    [compat.load, ["limit", "hash"], other],
  ];
  for (const [how, known, sent] of ways) {
    const response = new Response(sent.toBytes());
    for (const name of ["limt", "Limit", "timeout"]) {
      await assert.rejects(how(response, { [name]: 5 }), {
        name: "TypeError",
        message: `options: expected only ${known.join(", ")}, got "${name}"`,
      });
    }
    for (const [bad, found] of [
      [null, "null"],
      [5, "5"],
      ["limit", '"limit"'],
      [true, "true"],
      [() => {}, undefined],
    ]) {
      const message = found ? `options: expected an object, got ${found}` : /^options: expected an object, got /;
      await assert.rejects(how(response, bad), { name: "TypeError", message });
    }
    await assert.rejects(how(response, { limit: null }), {
      name: "TypeError",
      message: /^limit: expected a whole number from 1 to/,
    });
    assert.equal(response.bodyUsed, false);
    for (const options of [undefined, {}, { limit: undefined }]) {
      assert.ok((await how(new Response(sent.toBytes()), options)).equals(sent));
    }
  }
  await assertRejected(load(new Response(dump), { hash: () => 1n }), TypeError, {});
});

test("stops reading a body that is not a filter file", async () => {
  const closed = server.closed();
  await assertRejected(read("endless", { body: Buffer.from("<!doctype html>".repeat(5000)) }), FilterFormatError, {
    code: "BASE64",
    offset: 0,
  });
  await closed;
  await assertRejected(read("garbage"), FilterFormatError, { code: "BASE64" });
  const wrong = dump.slice();
  wrong[4] = 99;
  await assertRejected(read("endless", { body: wrong }), FilterFormatError, { code: "UNSUPPORTED" });
});

test("stops reading a body over the limit", async () => {
  const limit = { limit: dump.length };
  assert.ok((await read("good", limit)).equals(filter), "exactly the limit is allowed");
  const short = { limit: dump.length - 1 };
  await assertRejected(read("good", short), FilterFetchError, { code: "LIMIT", field: "length", status: 200 });
  // The limit applies to the Content-Length header, the file's header and the received bytes.
  for (const [mode, options] of [
    ["boasting", {}],
    ["endless", short],
    ["endless", { body: new Uint8Array([0xeb]), limit: 1000 }],
  ]) {
    const closed = server.closed();
    await assertRejected(read(mode, options), FilterFetchError, { code: "LIMIT" });
    await closed;
  }
  const message = `length: expected at most ${short.limit} bytes, got ${dump.length} (${server.url})`;
  await assert.rejects(read("good", short), { message });
  const text = filter.toBase64();
  assert.ok((await read("good", { body: text, limit: text.length })).equals(filter));
  await assert.rejects(
    read("endless", { body: Buffer.from(text), limit: text.length - 1 }),
    /^FilterFetchError: length: expected at most/,
  );
  for (const bad of [0, -1, 1.5, NaN, 2 ** 53]) await assertRejected(read("good", { limit: bad }), RangeError, {});
  await assertRejected(read("good", { limit: "1" }), TypeError, {});
});

test("rejects values other than a Response, and used Responses", async () => {
  for (const bad of [undefined, null, 5, {}, new Blob([dump]), fetch]) {
    assert.throws(() => load(bad), { name: "TypeError" });
  }
  const used = new Response(dump);
  await used.arrayBuffer();
  await assert.rejects(load(used), {
    name: "TypeError",
    message: /^response: expected a Response whose body has not been read/,
  });
  const locked = new Response(dump);
  locked.body.getReader();
  await assert.rejects(load(locked), { name: "TypeError" });
});

test("reads chunks of any size and bodies that are not streams", async () => {
  for (const size of [1, 7, 2671, 2672, 2673]) {
    for (const body of [dump.slice(0, 5000), dump]) {
      if (size < 7 && body === dump) continue;
      const stream = new ReadableStream({
        start(controller) {
          for (let i = 0; i < body.length; i += size) controller.enqueue(body.subarray(i, i + size));
          controller.enqueue(new Uint8Array());
          controller.close();
        },
      });
      const reading = load(new Response(stream));
      if (body === dump) assert.ok((await reading).equals(filter));
      else await assertRejected(reading, FilterFormatError, { code: "TRUNCATED" });
    }
  }
  const { ok, status, url, headers } = new Response(dump);
  const arrayBuffer = async () => dump.slice().buffer;
  assert.ok((await load({ ok, status, url, headers, arrayBuffer })).equals(filter));
});

test("an existing filter keeps working", () => {
  assert.deepEqual([filter.has(listed[0]), filter.has("never added")], [true, false]);
});
