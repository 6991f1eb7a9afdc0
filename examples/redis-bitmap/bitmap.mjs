// A Bloom filter in a Redis bitmap, as the PHP class of a much-copied article keeps it: the keys are hashed
// here, the bits are in Redis, one round trip a key.

import { createFilter, exportFilter, importFilter } from "edgebloom/compat";

/** How the article's filter of repeated comments is configured: a hash is a position as it is. */
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
    // Never added to: it knows where the bits of a key are.
    this.positions = createFilter(options);
  }

  /** Sets the bits of a key in one transaction; what they were before. All 1: seen before, possibly. */
  async add(key) {
    const transaction = this.redis.multi();
    for (const position of this.positions.positions(key)) transaction.setBit(this.bucket, position, 1);
    return transaction.exec();
  }

  /** False: the key was definitely not added. True: possibly. */
  async exists(key) {
    const transaction = this.redis.multi();
    for (const position of this.positions.positions(key)) transaction.getBit(this.bucket, position);
    return (await transaction.exec()).every((bit) => bit === 1);
  }

  /** The share of the bits that are 1; past one half the filter says "possibly" too often. */
  async fill() {
    return (await this.redis.bitCount(this.bucket)) / this.options.bits;
  }

  /** Forgets every key if more than half of the bits are set; true if it did. */
  async clearIfFull() {
    const full = (await this.fill()) > 0.5;
    if (full) await this.redis.del(this.bucket);
    return full;
  }

  /** The filter as it is now, to be asked here or shipped: one GET. */
  async download() {
    const bytes = await this.redis.withTypeMapping({ 36: Buffer }).get(this.bucket);
    return importFilter(bytes ?? new Uint8Array(), { format: "redis-bitmap", ...this.options });
  }

  /** Puts a filter that was filled here in the place of the bitmap, at once for all who ask. */
  async publish(filter) {
    const next = `${this.bucket}:next`;
    const bytes = exportFilter(filter, { format: "redis-bitmap" });
    if (!bytes.length) return this.redis.del(this.bucket);
    await this.redis.set(next, Buffer.from(bytes));
    return this.redis.rename(next, this.bucket);
  }
}

/** The article's filter of repeated comments: true if the comment is certainly new. */
export async function isNewComment(filter, text) {
  return (await filter.add(text)).some((bit) => bit === 0);
}
