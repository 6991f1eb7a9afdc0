// View counts behind a filter, a cache and a database, queried in this order.

import { createHash } from "node:crypto";
import { BloomFilter } from "edgebloom";

const CACHED_SECONDS = 300;
const AT_ONCE = 1000;

export class Views {
  /** The number of cache queries. */
  cacheQueries = 0;

  /**
   * @param {object} parts
   * @param {import("redis").RedisClientType} parts.cache
   * @param {import("./database.mjs").Database} parts.database
   * @param {BloomFilter} [parts.filter] of every page in the database; without it, all requests go to the cache
   * @param {number} [parts.placeholderSeconds] how long to cache a 0 for a page that does not exist
   */
  constructor({ cache, database, filter, placeholderSeconds }) {
    Object.assign(this, { cache, database, filter, placeholderSeconds });
  }

  /** 0 for a page that was never viewed. */
  async count(page) {
    if (this.filter && !this.filter.has(page)) return 0;
    this.cacheQueries++;
    const cached = await this.cache.get(`views:${page}`);
    if (cached !== null) return Number(cached);
    const count = this.database.count(page);
    const seconds = count === undefined ? this.placeholderSeconds : CACHED_SECONDS;
    if (seconds) await this.cache.set(`views:${page}`, String(count ?? 0), { EX: seconds });
    return count ?? 0;
  }

  async view(page) {
    // First the filter, then the database. In the other order, a reader in between would get 0 for a page that exists.
    this.filter?.add(page);
    this.database.add([[page, 1]]);
    await this.cache.del(`views:${page}`);
  }
}

/** The filter of every page in the database. */
export const filterOf = (database, options) => BloomFilter.from(database.pages(), options);

/** Pages like an attacker's random keys, but the same in every run. */
export const randomPages = (count, seed = "attack") =>
  Array.from({ length: count }, (_, i) => createHash("sha256").update(`${seed} ${i}`).digest("hex").slice(0, 16));

/** Requests every page. Returns the number of cache and database queries, and what is left in the cache. */
export async function attack(views, pages) {
  const { cache, database } = views;
  await cache.flushAll();
  const before = {
    cache: views.cacheQueries,
    database: database.queries,
    bytes: await usedMemory(cache),
  };
  for (let i = 0; i < pages.length; i += AT_ONCE) {
    await Promise.all(pages.slice(i, i + AT_ONCE).map((page) => views.count(page)));
  }
  return {
    toCache: views.cacheQueries - before.cache,
    toDatabase: database.queries - before.database,
    cachedKeys: await cache.dbSize(),
    cachedBytes: Math.max(0, (await usedMemory(cache)) - before.bytes),
  };
}

async function usedMemory(cache) {
  const [, bytes] = (await cache.info("memory")).match(/^used_memory:(\d+)/m);
  return Number(bytes);
}
