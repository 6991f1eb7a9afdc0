// The single steps of `edgebloom publish`, for engines that spread them over many machines (examples/spark-publish).

import { randomUUID } from "node:crypto";
import { compatEngine } from "../api/engines.js";
import { wholeNumber } from "./arguments.js";
import { Failure } from "./failure.js";
import { hintAtTerminal, measure, readInput } from "./input.js";
import { readForm, takeKeys } from "./keys.js";
import { print } from "./output.js";
import { Progress } from "./progress.js";
import { options as PUBLISH, readSettings, summaryOf } from "./publish.js";
import { commit } from "./publish/commit.js";
import { publishShard } from "./publish/shard.js";
import { readSigningKey } from "./publish/signature.js";
import { StateFolder, stateOf } from "./publish/state.js";
import { Report, jsonLine, warn } from "./report.js";
import { onSignals } from "./signals.js";

export const brief = "run publish step by step, on many machines";
export const operands = /** @type {const} */ (["digests", "shard", "manifest"]);
const { "shard-bytes": _shardBytes, memory, json, ...rest } = PUBLISH;
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  ...rest,
  shards: { ...rest.shards, says: "number of shards: a power of 2, up to 65536" },
  shard: { type: "string", value: "I", says: "step shard: number of the shard, from 0" },
  memory: {
    ...memory,
    says: "step digests: memory for digests in MB, 1 to 1024; default 64",
  },
  json: { ...json, says: "step manifest: print one JSON object about the result" },
});

/** @typedef {import("./options.js").Values<typeof options>} Values */

const USAGE = "edgebloom step digests|shard|manifest --shards N [options]";
const DIGEST = 16;
/** The first number of the last frame: the output is complete. */
const END = 0xffffffff;

/**
 * @param {Values} values
 * @param {string[]} positionals
 */
export async function run(values, [step, ...paths]) {
  if (step === "digests") return digests(values, paths);
  if (paths.length) throw new Failure(`step ${step}: expected no files, because it reads standard input: ${USAGE}`);
  if (step === "shard") return shard(values);
  if (step === "manifest") return manifest(values);
  throw new Failure(`expected digests, shard or manifest: ${USAGE}`);
}

/** @param {Values} values */
function readStep(values) {
  const { shards, ...settings } = readSettings(values);
  if (shards === undefined) throw new Failure(`--shards: the number is missing: ${USAGE}`);
  const form = readForm(values);
  const keyForm = form.keys.name;
  const options = { seed: settings.seed, errorRate: settings.errorRate, isStatic: settings.isStatic, shards, keyForm };
  return { settings: { ...settings, shards, keyForm }, form, options };
}

/**
 * Reads keys and writes their digests, shard by shard, in frames: the number of the shard and the number of digests (u32 each,
 * little-endian), then the digests. The last frame is 0xffffffff, 0 and the number of all keys (u64).
 * @param {Values} values
 * @param {string[]} paths
 */
async function digests(values, paths) {
  const { settings, form } = readStep(values);
  const inputs = paths.length ? paths : ["-"];
  const total = measure(inputs);
  if (inputs.includes("-")) hintAtTerminal("keys, one per line,");
  const { wasm } = compatEngine();
  const sharder = new wasm.Sharder(settings.seed, settings.shards);
  let all = 0;
  const flush = () => {
    all += sharder.collected;
    for (let i = 0; sharder.collected; i++) {
      const bytes = sharder.take(i);
      if (!bytes.length) continue;
      const header = new Uint32Array([i, bytes.length / DIGEST]);
      print(new Uint8Array(header.buffer));
      print(bytes);
    }
  };
  const progress = new Progress(total, () => all + sharder.collected, { quiet: values.quiet });
  const sink = {
    lines: (/** @type {Buffer} */ lines) => {
      compatEngine().eachPiece(lines, (/** @type {number} */ length) => sharder.pushLines(length));
      if (sharder.collected * DIGEST >= settings.memory) flush();
    },
    key: (/** @type {import("../api/types.js").Key} */ key) => sharder.push(compatEngine().putKey(key), 1),
    keys: (/** @type {Uint8Array} */ bytes, /** @type {number} */ width) =>
      compatEngine().eachRecord(bytes, width, (count) => sharder.push(width, count)),
  };
  try {
    for (const path of inputs) {
      const doubt = await takeKeys(path, form, sink, progress);
      if (doubt) warn(doubt);
    }
  } finally {
    progress.end();
  }
  flush();
  const end = new DataView(new ArrayBuffer(16));
  end.setUint32(0, END, true);
  end.setBigUint64(8, BigInt(all), true);
  print(new Uint8Array(end.buffer));
  return 0;
}

