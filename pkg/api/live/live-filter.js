import { isBytes } from "../bytes.js";
import { dispose } from "../dispose.js";
import { FilterFetchError, FilterFormatError, incompatible, wrongType } from "../errors.js";
import { plural, printable } from "../inspecting.js";
import { markRaw } from "../raw.js";
import { BRACE, isResponse, quietly, readResponse, receive } from "../response.js";
import { abortable, headerValue, isSame } from "./answers.js";
import { checkLoaded, inspectedFilter, read, readStart } from "./filters.js";
import { LONGEST_TIMER, absolute, readOptions } from "./options.js";
import { PublishedFiles } from "./published-files.js";
import { PublishedSet, isNewer, listOf, lookUp, sequenceIn, sequenceOf } from "./published-set.js";
import { perRequest } from "./runtime.js";
import { letGo, putOffBy, waitAfterFailure, waitAfterSuccess, within } from "./schedule.js";

/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("../response.js").ResponseLike} ResponseLike */
/** @typedef {import("./options.js").HasHref} HasHref */
/** @typedef {import("./options.js").Usual} Usual */
/** @typedef {import("./filters.js").Queryable} Queryable */
/** @typedef {import("./stores.js").FilterStore} FilterStore */
/** @typedef {import("./stores.js").StoredFilter} StoredFilter */

/** How long `ready` waits for the store before it also sends a request, in milliseconds. */
const HEAD_START = 250;

/** How long a manifest of the server waits for the store, which can have a later sequence number, in milliseconds. */
const STORE_START = 2000;

/** The `free` of a filter in use. */
const nothing = () => {};

/**
 * A filter that stays up to date. LiveFilter fetches a filter file, checks it, looks for a new version in the background (`ETag`), and
 * replaces the filter as a whole. If the server fails, the last valid filter stays in use. A store keeps it for the next start.
 *
 * - **Start.** With a filter in the store, it does not wait for the network. If the store does not answer within a quarter of a second, it
 *   sends a request too, and uses the filter that arrives first.
 * - **Faults.** It rejects a filter file that is not valid, a list with another name than `name`, an older version, and an HTTP error. It
 *   reports them in `error` and to `onError`, and tries again after a wait that doubles each time.
 * - **Timers.** In browsers, Node, Deno and Bun, a timer sends the requests. In Cloudflare workers and other platforms without timers between
 *   requests, call `refreshIfDue` with each request: `ctx.waitUntil(blocked.refreshIfDue())`.
 * - **CORS.** In a browser, a request to another origin uses the cache of the browser, and needs no preflight.
 * - **WebAssembly.** It loads none. A filter file becomes a `FilterReader`. A manifest becomes a `PublishedSet`, and only new files of the set
 *   are fetched. For files of other classes, pass the option `load`.
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
 */
export class LiveFilter {
  static {
    markRaw(this);
  }

  #url;
  #options;
  #files;
  /** Whether a browser with its cache sends the requests, and whether they have conditional headers. */
  #inBrowser;
  #isConditional;
  /** @type {F | undefined} */
  #current;
  /**
   * The bytes of the current filter, if it has no `toBytes`.
   * @type {Uint8Array | undefined}
   */
  #bytes;
  /** Headers of the response that had the current filter. */
  #etag = "";
  #lastModified = "";
  /** @type {number | undefined} */
  #checkedAt;
  /** @type {unknown} */
  #error;
  #failures = 0;
  /** When the next request is due, and the length of this wait, which shows that the clock was set back. */
  #due = 0;
  #wait = 0;
  /** Numbers of requests: the last one, the last one with a valid response, and the last one when a failure was counted. */
  #lastRequest = 0;
  #lastValid = 0;
  #lastFailed = 0;
  /** The last request when the store was read. */
  #readAt = -1;
  /**
   * The latest file, if the store does not have it yet.
   * @type {StoredFilter | undefined}
   */
  #unsaved;
  /** Functions that end all running work. */
  #enders = /** @type {Set<(error: unknown) => void>} */ (new Set());
  #stopped = false;
  /** @type {Promise<this> | undefined} */
  #starting;
  /** @type {Promise<boolean> | undefined} */
  #refreshing;
  /** @type {Promise<void> | undefined} */
  #reading;
  /** @type {any} */
  #timer;
  /**
   * The time limit for reading the store.
   * @type {any}
   */
  #readTimer;

