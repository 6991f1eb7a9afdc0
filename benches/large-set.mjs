// `npm run bench:large [-- KEYS SHARDS]`: publishes a list of 100,000,000 keys on this machine and measures time, memory and disk. Then it
// kills and continues a run, and queries the set through ShardedFilter over HTTP. `-- --write` puts the figures into docs/guide/live-updates.md.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { ShardedFilter } from "edgebloom/live";
import { Failure, at, main } from "../scripts/run.mjs";
import { startHost } from "./published/host.mjs";
import { writeBlock } from "./static-sets/page.mjs";

const [KEYS = 100_000_000, SHARDS = 128] = process.argv
  .slice(2)
  .filter((word) => word !== "--write")
  .map(Number);
const RATE = 0.001;
const BUDGET = 64 * 2 ** 20;
const QUERIES = 20_000;

const folder = mkdtempSync(join(tmpdir(), "edgebloom-large-"));
const key = (/** @type {number} */ i) => `user-${i}@mail.example`;
const number = (/** @type {number} */ value) => Math.round(value).toLocaleString("en-US");
const megabytes = (/** @type {number} */ bytes) => `${number(bytes / 1e6)} MB`;
const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;

function writeList() {
  const fd = openSync(join(folder, "list"), "w");
  for (let first = 0; first < KEYS; first += 100_000) {
    let text = "";
    for (let i = first; i < Math.min(first + 100_000, KEYS); i++) text += `${key(i)}\n`;
    writeSync(fd, text);
  }
  closeSync(fd);
}

/** @param {string} path @returns {number} */
function sizeOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/**
 * Runs the command line, and measures its memory and disk. Kills the run when `killed` returns true.
 * @param {string} out
 * @param {() => boolean} [killed]
 */
async function publish(out, killed = () => false) {
  const args = [
    "publish",
    "--static",
    "--error-rate",
    String(RATE),
    "--shards",
    String(SHARDS),
    "--json",
    "--state",
    `${out}.state`,
    "-o",
    out,
    "list",
  ];
  const start = performance.now();
  const child = spawn(process.execPath, [at("pkg/cli.js"), ...args], { cwd: folder });
  const ended = once(child, "exit");
  let stdout = "";
  child.stdout.on("data", (data) => (stdout += data));
  child.stderr.on("data", (data) => process.stderr.write(data));
  let memory = 0;
  let disk = 0;
  while (child.exitCode === null && child.signalCode === null) {
    try {
      memory = Math.max(
        memory,
        1024 * Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]),
      );
    } catch {
      // The process has ended.
    }
    disk = Math.max(disk, sizeOf(join(folder, `${out}.state`)) + sizeOf(join(folder, out)));
    if (killed()) child.kill("SIGKILL");
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  await ended;
  return { ms: performance.now() - start, memory, disk, code: child.exitCode, facts: stdout && JSON.parse(stdout) };
}

/** @param {string} out */
const hashOf = (out) =>
  createHash("sha256")
    .update(readFileSync(join(folder, out, "manifest.json")))
    .digest("hex");

/** @param {string} out */
async function killedTwice(out) {
  const journal = () => {
    try {
      return JSON.parse(readFileSync(join(folder, `${out}.state/work/journal.json`), "utf8"));
    } catch {
      return { drains: [] };
    }
  };
  const read = () =>
    journal()
      .drains.flat()
      .reduce((/** @type {number} */ sum, /** @type {number} */ count) => sum + count, 0);
  const done = () => readdirSync(join(folder, `${out}.state/work`)).filter((name) => name.startsWith("shard-")).length;
  const first = await publish(out, () => read() > KEYS / 2);
  const second = await publish(out, () => journal().isWhole && done() > SHARDS / 2);
  const third = await publish(out);
  if (first.code !== null || second.code !== null || third.code !== 0)
    throw new Failure("the three runs: expected two killed and one completed");
  return [first, second, third].map(({ ms }) => ms);
}

