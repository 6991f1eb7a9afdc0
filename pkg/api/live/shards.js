// The shards of a sharded set: fetched when a key in them is looked up, and kept in memory up to a budget.

import { FilterFetchError } from "../errors.js";
import { LruCache } from "./lru-cache.js";
import { LISTED, listedShard, readShard, shardListRef } from "./manifest.js";
import { checkExpiry } from "./published-client.js";
import { waitAfterFailure } from "./poller.js";
import { perRequest } from "./runtime.js";
import { SingleFlight, StopSignal, withTimeout } from "./tasks.js";

/** @typedef {import("./manifest.js").FileRef} FileRef */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").SetFiles} SetFiles */
/** @typedef {import("./published-client.js").PublishedClient} PublishedClient */
/** @typedef {import("./published-set.js").PublishedSet} PublishedSet */
/** @typedef {import("./sharded-manifest.js").ShardedManifest} ShardedManifest */
/** @typedef {import("./store-cache.js").StoreCache} StoreCache */

/**
 * Where the shards come from.
 * @typedef {object} Source
 * @property {string} url of the manifest
 * @property {PublishedClient} client
 * @property {StoreCache} cache
 * @property {() => ShardedManifest | undefined} current returns the manifest in use
 * @property {() => Manifest | undefined} first returns the first manifest
 * @property {(error: unknown) => void} onError is called if a shard cannot be updated, and its earlier version stays in use
 */

/**
 * A shard in memory.
 * @typedef {object} CachedShard
 * @property {string} id identifies its content
 * @property {string | undefined} file the SHA-256 of the file that lists its files
 * @property {ShardedManifest} manifest the last one in use that had this content
 * @property {PublishedSet} set
 */

/** Up to this many bytes, a file can be that of no keys, which several shards share. */
const SHARED = 256;

export class Shards {
  #source;
  #options;
  #loading = new SingleFlight();
  #stop = new StopSignal();
  /** @type {LruCache<CachedShard>} */
  #sets;
  /** The file that each shard was last loaded from. The store may have it. */
  #loadedFrom = /** @type {Map<number, string>} */ (new Map());
  /** The shard lists in use. @type {Map<number, { sha256: string, list: Uint8Array }>} */
  #lists = new Map();
  /** Those of the first manifest, if the store has them. @type {Map<number, Uint8Array | undefined>} */
  #firstLists = new Map();
  #failures = /** @type {Map<number, { id: string, count: number, due: number, error: unknown }>} */ (new Map());

  /**
   * @param {Source} source
   * @param {Pick<import("./options.js").Options, "timeout" | "retryAfter" | "refreshEvery" | "whenExpired">} options
   * @param {number} budget maximum bytes of shards in memory
   */
  constructor(source, options, budget) {
    this.#source = source;
    this.#options = options;
    this.#sets = new LruCache(budget);
  }

  /** How many shards are in memory. */
  get size() {
    return this.#sets.size;
  }

  /** The bytes of the shards in memory. */
  get byteLength() {
    return this.#sets.byteLength;
  }

  /**
   * A shard: from memory, or else from the store or the server. If it cannot be fetched, its earlier version stays in use, with `whenExpired: "throw"`
   * until the manifest that it was last part of expires: a host could send every new manifest, and withhold this shard.
   * @param {ShardedManifest} manifest
   * @param {number} shard
   * @returns {Promise<PublishedSet>}
   */
  async get(manifest, shard) {
    const id = manifest.idOf(shard);
    const cached = this.#cached(manifest, shard);
    if (cached?.id === id) {
      if (cached.manifest.order < manifest.order) cached.manifest = manifest;
      this.#sets.touch(shard);
      return cached.set;
    }
    const failed = this.#failures.get(shard);
    if (failed?.id === id && Date.now() < failed.due) return this.#earlier(cached, failed.error);
    return this.#loading.run(`${shard} ${id}`, () => this.#load(manifest, shard, id));
  }

  /**
   * Ends all fetches that are running. Shards in memory stay.
   * @param {unknown} reason the error of `get` for other shards from now on
   */
  stop(reason) {
    this.#stop.stop(reason);
  }

