// `npm run bench`: compares the package with others in Node 20, the newest Node, Chromium and natively, in one run.
// `-- --quick` does less, `--only strings,lines` some of it, `--write` writes benches/results/benchmarks.md and its pictures. `--beside FOLDER` measures
// another checkout, which has been built, beside this one.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.mjs";
import { Failure, at, main } from "../scripts/run.mjs";
import { EFFORT } from "./rounds.mjs";
import { rowsOf } from "./rows.mjs";

const GROUPS = ["strings", "lines", "dumps", "cold-start", "growth"];
const RESULTS = at("build/bench.json");

/**
 * @typedef {object} Context what each workload gets
 * @property {import("./runtimes.mjs").Runtime[]} engines
 * @property {ReturnType<typeof import("./runtimes.mjs").startNative>} native
 * @property {import("./rounds.mjs").Effort} effort
 * @property {boolean} quick
 * @property {string} [beside] the folder of another checkout
 * @property {(row: import("./rows.mjs").Row) => void} record
 * @property {(what: string) => void} say
 */

/** @typedef {import("./workloads/files.mjs").Size} Size */

/**
 * Runs the groups. Returns their results and the machine.
 * @param {{ quick: boolean, only: string[], beside?: string }} wanted
 * @returns {Promise<import("./rows.mjs").Results>}
 */
async function measure({ quick, only, beside }) {
  // Import them here: their dependencies may have to be installed first.
  const { buildNative, buildWorker, openEngines, startNative } = await import("./runtimes.mjs");
  const { writeDump, writeFiles } = await import("./workloads/files.mjs");
  const { machine } = await import("./machine.mjs");
  const started = performance.now();
  const load = [loadavg()[0]];
  await buildWorker(beside && resolve(beside));
  const native = startNative(buildNative());
  const { engines, versions, leftOut, close } = await openEngines();
  for (const sentence of leftOut) console.warn(`LEFT OUT: ${sentence}`);
  /** @type {import("./rows.mjs").Row[]} */
  const rows = [];
  const say = (/** @type {string} */ what) =>
    console.log(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${what}`);
  /** @type {Context} */
  const context = {
    engines,
    native,
    effort: EFFORT[quick ? "quick" : "full"],
    quick,
    beside,
    record: (row) => rows.push(row),
    say,
  };
  try {
    /** @type {{ needs?: [layout: string, size: Size][], run: (context: Context) => Promise<void> }[]} */
    const modules = [];
    for (const name of only) modules.push(await import(`./workloads/${name}.mjs`));
    const dumps = new Map(
      modules.flatMap(({ needs = [] }) => needs).map((need) => /** @type {const} */ ([need.join(), need])),
    );
    for (const [layout, size] of dumps.values()) {
      say(`a ${layout} filter of ${size}`);
      await writeFiles(native, size);
      await writeDump(native, layout, size);
    }
    for (const { run } of modules) await run(context);
  } finally {
    await native.stop();
    await close();
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  load.push(loadavg()[0]);
  return {
    load,
    date: new Date().toISOString().slice(0, 10),
    quick,
    only,
    seconds,
    machine: machine(versions),
    leftOut,
    rows,
  };
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      only: { type: "string" },
      beside: { type: "string" },
      // Results of an earlier run are reported again.
      report: { type: "boolean", default: false },
    },
  });
  const only = values.only?.split(",") ?? GROUPS;
  const unknown = only.filter((name) => !GROUPS.includes(name));
  if (unknown.length) throw new Failure(`there is no ${unknown}; there are ${GROUPS.join(", ")}`);
  await build();
  const { page, pictures } = await import("./report.mjs");
  const results = values.report ? JSON.parse(readFileSync(RESULTS, "utf8")) : await measure({ ...values, only });
  mkdirSync(at("build"), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(results)}\n`);
  console.log(page(results));
  if (!values.write) return;
  if (results.only.length < GROUPS.length) throw new Failure("--write wants all of it: no --only");
  // The other checkout is not in the page.
  for (const { found } of rowsOf(results.rows, "strings")) {
    for (const name of Object.keys(found)) if (name.endsWith(" beside")) delete found[name];
  }
  writeFileSync(at("benches/results/benchmarks.md"), page(results));
  for (const [name, svg] of Object.entries(pictures(results))) writeFileSync(at("benches/results", name), svg);
});