/** @param {string} out */
async function query(out) {
  const host = await startHost(join(folder, out));
  const { counted } = host;
  const filter = new ShardedFilter(host.url, { budget: BUDGET, store: null, fetch: host.fetch });
  try {
    let begin = performance.now();
    await filter.ready();
    const manifest = { ms: performance.now() - begin, bytes: counted.bytes };
    /** @type {number[]} */
    const cold = [];
    /** @type {number[]} */
    const warm = [];
    let missed = 0;
    let hits = 0;
    let seed = 1;
    for (let i = 0; i < QUERIES; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const isMember = i % 2 === 0;
      const before = counted.requests;
      const queried = isMember ? key(Math.floor((seed / 2 ** 32) * KEYS)) : `never-${seed}`;
      begin = performance.now();
      const answer = await filter.has(queried);
      (counted.requests > before ? cold : warm).push(performance.now() - begin);
      if (isMember && !answer) missed++;
      if (!isMember && answer) hits++;
    }
    if (missed) throw new Failure(`${missed} false negatives`);
    return {
      manifest,
      cold: cold.sort((a, b) => a - b),
      warm: warm.sort((a, b) => a - b),
      ...counted,
      hits,
      stats: filter.stats,
    };
  } finally {
    filter.stop();
    host.stop();
  }
}

const at99 = (/** @type {number[]} */ list, /** @type {number} */ share) => list[Math.floor(share * (list.length - 1))];

await main(async () => {
  try {
    console.log(`writing ${number(KEYS)} keys`);
    writeList();
    const whole = await publish("set");
    if (whole.code !== 0) throw new Failure("publish failed");
    const { setBytes, manifestBytes } = whole.facts;
    console.log(
      `published in ${seconds(whole.ms)}, ${megabytes(whole.memory)} of memory, ${megabytes(whole.disk)} of disk`,
    );
    const parts = await killedTwice("killed");
    if (hashOf("killed") !== hashOf("set")) throw new Failure("the manifest differs after two kills");
    console.log(`killed twice: ${parts.map(seconds).join(" + ")}`);
    const again = await publish("set");
    const { manifest, cold, warm, bytes, requests, hits, stats } = await query("set");
    const latency = (/** @type {number[]} */ list) =>
      `${at99(list, 0.5).toFixed(3)} ms, 99 %: ${at99(list, 0.99).toFixed(3)} ms`;
    const table = [
      "| | |",
      "| :-- | :-- |",
      `| the list | ${number(KEYS)} keys, ${megabytes(sizeOf(join(folder, "list")))}; error rate ${RATE}, static sets, ${SHARDS} shards |`,
      `| machine | ${cpus()[0].model}, ${cpus().length} cores; one process, one thread |`,
      `| publish, wall time | ${seconds(whole.ms)} (${number(KEYS / (whole.ms / 1000))} keys per second) |`,
      `| peak memory of the process | ${megabytes(whole.memory)} |`,
      `| peak disk: published files and state | ${megabytes(whole.disk)} |`,
      `| published | ${megabytes(setBytes)} in ${SHARDS} shards, a manifest of ${number(manifestBytes)} bytes |`,
      `| killed (\`kill -9\`) at half of the list and at half of the shards, then completed | ${parts.map(seconds).join(" + ")}; the same manifest |`,
      `| the same list again, without changes | ${seconds(again.ms)} |`,
      `| ShardedFilter, budget of ${megabytes(BUDGET)}: ${number(QUERIES)} random queries, half of them members | ${number(requests)} requests, ${megabytes(bytes)} fetched; ${stats?.loaded} shards in memory at the end; 0 false negatives, ${hits} false positives |`,
      `| the manifest | ${manifest.ms.toFixed(1)} ms, ${number(manifest.bytes)} bytes |`,
      `| cold query: a shard is fetched from this machine, checked and queried (${number(cold.length)} queries) | median ${latency(cold)} |`,
      `| warm query: the shard is in memory (${number(warm.length)} queries) | median ${latency(warm)} |`,
    ].join("\n");
    console.log(`\n${table}`);
    writeBlock("large", table, "docs/guide/live-updates.md");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
