// Single keys: `has` for members and non-members, and `add`, in each engine separately.

import { SIZES, randomFile, writeRandom } from "./files.mjs";
import { inProcesses } from "../rounds.mjs";

const OWN = ["edgebloom/reader", "edgebloom/lite", "edgebloom"];
/** What another checkout has, too. */
const BESIDE = ["edgebloom/reader", "edgebloom"];
const PEERS = ["bloomfilter", "mnemonist", "bloom-filters"];
/** A Set holds at most 16.7 million keys, too few for 100 MB. */
const EXACT = ["Set"];

/** @typedef {import("../rows.mjs").Question} Question */
/** @typedef {"10 kB" | "1 MB" | "100 MB"} Size */
/** @typedef {{ kind: string, size: Size, questions: readonly Question[], names: string[] }} Workload */

const LAYOUTS = ["standard", "blocked"];
const KINDS = ["32 ASCII", "8 ASCII", "100 ASCII", "20 CJK", "20 Cyrillic"];
const QUERIES = /** @type {const} */ (["misses", "hits"]);
const ALL = /** @type {const} */ (["misses", "hits", "add"]);

/** @type {Workload[]} */
const WORKLOADS = [
  ...[/** @type {const} */ ("1 MB"), /** @type {const} */ ("10 kB")].flatMap((size) =>
    KINDS.map((kind) => ({
      kind,
      size,
      questions: kind === "32 ASCII" ? ALL : QUERIES,
      names: [...OWN, ...PEERS, ...EXACT],
    })),
  ),
  ...KINDS.map((kind) => ({
    kind,
    size: /** @type {const} */ ("100 MB"),
    questions: QUERIES,
    names: [...OWN, ...(kind === "32 ASCII" ? ["edgebloom blocked"] : []), ...PEERS],
  })),
];
const QUICK = WORKLOADS.filter(({ kind }) => kind === "32 ASCII");

/**
 * The expected answers. `add` does not always report a new key as new.
 * @param {string} name
 * @param {Question} question
 * @returns {import("../rounds.mjs").Expected}
 */
const expectation = (name, question) => {
  if (question === "add") return name.startsWith("edgebloom") ? "some" : "any";
  if (question === "hits") return "all";
  return name === "Set" ? "none" : "rate";
};

/** @param {import("../bench.mjs").Context} context */
export async function run({ engines, native, effort, quick, beside, record, say }) {
  for (const size of /** @type {const} */ (["10 kB", "1 MB", "100 MB"])) {
    for (const layout of LAYOUTS) await writeRandom(native, layout, size);
  }
  for (const engine of engines) {
    for (const { names, size, questions, kind } of quick ? QUICK : WORKLOADS) {
      const what = `${engine.name}: ${kind}, ${size}`;
      say(what);
      const { bytes, members } = SIZES[size];
      const dump = Object.fromEntries(LAYOUTS.map((layout) => [layout, randomFile(layout, size)]));
      const contenders = beside ? [...names, ...BESIDE.map((name) => `${name} beside`)] : names;
      const found = await inProcesses(
        what,
        async (i) => {
          const worker = await engine.start();
          await worker.call("strings", "prepare", { kind, bytes, members, names: contenders, dump });
          const contendersFor = async (/** @type {Question} */ question) => {
            // The reader adds no keys.
            const some = contenders.filter((name) => question !== "add" || !name.startsWith("edgebloom/reader"));
            await worker.call("strings", "warmUp", question, some);
            return some.map((name) => ({
              name,
              block: (/** @type {number} */ ms) => worker.call("strings", "block", name, question, ms),
              expected: expectation(name, question),
            }));
          };
          // The first question is the one for which an engine compiles, so it is not always the same.
          const order = i % 2 ? questions.toReversed() : questions;
          return {
            workloads: Object.fromEntries(order.map((question) => [question, () => contendersFor(question)])),
            close: worker.stop,
          };
        },
        effort,
      );
      for (const question of questions) {
        record({ group: "strings", engine: engine.name, size, kind, question, found: found[question] });
      }
    }
  }
}
