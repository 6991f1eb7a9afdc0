import { answerInvalid, keysForValue } from "../../reader/key-form.js";
import { dispose } from "../dispose.js";
import { whole } from "../errors.js";
import { plural } from "../inspecting.js";
import { checkNames } from "../option-names.js";
import { markRaw } from "../raw.js";
import { Answer } from "./answer.js";
import { LiveFile } from "./live-file.js";
import { OPTIONS, absolute, readOptions, withOwner } from "./options.js";
import { PublishedClient } from "./published-client.js";
import { listOf, noValues } from "./published-set.js";
import { ManifestContent } from "./sharded-manifest.js";
import { Shards } from "./shards.js";
import { StoreCache } from "./store-cache.js";
import { StopSignal } from "./tasks.js";

/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./options.js").HasHref} HasHref */
/** @typedef {import("./sharded-manifest.js").ShardedManifest} ShardedManifest */

/**
 * Options for `ShardedFilter`: those for `LiveFilter`, minus `load`, `limit` and `compareVersions`, plus `budget`.
 * @typedef {Omit<import("./options.js").LiveOptions<any>, "load" | "limit" | "compareVersions" | "onChange" | "onError"> & ShardedOnly} ShardedOptions
 */
/**
 * The options that only `ShardedFilter` has, and the functions that are called with it.
 * @typedef {object} ShardedOnly
 * @property {number} [budget] maximum bytes of shards in memory: 1 or more, 33,554,432 (32 MiB) by default. The last shard used always stays
 * @property {(sharded: ShardedFilter) => void} [onChange] called after each new manifest, including the first
 * @property {(error: unknown, sharded: ShardedFilter) => void} [onError] called with each error that occurs in the background
 */

/**
 * Facts about a sharded set and its shards in memory.
 * @typedef {object} ShardedStats
 * @property {number} keys how many keys it has
 * @property {number} errorRate the false-positive rate of the base and layers combined
 * @property {number} shards number of shards
 * @property {number} loaded number of shards in memory
 * @property {number} byteLength bytes of the shards in memory
 */

const BUDGET = 2 ** 25;
/** The number of shards that `hasMany` loads at once. */
const AT_ONCE = 4;

/**
 * Queries a published set with many shards (`edgebloom publish --shards`) and fetches only the shards that you query. It checks them and keeps them in
 * memory, up to `budget`, and in the store.
 *
 * @example
 * import { ShardedFilter } from "edgebloom/live";
 *
 * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json", { budget: 64 * 2 ** 20 });
 * await blocked.has("mailinator.com"); // true: maybe
 * await blocked.has("never listed"); // false: no
 * blocked.stop();
 *
 * @remarks
 * - **Sets.** It also reads a set without shards, as one shard.
 * - **Memory.** A set with more than 256 shards has shard lists of 9 kB each, at most 256. These stay in memory too.
 * - **Updates.** If a later manifest has new layers for a shard, the next query of that shard fetches them. If that fails, the version in memory
 *   answers, `onError` gets the error, and a later query tries again. With `whenExpired: "throw"`, queries of the shard throw `EXPIRED` once the last
 *   manifest that it was complete in has expired. The manifest is updated as in a `LiveFilter`: see there for timers, workers, stores and errors.
 * - **Privacy.** Each fetch tells the server which shard you query: with 256 shards, it learns 8 bits of the key's digest.
 */
export class ShardedFilter {
  static {
    markRaw(this);
  }

  /** @type {LiveFile<ShardedManifest>} */
  #live;
  #shards;
  #form;

