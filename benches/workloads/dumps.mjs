// Loading and saving a filter file, its base64, and the memory that loading takes.

import { fork } from "node:child_process";
import { at, Failure } from "../../scripts/run.mjs";
import { inProcesses, takeTurns } from "../rounds.mjs";
import { folder } from "../runtimes.mjs";
import { dumpFile } from "./files.mjs";

const SIZES = /** @type {const} */ (["1 MB", "10 MB", "100 MB"]);

/** @typedef {import("../rounds.mjs").Contender} Contender */

export const needs = SIZES.map((size) => ["standard", size]);

/** Base64 of 100 MB is longer than the longest string of some engines. */
const withText = (/** @type {string} */ size) => size === "10 MB";

/**
 * The memory of one load, in a separate process.
 * @param {import("../runtimes.mjs").Runtime} engine
 * @param {string} file
 * @param {string} way
 * @returns {Promise<import("../rows.mjs").Memory>}
 */
const memoryOf = ({ execPath }, file, way) =>
  new Promise((resolve, reject) => {
    const child = fork(at("benches/worker/memory.mjs"), [folder, file, way], { execPath, execArgv: ["--expose-gc"] });
    child
      .once("message", (found) => resolve(/** @type {any} */ (found)))
      .once("exit", (code) => code && reject(new Failure(`memory.mjs ended with ${code}`)));
  });

/** @param {import("../bench.mjs").Context} context */
export async function run({ engines, native, effort, record, say }) {
  for (const size of SIZES) {
    say(`load, save${withText(size) ? ", base64" : ""}: ${size}`);
    const file = dumpFile("standard", size);
    let bytes = 0;
    const { load: found } = await inProcesses(
      `file of ${size}`,
      async () => {
        /** @type {Contender[]} */
        const contenders = [
          { name: "native copy and checksum", expected: "any", block: (ms) => native.ask("checksum", file, ms) },
        ];
        /** @type {import("../runtimes.mjs").Worker[]} */
        const workers = [];
        for (const engine of engines) {
          const worker = await engine.start();
          workers.push(worker);
          const prepared = await worker.call("dumps", "prepare", { file, withText: withText(size) });
          ({ bytes } = prepared);
          for (const way of prepared.ways) {
            contenders.push({
              name: `${engine.name} ${way}`,
              expected: "some",
              block: (ms) => worker.call("dumps", "block", way, ms),
            });
          }
        }
        await takeTurns(`${size}, warm-up`, contenders, { rounds: 2, ms: effort.ms });
        return {
          workloads: { load: async () => contenders },
          close: () => Promise.all(workers.map(({ stop }) => stop())),
        };
      },
      effort,
    );
    record({ group: "dumps", size, bytes, found });
  }
  for (const engine of engines.filter(({ execPath }) => execPath)) {
    say(`memory: ${engine.name}`);
    for (const way of ["fromBytes", "load"]) {
      const found = [];
      for (let start = 0; start < effort.processes; start++)
        found.push(await memoryOf(engine, dumpFile("standard", "100 MB"), way));
      record({ group: "memory", engine: engine.name, way, size: "100 MB", found });
    }
  }
}
