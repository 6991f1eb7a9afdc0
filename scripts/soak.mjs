// `npm run soak -- [--minutes 10] [--seed 1] [--leak 0]`: mixed work as tests/soak/work.mjs has it, with memory that has to
// stay flat. That is asked of two things. Every half minute all filters are dropped, the garbage collector is made to come,
// and what is live then must be what it was: whatever accumulates is there. In between the collector comes as at a
// user's, and what waits for it in the modules, which never shrink, must stay below a bound. `--leak 1000` keeps one in
// 1000 of the dropped filters, to see that it is found.

import { parseArgs } from "node:util";
import { FLAT, drifts, liveBytes, moduleBytes, sum } from "../tests/soak/memory.mjs";
import { soakWork } from "../tests/soak/work.mjs";
import { build } from "./build.mjs";
import { Failure, main } from "./run.mjs";

/** The part of the time in which memory may still grow: V8 goes on compiling for minutes, and code is live memory. */
const WARM_UP = 0.4;
/** How much the modules may have: some MB of what is live, and as much as V8 lets wait of ArrayBuffers before it comes. */
const WAITING = 96 * 2 ** 20;
/** How often what is live is looked at. */
const LOOK = 30_000;
/** What has to be flat. Compiled code comes and goes as V8 likes; it counts where all is taken together. */
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
  // Two looks, at least, in each half after the warm-up.
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
    // The memory of a module never shrinks: what it has is the most that it had.
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
