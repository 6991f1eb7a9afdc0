// A live file whose content is plain text: what is polled need not be a filter. Server, store and clock are fake.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { LiveFile } from "../../../pkg/api/live/live-file.js";
import { LiveFilter } from "../../../pkg/api/live/live-filter.js";
import { StoreCache } from "../../../pkg/api/live/store-cache.js";
import { StopSignal } from "../../../pkg/api/live/tasks.js";
import { until } from "../helpers/live.mjs";
import { memoryStore } from "../helpers/published.mjs";

const ADDRESS = "https://lists.example/text";
const never = () => new Promise(() => {});
const bytesOf = (text) => new TextEncoder().encode(text);
const entry = (text, more) => ({ bytes: bytesOf(text), etag: "", lastModified: "", checkedAt: Date.now(), ...more });

/** What the server answers, and its requests. */
const server = { text: "", etag: "", requests: [], instead: undefined };
beforeEach(() => Object.assign(server, { text: "first", etag: "", requests: [], instead: undefined }));

async function fetch(url, init) {
  server.requests.push({ url, ...init });
  if (server.instead) return server.instead(init);
  const headers = { etag: server.etag };
  const isSame = server.etag && init.headers["if-none-match"] === server.etag;
  return isSame ? new Response(null, { status: 304, headers }) : new Response(server.text, { headers });
}

/**
 * The content of text files. In a file such as "{5", 5 is the sequence number. `read` has the calls, and `rejects` makes it reject.
 */
function textContent() {
  const content = {
    reads: [],
    noted: [],
    rejects: undefined,
    readHeader: () => ({ byteLength: 0 }),
    isManifest: () => false,
    noteSequence: (sequence) => content.noted.push(sequence),
    filesIn: () => undefined,
    async read({ file }) {
      const text = new TextDecoder().decode(file);
      content.reads.push(text);
      if (content.rejects) throw content.rejects;
      const accept = (old) => {
        if (text === "not accepted") throw new Error(`${text} after ${old?.text}`);
        return { text };
      };
      return { sequence: undefined, expires: undefined, accept };
    },
  };
  return content;
}

/** A live file of text, with its content and its events. */
function live({ store = null, ...options } = {}) {
  const events = [];
  const content = textContent();
  const stop = new StopSignal();
  const all = {
    refreshEvery: Infinity,
    retryAfter: 60_000,
    timeout: 1000,
    fetch,
    // The text starts with bytes that are not those of a filter file.
    open: (bytes) => bytes,
    onChange: () => events.push(`change ${one.value.text}`),
    onError: (error) => events.push(`error ${error.code ?? error.message}`),
    ...options,
  };
  const cache = new StoreCache({ store, timeout: all.timeout }, (error) => one.report("onError", error), stop);
  const one = new LiveFile(ADDRESS, all, content, cache, stop);
  return Object.assign(one, { events, content });
}

/** A body that is not read as base64. */
const plainText = (text) => () => new Response(`{${text}`);

