// A Bloom filter in a Redis bitmap, as in the PHP class of a much-copied article. Keys are hashed here, the bits are in Redis,
// and each key takes one round trip.

import { createFilter, exportFilter, importFilter } from "edgebloom/compat";

/** The article's filter of repeated comments. With 2^32 bits, each hash is a position. */
export const COMMENTS = {
  scheme: "php-redis",
  bits: 2 ** 32,
  functions: ["bkdr", "sdbm", "js"],
  arithmetic: "php",
};

export class RedisFilter {
  /**
   * @param {import("redis").RedisClientType} redis
   * @param {string} bucket the name of the bitmap
   * @param {object} options as for `createFilter`
   */
  constructor(redis, bucket, options) {
    if (!bucket) throw new TypeError("bucket: expected a name");
    this.redis = redis;
    this.bucket = bucket;
    this.options = options;
    // Stays empty. It computes the positions of a key.
    this.positions = createFilter(options);
  }

  /** Sets the bits of a key in one transaction, and returns the bits before. If all were 1, the key may have been there. */
  async add(key) {
    const transaction = this.redis.multi();
    for (const position of this.positions.positions(key)) transaction.setBit(this.bucket, position, 1);
    return transaction.exec();
  }

  /** False is "no", true is "maybe". */
  async exists(key) {
    const transaction = this.redis.multi();
    for (const position of this.positions.positions(key)) transaction.getBit(this.bucket, position);
    return (await transaction.exec()).every((bit) => bit === 1);
  }

  /** The fraction of bits that are 1. Above one half, there are too many false positives. */
  async fill() {
    return (await this.redis.bitCount(this.bucket)) / this.options.bits;
  }

  /** Deletes the filter if more than half of its bits are set. Returns true if it did. */
  async clearIfFull() {
    const full = (await this.fill()) > 0.5;
    if (full) await this.redis.del(this.bucket);
    return full;
  }

  /** The current filter, to query here or to ship. This is one GET. */
  async download() {
    const bytes = await this.redis.withTypeMapping({ 36: Buffer }).get(this.bucket);
    return importFilter(bytes ?? new Uint8Array(), { format: "redis-bitmap", ...this.options });
  }

  /** Replaces the bitmap with a filter that was filled here. Clients get either the old or the new one. */
  async publish(filter) {
    const next = `${this.bucket}:next`;
    const bytes = exportFilter(filter, { format: "redis-bitmap" });
    if (!bytes.length) return this.redis.del(this.bucket);
    await this.redis.set(next, Buffer.from(bytes));
    return this.redis.rename(next, this.bucket);
  }
}

/** True if the comment is new, false if it may be a repeat. */
export async function isNewComment(filter, text) {
  return (await filter.add(text)).some((bit) => bit === 0);
}
