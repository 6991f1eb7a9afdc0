// The worst responses that a host can send: what they cost a client in time and memory, each in a process of its own. Run alone, it prints a table.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { at } from "../../../scripts/run.mjs";

const SECONDS = 4;
const MEGABYTES = 260;

/** Programs that define `manifest` and, for some addresses, `file`. */
const KINDS = {
  "nothing: a set of one key": "",
  "64 KiB of arrays in a member that is ignored":
    'manifest = JSON.stringify({ ...JSON.parse(manifest), other: 1 }).replace(\'"other":1\', `"other":[${"[],".repeat(21_500)}1]`);',
  "64 KiB of members in a member that is ignored":
    'manifest = JSON.stringify({ ...JSON.parse(manifest), other: 1 }).replace(\'"other":1\', `"other":{${Array.from({ length: 5_000 }, (_, i) => `"${i.toString(36)}":[[]]`).join()}}`);',
  "a manifest that never ends": 'manifest += " ".repeat(2 ** 26);',
  "64 layers of 16 filters": `
    const many = Buffer.concat(Array.from({ length: 16 }, () => filter));
    const layers = Array.from({ length: 64 }, (_, i) => {
      const bytes = Buffer.concat([BloomFilter.from([String(i)], { errorRate: 0.1 }).toBytes(), many.subarray(filter.length)]);
      return put(bytes);
    });
    manifest = JSON.stringify({ ...JSON.parse(manifest), set: { ...JSON.parse(manifest).set, layers } });`,
  "64 MiB of filters": `
    const large = new BloomFilter({ bits: 64 * 8_200_000, hashes: 1 }).toBytes();
    manifest = JSON.stringify({ ...JSON.parse(manifest), set: { keys: 1, base: put(large), layers: [] } });`,
  "files longer than they are said to be": `
    const { set } = JSON.parse(manifest);
    const layers = Array.from({ length: 8 }, (_, i) => ({ sha256: String(i).repeat(64), bytes: 65_000 }));
    for (const { sha256 } of layers) files.set(sha256, Buffer.alloc(2 ** 27));
    manifest = JSON.stringify({ ...JSON.parse(manifest), set: { ...set, layers } });`,
};

const program = (client, kind) => `
  const { createHash } = await import("node:crypto");
  const { BloomFilter } = await import("edgebloom");
  const { LiveFilter, ShardedFilter } = await import("edgebloom/live");
  const files = new Map();
  const put = (bytes) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    files.set(sha256, bytes);
    return { sha256, bytes: bytes.length };
  };
  const filter = BloomFilter.from(["a"], { errorRate: 0.1 }).toBytes();
  let manifest = JSON.stringify({ edgebloom: "published-set", format: 1, name: "", version: "", sequence: 1, expires: null,
    keyForm: "raw", errorRate: 0.1, seed: 0, keys: 1, set: { keys: 1, base: put(filter), layers: [] } });
  ${kind}
  const body = (path) => (path.endsWith(".json") ? Buffer.from(manifest) : files.get(path.slice(-70, -6)));
  // Pieces of 64 kB, as a connection has them.
  const fetch = async (url) => {
    const bytes = body(url);
    let at = 0;
    const pull = (controller) => (at < bytes.length ? controller.enqueue(new Uint8Array(bytes.subarray(at, (at += 65_536)))) : controller.close());
    return new Response(new ReadableStream({ pull }));
  };
  body("x.json");
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const one = new ${client}("https://lists.example/manifest.json", { fetch, store: null, refreshEvery: Infinity });
  let result = "accepted";
  try {
    await one.ready();
    await one.has("b");
  } catch (error) {
    result = error.code;
  }
  const seconds = (performance.now() - start) / 1000;
  console.log(JSON.stringify({ result, seconds, megabytes: (process.resourceUsage().maxRSS * 1024 - before) / 1e6 }));
  process.exit();
`;

test("the worst responses take bounded time and memory", { timeout: 300_000 }, (t) => {
  for (const [kind, code] of Object.entries(KINDS)) {
    for (const client of ["LiveFilter", "ShardedFilter"]) {
      const args = ["--input-type=module", "--eval", program(client, code)];
      const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: at("tests"), encoding: "utf8" });
      assert.notEqual(stdout, "", stderr);
      const { result, seconds, megabytes } = JSON.parse(stdout);
      t.diagnostic(`| ${kind} | ${client} | ${result} | ${seconds.toFixed(2)} s | ${megabytes.toFixed(0)} MB |`);
      assert.ok(seconds < SECONDS && megabytes < MEGABYTES, `${kind}, ${client}: ${stdout}`);
    }
  }
});
