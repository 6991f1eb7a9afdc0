import { dispose } from "../dispose.js";
import { FilterFetchError, whole, wrongType } from "../errors.js";
import { plural } from "../inspecting.js";
import { checkNames } from "../option-names.js";
import { markRaw } from "../raw.js";
import { quietly } from "../response.js";
import { LiveFilter } from "./live-filter.js";
import { readShard } from "./manifest.js";
import { OPTIONS, absolute, readOptions } from "./options.js";
import { PublishedFiles } from "./published-files.js";
import { PublishedSet, listOf, shardOf } from "./published-set.js";
import { perRequest } from "./runtime.js";
import { waitAfterFailure, within } from "./schedule.js";

/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./manifest.js").FileRef} FileRef */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").SetFiles} SetFiles */
/** @typedef {import("./options.js").HasHref} HasHref */

/**
 * The options of a `ShardedFilter`: those of a `LiveFilter` without `load`, `limit` and `compareVersions`, and `budget`.
 * @typedef {Omit<import("./options.js").LiveOptions<any>, "load" | "limit" | "compareVersions" | "onChange" | "onError"> & ShardedOnly} ShardedOptions
 */
/**
 * The options that only a `ShardedFilter` has, and the functions that are called with it.
 * @typedef {object} ShardedOnly
 * @property {number} [budget] the most bytes of shards in memory: 1 or more, 33,554,432 (32 MiB) by default. The last shard that was used always stays
 * @property {(sharded: ShardedFilter) => void} [onChange] is called after each new manifest, also after the first
 * @property {(error: unknown, sharded: ShardedFilter) => void} [onError] is called with each error in the background
 */

/**
 * Facts about a sharded set, and about its shards in memory.
 * @typedef {object} ShardedStats
 * @property {number} keys how many keys it has
 * @property {number} errorRate the false-positive rate of base and layers together
 * @property {number} shards number of shards
 * @property {number} loaded number of shards in memory
 * @property {number} byteLength bytes of the shards in memory
 */

const BUDGET = 2 ** 25;
/** The number of shards that `hasMany` loads at once. */
const AT_ONCE = 4;

/** The manifest of a sharded set. It takes the place of a filter in a LiveFilter. */
class ShardTable {
  /**
   * @param {Manifest} manifest
   * @param {ShardFiles} files
   */
  constructor(manifest, files) {
    this.manifest = manifest;
    this.files = files;
    this.name = manifest.name;
    this.version = manifest.version;
    this.sequence = manifest.sequence;
    this.shards = manifest.shards?.length ?? 1;
    /** Sets with the same geometry assign keys to the same shards. */
    this.geometry = `${manifest.seed} ${this.shards}`;
    /** As in a PublishedSet. */
    this._expires = manifest.expires;
  }

  /**
   * Identifies the content of a shard.
   * @param {number} shard
   */
  idOf(shard) {
    const { shards, set } = this.manifest;
    return shards ? shards[shard].sha256 : JSON.stringify(set);
  }

  has() {
    return true;
  }

  hasMany() {
    return new Uint8Array();
  }
}

class ShardFiles extends PublishedFiles {
  /** The file that each shard was loaded from. The store may have it. @type {Map<number, string>} */
  #loaded = new Map();
  /** @type {FileRef[] | undefined} */
  #first;

  isRequired = true;

  /**
   * @param {Uint8Array} bytes
   * @returns {Promise<any>}
   */
  async open(bytes) {
    const manifest = this.manifest(bytes);
    this.#first ??= manifest.shards;
    return new ShardTable(manifest, this);
  }

  /**
   * The set of a shard.
   * @param {ShardTable} table
   * @param {number} shard
   * @param {PublishedSet | undefined} current
   * @param {AbortSignal} signal
   */
  async shard({ manifest }, shard, current, signal) {
    const ref = manifest.shards?.[shard];
    const files = ref ? readShard(await this.file(ref, "json", signal)) : /** @type {SetFiles} */ (manifest.set);
    const set = await this.set(manifest, files, current, signal);
    const needed = new Set([ref, files.base, ...files.layers].map((file) => file?.sha256));
    const earlier = this.#loaded.get(shard) ?? this.#first?.[shard]?.sha256;
    if (earlier && ref && earlier !== ref.sha256) await this.#forgetEarlier(earlier, needed);
    if (ref) this.#loaded.set(shard, ref.sha256);
    return set;
  }

