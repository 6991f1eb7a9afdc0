// The example worker in workerd while the list changes: its answers, and what it fetches.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { publish, readList } from "../../../examples/edge-worker/publish.mjs";
import { startExample, startWorker } from "../../../examples/edge-worker/serve.mjs";
import { listen } from "../helpers/browser.mjs";
import { fetchAgain } from "../helpers/helpers.mjs";

const REFRESH_EVERY = 1000;
/** Milliseconds: a refresh interval and a tenth of it, a request, and time for a busy machine. */
const DEADLINE = 20_000;

const { domains } = readList();
// Domains of the real list: some are added later, and some are removed.
const added = domains.filter((_, i) => i % 300 === 0);
const removed = domains.filter((_, i) => i % 300 === 1);
const without = (/** @type {string[]} */ some) => {
  const set = new Set(some);
  return domains.filter((domain) => !set.has(domain));
};
const first = { domains: without(added), version: "1" };
const second = { domains: without(removed), version: "2" };

/** Publishes two folders: the first list, and the second list on top of the first. */
async function publishBoth() {
  const scratch = mkdtempSync(join(tmpdir(), "edgebloom-worker-live-"));
  const folder = join(scratch, "published");
  const before = await publish(first, folder);
  const was = readFileSync(join(folder, "manifest.json"));
  const now = await publish(second, folder);
  const [layer] = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")).set.layers;
  return { scratch, folder, was, before, now, layer: `files/${layer.sha256}.bloom` };
}

/** Queries a worker over HTTP. */
function clientOf(worker) {
  const get = (path) => fetchAgain(worker.url + path);
  const info = async () => (await get("/info")).json();
  const blocked = async (domain) =>
    (await (await get(`/check?${new URLSearchParams({ email: `Someone@${domain}` })}`)).json()).blocked;
  /** How many of these domains get "maybe". */
  const count = async (some) => (await Promise.all(some.map(blocked))).filter((each) => each === "maybe").length;
  return { get, info, blocked, count };
}

