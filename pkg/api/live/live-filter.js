import { withoutSecrets } from "../../reader/without-secrets.js";
import { dispose } from "../dispose.js";
import { plural, printable } from "../inspecting.js";
import { markRaw } from "../raw.js";
import { FilterContent } from "./filter-content.js";
import { inspectedFilter } from "./filters.js";
import { LiveFile, stateError } from "./live-file.js";
import { absolute, readOptions, withOwner } from "./options.js";
import { PublishedClient } from "./published-client.js";
import { lookUp, lookUpMany, lookUpValue } from "./published-set.js";
import { StoreCache } from "./store-cache.js";
import { StopSignal } from "./tasks.js";

/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./options.js").HasHref} HasHref */
/** @typedef {import("./options.js").Usual} Usual */
/** @typedef {import("./filters.js").Queryable} Queryable */

/**
 * Fetches a filter file or a published set and keeps it up to date in the background. If the server fails, the last valid filter stays in use, and a
 * store keeps it for the next start.
 *
 * @template {Queryable} [F=Usual]
 * @example
 * import { LiveFilter } from "edgebloom/live";
 *
 * const blocked = new LiveFilter("https://lists.example/blocked.bloom");
 * await blocked.ready();
 * blocked.has("mailinator.com"); // true: maybe
 * blocked.version; // "2026-11-21"
 * blocked.stop();
 *
 * @remarks
 * - **Start.** If the store has a filter, it doesn't wait for the network. If the store takes longer than a quarter of a second, it also
 *   sends a request and uses whichever filter arrives first.
 * - **Updates.** Requests send the `ETag`. A new version replaces the filter as a whole.
 * - **Errors.** It rejects invalid filter files, lists whose name isn't `name`, older versions and HTTP errors. It reports them in `error` and to
 *   `onError`, and retries with exponential backoff.
 * - **Timers.** In browsers, Node, Deno and Bun, a timer sends the requests. On Cloudflare Workers and other platforms without timers between
 *   requests, call `refreshIfDue` on each request: `ctx.waitUntil(blocked.refreshIfDue())`.
 * - **CORS.** In a browser, requests to another origin use the browser's cache and need no preflight.
 * - **WebAssembly.** It doesn't load any. A filter file becomes a `FilterReader`. A manifest becomes a `PublishedSet`, and only the set's new
 *   files are fetched. For files of other classes, pass the `load` option.
 */
export class LiveFilter {
  static {
    markRaw(this);
  }

  /** @type {LiveFile<F>} */
  #live;
  #form;

