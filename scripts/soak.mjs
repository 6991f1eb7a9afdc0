// `npm run soak -- [--minutes 10] [--seed 1]`: mixed work as tests/soak/work.mjs has it, with memory that has to stay
// flat. Nothing forces the garbage collector while it is measured: filters that were dropped give their memory back when
// it comes, as at a user's. After the end it is forced, to see that all of it has come back. What was found goes into
// target/soak.json.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { bytesInUse, moduleBytes, soakWork } from "../tests/soak/work.mjs";
import { build } from "./build.mjs";
import { Failure, at, main } from "./run.mjs";

const RESULT = at("target/soak.json");
/** The part of the time in which memory may still grow. */
const WARM_UP = 0.2;
/** How much higher memory may be in the second half of the rest than in the first. */
const FLAT = 0.02;

const MB = (bytes) => (bytes / 1e6).toFixed(1).padStart(8);
const percent = (share) => `${share > 0 ? "+" : ""}${(share * 100).toFixed(2)} %`;
const count = (number) => number.toLocaleString("en");

/** The memories of now. */
function sample() {
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, heapUsed, arrayBuffers, wasm: sum(moduleBytes()) };
}

/** What may be in use in the end that was not in the beginning: ranges that have grown, and what is free in small parts. */
const KEPT = 4e6;

const NAMES = ["wasm", "rss", "heapUsed", "arrayBuffers"];
const SECOND = 1000;

/** The largest memories of each second: every sample would be a memory that grows. */
class Peaks {
  /** @type {Record<string, number>[]} */
  seconds = [];

  take(time, sample) {
    const second = Math.floor(time / SECOND);
    const peak = (this.seconds[second] ??= { ...sample });
    for (const name of NAMES) peak[name] = Math.max(peak[name], sample[name]);
  }

  /** Those of a part of the time; a second in which a cycle did not end has none. */
  between(start, end) {
    return this.seconds.slice(Math.floor(start / SECOND), Math.ceil(end / SECOND)).filter(Boolean);
  }
}

const largest = (numbers) => numbers.reduce((most, one) => Math.max(most, one), 0);
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

/** The memory of a module never shrinks: its largest counts. The others go up and down with the collector. */
const LEVELS = { wasm: largest, rss: median, heapUsed: median, arrayBuffers: median };

/** The levels in the two halves of the time after the warm-up, and how much higher the second is. */
function drifts(peaks, all) {
  const [start, middle] = [WARM_UP, (1 + WARM_UP) / 2].map((share) => share * all);
  const level = (name, from, to) => LEVELS[name](peaks.between(from, to).map((peak) => peak[name]));
  return Object.fromEntries(NAMES.map((name) => {
    const [before, after] = [level(name, start, middle), level(name, middle, all)];
    return [name, { before, after, drift: after / before - 1 }];
  }));
}

function number(text, name) {
  if (!(Number(text) > 0)) throw new Failure(`--${name}: expected a number above 0, found ${text}`);
  return Number(text);
}

const sum = (byModule) => Object.values(byModule).reduce((sum, bytes) => sum + bytes);

/** Makes the garbage collector come, and waits for what it calls. */
async function collect() {
  setFlagsFromString("--expose-gc");
  const collector = runInNewContext("gc");
  for (let i = 0; i < 10; i++) {
    collector();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function soak(minutes, seed) {
  const started = performance.now();
  const all = minutes * 60_000;
  const inUse = { before: sum(bytesInUse()), after: 0 };
  const { counts, cycle, end } = soakWork(seed);
  const peaks = new Peaks();
  console.log("minute   operations          asked missed dropped |   MB: wasm      rss     heap  buffers");
  for (let time = 0, told = 0; time < all; ) {
    await cycle();
    time = performance.now() - started;
    peaks.take(time, sample());
    if (time < told + 60_000 && time < all) continue;
    const done = [counts.operations, counts.asked, counts.missed, counts.dropped].map(count);
    const widths = [12, 14, 6, 7];
    const minute = peaks.between(told, time);
    const sizes = NAMES.map((name) => MB(LEVELS[name](minute.map((peak) => peak[name]))));
    told += 60_000;
    console.log([String(told / 60_000).padStart(6), ...done.map((text, i) => text.padStart(widths[i])), "|", ...sizes].join(" "));
  }
  const memory = drifts(peaks, all);
  const modules = moduleBytes();
  end();
  await collect();
  inUse.after = sum(bytesInUse());
  return { counts, memory, modules, inUse };
}

if (process.argv[1]?.endsWith("soak.mjs")) {
  await main(async () => {
    const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } } });
    const [minutes, seed] = [number(values.minutes, "minutes"), number(values.seed, "seed")];
    await build();
    const { counts, memory, modules, inUse } = await soak(minutes, seed);
    const isFlat = ["wasm", "rss"].every((name) => memory[name].drift <= FLAT);
    const result = { minutes, seed, node: process.versions.node, ...counts, memory, modules, inUse, flat: isFlat };
    mkdirSync(dirname(RESULT), { recursive: true });
    writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
    for (const [name, { before, after, drift }] of Object.entries(memory)) {
      console.log(`${name}: ${MB(before).trim()} MB in the first half after the warm-up, ${MB(after).trim()} MB in the second: ${percent(drift)}`);
    }
    console.log(`in use in the modules: ${MB(inUse.before).trim()} MB before, ${MB(inUse.after).trim()} MB after all was dropped`);
    if (counts.missed) throw new Failure(`${counts.missed} of ${count(counts.asked)} keys were missed`);
    if (inUse.after > inUse.before + KEPT) throw new Failure("what was dropped has not come back");
    if (!isFlat) throw new Failure(`memory is not flat within ${FLAT * 100} %`);
    console.log(`flat: ${count(counts.operations)} operations in ${minutes} minutes, no key missed, memory within ${FLAT * 100} %`);
  });
}
