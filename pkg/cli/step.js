// The single steps of `edgebloom publish`, for engines that spread them over many machines (examples/spark-publish).

import { readAllowed, without } from "./allowed.js";
import { wholeNumber } from "./arguments.js";
import { DIGEST_BYTES, newSharder, sinkInto } from "./engines.js";
import { Failure } from "./failure.js";
import { readInput } from "./input.js";
import { openLists, readLists } from "./keys.js";
import { print } from "./output.js";
import { publishManifest, readManifestKey, summaryOf } from "./publish/manifest.js";
import { options as PUBLISH, readFolders, readSettings, shardOptions } from "./publish/settings.js";
import { publishShard } from "./publish/shard.js";
import { StateFolder } from "./publish/state.js";
import { Damaged, checkFiles } from "./publish/trusted-files.js";
import { listedToo, optionsOf, readUniverse } from "./universe.js";
import { Report, jsonLine, warn } from "./report.js";

export const brief = "run publish in steps, on many machines";
export const operands = /** @type {const} */ (["digests", "shard", "manifest"]);
const { "shard-bytes": _shardBytes, memory, json, map: _map, label: _label, ...rest } = PUBLISH;
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  ...rest,
  shards: { ...rest.shards, says: "number of shards: a power of 2, up to 65536" },
  state: { ...rest.state, says: "state folder, shared by all machines" },
  shard: { type: "string", value: "I", says: "step shard: number of the shard, from 0" },
  memory: {
    ...memory,
    says: "step digests: MB of memory for digests, 1 to 1024; default 64",
  },
  json: { ...json, says: "step manifest: describe the result as one JSON object" },
});

/** @typedef {import("./options.js").Values<typeof options>} Values */

const USAGE = "edgebloom step digests|shard|manifest --shards N [options]";
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
  const settings = readSettings(values);
  const { shards } = settings;
  if (typeof shards !== "number") throw new Failure(`--shards: the number is missing: ${USAGE}`);
  return { settings, shards, options: shardOptions(settings, shards) };
}

/**
 * The folders, which all machines share.
 * @param {Values} values
 */
function readShared(values) {
  if (!values.state) throw new Failure(`--state: the folder that all machines share is missing: ${USAGE}`);
  return readFolders(values, USAGE);
}

/**
 * Reads keys and writes their digests, shard by shard, in frames: the number of the shard and the number of digests (u32 each,
 * little-endian), then the digests. The last frame is 0xffffffff, 0 and the number of all keys (u64).
 * @param {Values} values
 * @param {string[]} paths
 */
async function digests(values, paths) {
  const { settings, shards } = readStep(values);
  const lists = openLists(paths, settings.format);
  const sharder = newSharder(settings.seed, shards);
  let written = 0;
  const flush = () => {
    written += sharder.collected;
    for (let i = 0; sharder.collected; i++) {
      const bytes = sharder.drain(i);
      if (!bytes.length) continue;
      const header = new Uint32Array([i, bytes.length / DIGEST_BYTES]);
      print(new Uint8Array(header.buffer));
      print(bytes);
    }
  };
  const allowed = await readAllowed(settings.universe);
  const sink = {
    ...without(sinkInto(sharder), allowed),
    count: () => written + sharder.collected,
    reached() {
      if (sharder.collected * DIGEST_BYTES >= settings.memory) flush();
    },
  };
  await readLists(lists, sink, values);
  flush();
  const end = new DataView(new ArrayBuffer(16));
  end.setUint32(0, END, true);
  end.setBigUint64(8, BigInt(written), true);
  print(new Uint8Array(end.buffer));
  return 0;
}

/**
 * Reads the digests of a shard, without frames, writes its files, and prints the outcome.
 * @param {Values} values
 */
async function shard(values) {
  const { settings, shards, options } = readStep(values);
  const folders = readShared(values);
  const number = wholeNumber(values.shard, "--shard");
  if (number === undefined || number >= shards) {
    throw new Failure(`--shard: expected a whole number from 0 to ${shards - 1}, got ${values.shard ?? "none"}`);
  }
  const bytes = await readInput("-");
  if (bytes.length % DIGEST_BYTES)
    throw new Failure(`standard input: expected digests of 16 bytes each, got ${bytes.length} bytes`);
  const sharder = newSharder(settings.seed, shards);
  for (let at = 0; at < bytes.length; at += 1 << 20) sharder.pushDigests(bytes.subarray(at, at + (1 << 20)));
  const own = sharder.drain(number);
  sharder.free();
  const others = (bytes.length - own.length) / DIGEST_BYTES;
  if (others)
    throw new Failure(`standard input: expected digests of shard ${number} only, got ${others} of other shards`);
  const state = new StateFolder(folders);
  const { since, record } = state.recordOf(number, options);
  const universe =
    settings.universe && (await readUniverse(settings.universe, newSharder(settings.seed, shards), values));
  const never = universe?.drain(number);
  universe?.free();
  const outcome = publishShard(number, { digests: [own], never }, settings, record, state);
  print(jsonLine({ shard: number, digests: own.length / DIGEST_BYTES, since, ...outcome }));
  return 0;
}

/**
 * Reads the lines that step shard has printed, one per shard in any order, and publishes the manifest.
 * @param {Values} values
 */
async function manifest(values) {
  const { settings, shards, options } = readStep(values);
  const folders = readShared(values);
  const signingKey = readManifestKey(values, USAGE);
  const text = (await readInput("-")).toString();
  /** @type {import("./publish/shard.js").Outcome[]} */
  const outcomes = new Array(shards);
  const states = new Set();
  for (const line of text.split("\n").filter(Boolean)) {
    const { shard: number, since, ...outcome } = parseLine(line);
    if (!(number < shards)) throw new Failure(`standard input: expected shards from 0 to ${shards - 1}, got ${number}`);
    if (outcomes[number]) throw new Failure(`standard input: expected each shard once, got ${number} again`);
    outcomes[number] = outcome;
    states.add(since);
  }
  const missing = Array.from(outcomes).findIndex((outcome) => !outcome?.record);
  if (missing >= 0) throw new Failure(`standard input: shard ${missing} of ${shards} is missing`);
  const state = new StateFolder(folders);
  const report = new Report({ ...values, output: state.manifest });
  const unlock = state.lock();
  try {
    const last = state.read();
    // The files of these shards may be gone: the other publish has removed the files that it did not know.
    if (states.size !== 1 || !states.has(last?.manifest ?? null)) {
      throw new Failure(
        `${state.path}: the shards were not built on this state: another publish has changed it since, or the machines do not share ` +
          "one state; nothing is published: run all steps again",
      );
    }
    for (const [number, { record }] of outcomes.entries()) checkShard(number, record, state);
    const facts = await publishManifest({ settings, signingKey, state, last, options, outcomes });
    if (settings.universe && facts.listed) warn(listedToo(facts.listed, optionsOf(settings.universe)));
    report.say(facts, summaryOf(facts));
    state.report(facts.sequence);
    return 0;
  } finally {
    unlock();
  }
}

/**
 * Rejects a shard whose files are missing or damaged: other machines have written them.
 * @param {number} number
 * @param {import("./publish/shard.js").ShardRecord} record
 * @param {StateFolder} state
 */
function checkShard(number, record, state) {
  try {
    checkFiles(record, state);
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    throw new Failure(`${error.message}; nothing is published: run step shard of shard ${number} again`);
  }
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
