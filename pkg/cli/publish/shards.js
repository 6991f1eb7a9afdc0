// How a list is split into shards, and the digests of each.

import { compatEngine } from "../../api/engines.js";
import { Failure } from "../failure.js";
import { grouped } from "../show.js";
import { MAX_SHARD_KEYS, baseRate } from "./shard.js";
import { BUCKETS } from "./spill.js";

/** @typedef {import("./spill.js").Spill} Spill */

/**
 * The number of shards for a list. Throws if a shard would not build in 1 GiB.
 * @param {Spill} spill the list
 * @param {{ shards: number | undefined, shardBytes: number | undefined, errorRate: number, isStatic: boolean }} settings
 * @param {number | undefined} last how many there were last time
 */
export function shardsFor(spill, { shards, shardBytes, errorRate, isStatic }, last) {
  let count = shards ?? 1;
  if (shardBytes !== undefined) {
    const bits = -Math.log2(baseRate(errorRate)) * (isStatic ? 1.02 : 1.45);
    const ideal = (spill.count * bits) / 8 / shardBytes;
    count = 2 ** Math.min(Math.max(Math.ceil(Math.log2(ideal)), 0), 16);
    // While the list grows only a little, the number of shards does not change.
    if (last && ideal <= last * 1.5 && ideal > last / 3) count = last;
  }
  const least = 2 ** Math.ceil(Math.log2(spill.count / MAX_SHARD_KEYS));
  // A bucket is in memory as a whole when it has several shards.
  if (least > BUCKETS) {
    throw new Failure(
      `${grouped(spill.count)} keys are too many for one process; use edgebloom step on several machines`,
    );
  }
  if (shardBytes !== undefined) return Math.max(count, least);
  if (count >= least) return count;
  const found = `${grouped(spill.count)} keys need at least ${least} shards, because a shard must build in 1 GiB`;
  throw new Failure(`--shards: ${found}; give --shards ${least}, and use ShardedFilter in clients`);
}

/**
 * The digests of each shard, in order.
 * @param {Spill} spill
 * @param {number} shards
 * @param {number} seed
 * @param {(shard: number) => boolean} isFinished true for a shard whose digests are not needed any more
 * @returns {Generator<{ shard: number, digests: () => Iterable<Uint8Array> }>}
 */
export function* eachShard(spill, shards, seed, isFinished) {
  if (shards <= BUCKETS) {
    const buckets = BUCKETS / shards;
    for (let shard = 0; shard < shards; shard++) {
      yield {
        shard,
        *digests() {
          for (let i = 0; i < buckets; i++) yield* spill.digestsOf(shard * buckets + i);
        },
      };
    }
    return;
  }
  const parts = shards / BUCKETS;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const own = Array.from({ length: parts }, (_, i) => bucket * parts + i);
    const sharder = new (compatEngine().wasm.Sharder)(seed, shards);
    try {
      if (!own.every(isFinished)) for (const piece of spill.digestsOf(bucket)) sharder.pushDigests(piece);
      for (const shard of own) yield { shard, digests: () => [sharder.take(shard)] };
    } finally {
      sharder.free();
    }
  }
}
