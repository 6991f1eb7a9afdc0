// Many keys at once, in all engines and natively in the same rounds.

import { dumpFile, fillNative, hitsFile, missesFile } from "./files.mjs";
import { inProcesses, median, takeTurns } from "../rounds.mjs";

/** fastbloom with its own hasher, with fast ones, and with hashes instead of keys. */
const HASHERS = ["sip13", "foldhash", "ahash", "rapidhash", "rapidhash-by-hash", "gxhash", "gxhash-by-hash"].map(
  (name) => `fastbloom-${name}`,
);
const OTHERS = ["bloomfilter", "sbbf-rs"];

/** Some hundred thousand lines. */
const WARM_UP = 30;
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
 * Measures queries and `add` with the hashers that this processor supports. Returns the fastest one for each, and all times. They are compiled
 * before they run, so one process is enough.
 * @param {import("./files.mjs").Native} native
 * @param {import("./files.mjs").Size} size
 * @param {import("../rounds.mjs").Effort} effort
 */
async function fastest(native, size, { processes: rounds, ms }) {
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
    found[question] = await takeTurns(`fastbloom's hashers, ${question}`, contenders, { rounds, ms });
    const medians = there.map((name) => ({ name, ns: median(found[question][name]) }));
    best[question] = medians.sort((a, b) => a.ns - b.ns)[0].name;
  }
  for (const name of there) await native.ask("drop", name);
  return { best, found };
}

/** @param {import("../bench.mjs").Context} context */
export async function run({ engines, native, effort, quick, record, say }) {
  /** @type {Record<string, string> | undefined} by question */
  let best;
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
    const fast = best;
    const others = size === "100 MB" ? [] : OTHERS;
    const own = LAYOUTS.map((layout) => `edgebloom-${layout}`);
    const natives = [...new Set(Object.values(fast)), ...others, ...own];
    for (const name of natives) {
      await fillNative(native, name, name, size);
      // `add` empties its filter.
      await fillNative(native, `${name}-to-add`, name, size);
    }
    say(`lines, ${size}`);
    const found = await inProcesses(
      `lines, ${size}`,
      async () => {
        /** @type {({ name: string } & import("../runtimes.mjs").Worker)[]} */
        const workers = [];
        for (const engine of engines) {
          const worker = { name: engine.name, ...(await engine.start()) };
          for (const layout of LAYOUTS) await worker.call("lines", "load", layout, dumpFile(layout, size));
          await worker.call("lines", "text", "hits", hitsFile(size));
          await worker.call("lines", "text", "misses", missesFile(size));
          workers.push(worker);
        }
        return {
          workloads: Object.fromEntries(
            ASKED.map((question) => [
              question,
              () => contendersFor(question, native, workers, { size, fast, others, quick }),
            ]),
          ),
          close: () => Promise.all(workers.map(({ stop }) => stop())),
        };
      },
      effort,
    );
    for (const question of ASKED)
      record({ group: "lines", size, question, fastest: fast[question], found: found[question] });
    for (const name of natives) {
      await native.ask("drop", name);
      await native.ask("drop", `${name}-to-add`);
    }
  }
}

/**
 * All contenders of a question, warmed up.
 * @param {typeof ASKED[number]} question
 * @param {import("./files.mjs").Native} native
 * @param {({ name: string } & import("../runtimes.mjs").Worker)[]} workers
 * @param {{ size: import("./files.mjs").Size, fast: Record<string, string>, others: string[], quick: boolean }} options
 */
async function contendersFor(question, native, workers, { size, fast, others, quick }) {
  const { call, many, command, slices, expected } = QUESTIONS[question];
  const text = question === "hits" ? "hits" : "misses";
  /** @type {(name: string, filter: string, ask: string) => import("../rounds.mjs").Contender} */
  const nativeOne = (name, filter, ask) => ({
    name: `native ${name}`,
    expected,
    block: (ms) => native.ask(ask, question === "add" ? `${filter}-to-add` : filter, text, ms),
  });
  const contenders = [
    nativeOne("fastbloom", fast[question], command),
    nativeOne("fastbloom, keys already split", fast[question], slices),
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
  await takeTurns(`${call}, ${question}, ${size}, warm-up`, contenders, { rounds: 1, ms: WARM_UP });
  return contenders;
}