  /**
   * Marks the files of an earlier manifest that this one does not name. `tidy` removes them from the store.
   * @param {string} sha256
   * @param {Set<string | undefined>} needed
   */
  async #forgetEarlier(sha256, needed) {
    const bytes = await this.stored(sha256, "json");
    if (!bytes || needed.has(sha256)) return;
    const { base, layers } = readShard(bytes);
    for (const file of [base, ...layers]) if (!needed.has(file.sha256)) this.forget(file.sha256, "bloom");
    this.forget(sha256, "json");
  }
}

/**
 * Queries a published set of many shards (`edgebloom publish --shards`). It fetches only the shards that you query, and checks them. They
 * stay in memory up to `budget`, and in the store. If a later manifest has new layers for a shard, the next query of that shard fetches
 * them. The manifest is updated as in a `LiveFilter`: see there about timers, workers, stores and errors.
 *
 * Each fetch shows the server which shard you query: with 256 shards, it learns 8 bits of the key's digest.
 *
 * @example
 * import { ShardedFilter } from "edgebloom/live";
 *
 * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json", { budget: 64 * 2 ** 20 });
 * await blocked.has("mailinator.com"); // true: maybe
 * await blocked.has("never listed"); // false: no
 * blocked.stop();
 */
export class ShardedFilter {
  static {
    markRaw(this);
  }

  /** @type {LiveFilter<any>} */
  #live;
  #options;
  #budget;
  /** The shards in memory, the most recently used last. @type {Map<number, { id: string, geometry: string, set: PublishedSet }>} */
  #shards = new Map();
  #byteLength = 0;
  /** @type {Map<string, Promise<PublishedSet>>} */
  #loading = new Map();
  /** @type {Map<number, { id: string, count: number, due: number, error: unknown }>} */
  #failures = new Map();
  #onError;
  #stopped = false;
  #enders = /** @type {Set<(error: unknown) => void>} */ (new Set());

  /**
   * Makes the filter. `ready`, `has` and `hasMany` send the first request.
   * @param {string | HasHref} url address of the manifest; in a browser, it can be relative to the page
   * @param {ShardedOptions} [options]
   * @throws {TypeError} `url` is not an address, or an option is unknown or of the wrong type
   * @throws {RangeError} `url` is not an http or https address, or an option is out of range
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json", { budget: 16 * 2 ** 20, store: null });
   * blocked.sequence; // undefined
   */
  constructor(url, options = {}) {
    checkNames(options, [...OPTIONS.filter((name) => !["load", "limit", "compareVersions"].includes(name)), "budget"]);
    const { budget = BUDGET, onChange, onError, ...rest } = options;
    whole(budget, "budget", 1);
    for (const [field, value] of Object.entries({ onChange, onError })) {
      if (value !== undefined && typeof value !== "function") wrongType(field, "a function", value);
    }
    this.#budget = budget;
    this.#onError = onError;
    const hooks = {
      ...(onChange && { onChange: () => onChange(this) }),
      ...(onError && { onError: (/** @type {unknown} */ error) => onError(error, this) }),
    };
    this.#options = readOptions({ ...rest, ...hooks });
    // The types do not have the third parameter: it is only for this class.
    this.#live = new /** @type {any} */ (LiveFilter)(absolute(url), { ...rest, ...hooks }, ShardFiles);
  }

  /**
   * Waits for the first manifest, as `LiveFilter.ready` does for a filter. `has` and `hasMany` wait for it, too.
   * @returns {Promise<this>}
   * @throws {FilterFetchError} as `refresh`. All these errors reject the promise
   * @throws {FilterFormatError} as `refresh`
   * @throws {RangeError} as `refresh`
   * @throws {TypeError} as `refresh`
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = await new ShardedFilter("https://lists.example/blocked/manifest.json").ready();
   * blocked.stats.shards; // 1
   */
  async ready() {
    await this.#live.ready();
    return this;
  }

