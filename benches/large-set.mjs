// `npm run bench:large [-- KEYS...]`: publishes digests of passwords from a pipe, at 1/128 in as many shards as `--shards auto` chooses, and measures time,
// memory and disk for each number of keys (1e6, 1e7 and 1e8). It kills and continues a run of the largest one, and queries its set through ShardedFilter
// over HTTP. `-- --write` puts the figures into benches/results/live-updates.md. 2.05e9 keys take an hour and 40 GB of disk.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { sha1Hex } from "edgebloom/keys";
import { ShardedFilter } from "edgebloom/live";
import { Failure, at, main } from "../scripts/run.mjs";
import { plot } from "./plot.mjs";
import { digest } from "./published/digests.mjs";
import { startHost } from "./published/host.mjs";
import { writeBlock } from "./static-sets/page.mjs";

const sizes = process.argv
  .slice(2)
  .filter((word) => word !== "--write")
  .map(Number);
const SIZES = sizes.length ? sizes : [1e6, 1e7, 1e8];
const LARGEST = Math.max(...SIZES);
/** The run that takes an hour, as it was on 2026-11-25 on an AMD EPYC, beside other work. It is in the plot if this run has no larger one. */
const RECORDED = { keys: 2.05e9, ms: 2_651_950 };
const RATE = 1 / 128;
const BUDGET = 16e6;
const QUERIES = 20_000;