/** Repeats a query until a condition holds. Fails after the deadline. */
async function until(what, condition) {
  const end = performance.now() + DEADLINE;
  while (!(await condition())) {
    assert.ok(performance.now() < end, `${what}: not within ${DEADLINE} ms`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

let sets;
before(async () => {
  sets = await publishBoth();
  assert.deepEqual([sets.before.layers, sets.now.layers], [0, 1]);
});
after(() => sets && rmSync(sets.scratch, { recursive: true }));

/** Asserts that the answers come from the first or the second list. Up to 1.5 in 100 non-members may be false positives. */
async function assertAnswersBy({ count }, isSecond) {
  const [inIt, notInIt] = isSecond ? [added, removed] : [removed, added];
  assert.equal(await count(inIt), inIt.length);
  const found = await count(notInIt);
  assert.ok(found < 0.05 * notInIt.length, `${found} of ${notInIt.length}`);
}

describe("with a static host", { timeout: 120_000 }, () => {
  /** All answers so far. @type {{ path: string, status: number, body: number, wire: number }[]} */
  let answers;
  /** The files on the host. @type {Map<string, Buffer>} */
  let files;
  let host;
  let worker;
  let client;

  const put = (name, bytes = readFileSync(join(sets.folder, name))) => files.set(`/lists/${name}`, bytes);
  const manifest = () => answers.filter(({ path }) => path === "/lists/manifest.json");
  const others = () => answers.filter(({ path }) => path !== "/lists/manifest.json");

  before(async () => {
    files = new Map();
    answers = [];
    host = createServer((request, response) => {
      const { socket } = response;
      const sentBefore = socket.bytesWritten;
      const bytes = files.get(request.url);
      const etag = bytes && `"${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}"`;
      const isSame = bytes && request.headers["if-none-match"] === etag;
      const status = !bytes ? 404 : isSame ? 304 : 200;
      const body = status === 200 ? bytes : Buffer.alloc(0);
      const cache = request.url.endsWith("manifest.json") ? "no-cache" : "public, max-age=31536000, immutable";
      response.on("finish", () =>
        answers.push({ path: request.url, status, body: body.length, wire: socket.bytesWritten - sentBefore }),
      );
      response.writeHead(status, bytes ? { etag, "cache-control": cache } : {}).end(body);
    });
    const origin = await listen(host);
    const bindings = { MANIFEST_URL: `${origin}/lists/manifest.json`, REFRESH_EVERY };
    worker = await startWorker({ options: { bindings } });
    client = clientOf(worker);
  });
  after(async () => {
    await worker?.dispose();
    host?.closeAllConnections();
    host?.close();
  });

  test("answers 503 with Retry-After before the first list; the page works", async () => {
    for (const path of ["/check?email=a@example.com", "/info"]) {
      const response = await client.get(path);
      assert.equal(response.status, 503);
      assert.equal(response.headers.get("retry-after"), "5");
      assert.equal(response.headers.get("cache-control"), "no-store");
      assert.deepEqual(await response.json(), { error: "the list is not loaded yet; try again in a few seconds" });
    }
    assert.equal((await client.get("/")).status, 200);
    assert.equal((await client.get("/check?email=nobody")).status, 400);
  });

  test("uses the first list once it is available", async (t) => {
    const { set } = JSON.parse(sets.was.toString());
    put(`files/${set.base.sha256}.bloom`);
    put("manifest.json", sets.was);
    await until("the first list", async () => (await client.get("/info")).status === 200);
    const { sequence, version, keys, layers, bytes, failures } = await client.info();
    assert.deepEqual([sequence, version, keys, layers, failures], [1, "1", sets.before.keys, 0, 0]);
    assert.equal(bytes, set.base.bytes);
    await assertAnswersBy(client, false);
    const got = answers.filter(({ status }) => status === 200);
    for (const { path, body, wire } of got) t.diagnostic(`first start: ${path}: ${body} bytes, ${wire} on the wire`);
    assert.deepEqual(
      others().map(({ status, body }) => [status, body]),
      [[200, set.base.bytes]],
    );
  });

  test("gets a 304 for an unchanged manifest and fetches no file", async (t) => {
    answers = [];
    await until("two more looks", async () => (await client.info()) && manifest().length >= 2);
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [304]);
    assert.deepEqual(others(), []);
    t.diagnostic(`unchanged: ${answers[0].status}, ${answers[0].body} bytes, ${answers[0].wire} on the wire`);
  });

  test("keeps the old answers until the files of a new manifest exist", async () => {
    answers = [];
    put("manifest.json");
    await until("a failure", async () => (await client.info()).failures > 0);
    assert.ok(others().every(({ path, status }) => path === `/lists/${sets.layer}` && status === 404));
    const { sequence } = await client.info();
    assert.equal(sequence, 1);
    await assertAnswersBy(client, false);
  });

  test("updates with the manifest and one layer", async (t) => {
    answers = [];
    const start = performance.now();
    put(sets.layer);
    await until("the second list", async () => (await client.info()).sequence === 2);
    t.diagnostic(`answered by the new list after ${Math.round(performance.now() - start)} ms`);
    const { version, keys, layers, failures } = await client.info();
    assert.deepEqual([version, keys, layers, failures], ["2", sets.now.keys, 1, 0]);
    await assertAnswersBy(client, true);
    const good = answers.filter(({ status }) => status === 200);
    const layer = good.filter(({ path }) => path !== "/lists/manifest.json");
    assert.deepEqual(
      layer.map(({ path, body }) => [path, body]),
      [[`/lists/${sets.layer}`, sets.now.writtenBytes]],
    );
    assert.ok(sets.now.writtenBytes < 0.05 * sets.before.writtenBytes);
    for (const { path, body, wire } of good) t.diagnostic(`update: ${path}: ${body} bytes, ${wire} on the wire`);
    t.diagnostic(`${added.length} added, ${removed.length} removed of ${domains.length}`);
  });

  test("lets well-known domains pass with any list", async () => {
    assert.ok(sets.now.wellKnown.length > 200);
    assert.equal(await client.count(sets.now.wellKnown), 0);
  });
});

describe("with R2", { timeout: 120_000 }, () => {
  let worker;
  afterEach(() => worker?.dispose());

  /** Starts the worker with the first list's manifest. The bucket has the files of both lists. */
  async function started(bindings) {
    worker = await startExample({ folder: sets.folder, bindings });
    await worker.put("manifest.json", sets.was);
    const client = clientOf(worker);
    await assertAnswersBy(client, false);
    return client;
  }

  test("uses the uploaded list without a restart", async (t) => {
    const client = await started({ REFRESH_EVERY });
    await worker.upload();
    const start = performance.now();
    await until("the second list", async () => (await client.info()).sequence === 2);
    t.diagnostic(`answered by the new list after ${Math.round(performance.now() - start)} ms of ${REFRESH_EVERY}`);
    await assertAnswersBy(client, true);
  });

  test("an unchanged manifest is not an error and resets the age", async () => {
    const client = await started({ REFRESH_EVERY });
    await until("an age of a second", async () => (await client.info()).age >= 1);
    await until("another look", async () => (await client.info()).age === 0);
    const { sequence, failures } = await client.info();
    assert.deepEqual([sequence, failures], [1, 0]);
  });

  test("the Cron trigger updates the list, too", async () => {
    const client = await started({ REFRESH_EVERY: 3600_000 });
    await worker.upload();
    assert.equal((await client.info()).sequence, 1);
    const { outcome } = await (await worker.miniflare.getWorker()).scheduled({ cron: "*/5 * * * *" });
    assert.equal(outcome, "ok");
    assert.equal((await client.info()).sequence, 2);
    await assertAnswersBy(client, true);
  });
});
