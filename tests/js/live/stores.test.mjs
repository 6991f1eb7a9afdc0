// The stores for files and R2: they return what was stored, for LiveFilter and for the files of published sets.

import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LiveFilter, fileStore, r2Store } from "edgebloom/live";
import { Miniflare } from "miniflare";
import { until } from "../helpers/live.mjs";
import { Host, found, keys, useSet } from "../helpers/published.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-store-"));
const host = new Host();
const set = useSet();
let miniflare;
let bucket;

before(async () => {
  await host.start();
  set.publish(keys(0, 2000), "--static");
  host.files = set.files();
  const script = "export default { fetch: () => new Response('') }";
  miniflare = new Miniflare({ modules: true, script, cf: false, r2Buckets: ["LISTS"] });
  bucket = await miniflare.getR2Bucket("LISTS");
});
after(async () => {
  await host.stop();
  await miniflare.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const stored = {
  bytes: Uint8Array.of(235, 10, 0, 13),
  etag: '"a"',
  lastModified: "",
  checkedAt: 1_763_000_000_000,
  sha256: "0a".repeat(32),
};

for (const [name, open] of [
  ["fileStore", () => fileStore(join(folder, "made", "by", "put"))],
  ["r2Store", () => r2Store(bucket)],
]) {
  test(`${name}: get, put, delete`, async () => {
    const store = open();
    assert.equal(await store.get("https://a.example/x"), undefined);
    await store.put("https://a.example/x", stored);
    await store.put("https://a.example/y", { ...stored, bytes: new Uint8Array() });
    assert.deepEqual(await store.get("https://a.example/x"), stored);
    assert.equal((await store.get("https://a.example/y")).bytes.length, 0);
    await store.delete("https://a.example/x");
    assert.equal(await store.get("https://a.example/x"), undefined);
    await store.delete("https://a.example/x");
  });

  test(`${name}: a published set starts without its host`, async () => {
    const store = open();
    const one = await new LiveFilter(host.url, { store, refreshEvery: Infinity }).ready();
    const base = JSON.parse(host.files.get("manifest.json")).set.base.sha256;
    await until(async () => (await store.get(`${host.origin}/files/${base}.bloom`)) && (await store.get(host.url)), 20);
    one.stop();
    // It may be asked, because a store may take longer than the client waits for one.
    host.instead = (_path, response) => !!response.writeHead(503).end();
    const again = await new LiveFilter(host.url, { store, refreshEvery: Infinity }).ready();
    assert.equal(found(again, keys(0, 2000)), 2000);
    again.stop();
    host.instead = () => false;
  });
}

test("fileStore: ignores incomplete files and leaves no temporary file", async () => {
  const place = join(folder, "half");
  const store = fileStore(place);
  await store.put("https://a.example/x", stored);
  const [file] = readdirSync(place);
  assert.equal(readdirSync(place).length, 1);
  writeFileSync(join(place, file), "{");
  await assert.rejects(store.get("https://a.example/x"), SyntaxError);
});

test("wrong arguments", () => {
  assert.throws(() => fileStore(7), { name: "TypeError", field: "folder" });
  assert.throws(() => r2Store({}), { name: "TypeError", field: "bucket" });
});
