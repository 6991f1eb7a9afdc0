// The cost of a query as a filter grows, per layout: in the newest Node and natively.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../../scripts/run.mjs";
import { inProcesses, takeTurns } from "../rounds.mjs";
import { folder } from "../runtimes.mjs";
import { LAYOUTS, LENGTH, NEVER, RATE } from "./files.mjs";

/** With shorter lists, their bits would fit in a cache, although the filter itself does not. */
const ASKED = { small: 100_000, large: 1_000_000, from: 1e6 };

/** Some hundred thousand lines. */
const WARM_UP = 30;

/** The number of keys in each filter: powers of ten, to a hundred million; in a quick run to ten million. */
const steps = (/** @type {boolean} */ quick) => Array.from({ length: quick ? 5 : 6 }, (_, i) => 10 ** (3 + i));

/**
 * A list of at least so many lines with the keys `first` …. If there are fewer keys, they repeat.
 * @param {import("./files.mjs").Native} native
 * @param {string} file
 * @param {number} first
 * @param {number} distinct
 * @param {number} count
 */
async function writeList(native, file, first, distinct, count) {
  await native.ask("keys", file, LENGTH, first, distinct);
  const once = readFileSync(join(folder, file));
  writeFileSync(join(folder, file), Buffer.concat(Array.from({ length: Math.ceil(count / distinct) }, () => once)));
}

/** @param {import("../bench.mjs").Context} context */
export async function run({ engines, native, effort, quick, record, say }) {
  const engine = engines.filter(({ execPath }) => execPath).at(-1);
  if (!engine) throw new Failure("growth is measured in Node, which is not there");
  const [members, strangers] = ["growth-members", "growth-strangers"];
  for (const keys of steps(quick)) {
    say(`growth: ${keys.toLocaleString("en")} keys`);
    const queries = keys < ASKED.from ? ASKED.small : ASKED.large;
    const distinct = Math.min(keys, queries);
    await writeList(native, members, 0, distinct, queries);
    await writeList(native, strangers, NEVER, queries, queries);
    for (const list of [members, strangers]) await native.ask("text", list, list);
    for (const layout of LAYOUTS) {
      await native.ask("make", layout, `edgebloom-${layout}`, keys, RATE);
      if (keys > distinct) await native.ask("chance", layout, keys - distinct);
      await native.ask("lines", layout, members);
      await native.ask("save", layout, `growth-${layout}`);
    }
    const { growth: found } = await inProcesses(
      `growth, ${keys} keys`,
      async () => {
        const worker = await engine.start();
        for (const list of [members, strangers]) await worker.call("lines", "text", list, list);
        /** @type {import("../rounds.mjs").Contender[]} */
        const contenders = [];
        for (const layout of LAYOUTS) {
          await worker.call("lines", "load", layout, `growth-${layout}`);
          for (const [question, list, expected] of /** @type {const} */ ([
            ["misses", strangers, "rate"],
            ["hits", members, "all"],
          ])) {
            contenders.push(
              {
                name: `${layout} ${question} wasm`,
                expected,
                block: (ms) => worker.call("lines", "block", layout, "hasLines", list, ms),
              },
              { name: `${layout} ${question} native`, expected, block: (ms) => native.ask("has", layout, list, ms) },
            );
          }
        }
        await takeTurns(`growth, ${keys} keys, warm-up`, contenders, { rounds: 1, ms: WARM_UP });
        return { workloads: { growth: async () => contenders }, close: worker.stop };
      },
      effort,
    );
    record({
      group: "growth",
      engine: engine.name,
      keys,
      bytes: Math.ceil((keys * -Math.log(RATE)) / Math.LN2 ** 2 / 8),
      found,
    });
    for (const layout of LAYOUTS) await native.ask("drop", layout);
  }
}
