// `npm run bench:burst`: forty first requests at once to the Worker of docs/tasks/daily-list-worker.md, with 2,000,000 keys, on the first
// day and after a week of changes: reads, CPU time and memory of workerd. Linux only. The files come from a host of another process, 100 ms late, so that only the Worker is measured.

import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { at, main } from "../scripts/run.mjs";
import { withWorker } from "../tests/packaging/workerd.mjs";

const KEYS = 2_000_000;
const RATE = 0.001;
const REQUESTS = 40;
const DELAY = 100;
const ROUNDS = 5;
const DAYS = 7;
/** The unit of CPU times in /proc, in milliseconds. */
const TICK = 10;
/** In the list on each day. */
const LISTED = "host-1999999.example";

const domains = (/** @type {number} */ from) =>
  Array.from({ length: KEYS }, (_, i) => `host-${from + i}.example`).join("\n");

/** @param {string} folder @param {number} day */
function publish(folder, day) {
  writeFileSync(join(folder, "list"), domains((day * KEYS) / 100));
  const args = [
    "publish",
    "--static",
    "--keys",
    "domain",
    "--error-rate",
    `${RATE}`,
    "--state",
    "state",
    "-o",
    "set",
    "list",
  ];
  execFileSync(process.execPath, [at("pkg/cli.js"), ...args], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** A static host that answers late, and counts. @param {string} folder */
async function slowHost(folder) {
  const host = { reads: 0, url: "", stop: () => void server.close() };
  const server = createServer(async ({ url = "" }, response) => {
    host.reads++;
    const body = readFileSync(join(folder, "set", url));
    await sleep(DELAY);
    response.end(body);
  });
  await /** @type {Promise<void>} */ (new Promise((done) => server.listen(0, "127.0.0.1", done)));
  host.url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
  return host;
}

/** The workerd that this process has started. */
function workerd() {
  const pid = readdirSync("/proc").find((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      return stat.includes("(workerd)") && stat.split(") ")[1].split(" ")[1] === `${process.pid}`;
    } catch {
      return false;
    }
  });
  if (!pid) throw new Error("no workerd process");
  const field = (/** @type {string} */ name) =>
    Number(RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]) * 1024;
  return {
    memory: () => field("VmRSS"),
    peak: () => field("VmHWM"),
    forgetPeak: () => writeFileSync(`/proc/${pid}/clear_refs`, "5"),
    cpu: () => {
      const [, user, system] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
      return (Number(user) + Number(system)) * TICK;
    },
  };
}

/** @param {string} folder */
async function burst(folder) {
  const host = await slowHost(folder);
  const run = async (/** @type {(query?: string) => Promise<string>} */ ask) => {
    const askAll = async () => {
      const answers = await Promise.all(Array.from({ length: REQUESTS }, () => ask(`?key=${LISTED}`)));
      const wrong = answers.find((text) => !text.includes('"maybe"'));
      if (wrong) throw new Error(`a listed key was lost: ${wrong}`);
    };
    // Starts the isolate, without the list.
    await ask("?start");
    const { memory, peak, forgetPeak, cpu } = workerd();
    const [memoryBefore, cpuBefore] = [memory(), cpu()];
    forgetPeak();
    const start = performance.now();
    await askAll();
    const time = performance.now() - start;
    const result = { reads: host.reads, time, cpu: cpu() - cpuBefore, peak: (peak() - memoryBefore) / 1e6 };
    await sleep(1000);
    await askAll();
    return { ...result, left: (memory() - memoryBefore) / 1e6 };
  };
  try {
    return await withWorker(folder, "2026-04-01", run, "worker.js", { bindings: { HOST: host.url } });
  } finally {
    host.stop();
  }
}

const worker = readFileSync(at("examples/daily-list-worker/worker.js"), "utf8")
  .replace("readBucket(env.LISTS, address)", "fetch(env.HOST + new URL(address).pathname.slice(8))")
  .replace(
    "fetch(request, env, context) {",
    '$&\n    if (request.url.endsWith("?start")) return new Response("started");',
  )
  .replace("refreshEvery:", "store: null,\n      refreshEvery:");
await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-burst-"));
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(at("pkg"), join(folder, "node_modules/edgebloom"));
    writeFileSync(join(folder, "worker.js"), worker);
    for (let day = 0; day <= DAYS; day++) {
      publish(folder, day);
      if (day > 0 && day < DAYS) continue;
      const rounds = [];
      for (let i = 0; i < ROUNDS; i++) rounds.push(await burst(folder));
      for (const [name, what] of /** @type {const} */ ([
        ["reads", "reads"],
        ["milliseconds until all were answered", "time"],
        ["milliseconds of CPU time", "cpu"],
        ["MB more at the peak", "peak"],
        ["MB more a second later", "left"],
      ])) {
        const all = rounds.map((round) => Math.round(round[what])).sort((a, b) => a - b);
        console.log(`${day} days of changes: ${all.join(" ")} ${name}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