  /**
   * Makes the filter. `ready` sends the first request.
   * @overload
   * @param {string | HasHref} url address of a filter file, its base64 string, or the manifest of a published set; in a browser, it can be
   *   relative to the page
   * @param {import("./options.js").LiveOptions<F>} [options]
   * @throws {TypeError} `url` is not an address, or an option is unknown or of the wrong type
   * @throws {RangeError} `url` is not an http or https address, or an option is out of range
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const blocked = new LiveFilter("https://lists.example/blocked.bloom", { refreshEvery: 60_000, store: null });
   * blocked.current; // undefined
   */
  /**
   * @param {string | HasHref} url
   * @param {import("./options.js").LiveOptions<F>} [options]
   * @param {typeof PublishedFiles} [Files] reads a manifest; ShardedFilter has its own
   */
  constructor(url, options = {}, Files = PublishedFiles) {
    const { location, origin = location?.origin } = /** @type {any} */ (globalThis);
    this.#url = absolute(url);
    this.#options = readOptions(options);
    this.#files = new Files(this.#url, this.#options, (error) => this.#report("onError", error, this));
    this.#inBrowser = !!location;
    this.#isConditional = !location || origin === new URL(this.#url).origin;
  }

  /**
   * Waits for the first filter: from the store, or else from the server. Then a timer looks for a new version every `refreshEvery`
   * milliseconds, if the platform has timers.
   *
   * If neither has a valid filter, the promise is rejected. Further calls reject too until the next try is due. `ready` does not wait until
   * the store has saved the filter.
   * @returns {Promise<this>}
   * @throws {FilterFetchError} as `refresh`. All these errors reject the promise
   * @throws {FilterFormatError} as `refresh`
   * @throws {RangeError} as `refresh`
   * @throws {TypeError} as `refresh`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.ready();
   * live.has("mailinator.com"); // true: maybe
   */
  async ready() {
    if (this.#current) return this;
    if (perRequest) return this.#start();
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  async #start() {
    const reading = this.#useStored();
    await this.#headStart(reading);
    if (this.#current) return this;
    if (this.#failures && !this.#isDue()) {
      await reading;
      if (this.#current) return this;
      throw this.#error;
    }
    const stored = reading.then(() => this.#current ?? Promise.reject());
    await Promise.any([this.#request(), stored]).catch(({ errors: [error] }) => {
      // Another request has succeeded.
      if (!this.#current) throw error;
    });
    return this;
  }

  /**
   * Waits for the store, but not longer than `HEAD_START`.
   * @param {Promise<void>} reading
   */
  async #headStart(reading) {
    await within(HEAD_START, nothing, this.#endersHere(), () => reading).catch(nothing);
  }

  #isDue() {
    const left = this.#due - Date.now();
    return left <= 0 || left > this.#wait;
  }

  /** Uses the filter of the store, if it is valid. */
  async #useStored() {
    const { store } = this.#options;
    if (!store || this.#stopped || this.#current || this.#readAt === this.#lastRequest) return;
    if (perRequest) return this.#readStore(store);
    this.#reading ??= this.#readStore(store).finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** @param {FilterStore} store */
  async #readStore(store) {
    const { refreshEvery, timeout } = this.#options;
    try {
      const late = () => new Error(`store: expected an answer within ${timeout} ms, got none`);
      const read = async (/** @type {AbortSignal} */ signal) => {
        const entry = await store.get(this.#url);
        if (!entry || (this.#current && sequenceOf(this.#current) === undefined)) return undefined;
        const file = await this.#open(entry.bytes);
        const sequence = sequenceIn(file);
        if (this.#current && !isNewer(sequence, this.#current)) return undefined;
        const set = await this.#published(file, signal, true).finally(() => this.#files.reached(sequence ?? 0));
        return { ...entry, file, set };
      };
      const onTimer = (/** @type {any} */ timer) => (this.#readTimer = timer);
      const stored = await within(timeout, late, this.#endersHere(), read, onTimer);
      // The server may have been faster.
      if (!stored || this.#stopped) return;
      if (this.#current && !isNewer(sequenceOf(stored.set), this.#current)) return;
      const { file, set, etag, lastModified, checkedAt } = stored;
      this.#use(file, set);
      this.#etag = headerValue(etag);
      this.#lastModified = headerValue(lastModified);
      this.#checkedAt = Number(checkedAt) || 0;
      // Only if no request is planned. If the clock was set back, the wait does not get longer.
      if (!this.#due) this.#plan(Math.min(this.#checkedAt + refreshEvery - Date.now(), refreshEvery));
      this.#report("onChange", this);
    } catch (error) {
      if (!this.#stopped) this.#report("onError", error, this);
    } finally {
      this.#readAt = this.#lastRequest;
    }
  }

  /** In a worker, a request does not end the work of another one. */
  #endersHere() {
    return perRequest ? new Set() : this.#enders;
  }

  /**
   * Looks for a new version now. The current filter stays in use until the new one is complete and valid. On platforms without timers
   * between requests, it also waits until the store has saved the filter, at most `timeout`.
   * @returns {Promise<boolean>} true if there is a new filter; false if the current one is still the newest
   * @throws {FilterFetchError} `code` is "STATUS" if the status is not 200 to 299, and "LIMIT" if the body is longer than `limit`. It is
   *   "NETWORK" if there is no response or the connection broke, and "TIMEOUT" if the response took too long. It is "OLDER" if the list or
   *   the manifest is older than the current one, and "EXPIRED" if the manifest has expired. All these errors reject the promise
   * @throws {FilterFormatError} the file is not one whole, valid filter file or manifest, or a file of the manifest is not valid
   * @throws {RangeError} the list has another name than `name`, or the manifest another form of keys than `keys` (`code` "INCOMPATIBLE")
   * @throws {TypeError} the filter has been stopped, or `fetch` does not return a Response
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.refresh(); // true
   */
  async refresh() {
    try {
      return await this.#request();
    } finally {
      if (perRequest) await this.#save();
    }
  }

  async #request() {
    if (this.#stopped) throw stopped();
    if (perRequest) return this.#send();
    this.#refreshing ??= this.#send().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /**
   * Looks for a new version if `refreshEvery` has passed. It never throws: it reports errors in `error` and to `onError`. Call it with each
   * request if the platform has no timers. There, it also saves the filter of `ready` in the store.
   * @returns {Promise<boolean>} true if there is a new filter
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.refreshIfDue(); // true
   * await live.refreshIfDue(); // false
   */
  async refreshIfDue() {
    await this.#headStart(this.#useStored());
    if (this.#stopped) return false;
    const isNew = this.#isDue() && (await this.#request().catch(() => false));
    if (perRequest) await this.#save();
    return isNew;
  }

  /** Sends a request, and plans the next one. */
  async #send() {
    const { refreshEvery, timeout } = this.#options;
    // No other request is due during this one.
    this.#setDue(timeout);
    clearTimeout(this.#timer);
    const request = { number: ++this.#lastRequest, putOff: 0 };
    try {
      const late = () => {
        const cause = new DOMException(`No complete response within ${timeout} ms`, "TimeoutError");
        const expected = `a complete response within ${timeout} ms`;
        return new FilterFetchError("TIMEOUT", "body", expected, "a part of it", this.#url, 0, cause);
      };
      const news = await within(timeout, late, this.#endersHere(), (signal) => this.#receive(request, signal));
      this.#failures = 0;
      this.#error = undefined;
      this.#plan(waitAfterSuccess(refreshEvery, Math.random()));
      letGo(this.#readTimer);
      if (news?.isNew) this.#report("onChange", this);
      if (news) this.#unsaved = news.stored;
      // In a worker, `refresh` and `refreshIfDue` wait for the store, because the request must not end before. Here, the store runs on.
      if (!perRequest) this.#save();
      return !!news?.isNew;
    } catch (error) {
      if (!this.#stopped) this.#fail(request, error);
      throw error;
    }
  }

  /**
   * Counts a failure and plans the next try, unless a later request has succeeded.
   * @param {{ number: number, putOff: number }} request
   * @param {unknown} error
   */
  #fail({ number, putOff }, error) {
    const { refreshEvery, retryAfter } = this.#options;
    if (number >= this.#lastValid) {
      this.#error = error;
      // Requests that ran at the same time count as one failure.
      if (number > this.#lastFailed) {
        this.#failures++;
        this.#lastFailed = this.#lastRequest;
      }
      this.#plan(waitAfterFailure(this.#failures, retryAfter, refreshEvery, putOff, Math.random()));
    }
    this.#report("onError", error, this);
  }

  /**
   * Receives the response of a request, and uses the filter in it.
   * @param {{ number: number, putOff: number }} request
   * @param {AbortSignal} signal
   * @returns {Promise<{ isNew: boolean, stored: StoredFilter } | undefined>} undefined if there is nothing to save
   */
  async #receive(request, signal) {
    const { fetch, limit, load, open } = this.#options;
    const headers = this.#conditions();
    // Without conditional headers, a browser would answer from its cache and send no request.
    const cache = this.#inBrowser && !Object.keys(headers).length ? { cache: "no-cache" } : {};
    const response = await receive(async () => fetch(this.#url, { headers, ...cache, signal }), this.#url);
    if (!isResponse(response)) wrongType("fetch", "a function that returns a Response", response);
    request.putOff = putOffBy(response.headers.get("retry-after"), Date.now());
    const checkedAt = Date.now();
    const etag = headerValue(response.headers.get("etag"));
    // The same ETag with status 200 is not a new version: a browser answers so from its cache after a 304.
    if (this.#current && (response.status === 304 || (response.ok && etag && etag === this.#etag))) {
      quietly(() => response.body?.getReader?.().cancel());
      this.#files.checkExpiry(/** @type {any} */ (this.#current)._expires);
      if (request.number >= this.#lastValid) {
        this.#lastValid = request.number;
        this.#checkedAt = checkedAt;
      }
      return undefined;
    }
    // A file for another `load`, or for `open`, can start with any bytes.
    const start = load === read && !open ? readStart : () => ({ byteLength: 0 });
    const bytes = await readResponse(abortable(response, signal), { limit }, start);
    const file = await this.#open(bytes);
    const set = await this.#published(file, signal);
    // Too late, or a later request has succeeded first.
    if (signal.aborted || this.#stopped || request.number < this.#lastValid) return undefined;
    const isNew = this.#use(file, set);
    const lastModified = headerValue(response.headers.get("last-modified"));
    // With `open`, a new signed file with a later expiry can contain the same filter file.
    const isSaved = !isNew && !open && etag === this.#etag && lastModified === this.#lastModified;
    this.#lastValid = request.number;
    this.#etag = etag;
    this.#lastModified = lastModified;
    this.#checkedAt = checkedAt;
    return isSaved ? undefined : { isNew, stored: { bytes, etag, lastModified, checkedAt } };
  }

  /**
   * The filter file in the bytes of a server or a store.
   * @param {Uint8Array} bytes
   */
  async #open(bytes) {
    const { open } = this.#options;
    if (!open) return bytes;
    const file = await open(bytes);
    if (!isBytes(file)) wrongType("open", "a function that returns a Uint8Array", file);
    return file;
  }

  /**
   * The published set of a manifest; undefined if the file is a filter file, or the current manifest.
   * @param {Uint8Array} file
   * @param {AbortSignal} signal
   * @param {boolean} [isStored] true if the file is from the store
   * @returns {Promise<F | undefined>}
   */
  async #published(file, signal, isStored = false) {
    // Another `load` reads any bytes.
    if (this.#options.load !== read) return undefined;
    if (file[0] !== BRACE) {
      if (!this.#files.isRequired && sequenceOf(this.#current) === undefined) return undefined;
      throw new FilterFormatError(
        "manifest: expected that of a published set, got another file",
        "MAGIC",
        "manifest",
        0,
      );
    }
    // The store can have a later sequence number than the server.
    if (!isStored && !this.#current) {
      await within(STORE_START, nothing, this.#endersHere(), async () => this.#useStored()).catch(nothing);
    }
    if (this.#current && this.#bytes && isSame(file, this.#bytes)) {
      this.#files.checkExpiry(/** @type {any} */ (this.#current)._expires);
      return undefined;
    }
    return this.#files.open(file, this.#current, signal);
  }

  /** The headers with which a server answers 304 if the file has not changed. */
  #conditions() {
    /** @type {Record<string, string>} */
    const headers = {};
    if (!this.#current || !this.#isConditional) return headers;
    if (this.#etag) headers["if-none-match"] = this.#etag;
    if (this.#lastModified) headers["if-modified-since"] = this.#lastModified;
    return headers;
  }

  /**
   * Replaces the current filter. If it throws, the current filter stays.
   * @param {Uint8Array} file
   * @param {F} [set] the published set, if the file is a manifest
   * @returns {boolean} false if the file is the current one
   */
  #use(file, set) {
    const { load, name, compareVersions } = this.#options;
    const current = this.#current;
    if (current && isSame(file, this.#bytes ?? /** @type {any} */ (current).toBytes())) return false;
    if (set) {
      // Another request can have received a later manifest meanwhile.
      this.#files.checkSequence(sequenceOf(set) ?? 0);
      this.#files.took(/** @type {any} */ (set), current);
      this.#current = set;
      this.#bytes = file;
      return true;
    }
    const filter = load(file);
    checkLoaded(filter);
    if (name !== undefined && filter.name !== name) incompatible("name", name, filter.name);
    const order = current ? compareVersions(filter.version ?? "", current.version ?? "") : 0;
    if (typeof order !== "number") {
      quietly(() => order);
      wrongType("compareVersions", "a function that returns a number", order);
    }
    if (current && order < 0) {
      const [ours, theirs] = [current, filter].map(({ version }) => JSON.stringify(version));
      throw new FilterFetchError("OLDER", "version", `${ours} or a newer one`, theirs, this.#url, 200);
    }
    // Other code may still use the old filter. So `free` does nothing, and the garbage collector frees the memory.
    if (filter.free) Reflect.defineProperty(filter, "free", { value: nothing });
    this.#current = filter;
    this.#bytes = "toBytes" in filter ? undefined : file;
    return true;
  }

  /** Saves the latest file in the store. */
  async #save() {
    const { store, timeout } = this.#options;
    const stored = this.#unsaved;
    this.#unsaved = undefined;
    if (!store) return;
    // The files of a set come before the manifest that names them.
    await this.#files.settle();
    if (!stored) return;
    try {
      const late = () => new Error(`store: expected to store the filter within ${timeout} ms, got no answer`);
      // A copy: the buffer of the view can be larger.
      const exact = { ...stored, bytes: stored.bytes.slice() };
      const put = async () => {
        if (!(await this.#isAhead(store))) await store.put(this.#url, exact);
      };
      await within(timeout, late, this.#endersHere(), put, letGo);
      await this.#files.tidy();
    } catch (error) {
      if (!this.#stopped) this.#report("onError", error, this);
    }
  }

  /**
   * True if the store has a later manifest, for example of another page or isolate.
   * @param {FilterStore} store
   */
  async #isAhead(store) {
    if (sequenceOf(this.#current) === undefined) return false;
    try {
      const entry = await store.get(this.#url);
      return !!entry && isNewer(sequenceIn(await this.#open(entry.bytes)), this.#current);
    } catch {
      return false;
    }
  }

  /** @param {number} wait milliseconds */
  #setDue(wait) {
    // A whole number, so that differences are exact.
    this.#wait = Math.ceil(wait);
    this.#due = Date.now() + this.#wait;
  }

  /**
   * Plans the next request, and sets a timer for it.
   * @param {number} wait milliseconds
   */
  #plan(wait) {
    this.#setDue(wait);
    clearTimeout(this.#timer);
    if (perRequest || this.#stopped || this.#options.refreshEvery === Infinity) return;
    const timer = setTimeout(() => this.#onTime(), Math.min(Math.max(wait, 0), LONGEST_TIMER));
    letGo(timer);
    this.#timer = timer;
  }

  #onTime() {
    // A timer can be a little early, and cannot wait for a month.
    if (this.#isDue()) this.refresh().catch(() => {});
    else this.#plan(this.#due - Date.now());
  }

  /**
   * Calls `onChange` or `onError`. Their errors are reported, and do not end a Node process.
   * @param {"onChange" | "onError"} name
   * @param {any[]} args
   */
  #report(name, ...args) {
    const { onError, [name]: callback } = /** @type {any} */ (this.#options);
    (async () => callback?.(...args))().catch((error) => {
      if (name === "onChange" && onError) this.#report("onError", error, this);
      else console.error(`LiveFilter: ${name} failed:`, error);
    });
  }

  /**
   * The current filter; undefined before the first one arrives. You can still use it after an update has replaced it. Its `free` does
   * nothing, because other code may be using it: the garbage collector frees the memory.
   * @returns {F | undefined} a `FilterReader`, a `PublishedSet`, or the result of the option `load`
   */
  get current() {
    return this.#current;
  }

  /** The version of the current filter; undefined before there is one. */
  get version() {
    return this.#current?.version;
  }

  /**
   * Milliseconds since the server sent or confirmed the current filter; undefined before there is one. For a filter from the store, since
   * it was fetched.
   */
  get age() {
    return this.#checkedAt === undefined ? undefined : Math.max(0, Date.now() - this.#checkedAt);
  }

  /** The error of the last request; undefined if it succeeded. */
  get error() {
    return this.#error;
  }

  /** How many requests in a row have failed. */
  get failures() {
    return this.#failures;
  }

  /**
   * Looks up a key in the current filter.
   * @param {Key} key
   * @returns {boolean} false: no; true: maybe
   * @throws {TypeError} there is no filter yet (await `ready` first), or as `FilterReader.has`
   * @throws {RangeError} as `FilterReader.has`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.ready();
   * live.has("mailinator.com"); // true: maybe
   */
  has(key) {
    return lookUp(this.#mustHave(), this.#options.keys, key);
  }

  /**
   * Looks up several keys in the current filter.
   * @param {Iterable<Key>} keys
   * @returns {Uint8Array} 1 (maybe) or 0 (no) per key, in order
   * @throws {TypeError} there is no filter yet (await `ready` first), or as `FilterReader.hasMany`
   * @throws {RangeError} as `FilterReader.hasMany`
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * await live.ready();
   * live.hasMany(["mailinator.com", "never listed"]).join(); // "1,0"
   */
  hasMany(keys) {
    const filter = this.#mustHave();
    const form = this.#options.keys;
    if (!form || filter instanceof PublishedSet) return filter.hasMany(keys);
    return Uint8Array.from(listOf(keys), (key) => Number(lookUp(filter, form, key)));
  }

  #mustHave() {
    return this.#current ?? notReady();
  }

  /**
   * The text that `console.log` shows in Node, Deno and Bun. The query of an address and the message of an error can contain secret tokens.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#current in this)) return this;
    const { origin, pathname, search } = new URL(this.#url);
    const { code, name } = Object(this.#error);
    const why = [code, name].find((text) => typeof text === "string");
    const state = [
      this.#current ? inspectedFilter(this.#current) : "no filter yet",
      this.#failures && plural(this.#failures, "failure") + (why ? `: ${printable(why)}` : ""),
      this.#stopped && "stopped",
    ];
    const address = `${origin}${pathname}${search && "?..."}`;
    return `${this.constructor.name} { ${address}: ${state.filter(Boolean).join(", ")} }`;
  }

  /**
   * Stops all requests: those that are running are aborted or, on platforms without timers between requests, ignored. You can still query
   * the current filter. A second call does nothing.
   * @example
   * import { LiveFilter } from "edgebloom/live";
   *
   * const live = new LiveFilter("https://lists.example/blocked.bloom");
   * live.stop();
   */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const end of [...this.#enders]) end(stopped());
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

/** @param {string} message */
const stateError = (message) => Object.assign(new TypeError(message), { field: "live" });

const stopped = () => stateError("live filter has been stopped");

/** @returns {never} */
function notReady() {
  throw stateError("live filter has no filter yet: await ready() first");
}
