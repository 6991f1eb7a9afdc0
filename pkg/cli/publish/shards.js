// The shards of a list: how many there are, and the digests and the files of each.

import { setImmediate as turn } from "node:timers/promises";
import { lanes, scrambled } from "../../reader/hash.js";
import { hashKey } from "../../reader/key.js";
import { newSharder } from "../engines.js";
import { Failure } from "../failure.js";
import { Progress } from "../progress.js";
import { warn } from "../report.js";
import { grouped } from "../show.js";
import { MAX_MAP_BITS, MAX_SHARD_KEYS, baseRate, publishShard } from "./shard.js";
import { Damaged, checkFiles } from "./trusted-files.js";
import { BUCKETS } from "./work.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("./shard.js").Outcome} Outcome */
/** @typedef {import("./work.js").Work} Work */

/**
 * The number of shards for a list. Throws if a shard would not build in 1 GiB.
 * @param {number} keys in the list
 * @param {Settings} settings
 * @param {number | undefined} last how many shards there were last time
 */
export function countShards(keys, { shards, shardBytes, errorRate, isStatic, map }, last) {
  let count = shards ?? 1;
  if (shardBytes !== undefined) {
    const own = -Math.log2(baseRate(errorRate));
    const bits = map ? (own + map.entropy()) * 1.02 : own * (isStatic ? 1.02 : 1.45);
    const ideal = (keys * bits) / 8 / shardBytes;
    count = 2 ** Math.min(Math.max(Math.ceil(Math.log2(ideal)), 0), 16);
    // While the list grows only a little, the number of shards does not change.
    if (last && ideal <= last * 1.5 && ideal > last / 3) count = last;
  }
  const most = map ? MAX_MAP_BITS / (1 + map.entropy()) : MAX_SHARD_KEYS;
  const least = 2 ** Math.ceil(Math.log2(keys / most));
  // All digests of a bucket are in memory when it has several shards.
  if (least > BUCKETS) {
    throw new Failure(`${grouped(keys)} keys are too many for one process; use edgebloom step on several machines`);
  }
  if (shardBytes !== undefined) return Math.max(count, least);
  if (count >= least) return count;
  const found = `${grouped(keys)} keys need at least ${least} shards, because a shard must build in 1 GiB`;
  throw new Failure(`--shards: ${found}; give --shards ${least}, and use ShardedFilter in clients`);
}

/**
 * Writes the files of all shards, except those that this run finished before it was killed.
 * @param {object} what
 * @param {Work} what.work
 * @param {Settings} what.settings
 * @param {import("../engines.js").Sharder | undefined} what.universe keys that must not be false positives
 * @param {number} what.shards how many there are
 * @param {import("./shard.js").ShardRecord[]} what.records of the last run
 * @param {import("./shard.js").Places} what.state
 * @param {{ quiet?: boolean }} what.report
 * @returns {Promise<Outcome[]>}
 */
export async function publishShards({ work, settings, universe, shards, records, state, report }) {
  /** @type {Outcome[]} */
  const outcomes = [];
  let keys = 0;
  const progress = new Progress(shards, () => keys, report, "shards");
  try {
    for (const { shard, digests } of eachShard(work, shards, settings)) {
      const never = universe?.drain(shard);
      let outcome = intact(work.finished(shard), state);
      if (!outcome) {
        outcome = publishShard(shard, { digests: digests(), never }, settings, records[shard], state);
        work.finish(shard, outcome);
      }
      outcomes.push(outcome);
      keys += outcome.record.keys;
      progress.advance(1);
      await turn();
    }
  } finally {
    progress.end();
  }
  await rejectConflicts(outcomes, settings);
  return outcomes;
}

/**
 * The outcome of a killed run, unless files of it are missing or damaged.
 * @param {Outcome | undefined} outcome
 * @param {import("./shard.js").Places} state
 */
function intact(outcome, state) {
  try {
    if (outcome) checkFiles(outcome.record, state);
    return outcome;
  } catch (error) {
    if (!(error instanceof Damaged)) throw error;
    warn(`${error.message}; its shard is written again`);
    return undefined;
  }
}

/**
 * Throws if a key has two values.
 * @param {Outcome[]} outcomes
 * @param {Settings} settings
 */
async function rejectConflicts(outcomes, { map, seed }) {
  const digests = Buffer.concat(outcomes.flatMap(({ conflicts }) => conflicts ?? []));
  if (!digests.length) return;
  const wanted = new Set(digests.toString("hex").match(/.{32}/g));
  await map?.checkConflicts((key) => {
    hashKey(key, scrambled(seed), 0);
    const digest = Buffer.from(lanes.buffer).toString("hex");
    return wanted.has(digest) ? digest : undefined;
  });
}

/**
 * The digests of each shard, in order.
 * @param {Work} work
 * @param {number} shards
 * @param {Settings} settings
 * @returns {Generator<{ shard: number, digests: () => Iterable<Uint8Array> }>}
 */
function* eachShard(work, shards, { seed, map }) {
  if (shards <= BUCKETS) {
    const buckets = BUCKETS / shards;
    for (let shard = 0; shard < shards; shard++) {
      yield {
        shard,
        *digests() {
          for (let i = 0; i < buckets; i++) yield* work.digestsOf(shard * buckets + i);
        },
      };
    }
    return;
  }
  const parts = shards / BUCKETS;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const own = Array.from({ length: parts }, (_, i) => bucket * parts + i);
    const sharder = newSharder(seed, shards);
    try {
      if (!own.every((shard) => work.finished(shard))) {
        for (const piece of work.digestsOf(bucket)) {
          if (map) sharder.pushEntries(piece);
          else sharder.pushDigests(piece);
        }
      }
      for (const shard of own) yield { shard, digests: () => [sharder.drain(shard)] };
    } finally {
      sharder.free();
    }
  }
}
