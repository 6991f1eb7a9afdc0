// ShardedFilter in workerd: requests share fetched files, but no promises.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { startWorker } from "../../../examples/edge-worker/serve.mjs";
import { Host, keys, useSet } from "../helpers/published.mjs";
import { until } from "../helpers/live.mjs";

const WORKER = fileURLToPath(new URL("sharded-worker.js", import.meta.url));
const N = 40_000;
const SHARDS = 4;
const OLD = keys(0, N);
const NEW = keys(100, N + 100);

const host = new Host();
const set = useSet();
let first;
let second;
let worker;

before(async () => {
  await host.start();
  set.publish(OLD, "--static", "--shards", String(SHARDS));
  first = set.files();
  set.publish(NEW, "--static", "--shards", String(SHARDS));
  second = set.files();
  worker = await startWorker({ entry: WORKER });
});
after(async () => {
  await worker?.dispose();
  await host.stop();
});
beforeEach(() => {
  host.files = first;
  host.instead = () => false;
  host.take();
});

let number = 0;
/** Queries the worker for a set. Each test has its own address. */
const clientOf = (store) => {
  const manifest = `${host.url}?${++number}`;
  return async (query) => {
    const response = await worker.dispatchFetch(`http://worker/?${new URLSearchParams({ manifest, store, ...query })}`);
    return response.json();
  };
};

test("answers many parallel requests that all start without data", async () => {
  const send = clientOf("none");
  const answers = await Promise.all(OLD.slice(0, 30).map((key) => send({ key })));
  for (const answer of answers) assert.deepEqual(answer.answers, [1], JSON.stringify(answer));
  await send({ keys: OLD.slice(0, 200).join() });
  host.take();
  const again = await send({ keys: [...OLD.slice(200, 300), "never", "listed"].join() });
  assert.deepEqual(again.answers, [...Array(100).fill(1), 0, 0]);
  assert.ok(
    host.take().every(({ path }) => path === "manifest.json"),
    "the bytes come from earlier requests",
  );
});

test("later requests see a later manifest", async () => {
  const send = clientOf("none");
  await send({ keys: OLD.slice(0, 200).join() });
  host.files = second;
  await until(async () => (await send({ key: "x" })).sequence === 2, 100);
  host.take();
  const { answers } = await send({ keys: [...OLD.slice(0, 100), ...NEW.slice(-100)].join() });
  assert.deepEqual(answers, [...Array(100).fill(0), ...Array(100).fill(1)]);
  const sent = host.take().filter(({ path }) => path !== "manifest.json");
  const sizes = [...first].filter(([path]) => path.endsWith(".bloom")).map(([, bytes]) => bytes.length);
  assert.ok(
    sent.filter(({ path }) => path.endsWith(".bloom")).every(({ bytes }) => bytes < Math.min(...sizes)),
    "layers only",
  );
});

test("the Cache API keeps a shard that the host no longer has", async () => {
  const send = clientOf("cache");
  await send({ keys: OLD.slice(0, 200).join() });
  const other = clientOf("cache");
  host.files = new Map([["manifest.json", first.get("manifest.json")]]);
  const { answers } = await other({ keys: OLD.slice(0, 200).join() });
  assert.deepEqual(answers, Array(200).fill(1));
});

test("a missing shard fails only its own queries", async () => {
  const send = clientOf("none");
  host.files = new Map([["manifest.json", first.get("manifest.json")]]);
  assert.equal((await send({ key: OLD[0] })).code, "STATUS");
  host.files = first;
  await until(async () => (await send({ key: OLD[0] })).answers?.[0] === 1, 50);
});
