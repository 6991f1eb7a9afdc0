// `npm run soak -- [--minutes 10] [--seed 1] [--leak 0]`: mixed work as tests/soak/work.mjs has it, with memory that has to
// stay flat. That is asked of two things. Every half minute all filters are dropped, the garbage collector is made to come,
// and what is live then must be what it was: whatever accumulates is there. In between the collector comes as at a
// user's, and what waits for it in the modules, which never shrink, must stay below a bound. `--leak 1000` keeps one in
// 1000 of the dropped filters, to see that it is found. What was found goes into target/soak.json.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { PerformanceObserver, constants } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { FLAT, drifts, liveBytes, moduleBytes, sum } from "../tests/soak/memory.mjs";
import { soakWork } from "../tests/soak/work.mjs";
import { build } from "./build.mjs";
import { Failure, at, main } from "./run.mjs";

const RESULT = at("target/soak.json");
/** The part of the time in which memory may still grow: V8 goes on compiling for minutes, and code is live memory. */
const WARM_UP = 0.4;
/** How much the modules may have beyond what is live: as much as V8 lets wait of ArrayBuffers before it comes for them. */
const WAITING = 64 * 2 ** 20;
/** How often what is live is looked at. */
const LOOK = 30_000;
const SECOND = 1000;
/** What has to be flat. Compiled code comes and goes as V8 likes; it counts where all is taken together. */
const CHECKED = ["modules", "heap", "arrayBuffers", "together"];

const MB = (bytes) => (bytes / 1e6).toFixed(1).padStart(8);
const percent = (share) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(2)} %`;
const count = (number) => number.toLocaleString("en");
const largest = (numbers) => numbers.reduce((most, one) => Math.max(most, one), 0);
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** The memories of now, as a user sees them. */
function sample() {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { wasm: sum(moduleBytes()), rss, heapUsed, arrayBuffers };
}

/** The largest memories of each second, in an array that is there from the beginning: nothing here may grow itself. */
class Peaks {
  #names = Object.keys(sample());
  #numbers;

  constructor(time) {
    // Collections, and the last cycle, take longer than the time that is wanted.
    this.#numbers = new Float64Array((Math.ceil(time / SECOND) + 600) * this.#names.length);
  }

  take(time, sample) {
    const start = Math.floor(time / SECOND) * this.#names.length;
    this.#names.forEach((name, i) => (this.#numbers[start + i] = Math.max(this.#numbers[start + i], sample[name])));
  }

  /** Those from a time on; a second in which a cycle did not end has none. */
  from(time) {
    const seconds = [];
    const width = this.#names.length;
    for (let at = Math.floor(time / SECOND) * width; at < this.#numbers.length; at += width) {
      if (this.#numbers[at])
        seconds.push(Object.fromEntries(this.#names.map((name, i) => [name, this.#numbers[at + i]])));
    }
    return seconds;
  }
}

/** How often the collector came for all of the heap, by itself and because we asked. */
function watchCollector() {
  const collections = { own: 0, forced: 0 };
  new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries()) {
      if (detail.kind !== constants.NODE_PERFORMANCE_GC_MAJOR) continue;
      collections[detail.flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED ? "forced" : "own"]++;
    }
  }).observe({ entryTypes: ["gc"] });
  return collections;
}

function number(text, name, least) {
  if (!(Number(text) >= least)) throw new Failure(`--${name}: expected a number of at least ${least}, found ${text}`);
  return Number(text);
}

async function soak(minutes, seed, leak) {
  const started = performance.now();
  const all = minutes * 60_000;
  const collections = watchCollector();
  const leaked = [];
  const onDrop = (filter, dropped) => leak && dropped % leak === 0 && leaked.push(filter);
  const { counts, cycle, end } = soakWork(seed, { onDrop });
  const [peaks, live] = [new Peaks(all), []];
  console.log(
    "second   operations          asked missed dropped | peak, MB: wasm      rss     heap  buffers | live: modules     heap     code  buffers",
  );
  for (let time = 0, looked = 0; time < all; ) {
    await cycle();
    time = performance.now() - started;
    peaks.take(time, sample());
    if (time < looked + LOOK && time < all) continue;
    end();
    live.push(await liveBytes());
    time = performance.now() - started;
    const done = [counts.operations, counts.asked, counts.missed, counts.dropped].map(count);
    const widths = [12, 14, 6, 7];
    const peak = peaks.from(looked);
    const sizes = Object.keys(peak[0]).map((name) => MB(largest(peak.map((one) => one[name]))));
    looked += LOOK;
    const lives = Object.values(live.at(-1)).slice(0, 4).map(MB);
    console.log(
      [
        String(looked / 1000).padStart(6),
        ...done.map((text, i) => text.padStart(widths[i])),
        "|",
        ...sizes,
        "|",
        ...lives,
      ].join(" "),
    );
  }
  const warm = WARM_UP * all;
  const usual = peaks.from(warm);
  return {
    counts,
    collections,
    live: drifts(live.slice(Math.floor(live.length * WARM_UP))),
    // The memory of a module never shrinks: its largest counts. The others go up and down with the collector.
    peak: { ...drifts(usual, median), wasm: drifts(usual).wasm },
    modules: moduleBytes(),
  };
}

if (process.argv[1]?.endsWith("soak.mjs")) {
  await main(async () => {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "10" },
        seed: { type: "string", default: "1" },
        leak: { type: "string", default: "0" },
      },
    });
    // Two looks, at least, in each half after the warm-up.
    const [minutes, seed, leak] = [
      number(values.minutes, "minutes", 3),
      number(values.seed, "seed", 1),
      number(values.leak, "leak", 0),
    ];
    await build();
    const { counts, ...found } = await soak(minutes, seed, leak);
    const grown = CHECKED.filter((name) => found.live[name].drift > FLAT);
    const waiting = found.peak.wasm.after - found.live.modules.after;
    const result = {
      minutes,
      seed,
      node: process.versions.node,
      ...counts,
      ...found,
      waiting,
      most: WAITING,
      flat: !grown.length,
    };
    mkdirSync(dirname(RESULT), { recursive: true });
    writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
    for (const kind of ["live", "peak"]) {
      for (const [name, { before, after, drift }] of Object.entries(found[kind])) {
        console.log(
          `${kind}, ${name}: ${MB(before).trim()} MB in the first half after the warm-up, ${MB(after).trim()} MB in the second: ${percent(drift)}`,
        );
      }
    }
    console.log(
      `the collector came ${found.collections.own} times by itself, ${found.collections.forced} times when asked`,
    );
    if (counts.missed) throw new Failure(`${counts.missed} of ${count(counts.asked)} keys were missed`);
    console.log(
      `waiting for the collector in the modules: ${MB(waiting).trim()} MB at most, wanted ${MB(WAITING).trim()}`,
    );
    if (waiting > WAITING) throw new Failure("the collector does not keep up with what is dropped");
    if (grown.length) throw new Failure(`not flat within ${FLAT * 100} %: ${grown.join("; ")}`);
    console.log(
      `flat: ${count(counts.operations)} operations in ${minutes} minutes, no key missed, what is live within ${FLAT * 100} %`,
    );
  });
}