  /**
   * Looks up a key in its shard. It fetches the shard if it is not in memory.
   * @param {Key} key
   * @returns {Promise<boolean>} false: no; true: maybe
   * @throws {TypeError} `key` is not a key, or the filter was stopped before it had a manifest. All these errors reject the promise
   * @throws {RangeError} a bigint does not fit in 64 bits
   * @throws {FilterFetchError} the shard is not in memory and could not be fetched. The same error is thrown until the next try is due
   * @throws {FilterFormatError} the file is not the one that the manifest names
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * await blocked.has("never listed"); // false: no
   */
  async has(key) {
    const table = await this.#table();
    for (const each of this.#lookups(key)) {
      const set = await this.#shard(table, shardOf(each, table.manifest.seed, table.shards));
      if (set._has(each)) return true;
    }
    return false;
  }

  /**
   * Looks up several keys. It fetches each shard once.
   * @param {Iterable<Key>} keys
   * @returns {Promise<Uint8Array>} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError | RangeError} `keys` is not an iterable of keys, or as `has`. All these errors reject the promise
   * @throws {FilterFetchError} as `has`
   * @throws {FilterFormatError} as `has`
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * (await blocked.hasMany(["mailinator.com", "never listed"])).join(); // "1,0"
   */
  async hasMany(keys) {
    const list = listOf(keys);
    const table = await this.#table();
    /** @type {Map<number, { i: number, key: Key }[]>} */
    const byShard = new Map();
    for (const [i, each] of list.entries()) {
      for (const key of this.#lookups(each)) {
        const shard = shardOf(key, table.manifest.seed, table.shards);
        const own = byShard.get(shard);
        if (own) own.push({ i, key });
        else byShard.set(shard, [{ i, key }]);
      }
    }
    const answers = new Uint8Array(list.length);
    const queue = byShard[Symbol.iterator]();
    const working = async () => {
      for (const [shard, own] of queue) {
        const set = await this.#shard(table, shard);
        for (const { i, key } of own) if (set._has(key)) answers[i] = 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, working));
    return answers;
  }