/**
 * Reads the digests of a shard, without frames, writes its files, and prints the outcome.
 * @param {Values} values
 */
async function shard(values) {
  const { settings, options } = readStep(values);
  const folder = folderOf(values);
  const number = wholeNumber(values.shard, "--shard");
  if (number === undefined || number >= settings.shards) {
    throw new Failure(
      `--shard: expected a whole number from 0 to ${settings.shards - 1}, got ${values.shard ?? "none"}`,
    );
  }
  const bytes = await readInput("-");
  if (bytes.length % DIGEST)
    throw new Failure(`standard input: expected digests of 16 bytes each, got ${bytes.length} bytes`);
  const { wasm } = compatEngine();
  const sharder = new wasm.Sharder(settings.seed, settings.shards);
  for (let at = 0; at < bytes.length; at += 1 << 20) sharder.pushDigests(bytes.subarray(at, at + (1 << 20)));
  const own = sharder.take(number);
  sharder.free();
  const others = (bytes.length - own.length) / DIGEST;
  if (others)
    throw new Failure(`standard input: expected digests of shard ${number} only, got ${others} of other shards`);
  const state = new StateFolder(stateOf(values), folder);
  const places = { folder, digests: state.digests, stem: `${number}-${randomUUID()}` };
  const { since, record } = state.recordOf(number, options);
  const outcome = publishShard([own], settings, record, places);
  print(jsonLine({ shard: number, digests: own.length / DIGEST, since, ...outcome }));
  return 0;
}

/**
 * Reads the lines that step shard has printed, one per shard in any order, and publishes the manifest.
 * @param {Values} values
 */
async function manifest(values) {
  const { settings, options } = readStep(values);
  const folder = folderOf(values);
  const key = readSigningKey(values["signing-key"], USAGE);
  const text = (await readInput("-")).toString();
  /** @type {import("./publish/shard.js").Outcome[]} */
  const outcomes = new Array(settings.shards);
  const states = new Set();
  for (const line of text.split("\n").filter(Boolean)) {
    const { shard: number, since, ...outcome } = parseLine(line);
    if (!(number < settings.shards))
      throw new Failure(`standard input: expected shards from 0 to ${settings.shards - 1}, got ${number}`);
    if (outcomes[number]) throw new Failure(`standard input: expected each shard once, got ${number} again`);
    outcomes[number] = outcome;
    states.add(since);
  }
  const missing = Array.from(outcomes).findIndex((outcome) => !outcome?.record);
  if (missing >= 0) throw new Failure(`standard input: shard ${missing} of ${settings.shards} is missing`);
  const state = new StateFolder(stateOf(values), folder);
  const release = onSignals(() => state.release());
  state.take();
  try {
    const last = state.read();
    // The files of these shards may be gone: the other publish has removed the files that it did not know.
    if (states.size !== 1 || !states.has(last?.manifest ?? null)) {
      throw new Failure(
        `${state.path}: the shards were not built on this state: another publish has changed it since, or the machines do not share ` +
          "one state; nothing is published: run all steps again",
      );
    }
    const facts = await commit({ folder, state, settings, outcomes, options, last, key });
    if (values.json) print(jsonLine(facts));
    else new Report({ quiet: values.quiet }).say({}, summaryOf(facts));
    return 0;
  } finally {
    release();
    state.release();
  }
}

/** @param {Values} values */
function folderOf({ output }) {
  if (!output) throw new Failure(`-o: the folder is missing: ${USAGE}`);
  return output;
}

/** @param {string} line */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    throw new Failure(
      `standard input: expected the lines that step shard prints, got ${JSON.stringify(line.slice(0, 60))}`,
    );
  }
}