  /**
   * The shard in memory, of this manifest or an earlier one; undefined if that one assigns keys to other shards.
   * @param {ShardedManifest} manifest
   * @param {number} shard
   */
  #cached(manifest, shard) {
    const cached = this.#sets.peek(shard);
    return cached?.manifest.era === manifest.era ? cached : undefined;
  }

  /**
   * The version in memory of a shard that could not be fetched.
   * @param {CachedShard | undefined} cached
   * @param {unknown} error that of the fetch
   */
  #earlier(cached, error) {
    if (!cached) throw error;
    if (this.#options.whenExpired === "throw") checkExpiry(cached.manifest.manifest.expires, this.#source.url);
    return cached.set;
  }

  /**
   * @param {ShardedManifest} manifest
   * @param {number} shard
   * @param {string} id
   */
  async #load(manifest, shard, id) {
    if (this.#stop.isStopped) throw this.#stop.reason;
    const { url, client, cache, current, onError } = this.#source;
    const { timeout } = this.#options;
    const cached = this.#cached(manifest, shard);
    try {
      const error = () =>
        new FilterFetchError("TIMEOUT", "body", `shard ${shard} within ${timeout} ms`, "only a part of it", url);
      const work = (/** @type {AbortSignal} */ signal) =>
        client.attempt(shard, id, (stored) => this.#fetch(manifest, shard, cached, signal, stored));
      const loaded = await withTimeout(timeout, work, { error, stop: this.#stop });
      this.#failures.delete(shard);
      // A load that began with an earlier manifest only takes the place of a still earlier one: if the next load fails, that would not have a key
      // that was found. A later one may have been here, and had to leave.
      const latest = this.#cached(manifest, shard);
      if (current() === manifest || (latest && latest.manifest.order < manifest.order)) {
        this.#sets.set(shard, { ...loaded, id, manifest }, loaded.set.stats.byteLength);
      }
      if (current() === manifest) {
        const deleting = cache.deleteUnneeded();
        if (perRequest) await deleting;
      }
      return loaded.set;
    } catch (error) {
      const failed = this.#failures.get(shard);
      const count = (failed?.id === id ? failed.count : 0) + 1;
      const wait = waitAfterFailure(count, this.#options, !!cached, 0, Math.random());
      this.#failures.set(shard, { id, count, due: Date.now() + wait, error });
      // Another load may have brought a later version meanwhile.
      const latest = this.#cached(manifest, shard);
      if (latest) onError(error);
      return this.#earlier(latest, error);
    }
  }

  /**
   * @param {ShardedManifest} manifest
   * @param {number} shard
   * @param {CachedShard | undefined} cached its earlier version
   * @param {AbortSignal} signal
   * @param {string[]} stored gets the addresses of the files that are stored
   */
  async #fetch({ manifest }, shard, cached, signal, stored) {
    const { client } = this.#source;
    const { set: files, shardLists } = manifest;
    if (files) return { file: undefined, set: await client.set(manifest, files, cached?.set, signal, stored) };
    const earlier = this.#loadedFrom.get(shard) ?? (await this.#storedBefore(shard));
    const list = shardLists && (await this.#list(shardLists, Math.floor(shard / LISTED), signal));
    const ref = list ? listedShard(list, shard % LISTED) : /** @type {FileRef[]} */ (manifest.shards)[shard];
    // The list is another one, and this shard is not.
    if (cached?.file === ref.sha256) return cached;
    const own = readShard(await client.file(ref, "json", signal, stored));
    const set = await client.set(manifest, own, cached?.set, signal, stored);
    // Shards without keys share their file.
    const isNamed = earlier === ref.sha256 || manifest.shards?.some(({ sha256 }) => sha256 === earlier);
    if (earlier && !isNamed) await this.#dropEarlier(earlier, own);
    this.#loadedFrom.set(shard, ref.sha256);
    return { file: ref.sha256, set };
  }

  /**
   * The file of a shard in the first manifest, if the store can have it.
   * @param {number} shard
   */
  async #storedBefore(shard) {
    const { client, first } = this.#source;
    const { shards, shardLists } = first() ?? {};
    if (!shardLists) return shards?.[shard]?.sha256;
    const index = Math.floor(shard / LISTED);
    const sha256 = shardLists[index];
    // It stays in memory, because the store drops it when there is a later one.
    if (sha256 !== undefined && !this.#firstLists.has(index)) {
      this.#firstLists.set(index, await client.storedFile(sha256, "shards"));
    }
    const list = this.#firstLists.get(index);
    return list && listedShard(list, shard % LISTED).sha256;
  }

  /**
   * @param {string[]} shardLists
   * @param {number} index
   * @param {AbortSignal} signal
   */
  async #list(shardLists, index, signal) {
    const { client, first } = this.#source;
    const sha256 = shardLists[index];
    const known = this.#lists.get(index);
    if (known?.sha256 === sha256) return known.list;
    const list = await this.#loading.run(sha256, () => client.file(shardListRef(sha256), "shards", signal));
    const earlier = known?.sha256 ?? first()?.shardLists?.[index];
    if (earlier !== undefined && !shardLists.includes(earlier)) client.dropFile(earlier, "shards");
    this.#lists.set(index, { sha256, list });
    return list;
  }

  /**
   * The store no longer needs the files that only an earlier version of a shard has.
   * @param {string} earlier
   * @param {SetFiles} files
   */
  async #dropEarlier(earlier, files) {
    const { client } = this.#source;
    const needed = new Set([files.base, ...files.layers].map(({ sha256 }) => sha256));
    const stored = await client.storedFile(earlier, "json");
    if (!stored) return;
    for (const { sha256, bytes } of filesIn(stored)) {
      if (bytes > SHARED && !needed.has(sha256)) client.dropFile(sha256, "bloom");
    }
    client.dropFile(earlier, "json");
  }
}

/**
 * The files of an earlier version of a shard; none if that version was not valid.
 * @param {Uint8Array} bytes
 */
function filesIn(bytes) {
  try {
    const { base, layers } = readShard(bytes);
    return [base, ...layers];
  } catch {
    return [];
  }
}
