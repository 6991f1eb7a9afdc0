// How a list is split into shards, and the digests of each.

import { compatEngine } from "../../api/engines.js";
import { Failure } from "../failure.js";
import { MAX_SHARD_KEYS, baseRate } from "./shard.js";
import { BUCKETS } from "./spill.js";

/** @typedef {import("./spill.js").Spill} Spill */

const number = (/** @type {number} */ value) => value.toLocaleString("en-US");

/**
 * How many shards a list gets. It refuses a list if a shard would not build in 1 GiB.
 * @param {Spill} spill the list
 * @param {{ shards: number | undefined, shardBytes: number | undefined, errorRate: number, isStatic: boolean }} wanted
 * @param {number | undefined} last how many there were last time
 */
export function shardsFor(spill, { shards, shardBytes, errorRate, isStatic }, last) {
  let chosen = shards ?? 1;
  if (shardBytes !== undefined) {
    const bits = -Math.log2(baseRate(errorRate)) * (isStatic ? 1.02 : 1.45);
    const wanted = (spill.count * bits) / 8 / shardBytes;
    chosen = 2 ** Math.min(Math.max(Math.ceil(Math.log2(wanted)), 0), 16);
    // While the list grows only a little, the number of shards stays.
    if (last && wanted <= last * 1.5 && wanted > last / 3) chosen = last;
  }
  const least = 2 ** Math.ceil(Math.log2(spill.count / MAX_SHARD_KEYS));
  // A bucket is in memory as a whole when it has several shards.
  if (least > BUCKETS) {
    throw new Failure(
      `${number(spill.count)} keys: too many for one process; edgebloom step spreads them over machines`,
    );
  }
  if (shardBytes !== undefined) return Math.max(chosen, least);
  if (chosen >= least) return chosen;
  const found = `${number(spill.count)} keys need at least ${least} shards, because a shard has to build in 1 GiB`;
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