  /** @param {Key} key */
  #lookups(key) {
    const { keys } = this.#options;
    return keys ? keys.lookups(key) : [key];
  }

  /** @returns {Promise<ShardTable>} */
  async #table() {
    if (!this.#live.current) await this.#live.ready();
    return this.#live.current;
  }

  /**
   * @param {ShardTable} table
   * @param {number} shard
   */
  async #shard(table, shard) {
    const cached = this.#cachedShard(table, shard);
    const id = table.idOf(shard);
    if (cached?.id === id) {
      this.#shards.delete(shard);
      this.#shards.set(shard, cached);
      return cached.set;
    }
    const failed = this.#failures.get(shard);
    if (failed?.id === id && Date.now() < failed.due) {
      if (cached) return cached.set;
      throw failed.error;
    }
    // In workers, a request cannot wait for a fetch that another request has started.
    if (perRequest) return this.#load(table, shard, id);
    const name = `${shard} ${id}`;
    const loading = this.#loading.get(name) ?? this.#load(table, shard, id).finally(() => this.#loading.delete(name));
    this.#loading.set(name, loading);
    return loading;
  }

  /**
   * The shard in memory, of this manifest or an earlier one; undefined if that one assigns keys to other shards.
   * @param {ShardTable} table
   * @param {number} shard
   */
  #cachedShard(table, shard) {
    const cached = this.#shards.get(shard);
    return cached?.geometry === table.geometry ? cached : undefined;
  }

  /**
   * @param {ShardTable} table
   * @param {number} shard
   * @param {string} id
   */
  async #load(table, shard, id) {
    if (this.#stopped) throw stopped();
    const { timeout, retryAfter, refreshEvery } = this.#options;
    const cached = this.#cachedShard(table, shard);
    const enders = perRequest ? new Set() : this.#enders;
    try {
      const late = () =>
        new FilterFetchError(
          "TIMEOUT",
          "body",
          `shard ${shard} within ${timeout} ms`,
          "only a part of it",
          table.files.url,
        );
      const set = await within(timeout, late, enders, (signal) => table.files.shard(table, shard, cached?.set, signal));
      this.#failures.delete(shard);
      // A load that began with an earlier manifest does not take the place of a later one.
      if (this.#live.current === table) {
        table.files.took(set, cached?.set);
        this.#hold(shard, { id, geometry: table.geometry, set });
        if (perRequest) await table.files.tidy();
        else quietly(() => table.files.tidy());
      }
      return set;
    } catch (error) {
      const failed = this.#failures.get(shard);
      const count = (failed?.id === id ? failed.count : 0) + 1;
      const wait = waitAfterFailure(count, retryAfter, refreshEvery, 0, Math.random());
      this.#failures.set(shard, { id, count, due: Date.now() + wait, error });
      if (!cached) throw error;
      quietly(() => this.#onError?.(error, this));
      return cached.set;
    }
  }

  /**
   * @param {number} shard
   * @param {{ id: string, geometry: string, set: PublishedSet }} entry
   */
  #hold(shard, entry) {
    const old = this.#shards.get(shard);
    this.#shards.delete(shard);
    this.#shards.set(shard, entry);
    this.#byteLength += entry.set.stats.byteLength - (old?.set.stats.byteLength ?? 0);
    for (const [oldest, { set: first }] of this.#shards) {
      if (this.#byteLength <= this.#budget || oldest === shard) break;
      this.#shards.delete(oldest);
      this.#byteLength -= first.stats.byteLength;
    }
  }

  /**
   * Looks for a newer manifest now. Shards are updated when they are queried.
   * @returns {Promise<boolean>} true if there is a newer one
   * @throws {FilterFetchError} as `LiveFilter.refresh`. All these errors reject the promise
   * @throws {FilterFormatError} as `LiveFilter.refresh`
   * @throws {RangeError} as `LiveFilter.refresh`
   * @throws {TypeError} as `LiveFilter.refresh`
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * await blocked.refresh(); // true
   */
  async refresh() {
    return this.#live.refresh();
  }

  /**
   * Looks for a newer manifest if `refreshEvery` has passed. It never throws. Call it with each request if the platform has no timers.
   * @returns {Promise<boolean>} true if there is a newer one
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * await blocked.refreshIfDue(); // true
   */
  async refreshIfDue() {
    return this.#live.refreshIfDue();
  }

  /** The name of the list; undefined before there is a manifest. */
  get name() {
    return /** @type {string | undefined} */ (this.#live.current?.name);
  }

  /** The version of the list; undefined before there is a manifest. */
  get version() {
    return this.#live.version;
  }

  /** The sequence number of the manifest; undefined before there is one. */
  get sequence() {
    return /** @type {number | undefined} */ (this.#live.current?.manifest.sequence);
  }

  /** Milliseconds since the server last confirmed the manifest; undefined before there is one. */
  get age() {
    return this.#live.age;
  }

  /** The error of the last try to fetch the manifest; undefined if it succeeded. */
  get error() {
    return this.#live.error;
  }

  /** How many tries in a row have failed. */
  get failures() {
    return this.#live.failures;
  }

  /**
   * Facts about the set, and about its shards in memory.
   * @returns {ShardedStats | undefined} undefined before there is a manifest
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = await new ShardedFilter("https://lists.example/blocked/manifest.json").ready();
   * blocked.stats.loaded; // 0
   */
  get stats() {
    const table = /** @type {ShardTable | undefined} */ (this.#live.current);
    if (!table) return undefined;
    const { keys, errorRate } = table.manifest;
    return { keys, errorRate, shards: table.shards, loaded: this.#shards.size, byteLength: this.#byteLength };
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#budget in this)) return this;
    const { stats } = this;
    const state = stats
      ? `sequence ${this.sequence}, ${plural(stats.keys, "key")}, ${stats.loaded} of ${plural(stats.shards, "shard")} in memory`
      : "no manifest yet";
    return `ShardedFilter { ${state} }`;
  }

  /**
   * Stops fetching manifests, and ends all fetches that are running. Shards in memory can still be queried. A second call does nothing.
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * blocked.stop();
   */
  stop() {
    this.#stopped = true;
    this.#live.stop();
    for (const end of [...this.#enders]) end(stopped());
  }

  /**
   * Calls `stop`, so that `using` works: `using leaked = new ShardedFilter(...)`.
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * blocked[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   */
  [dispose]() {
    this.stop();
  }
}

const stopped = () => Object.assign(new TypeError("sharded filter has been stopped"), { field: "sharded" });
