import assert from "node:assert/strict";
import { test } from "node:test";
import { openList } from "./blocked.mjs";
import { filterOf } from "./helpers.mjs";

/** A server with one file. Without a file, it's down. */
function fakeServer(file) {
  const server = {
    file,
    fetch: async () => {
      if (!server.file) throw new TypeError("fetch failed");
      return new Response(server.file);
    },
  };
  return server;
}

/** A store in memory. */
function memoryStore() {
  const files = new Map();
  return { get: async (url) => files.get(url), put: async (url, file) => files.set(url, file) };
}

test("an update replaces the list, and a failed one keeps it", async (t) => {
  const server = fakeServer(filterOf(["old.example"]).toBytes());
  const list = await openList({ fetch: server.fetch, store: null, refreshEvery: Infinity });
  t.after(() => list.stop());
  assert.ok(list.has("old.example"));

  server.file = filterOf(["new.example"]).toBytes();
  assert.equal(await list.refresh(), true);
  assert.ok(list.has("new.example"));
  assert.equal(list.has("old.example"), false);

  server.file = undefined;
  await assert.rejects(list.refresh(), { name: "FilterFetchError", code: "NETWORK" });
  assert.ok(list.has("new.example"));
});

test("a restart needs no network", async (t) => {
  const store = memoryStore();
  const server = fakeServer(filterOf(["old.example"]).toBytes());
  const first = await openList({ fetch: server.fetch, store });
  first.stop();

  server.file = undefined;
  const second = await openList({ fetch: server.fetch, store });
  t.after(() => second.stop());
  assert.ok(second.has("old.example"));
});
