// Many keys at once, in all engines and natively in the same rounds.

import { dumpFile, fillNative, hitsFile, missesFile } from "./files.mjs";
import { spread, takeTurns } from "../rounds.mjs";

/** fastbloom with its own hasher, with fast ones, and with hashes instead of keys. */
const HASHERS = ["sip13", "foldhash", "ahash", "rapidhash", "rapidhash-by-hash", "gxhash", "gxhash-by-hash"].map(
  (name) => `fastbloom-${name}`,
);
const OTHERS = ["bloomfilter", "sbbf-rs"];

/** Some hundred thousand lines. */
const WARM_UP = 100;
const LAYOUTS = ["standard", "blocked"];
/** The first one selects the fastest hasher. */
const SIZES = /** @type {const} */ (["1 MB", "10 kB", "100 MB"]);

export const needs = SIZES.flatMap((size) => LAYOUTS.map((layout) => [layout, size]));

/** The workloads: the call of the package, the command of the native program, the list, and the expected answers. */
const QUESTIONS = /** @type {const} */ ({
  misses: { call: "hasLines", many: "hasMany", command: "has", slices: "hasSlices", expected: "rate" },
  hits: { call: "hasLines", many: "hasMany", command: "has", slices: "hasSlices", expected: "all" },
  add: { call: "addLines", many: "addMany", command: "add", slices: "addSlices", expected: "some" },
});

const ASKED = /** @type {const} */ (["misses", "hits", "add"]);

/**
 * Measures queries and `add` with the hashers that this processor supports. Returns the fastest one for each, and all times.
 * @param {import("./files.mjs").Native} native
 * @param {import("./files.mjs").Size} size
 * @param {{ rounds: number, ms: number }} effort
 */
async function fastest(native, size, effort) {
  const there = [];
  for (const name of HASHERS) {
    try {
      await native.ask("make", name, name, 1000, 0.01);
      there.push(name);
    } catch (error) {
      if (!/no such filter here/.test(String(error))) throw error;
    }
  }
  for (const name of there) await fillNative(native, name, name, size);
  /** @type {Record<string, string>} */
  const best = {};
  /** @type {Record<string, import("../rows.mjs").Times>} */
  const found = {};
  for (const question of ASKED) {
    const { command, expected } = QUESTIONS[question];
    const text = question === "hits" ? "hits" : "misses";
    const contenders = there.map((name) => ({
      name,
      block: (/** @type {number} */ ms) => native.ask(command, name, text, ms),
      expected,
    }));
    found[question] = await takeTurns(`fastbloom's hashers, ${question}`, contenders, effort);
    const medians = there.map((name) => ({ name, ns: spread(found[question][name]).median }));
    best[question] = medians.sort((a, b) => a.ns - b.ns)[0].name;
  }
  for (const name of there) await native.ask("drop", name);
  return { best, found };
}

/** @param {import("../bench.mjs").Context} context */
export async function run({ engines, native, effort, quick, record, say }) {
  /** @type {Record<string, string> | undefined} by question */
  let best;
  const workers = [];
  for (const engine of engines) workers.push({ name: engine.name, ...(await engine.start()) });
  for (const size of SIZES) {
    await native.ask("text", "hits", hitsFile(size));
    await native.ask("text", "misses", missesFile(size));
    if (!best) {
      say("fastbloom's hashers");
      const { found, ...rest } = await fastest(native, size, effort);
      best = rest.best;
      for (const question of ASKED)
        record({ group: "hashers", engine: "native", size, question, found: found[question] });
    }
    const others = size === "100 MB" ? [] : OTHERS;
    const own = LAYOUTS.map((layout) => `edgebloom-${layout}`);
    const natives = [...new Set(Object.values(best)), ...others, ...own];
    for (const name of natives) await fillNative(native, name, name, size);
    for (const worker of workers) {
      for (const layout of LAYOUTS) await worker.call("lines", "load", layout, dumpFile(layout, size));
      await worker.call("lines", "text", "hits", hitsFile(size));
      await worker.call("lines", "text", "misses", missesFile(size));
    }
    // `add` needs an empty filter, so it comes last.
    for (const question of ASKED) {
      const { call, many, command, slices, expected } = QUESTIONS[question];
      const text = question === "hits" ? "hits" : "misses";
      const what = `${call}, ${question}, ${size}`;
      say(what);
      const fast = best[question];
      /** @type {(name: string, filter: string, ask: string) => import("../rounds.mjs").Contender} */
      const nativeOne = (name, filter, ask) => ({
        name: `native ${name}`,
        expected,
        block: (ms) => native.ask(ask, filter, text, ms),
      });
      const contenders = [
        nativeOne("fastbloom", fast, command),
        nativeOne("fastbloom, keys already split", fast, slices),
        ...others.map((name) => nativeOne(name, name, command)),
        ...LAYOUTS.map((layout) => nativeOne(`edgebloom, ${layout}`, `edgebloom-${layout}`, command)),
        ...workers.flatMap((worker) => [
          ...LAYOUTS.map((layout) => ({
            name: `${worker.name}, ${layout}`,
            expected,
            block: (/** @type {number} */ ms) => worker.call("lines", "block", layout, call, text, ms),
          })),
          ...(size === "1 MB" && !quick
            ? [
                {
                  name: `${worker.name}, standard, strings`,
                  expected,
                  block: (/** @type {number} */ ms) => worker.call("lines", "block", "standard", many, text, ms),
                },
              ]
            : []),
        ]),
      ];
      await takeTurns(`${what}, warm-up`, contenders, { rounds: 1, ms: WARM_UP });
      const found = await takeTurns(what, contenders, effort);
      record({ group: "lines", size, question, fastest: fast, found });
    }
    for (const name of natives) await native.ask("drop", name);
  }
  for (const worker of workers) await worker.stop();
}
