// `npm run soak -- [--minutes 10] [--seed 1] [--leak 0]`: runs the mixed work of work.mjs. Memory must stay flat. There are two
// checks. Every half minute, all filters are dropped and the garbage collector is forced to run. The live memory must then be the same
// as before, so a leak shows. In between, the collector runs as it does for users. The memory of the modules, which never shrinks, must
// stay below a bound. `--leak 1000` keeps one in 1000 of the dropped filters, to test that the leak is found.

import { parseArgs } from "node:util";
import { build } from "../../scripts/build.mjs";
import { Failure, main } from "../../scripts/run.mjs";
import { FLAT, drifts, liveBytes, moduleBytes, sum } from "./memory.mjs";
import { soakWork } from "./work.mjs";

/** The part of the time in which memory may still grow: V8 compiles for minutes, and code is live memory. */
const WARM_UP = 0.4;
/** The memory limit of the modules: some MB of live data, and the ArrayBuffers that V8 lets wait before it collects. */
const WAITING = 96 * 2 ** 20;
/** The interval between measurements of live memory. */
const LOOK = 30_000;
/** The kinds of memory that must stay flat. V8 adds and drops compiled code at any time, so it counts only in the total. */
const CHECKED = ["objects", "heap", "arrayBuffers", "together"];

const inMB = (/** @type {Record<string, number>} */ sizes) =>
  Object.entries(sizes).map(([name, bytes]) => `${name} ${(bytes / 1e6).toFixed(1)}`);

await main(async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      leak: { type: "string", default: "0" },
    },
  });
  const [minutes, seed, leak] = [values.minutes, values.seed, values.leak].map(Number);
  // At least two measurements in each half after the warm-up.
  if (!(minutes >= 3 && seed >= 1 && leak >= 0)) throw new Failure("expected numbers, and three minutes or more");
  await build();

  /** @type {unknown[]} */
  const leaked = [];
  const onDrop = (/** @type {unknown} */ filter, /** @type {number} */ dropped) =>
    leak && dropped % leak === 0 && leaked.push(filter);
  const { counts, cycle, end } = soakWork(seed, { onDrop });
  const live = [];
  const started = performance.now();
  for (let time = 0; time < minutes * 60_000; time = performance.now() - started) {
    const until = performance.now() + LOOK;
    while (performance.now() < until) await cycle();
    // The memory of a module never shrinks, so its current size is its maximum.
    const modules = sum(moduleBytes());
    end();
    const now = await liveBytes();
    live.push(now);
    console.log(`${(live.length * LOOK) / 1000} s: ${JSON.stringify(counts)}`);
    console.log(`  MB: all of the modules ${(modules / 1e6).toFixed(1)}; live: ${inMB(now).join(", ")}`);
  }

  if (counts.missed) throw new Failure(`${counts.missed} of ${counts.asked} keys were missed`);
  const found = drifts(live.slice(Math.floor(live.length * WARM_UP)));
  for (const [name, { before, after, drift }] of Object.entries(found)) {
    const [from, to] =
      name === "objects" ? [before, after] : [before, after].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
    console.log(`${name}: from ${from} to ${to}, ${(drift * 100).toFixed(2)} %`);
  }
  const waiting = sum(moduleBytes());
  console.log(`the modules: ${waiting} bytes at most, wanted ${WAITING}`);
  if (waiting > WAITING) throw new Failure("the collector does not keep up with what is dropped");
  const grown = CHECKED.filter((name) => found[name].drift > FLAT);
  if (grown.length) throw new Failure(`not flat within ${FLAT * 100} %: ${grown.join(", ")}`);
  console.log(`flat: ${counts.operations} operations, no key missed, what is live within ${FLAT * 100} %`);
});