describe("updates", () => {
  test("the value changes when the file does", async () => {
    const one = live();
    assert.deepEqual(
      [one.value, one.age, one.error, one.failures, one.isStopped],
      [undefined, undefined, undefined, 0, false],
    );
    server.instead = plainText("one");
    await one.ready();
    const { value } = one;
    assert.equal(value.text, "{one");
    assert.equal(await one.refresh(), false, "the same file");
    assert.equal(one.value, value);
    server.instead = plainText("two");
    assert.equal(await one.refresh(), true);
    assert.deepEqual([one.value.text, value.text], ["{two", "{one"]);
    assert.deepEqual(one.events, ["change {one", "change {two"]);
    assert.deepEqual(one.content.reads, ["{one", "{two"], "the same file is not read again");
  });

  test("a 304, or the same ETag, reads no body", async () => {
    const one = live();
    Object.assign(server, { text: "{one", etag: '"1"' });
    await one.ready();
    assert.equal(await one.refresh(), false);
    assert.deepEqual(server.requests.at(-1).headers, { "if-none-match": '"1"' });
    const body = new ReadableStream({ pull: () => assert.fail("the body was read") }, { highWaterMark: 0 });
    server.instead = () => new Response(body, { headers: { etag: '"1"' } });
    assert.equal(await one.refresh(), false);
    assert.deepEqual([one.content.reads.length, one.error], [1, undefined]);
  });

  test("a file that the content rejects, before or at the swap, changes nothing", async () => {
    const one = live();
    server.instead = plainText("one");
    await one.ready();
    const { value } = one;
    one.content.rejects = new Error("mine");
    server.instead = plainText("two");
    await assert.rejects(one.refresh(), { message: "mine" });
    one.content.rejects = undefined;
    server.instead = () => new Response(btoa("not accepted"));
    await assert.rejects(one.refresh(), { message: "not accepted after {one" });
    assert.deepEqual([one.value === value, one.failures, one.error.message], [true, 2, "not accepted after {one"]);
    server.instead = plainText("two");
    assert.equal(await one.refresh(), true);
    assert.deepEqual([one.value.text, one.failures, one.error], ["{two", 0, undefined]);
  });

  test("stop in onChange does not reject the request that it belongs to", async () => {
    const one = live({ onChange: () => one.stop() });
    server.instead = plainText("one");
    assert.equal(await one.refresh(), true);
    assert.deepEqual([one.value.text, one.isStopped], ["{one", true]);
    await assert.rejects(one.refresh(), { name: "TypeError", message: "live filter has been stopped", field: "live" });
  });

  test("an answer after the time limit changes nothing", async () => {
    let answer;
    server.instead = () => new Promise((resolve) => (answer = resolve));
    const one = live({ timeout: 20 });
    await assert.rejects(one.refresh(), { code: "TIMEOUT" });
    answer(new Response("{late"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([one.value, one.failures, one.events], [undefined, 1, ["error TIMEOUT"]]);

    server.instead = plainText("one");
    await one.refresh();
    server.instead = () => new Promise((resolve) => (answer = resolve));
    await assert.rejects(one.refresh(), { code: "TIMEOUT" });
    answer(new Response(null, { status: 304 }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([one.failures, one.error.code], [1, "TIMEOUT"], "a late 304 is no success");
  });
});

describe("the store", () => {
  test("has the file of the last start", async () => {
    const store = memoryStore();
    server.instead = plainText("one");
    const one = live({ store });
    await one.ready();
    await until(() => store.kept.size);
    assert.deepEqual(store.kept.get(ADDRESS).bytes, bytesOf("{one"));
    const two = live({ store });
    await two.ready();
    assert.deepEqual([two.value.text, server.requests.length, two.events], ["{one", 1, ["change {one"]]);
    assert.ok(two.age < 60_000);
  });

  test("a file of it plans the first request, and a failure of it does not stop the start", async () => {
    const store = memoryStore();
    store.kept.set(ADDRESS, entry("{old", { checkedAt: Date.now() - 10_000 }));
    const one = live({ store, refreshEvery: 1000 });
    server.instead = plainText("one");
    await one.ready();
    assert.equal(one.value.text, "{old");
    assert.equal(await one.refreshIfDue(), true);
    assert.equal(one.value.text, "{one");
    one.stop();
    const fresh = live({ store, refreshEvery: 60_000 });
    await until(() => store.kept.get(ADDRESS).checkedAt > Date.now() - 10_000);
    assert.equal(await fresh.refreshIfDue(), false);
    assert.deepEqual([fresh.value.text, server.requests.length], ["{one", 1]);
    fresh.stop();
    const broken = live({ store: { ...store, get: async () => ({ bytes: undefined }) } });
    await broken.ready();
    assert.deepEqual([broken.value.text, broken.events.length], ["{one", 2]);
  });

  test("the first that answers wins, and a late store changes nothing", async () => {
    let give;
    const get = () => new Promise((resolve) => (give = resolve));
    server.instead = plainText("one");
    const one = live({ store: { get, put: async () => {} }, timeout: 5000 });
    await one.ready();
    give(entry("{old"));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual([one.value.text, one.content.reads, one.events], ["{one", ["{one"], ["change {one"]]);

    server.instead = never;
    const two = live({ store: { get: async () => entry("{old"), put: async () => {} } });
    const refreshing = two.refresh();
    await two.ready();
    assert.equal(two.value.text, "{old");
    await assert.rejects(refreshing, { code: "TIMEOUT" });
  });
});

test("errors of callbacks go to onError, and those of onError to the console", async (t) => {
  const printed = t.mock.method(console, "error", () => {});
  const mine = new Error("mine");
  const fails = () => {
    throw mine;
  };
  const errors = [];
  live({ onChange: fails, onError: (error) => errors.push(error) }).report("onChange");
  live({ onChange: fails, onError: undefined }).report("onChange");
  live({ onError: async () => fails() }).report("onError", new Error("other"));
  live({ onChange: undefined, onError: undefined }).report("onChange");
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(errors, [mine]);
  assert.deepEqual(
    printed.mock.calls.map((call) => call.arguments),
    [
      ["LiveFilter: onChange failed:", mine],
      ["LiveFilter: onError failed:", mine],
    ],
  );
});

test("with `load`, a stored file may start like a manifest", async () => {
  const load = (bytes) => {
    const { keys } = JSON.parse(new TextDecoder().decode(bytes));
    return { has: (key) => keys.includes(key), hasMany: () => new Uint8Array() };
  };
  const store = memoryStore();
  store.kept.set(ADDRESS, entry('{"keys":["a"]}'));
  const errors = [];
  const options = { store, load, fetch, refreshEvery: Infinity, onError: (error) => errors.push(error) };
  const one = await new LiveFilter(ADDRESS, options).ready();
  assert.deepEqual([one.has("a"), one.has("b"), server.requests.length, errors], [true, false, 0, []]);
});