  /**
   * Creates the filter. `ready` sends the first request.
   * @param {string | HasHref} url address of a filter file, its base64 string, or the manifest of a published set; in a browser, it can be
   *   relative to the page
   * @param {import("./options.js").LiveOptions<F>} [options] all have defaults
   * @throws {TypeError} `url` is not an address, or an option is unknown or of the wrong type
   * @throws {RangeError} `url` is not an http or https address, or an option is out of range
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const blocked = new LiveFilter("https://lists.example/blocked.bloom", { refreshEvery: 60_000, store: null });
   * blocked.current; // undefined
   */
  constructor(url, options = {}) {
    const address = absolute(url);
    const checked = readOptions(options);
    const stop = new StopSignal();
    const cache = new StoreCache(checked, (error) => this.#live.report("onError", error), stop);
    const client = new PublishedClient(address, checked, cache);
    /** @type {FilterContent<F>} */
    const content = new FilterContent(address, checked, client);
    this.#live = new LiveFile(address, withOwner(checked, this), content, cache, stop);
    this.#form = checked.form;
  }

  /**
   * Waits for the first filter: from the store, or else from the server. After that, a timer checks for a new version every
   * `refreshEvery` milliseconds, if the platform has timers. A stored filter can be any age: see `age`.
   *
   * In a worker, one request loads the filter, and the others check every 20 ms whether it's there. If that request has been canceled, another
   * one takes over after a second.
   *
   * If neither has a valid filter, the promise is rejected. Further calls also reject until the next retry is due. `ready` doesn't wait
   * for the store to save the filter.
   * @returns {Promise<this>}
   * @throws {FilterFetchError} as for `refresh`. All these errors reject the promise
   * @throws {FilterFormatError} as for `refresh`
   * @throws {RangeError} as for `refresh`
   * @throws {TypeError} as for `refresh`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.ready();
   * live.has("mailinator.com"); // true: maybe
   */
  async ready() {
    await this.#live.ready();
    return this;
  }

  /**
   * Checks for a new version now. The current filter stays in use until the new one is complete and valid. On platforms without timers
   * between requests, it also waits for the store to save the filter, for at most `timeout`.
   * @returns {Promise<boolean>} true if there is a new filter; false if the current one is still the newest
   * @throws {FilterFetchError} `code` is "STATUS" if the status isn't 200 to 299, "LIMIT" if the body is longer than `limit`,
   *   "NETWORK" if there is no response or the connection broke, "TIMEOUT" if the response took too long, "OLDER" if the list or
   *   the manifest is older than the current one, and "EXPIRED" if the manifest has expired. All these errors reject the promise
   * @throws {FilterFormatError} the file is not one whole, valid filter file or manifest, or a file that the manifest names is not valid
   * @throws {RangeError} the list's name isn't `name`, or the manifest's key form isn't `keys` (`code` "INCOMPATIBLE")
   * @throws {TypeError} the filter has been stopped, or `fetch` doesn't return a Response
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.refresh(); // true
   */
  async refresh() {
    return this.#live.refresh();
  }

  /**
   * Checks for a new version if `refreshEvery` has passed. It never throws: it reports errors in `error` and to `onError`. Call it on each
   * request if the platform has no timers. There, it also saves the filter from `ready` to the store.
   * @returns {Promise<boolean>} true if there is a new filter
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.refreshIfDue(); // true
   * await live.refreshIfDue(); // false
   */
  async refreshIfDue() {
    return this.#live.refreshIfDue();
  }

  /**
   * The current filter; undefined before the first one arrives. You can keep using it after an update has replaced it. Its `free` does
   * nothing, because other code may be using it: the garbage collector frees the memory.
   * @returns {F | undefined} a `FilterReader`, a `PublishedSet`, or the result of the `load` option
   */
  get current() {
    return this.#live.value;
  }

  /** The version of the current filter; undefined before there is one. */
  get version() {
    return this.#live.value?.version;
  }

  /** The sequence number of the manifest or signed file in use; undefined before there is one and for other files. */
  get sequence() {
    return this.#live.sequence;
  }

  /**
   * Milliseconds since the server sent or confirmed the current filter; undefined before there is one. For a filter from the store, since
   * it was fetched. If that's too old for you, `await live.refresh()`.
   */
  get age() {
    return this.#live.age;
  }

  /** The error from the last request; undefined if it succeeded. */
  get error() {
    return this.#live.error;
  }

  /** How many requests in a row have failed. */
  get failures() {
    return this.#live.failures;
  }

  /**
   * Looks up a key in the current filter.
   * @param {Key} key the key to look up
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError} there is no filter yet (await `ready` first), or as for `FilterReader.has`
   * @throws {RangeError} as for `FilterReader.has`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.ready();
   * live.has("mailinator.com"); // true: maybe
   */
  has(key) {
    return lookUp(this.#mustHave(), this.#form, key);
  }

  /**
   * Looks up several keys in the current filter.
   * @param {Iterable<Key> & object} keys the keys to look up, in the order of the answers
   * @returns {Uint8Array} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError} there is no filter yet (await `ready` first), or as for `FilterReader.hasMany`
   * @throws {RangeError} as for `FilterReader.hasMany`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.ready();
   * live.hasMany(["mailinator.com", "never listed"]).join(); // "1,0"
   */
  hasMany(keys) {
    return lookUpMany(this.#mustHave(), this.#form, keys);
  }

  /**
   * The value of a key in the current filter, if it's a map: a file from `edgebloom build --map` or `--label`, or a set that `publish` made
   * with these options.
   * @param {Key} key with the `keys` option, if a query looks up several keys, such as a host name and its parents, the first with a value
   *   wins: the most specific one
   * @returns {string | undefined} for a listed key, its value; for any other key, `undefined` or, at the false-positive rate, some value
   * @throws {TypeError} the filter has no values, there is no filter yet (await `ready` first), or as for `MapReader.get`
   * @throws {RangeError} as for `MapReader.get`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/categories/manifest.json");
   * await live.ready();
   * live.get("mailinator.com"); // "disposable"
   */
  get(key) {
    return lookUpValue(this.#mustHave(), this.#form, key);
  }

  #mustHave() {
    return this.#live.answering ?? notReady();
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun. The query of an address and the message of an error can contain secret tokens.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#live in this)) return this;
    const { url, value, error, failures, isStopped } = this.#live;
    const { code, name } = Object(error);
    const why = [code, name].find((text) => typeof text === "string");
    const state = [
      value ? inspectedFilter(value) : "no filter yet",
      failures && plural(failures, "failure") + (why ? `: ${printable(why)}` : ""),
      isStopped && "stopped",
    ];
    return `${this.constructor.name} { ${withoutSecrets(url)}: ${state.filter(Boolean).join(", ")} }`;
  }

  /**
   * Stops all requests: those in progress are aborted or, on platforms without timers between requests, ignored. You can still query
   * the current filter. A second call does nothing.
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * live.stop();
   */
  stop() {
    this.#live.stop();
  }

  /**
   * Calls `stop`, so that `using` works: `using live = new LiveFilter(...)`.
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * live[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   */
  [dispose]() {
    this.stop();
  }
}

/** @returns {never} */
function notReady() {
  throw stateError("live filter has no filter yet: await ready() first");
}
