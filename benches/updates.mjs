// `npm run bench:updates`: what clients fetch of a published set of 1,000,000 keys in 30 days, when 1% of them are replaced each day.
// The command line publishes, LiveFilter fetches over HTTP, and every answer is checked. `-- --write` puts table and plot into benches/results.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LiveFilter } from "edgebloom/live";
import { at, main } from "../scripts/run.mjs";
import { plot } from "./plot.mjs";
import { startHost } from "./published/host.mjs";
import { writeBlock } from "./static-sets/page.mjs";

const KEYS = 1_000_000;
const RATE = 0.001;
const DAYS = 30;
const OTHERS = 1_000_000;

const keys = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from }, (_, i) => `user-${from + i}@mail.example`);
const others = Array.from({ length: OTHERS }, (_, i) => `never-${i}@mail.example`);
const found = (/** @type {LiveFilter} */ live, /** @type {string[]} */ list) =>
  list.reduce((sum, key) => sum + Number(live.has(key)), 0);
const bytesOf = (/** @type {{ bytes: number }[]} */ sent) => sent.reduce((sum, { bytes }) => sum + bytes, 0);
const number = (/** @type {number} */ value) => Math.round(value).toLocaleString("en-US");

/** The number of false positives of a million non-members; more than the stated rate allows is an error. */
function falsePositives(/** @type {LiveFilter} */ live) {
  const hits = found(live, others);
  if (hits > RATE * OTHERS) throw new Error(`${hits} false positives of ${OTHERS}, more than the rate`);
  return hits;
}

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-updates-"));
  const publish = (/** @type {string} */ out, /** @type {string[]} */ list) => {
    writeFileSync(join(folder, "list"), `${list.join("\n")}\n`);
    const args = [
      "publish",
      "--static",
      "--error-rate",
      String(RATE),
      "--json",
      "--state",
      `${out}.state`,
      "-o",
      out,
      "list",
    ];
    return JSON.parse(execFileSync(process.execPath, [at("pkg/cli.js"), ...args], { cwd: folder, encoding: "utf8" }));
  };
  publish("set", keys(0, KEYS));
  const host = await startHost(join(folder, "set"));
  const fetched = () => {
    const { bytes } = host.counted;
    host.counted.bytes = 0;
    return bytes;
  };
  try {
    const live = await new LiveFilter(host.url, { refreshEvery: Infinity, store: null, fetch: host.fetch }).ready();
    const first = fetched();
    console.log(`day 0: ${number(first)} bytes, ${falsePositives(live)} false positives of ${number(OTHERS)}`);
    const changed = KEYS / 100;
    /** @type {{ day: number, what: string, bytes: number, full: number, hits: number }[]} */
    const rows = [];
    let removedSinceBase = 0;
    for (let day = 1; day <= DAYS; day++) {
      const list = keys(changed * day, KEYS + changed * day);
      const facts = publish("set", list);
      await live.refresh();
      const bytes = fetched();
      const missed = KEYS - found(live, list);
      removedSinceBase = facts.bases ? 0 : removedSinceBase + changed;
      const removed = keys(changed * day - removedSinceBase, changed * day);
      const answered = found(live, removed);
      if (missed || answered) throw new Error(`day ${day}: ${missed} false negatives, ${answered} removed keys found`);
      const layers = /** @type {any} */ (live.current).stats.layers;
      rows.push({
        day,
        full: first,
        what: facts.bases ? "new base" : `layer ${layers}`,
        bytes,
        hits: falsePositives(live),
      });
      console.log(`day ${day}: ${rows.at(-1)?.what}, ${number(bytes)} bytes, ${rows.at(-1)?.hits} false positives`);
    }
    live.stop();

    publish("only", keys(0, KEYS));
    const added = publish("only", keys(0, KEYS + changed));
    const addedOnly = added.manifestBytes + added.writtenBytes;

    const total = bytesOf(rows);
    const fullTotal = rows.reduce((sum, { full }) => sum + full, 0);
    const table = [
      "| day | fetched | bytes | full download, bytes | false positives of 1,000,000 |",
      "| --: | :-- | --: | --: | --: |",
      `| 0 | base | ${number(first)} | ${number(first)} | – |`,
      ...rows.map(
        ({ day, what, bytes, full, hits }) =>
          `| ${day} | ${what} | ${number(bytes)} | ${number(full)} | ${number(hits)} |`,
      ),
      `| 1 to ${DAYS} | total | ${number(total)} | ${number(fullTotal)} | |`,
      "",
      `10,000 keys added and none removed: ${number(addedOnly)} bytes, including the manifest.`,
    ].join("\n");
    console.log(`\n${table}`);
    if (!process.argv.includes("--write")) return;
    writeBlock("updates", table, "benches/results/live-updates.md");
    const sums = (/** @type {"bytes" | "full"} */ what) => {
      let sum = first;
      return [[0, sum / 1e6], ...rows.map((row) => [row.day, (sum += row[what]) / 1e6])];
    };
    const chart = plot({
      title: "1,000,000 keys, 1% replaced each day: megabytes fetched since day 0",
      axes: ["day", "MB"],
      lines: [
        { name: "full download", colour: 1, dashed: true, points: /** @type {[number, number][]} */ (sums("full")) },
        { name: "changes only", colour: 0, points: /** @type {[number, number][]} */ (sums("bytes")) },
      ],
      marks: rows.filter(({ what }) => what === "new base").map(({ day }) => ({ name: "new base", x: day })),
      isLinear: true,
    });
    writeFileSync(at("benches/results/updates.svg"), chart);
  } finally {
    host.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