const folder = mkdtempSync(join(tmpdir(), "edgebloom-large-"));
const number = (/** @type {number} */ value) => Math.round(value).toLocaleString("en-US");
const megabytes = (/** @type {number} */ bytes) => `${number(bytes / 1e6)} MB`;
const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`;

/** The bytes in a folder; 0 if there is none. @param {string} path @returns {number} */
function sizeOf(path) {
  try {
    const stats = statSync(path);
    if (!stats.isDirectory()) return stats.size;
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  } catch {
    return 0;
  }
}

/**
 * Publishes digests from a pipe, and measures memory and disk. Kills the run when `killed` returns true.
 * @param {string} out
 * @param {number} keys
 * @param {() => boolean} [killed]
 */
async function publish(out, keys, killed = () => false) {
  const options = ["--static", "--shards", "auto", "--compact", "0", "--error-rate", `${RATE}`, "--keys", "sha1-hex"];
  const args = ["publish", ...options, "--json", "--state", `${out}.state`, "-o", out];
  const start = performance.now();
  const source = spawn(process.execPath, [at("benches/published/digests.mjs"), `${keys}`], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const child = spawn(process.execPath, [at("pkg/cli.js"), ...args], {
    cwd: folder,
    stdio: [source.stdout, "pipe", "inherit"],
  });
  source.stdout.destroy();
  const ended = once(child, "exit");
  let stdout = "";
  child.stdout.on("data", (data) => (stdout += data));
  let [memory, disk] = [0, 0];
  for (let wait = 100; child.exitCode === null && child.signalCode === null; wait = Math.min(2 * wait, keys / 1e4)) {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      memory = Math.max(memory, 1024 * Number(kilobytes));
    } catch {
      // The process has ended.
    }
    disk = Math.max(disk, sizeOf(join(folder, `${out}.state`)) + sizeOf(join(folder, out)));
    if (killed()) child.kill("SIGKILL");
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, Math.max(wait, 100)))]);
  }
  await ended;
  source.kill();
  const facts = child.exitCode === 0 ? JSON.parse(stdout) : undefined;
  return { keys, ms: performance.now() - start, memory, disk, facts };
}

/** How long this disk takes for 16 bytes a key, written and read once. @param {number} keys */
function diskLimit(keys) {
  const path = join(folder, "disk");
  const piece = Buffer.alloc(2 ** 24, 1);
  const total = Math.min(16 * keys, 4e9);
  const start = performance.now();
  const fd = openSync(path, "w+");
  for (let done = 0; done < total; done += piece.length) writeSync(fd, piece, 0, Math.min(piece.length, total - done));
  fsyncSync(fd);
  for (let done = 0; done < total; done += piece.length) readSync(fd, piece, 0, piece.length, done);
  closeSync(fd);
  rmSync(path);
  return ((performance.now() - start) * 16 * keys) / total;
}

/** @param {string} out */
const hashOf = (out) =>
  createHash("sha256")
    .update(readFileSync(join(folder, out, "manifest.json")))
    .digest("hex");

/** The run of the largest list, killed when half of it is read, and when half of the shards are built. */
async function killedTwice() {
  const journal = () => {
    try {
      return readFileSync(join(folder, "killed.state/work/journal"), "latin1");
    } catch {
      return "";
    }
  };
  const drains = () => journal().match(/"counts"/g)?.length ?? 0;
  const groups = () => journal().match(/"outcomes"/g)?.length ?? 0;
  const all = LARGEST / (64 * 2 ** 16);
  const runs = [
    await publish("killed", LARGEST, () => drains() > all / 2),
    await publish("killed", LARGEST, () => groups() > 128),
    await publish("killed", LARGEST),
  ];
  if (runs[0].facts || runs[1].facts || !runs[2].facts) throw new Failure("expected two killed runs and one completed");
  if (hashOf("killed") !== hashOf("set")) throw new Failure("the manifest differs after two kills");
  return runs.map(({ ms }) => ms);
}

async function query() {
  const host = await startHost(join(folder, "set"));
  const { counted } = host;
  const filter = new ShardedFilter(host.url, { budget: BUDGET, store: null, fetch: host.fetch, keys: sha1Hex });
  try {
    /** @type {number[]} */
    const cold = [];
    /** @type {number[]} */
    const warm = [];
    let [missed, hits, first, seed] = [0, 0, 0, 1];
    for (let i = 0; i < QUERIES; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const isMember = i % 2 === 0;
      const queried = isMember ? digest(Math.floor((seed / 2 ** 32) * LARGEST)) : digest(3e9 + seed);
      const before = counted.requests;
      const begin = performance.now();
      const answer = await filter.has(queried);
      (counted.requests > before ? cold : warm).push(performance.now() - begin);
      if (!i) first = counted.bytes;
      if (isMember && !answer) missed++;
      if (!isMember && answer) hits++;
    }
    if (missed) throw new Failure(`${missed} of ${QUERIES / 2} listed keys are missed`);
    const sorted = (/** @type {number[]} */ list) => list.sort((a, b) => a - b);
    return { first, cold: sorted(cold), warm: sorted(warm), ...counted, hits, loaded: filter.stats?.loaded };
  } finally {
    filter.stop();
    host.stop();
  }
}

const at99 = (/** @type {number[]} */ list, /** @type {number} */ share) =>
  list[Math.floor(share * (list.length - 1))] ?? 0;

await main(async () => {
  try {
    /** @type {any[]} */
    const rows = [];
    for (const keys of SIZES) {
      for (const name of ["set", "set.state"]) rmSync(join(folder, name), { recursive: true, force: true });
      const run = await publish("set", keys);
      if (!run.facts) throw new Failure("publish failed");
      const limit = diskLimit(keys);
      rows.push({ ...run, limit });
      const { shards, setBytes, shardBytes } = run.facts;
      console.log(
        `${number(keys)} keys: ${seconds(run.ms)}, disk alone ${seconds(limit)}, ${megabytes(run.memory)} of memory, ${megabytes(run.disk)} of disk, ` +
          `${shards} shards, ${number(setBytes)} bytes (${((8 * setBytes) / (keys * Math.log2(1 / RATE))).toFixed(3)} of the limit), ${number(shardBytes)} of names`,
      );
    }
    const parts = await killedTwice();
    console.log(`killed twice: ${parts.map(seconds).join(" + ")}`);
    const { first, cold, warm, bytes, requests, hits, loaded } = await query();
    const latency = (/** @type {number[]} */ list) =>
      `${at99(list, 0.5).toFixed(3)} ms, 99%: ${at99(list, 0.99).toFixed(3)} ms`;
    const table = [
      "| keys | time | disk alone | peak memory | peak disk | shards | published, bytes | of the limit |",
      "| --: | --: | --: | --: | --: | --: | --: | --: |",
      ...rows.map(({ keys, ms, limit, memory, disk, facts: { shards, setBytes } }) => {
        const share = (8 * setBytes) / (keys * Math.log2(1 / RATE));
        const cells = [
          number(keys),
          seconds(ms),
          seconds(limit),
          megabytes(memory),
          megabytes(disk),
          number(shards),
          number(setBytes),
          share.toFixed(3),
        ];
        return `| ${cells.join(" | ")} |`;
      }),
      "",
      "| | |",
      "| :-- | :-- |",
      `| machine | ${cpus()[0].model}, ${cpus().length} cores, Node ${process.version.slice(1)}; one process, one thread |`,
      `| ${number(LARGEST)} keys, killed (\`kill -9\`) at half of the list and at half of the shards, then completed | ${parts.map(seconds).join(" + ")}; the same files |`,
      `| ShardedFilter, budget of ${megabytes(BUDGET)}: ${number(QUERIES)} random queries, half of them members | ${number(requests)} requests, ${megabytes(bytes)}; ${loaded} shards in memory at the end; 0 listed keys missed, ${hits} false positives |`,
      `| the first query | ${number(first)} bytes |`,
      `| cold query: a shard is fetched from this machine, checked and queried (${number(cold.length)} queries) | median ${latency(cold)} |`,
      `| warm query: the shard is in memory (${number(warm.length)} queries) | median ${latency(warm)} |`,
    ].join("\n");
    console.log(`\n${table}`);
    writeBlock("large", table, "benches/results/live-updates.md");
    if (!process.argv.includes("--write")) return;
    const last = rows.at(-1);
    const more = LARGEST < RECORDED.keys ? [{ ...RECORDED, limit: (last.limit * RECORDED.keys) / last.keys }] : [];
    const line = (/** @type {"ms" | "limit"} */ what) =>
      /** @type {[number, number][]} */ ([...rows, ...more].map((row) => [row.keys, row[what] / (row.keys / 1e3)]));
    const chart = plot({
      title: "edgebloom publish: microseconds a key",
      axes: ["keys in the list", "µs"],
      lines: [
        { name: "publish", colour: 0, points: line("ms") },
        { name: "16 bytes on disk", colour: 1, dashed: true, points: line("limit") },
      ],
      marks: [],
    });
    writeFileSync(at("benches/results/large.svg"), chart);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
