// Single keys, in each engine separately.

import { dumpFile } from "./files.mjs";
import { takeTurns } from "../rounds.mjs";

const PEERS = ["bloomfilter", "mnemonist", "Set"];
const FAST = ["edgebloom/reader", "edgebloom", ...PEERS];
const ADDING = ["edgebloom", ...PEERS];
const SLOW = ["bloom-filters", "@pacote/bloom-filter"];
const ASCII = "32 ASCII";

/**
 * @typedef {object} Workload
 * @property {string} kind
 * @property {boolean} [json]
 * @property {keyof typeof BYTES} size
 * @property {import("../rows.mjs").Question} question
 * @property {string[]} names
 */

const QUESTIONS = /** @type {const} */ (["misses", "hits", "add"]);
/** Hits and misses of all contenders, and `add` of those that have it. */
const three = (/** @type {string} */ kind, /** @type {keyof typeof BYTES} */ size, /** @type {string[]} */ ...more) =>
  QUESTIONS.map((question) => ({
    kind,
    size,
    question,
    names: [...(question === "add" ? ADDING : FAST), ...more],
  }));
/** Without `add`. */
const two = (/** @type {string} */ kind, /** @type {keyof typeof BYTES} */ size, /** @type {string[]} */ names) =>
  QUESTIONS.slice(0, 2).map((question) => ({ kind, size, question, names }));
const KINDS = ["8 ASCII", "100 ASCII", "20 CJK"];
/** @type {Workload[]} */
const WORKLOADS = [
  ...three(ASCII, "1 MB", ...SLOW),
  ...KINDS.flatMap((kind) => three(kind, "1 MB")),
  { kind: ASCII, json: true, size: "1 MB", question: "misses", names: FAST },
  ...three(ASCII, "10 kB"),
  ...KINDS.flatMap((kind) => two(kind, "10 kB", FAST)),
  // A Set holds at most 16.7 million keys.
  ...two(ASCII, "100 MB", ["edgebloom/reader", "edgebloom", "edgebloom blocked", "bloomfilter", "mnemonist"]),
  ...KINDS.flatMap((kind) => two(kind, "100 MB", ["edgebloom/reader", "edgebloom", "bloomfilter", "mnemonist"])),
];
const QUICK = WORKLOADS.filter(
  ({ kind, size, question, json }) => kind === ASCII && !json && (size === "1 MB" || question === "misses"),
);

const BYTES = { "10 kB": 1e4, "1 MB": 1e6, "100 MB": 1e8 };

/**
 * The expected answers. `add` does not always report a new key as new.
 * @param {string} name
 * @param {import("../rows.mjs").Question} question
 * @returns {import("../rounds.mjs").Expected}
 */
const expectation = (name, question) => {
  if (question === "add") return name.startsWith("edgebloom") ? "some" : "any";
  if (question === "hits") return "all";
  return name === "Set" ? "none" : name === "@pacote/bloom-filter" ? "seldom" : "rate";
};

export const needs = [
  ["standard", "100 MB"],
  ["blocked", "100 MB"],
];

/** @param {import("../bench.mjs").Context} context */
export async function run({ engines, effort, quick, record, say }) {
  const standard = dumpFile("standard", "100 MB");
  const dump = {
    edgebloom: standard,
    "edgebloom/reader": standard,
    "edgebloom blocked": dumpFile("blocked", "100 MB"),
  };
  for (const engine of engines) {
    for (const { names, size, ...workload } of quick ? QUICK : WORKLOADS) {
      const what = `${engine.name}: ${workload.question}, ${workload.kind}${workload.json ? " parsed" : ""}, ${size}`;
      say(what);
      const worker = await engine.start();
      const some = quick ? names.filter((name) => name !== "@pacote/bloom-filter") : names;
      await worker.call("strings", "prepare", {
        ...workload,
        bytes: BYTES[size],
        names: some,
        dump: size === "100 MB" && dump,
      });
      const contenders = some.map((name) => ({
        name,
        block: (/** @type {number} */ ms) => worker.call("strings", "block", name, ms),
        expected: expectation(name, workload.question),
      }));
      const found = await takeTurns(what, contenders, effort);
      await worker.stop();
      record({ group: "strings", engine: engine.name, size, ...workload, found });
    }
  }
}