  /**
   * Creates the filter. `ready`, `has` and `hasMany` send the first request.
   * @param {string | HasHref} url address of the manifest; in a browser, it can be relative to the page
   * @param {ShardedOptions} [options] all have defaults
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
    const { budget = BUDGET, ...rest } = options;
    whole(budget, "budget", 1);
    const checked = readOptions(/** @type {any} */ (rest));
    const address = absolute(url);
    const stop = new StopSignal();
    const reportError = (/** @type {unknown} */ error) => this.#live.report("onError", error);
    const cache = new StoreCache(checked, reportError, stop);
    const client = new PublishedClient(address, checked, cache);
    const content = new ManifestContent(checked, client);
    this.#live = new LiveFile(address, withOwner(checked, this), content, cache, stop);
    const source = {
      url: address,
      client,
      cache,
      current: () => this.#live.value,
      first: () => content.first,
      onError: reportError,
    };
    this.#shards = new Shards(source, checked, budget);
    this.#form = checked.form;
  }

  /**
   * Waits for the first manifest, as `LiveFilter.ready` does for a filter. `has` and `hasMany` wait for it too.
   * @returns {Promise<this>}
   * @throws {FilterFetchError} as for `refresh`. All these errors reject the promise
   * @throws {FilterFormatError} as for `refresh`
   * @throws {RangeError} as for `refresh`
   * @throws {TypeError} as for `refresh`
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
   * Looks up a key in its shard. It fetches the shard if it isn't in memory. Write `if (await set.has(key))`: without `await`, the promise
   * is truthy for every key. TypeScript rejects that, and a console warning says so once.
   * @param {Key} key the key to look up
   * @returns {Promise<boolean>} false: no; true: maybe
   * @throws {TypeError} `key` is not a key, or the filter was stopped before it had a manifest. All these errors reject the promise
   * @throws {RangeError} a bigint doesn't fit in 64 bits
   * @throws {FilterFetchError} the shard isn't in memory and couldn't be fetched (the same error is thrown until the next retry is due), or with
   *   `whenExpired: "throw"`, the version in memory has expired
   * @throws {FilterFormatError} the file isn't the one that the manifest names
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * await blocked.has("never listed"); // false: no
   */
  has(key) {
    return Answer.of(this.#has(key));
  }

  /** @param {Key} key */
  async #has(key) {
    const manifest = await this.#manifest();
    const keys = this.#lookups(key);
    for (const each of keys) {
      const set = await this.#shards.get(manifest, manifest.shardOf(each));
      if (set._has(each)) return true;
    }
    return keys.length ? false : this.#answerInvalid(key, false);
  }

  /**
   * Looks up several keys. It fetches each shard once.
   * @param {Iterable<Key> & object} keys the keys to look up, in the order of the answers
   * @returns {Promise<Uint8Array>} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError | RangeError} `keys` is not an iterable of keys, or as for `has`. All these errors reject the promise
   * @throws {FilterFetchError} as for `has`
   * @throws {FilterFormatError} as for `has`
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * (await blocked.hasMany(["mailinator.com", "never listed"])).join(); // "1,0"
   */
  async hasMany(keys) {
    const list = listOf(keys);
    const manifest = await this.#manifest();
    /** @type {Map<number, { i: number, key: Key }[]>} */
    const byShard = new Map();
    const answers = new Uint8Array(list.length);
    for (const [i, each] of list.entries()) {
      const all = this.#lookups(each);
      if (!all.length && this.#answerInvalid(each, true)) answers[i] = 1;
      for (const key of all) {
        const shard = manifest.shardOf(key);
        const own = byShard.get(shard);
        if (own) own.push({ i, key });
        else byShard.set(shard, [{ i, key }]);
      }
    }
    const queue = byShard[Symbol.iterator]();
    const working = async () => {
      for (const [shard, own] of queue) {
        const set = await this.#shards.get(manifest, shard);
        for (const { i, key } of own) if (set._has(key)) answers[i] = 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, working));
    return answers;
  }

  /**
   * The value of a key, in a set made with `publish --map` or `--label`. It fetches the key's shard if it isn't in memory.
   * @param {Key} key a query in the key form. If it looks up several keys, such as a host name and its parents, the first with a
   *   value wins: the most specific one
   * @returns {Promise<string | undefined>} for a listed key, its value; for any other key, `undefined` or, at the false-positive rate, some value
   * @throws {TypeError} the set has no values, or as for `has`. All these errors reject the promise
   * @throws {RangeError} as for `has`
   * @throws {FilterFetchError} as for `has`
   * @throws {FilterFormatError} as for `has`
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const categories = new ShardedFilter("https://lists.example/categories/manifest.json");
   * await categories.get("mailinator.com"); // "disposable"
   */
  async get(key) {
    const manifest = await this.#manifest();
    if (!manifest.manifest.map) noValues();
    for (const each of keysForValue(this.#form, key)) {
      const set = await this.#shards.get(manifest, manifest.shardOf(each));
      const value = set._get(each);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** @param {Key} key */
  #lookups(key) {
    return this.#form ? this.#form.form.lookups(key) : [key];
  }

  /**
   * @param {Key} key
   * @param {boolean} isOneOfMany
   */
  #answerInvalid(key, isOneOfMany) {
    return !!this.#form && answerInvalid(this.#form, key, isOneOfMany);
  }

  async #manifest() {
    if (!this.#live.value) await this.#live.ready();
    return /** @type {ShardedManifest} */ (this.#live.answering);
  }

  /**
   * Checks for a newer manifest now. Shards are updated when they're queried.
   * @returns {Promise<boolean>} true if there is a newer one
   * @throws {FilterFetchError} as for `LiveFilter.refresh`. All these errors reject the promise
   * @throws {FilterFormatError} as for `LiveFilter.refresh`
   * @throws {RangeError} as for `LiveFilter.refresh`
   * @throws {TypeError} as for `LiveFilter.refresh`
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
   * Checks for a newer manifest if `refreshEvery` has passed. It never throws. Call it on each request if the platform has no timers.
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
    return this.#live.value?.manifest.name;
  }

  /** The version of the list; undefined before there is a manifest. */
  get version() {
    return this.#live.value?.manifest.version;
  }

  /** The sequence number of the manifest; undefined before there is one. */
  get sequence() {
    return this.#live.sequence;
  }

  /** Milliseconds since the server last confirmed the manifest; undefined before there is one. */
  get age() {
    return this.#live.age;
  }

  /** The error from the last attempt to fetch the manifest; undefined if it succeeded. */
  get error() {
    return this.#live.error;
  }

  /** How many attempts in a row have failed. */
  get failures() {
    return this.#live.failures;
  }

  /**
   * Facts about the set and its shards in memory.
   * @returns {ShardedStats | undefined} undefined before there is a manifest
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = await new ShardedFilter("https://lists.example/blocked/manifest.json").ready();
   * blocked.stats.loaded; // 0
   */
  get stats() {
    const current = this.#live.value;
    if (!current) return undefined;
    const { keys, errorRate } = current.manifest;
    const { size: loaded, byteLength } = this.#shards;
    return { keys, errorRate, shards: current.shards, loaded, byteLength };
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#live in this)) return this;
    const { stats } = this;
    const state = stats
      ? `sequence ${this.sequence}, ${plural(stats.keys, "key")}, ${stats.loaded} of ${plural(stats.shards, "shard")} in memory`
      : "no manifest yet";
    return `ShardedFilter { ${state} }`;
  }

  /**
   * Stops fetching manifests and ends all fetches in progress. Shards in memory can still be queried. A second call does nothing.
   * @example
   * import { ShardedFilter } from "edgebloom/live";
   *
   * const blocked = new ShardedFilter("https://lists.example/blocked/manifest.json");
   * blocked.stop();
   */
  stop() {
    this.#live.stop();
    this.#shards.stop(Object.assign(new TypeError("sharded filter has been stopped"), { field: "sharded" }));
  }

  /**
   * Calls `stop`, so that `using` works: `using blocked = new ShardedFilter(...)`.
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
