// The shards of a list: how many there are, and the digests and the files of each.

import { setImmediate as turn } from "node:timers/promises";
import { LISTED, SHARD_LIST_BYTES } from "../../api/live/manifest.js";
import { lanes, scrambled } from "../../reader/hash.js";
import { hashKey } from "../../reader/key.js";
import { newSharder } from "../engines.js";
import { Failure } from "../failure.js";
import { Progress } from "../progress.js";
import { syncFolder } from "../replace-file.js";
import { grouped } from "../show.js";
import { MAX_MAP_BITS, MAX_SHARD_KEYS, baseRate, publishShard } from "./shard.js";
import { BUCKETS } from "./work.js";

/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("./shard.js").Outcome} Outcome */
/** @typedef {import("./work.js").Work} Work */

/** What a client fetches to answer its first query with `--shards auto`, in bytes: when the number is chosen, and at most later. */
const COLD = 48_000;
const MOST_COLD = 64_000;

/**
 * The number of shards for a list. Throws if a shard would not build in 1 GiB.
 * @param {number} keys in the list
 * @param {Settings} settings
 * @param {number | undefined} last how many shards there were last time
 */
export function countShards(keys, settings, last) {
  const { shards, shardBytes, map } = settings;
  const bytes = (keys * bitsOf(settings)) / 8;
  let count = typeof shards === "number" ? shards : 1;
  if (shards === "auto") {
    const cold = (/** @type {number} */ shards) => bytes / shards + namesOf(shards);
    count = 2;
    while (cold(count) > COLD && count < 65_536) count *= 2;
    if (last && last > 1 && cold(last) <= MOST_COLD && last <= 4 * count) count = last;
  } else if (shardBytes !== undefined) {
    const ideal = bytes / shardBytes;
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
  if (shards === "auto" || shardBytes !== undefined) return Math.max(count, least);
  if (count >= least) return count;
  const found = `${grouped(keys)} keys need at least ${least} shards, because a shard must build in 1 GiB`;
  throw new Failure(`--shards: ${found}; pass --shards auto, and use ShardedFilter in clients`);
}

/**
 * How many bits a key has in a base, about.
 * @param {Settings} settings
 */
function bitsOf(settings) {
  const own = -Math.log2(baseRate(settings));
  const { map, isStatic } = settings;
  return map ? (own + map.entropy()) * 1.02 : own * (isStatic ? 1.02 : 1.45);
}

/**
 * How many bytes a client fetches to find the files of a shard: the manifest, perhaps a shard list, and the file of the shard.
 * @param {number} shards
 */
const namesOf = (shards) => 850 + (shards <= LISTED ? 95 * shards : SHARD_LIST_BYTES + (71 * shards) / LISTED);

/**
 * Writes the files of all shards, except those that this run finished before it was killed.
 * @param {object} what
 * @param {Work} what.work
 * @param {Settings} what.settings
 * @param {import("../engines.js").Sharder | undefined} what.universe keys that must not be false positives
 * @param {number} what.shards how many there are
 * @param {import("./shard.js").ShardRecord[]} what.records of the last run
 * @param {import("./state.js").StateFolder} what.state
 * @param {{ quiet?: boolean }} what.report
 * @returns {Promise<Outcome[]>}
 */
export async function publishShards({ work, settings, universe, shards, records, state, report }) {
  /** @type {Outcome[]} */
  const outcomes = [];
  let keys = 0;
  const progress = new Progress(shards, () => keys, report, "shards");
  const groups = Math.min(shards, BUCKETS);
  try {
    for (let group = 0; group < groups; group++) {
      let own = work.finished(group);
      if (!own) {
        own = [];
        for (const { shard, digests } of shardsOf(work, group, shards, settings)) {
          const never = universe?.drain(shard);
          own.push(publishShard(shard, { digests, never }, settings, records[shard], state));
          await turn();
        }
        for (const folder of [state.files, state.digests]) syncFolder(folder);
        work.finish(group, groups, own);
      }
      for (const { record } of own) keys += record.keys;
      outcomes.push(...own);
      progress.advance(own.length);
    }
  } finally {
    progress.end();
  }
  await rejectConflicts(outcomes, settings);
  return outcomes;
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
 * The shards of all groups, and the digests of each.
 * @param {Work} work
 * @param {number} shards
 * @param {Pick<Settings, "seed" | "map">} settings
 */
export function* allShards(work, shards, settings) {
  for (let group = 0; group < Math.min(shards, BUCKETS); group++) yield* shardsOf(work, group, shards, settings);
}

/**
 * The shards of a group, and the digests of each.
 * @param {Work} work
 * @param {number} group
 * @param {number} shards
 * @param {Pick<Settings, "seed" | "map">} settings
 * @returns {Generator<{ shard: number, digests: Iterable<Uint8Array> }>}
 */
function* shardsOf(work, group, shards, { seed, map }) {
  if (shards <= BUCKETS) {
    const buckets = Array.from({ length: BUCKETS / shards }, (_, i) => (group * BUCKETS) / shards + i);
    yield { shard: group, digests: piecesIn(work, buckets) };
    return;
  }
  const parts = shards / BUCKETS;
  const sharder = newSharder(seed, shards);
  try {
    for (const piece of work.digestsOf(group)) {
      if (map) sharder.pushEntries(piece);
      else sharder.pushDigests(piece);
    }
    for (let shard = group * parts; shard < (group + 1) * parts; shard++) {
      yield { shard, digests: [sharder.drain(shard)] };
    }
  } finally {
    sharder.free();
  }
}

/**
 * @param {Work} work
 * @param {number[]} buckets
 */
function* piecesIn(work, buckets) {
  for (const bucket of buckets) yield* work.digestsOf(bucket);
}
