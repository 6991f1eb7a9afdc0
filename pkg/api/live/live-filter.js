import { isBytes } from "../bytes.js";
import { dispose } from "../dispose.js";
import { FilterFetchError, FilterFormatError, argumentError, incompatible, wrongType } from "../errors.js";
import { counted, printable } from "../inspecting.js";
import { markRaw } from "../raw.js";
import { BRACE, isResponse, quietly, readResponse, received } from "../response.js";
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

/** For how long a store is waited for before the server is asked, too, in milliseconds. */
const HEAD_START = 250;

/** For how long it is waited for before a manifest of the server is taken: its number may be the later one. */
const KEPT_START = 2000;

/** What `free` of a filter in use does. */
const nothing = () => {};

/**
 * A filter that is kept up to date: fetched from an address, checked, asked again for changes in the background (`ETag`), and
 * replaced as a whole. The last good one stays in use whatever the server does, and is kept for the next start.
 *
 * - A start with a kept filter does not wait for the network. It does not wait for a store that hangs, either: after a quarter
 *   of a second LiveFilter asks the server, too, and takes the filter that arrives first.
 * - A broken dump, a list of another name than `name`, an older version, an error of the server: refused, told in `error`
 *   and to `onError`; the next question comes after a wait that doubles.
 * - In browsers, Node, Deno and Bun a timer asks. In Cloudflare workers and other places where nothing runs between requests,
 *   call `refreshIfDue` with each request: `ctx.waitUntil(blocked.refreshIfDue())`.
 * - In a browser, a question to another origin goes through the browser's own cache, so that no preflight is needed.
 * - No WebAssembly is loaded: a filter file becomes a `FilterReader`, and the manifest of a published set a `PublishedSet`, of which
 *   only the files are fetched that are new. For the files of other classes there is the option `load`.
 *
 * @template {Queryable} [F=Usual]
 * @example
 * import { BloomFilter } from "edgebloom";
 * import { LiveFilter } from "edgebloom/live";
 *
 * const dump = BloomFilter.from(["mailinator.com"], { errorRate: 1e-6, version: "2026-11-21" }).toBytes();
 * const fetch = async () => new Response(dump); // leave it out, and the network is asked
 *
 * const blocked = new LiveFilter("https://lists.example/blocked.bloom", { fetch });
 * await blocked.ready();
 * blocked.has("mailinator.com"); // true
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
  /** Whether there is a cache of a browser's in between, and whether conditions go along in headers of ours. */
  #inBrowser;
  #byHand;
  /** @type {F | undefined} */
  #current;
  /**
   * The bytes of the current filter, where it does not give them itself.
   * @type {Uint8Array | undefined}
   */
  #bytes;
  /** What the answer said that it came in. */
  #etag = "";
  #lastModified = "";
  /** @type {number | undefined} */
  #checkedAt;
  /** @type {unknown} */
  #error;
  #failures = 0;
  /** When the next question is due, and how long that was to be, so that a clock that is set back is noticed. */
  #due = 0;
  #wait = 0;
  /** How many questions there were, up to which there is a good answer, and up to which failures are counted. */
  #asked = 0;
  #answered = 0;
  #failed = 0;
  /** How many questions there were when the store was last looked at. */
  #looked = -1;
  /**
   * What came last and was not given to the store yet.
   * @type {StoredFilter | undefined}
   */
  #unkept;
  /** What ends all that is under way. */
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
   * What ends a look at the store.
   * @type {any}
   */
  #readTimer;

  /**
   * Asks nobody yet: `ready` does.
   * @overload
   * @param {string | HasHref} url where a dump, its base64 text or the manifest of a published set is, as a text or a URL; in a
   *   browser it may be relative to the page
   * @param {import("./options.js").LiveOptions<F>} [options]
   * @throws {TypeError} no address, an option of a wrong type, or an unknown one
   * @throws {RangeError} an address that is not one of http or https, or an option out of its range
   * @example
   * const blocked = new LiveFilter("https://lists.example/blocked.bloom", { refreshEvery: 60_000, store: null });
   * blocked.current // undefined
   */
  /**
   * @param {string | HasHref} url
   * @param {import("./options.js").LiveOptions<F>} [options]
   * @param {typeof PublishedFiles} [Files] what makes something of a manifest; ShardedFilter has its own
   */
  constructor(url, options = {}, Files = PublishedFiles) {
    const { location, origin = location?.origin } = /** @type {any} */ (globalThis);
    this.#url = absolute(url);
    this.#options = readOptions(options);
    this.#files = new Files(this.#url, this.#options, (error) => this.#tell("onError", error, this));
    this.#inBrowser = !!location;
    this.#byHand = !location || origin === new URL(this.#url).origin;
  }

  /**
   * Waits for the first filter: the one that was kept, or else the server's. From then on the server is asked every
   * `refreshEvery` milliseconds, where there are timers.
   *
   * Where neither has one, the promise is rejected, and so is that of every further call until the next try is due. It never
   * waits for a store that writes.
   * @returns {Promise<this>}
   * @throws {FilterFetchError} (as the promise's rejection, as all of these) as `refresh`
   * @throws {FilterFormatError} as `refresh`
   * @throws {RangeError} as `refresh`
   * @throws {TypeError} as `refresh`
   * @example
   * const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(filter.toBytes()) });
   * (await live.ready()).has("a") // true
   */
  async ready() {
    if (this.#current) return this;
    if (perRequest) return this.#start();
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return this.#starting;
  }

  async #start() {
    const reading = this.#takeStored();
    await this.#headStart(reading);
    if (this.#current) return this;
    if (this.#failures && !this.#isDue()) {
      await reading;
      if (this.#current) return this;
      throw this.#error;
    }
    const kept = reading.then(() => this.#current ?? Promise.reject());
    await Promise.any([this.#question(), kept]).catch(({ errors: [error] }) => {
      // Another question was answered.
      if (!this.#current) throw error;
    });
    return this;
  }

  /**
   * Waits for the store as long as it is worth it.
   * @param {Promise<void>} reading
   */
  async #headStart(reading) {
    await within(HEAD_START, nothing, this.#endersHere(), () => reading).catch(nothing);
  }

  #isDue() {
    const left = this.#due - Date.now();
    return left <= 0 || left > this.#wait;
  }

  /** Takes the filter that was kept, if it is a sound one. */
  async #takeStored() {
    const { store } = this.#options;
    if (!store || this.#stopped || this.#current || this.#looked === this.#asked) return;
    if (perRequest) return this.#readStore(store);
    this.#reading ??= this.#readStore(store).finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** @param {FilterStore} store */
  async #readStore(store) {
    const { refreshEvery, timeout } = this.#options;
    try {
      const late = () => new Error(`store: expected an answer within ${timeout} ms, found none`);
      const read = async (/** @type {AbortSignal} */ signal) => {
        const kept = await store.get(this.#url);
        if (!kept || (this.#current && sequenceOf(this.#current) === undefined)) return undefined;
        const dump = await this.#open(kept.dump);
        const sequence = sequenceIn(dump);
        if (this.#current && !isNewer(sequence, this.#current)) return undefined;
        const opened = await this.#published(dump, signal, true).finally(() => this.#files.reached(sequence ?? 0));
        return { ...kept, dump, set: opened };
      };
      const hold = (/** @type {any} */ timer) => (this.#readTimer = timer);
      const stored = await within(timeout, late, this.#endersHere(), read, hold);
      // The server may have been faster.
      if (!stored || this.#stopped) return;
      if (this.#current && !isNewer(sequenceOf(stored.set), this.#current)) return;
      const { dump, set, etag, lastModified, checkedAt } = stored;
      this.#take(dump, set);
      this.#etag = headerValue(etag);
      this.#lastModified = headerValue(lastModified);
      this.#checkedAt = Number(checkedAt) || 0;
      // Nothing else is planned, and a clock that was set back does not put the question off.
      if (!this.#due) this.#plan(Math.min(this.#checkedAt + refreshEvery - Date.now(), refreshEvery));
      this.#tell("onChange", this);
    } catch (error) {
      if (!this.#stopped) this.#tell("onError", error, this);
    } finally {
      this.#looked = this.#asked;
    }
  }

  /** Where workers' requests come and go, one does not end what another has begun. */
  #endersHere() {
    return perRequest ? new Set() : this.#enders;
  }

  /**
   * Asks the server now. Until there is an answer, the filter at hand is asked; and after it, unless it is a better one.
   * Where nothing runs between requests, it waits until a new one is kept, too, for as long as `timeout` says.
   * @returns {Promise<boolean>} true if there is another filter than before; false if the one at hand is still the newest
   * @throws {FilterFetchError} (as the promise's rejection, as all of these) a status other than 200 to 299 (`code` "STATUS"), more
   *   bytes than `limit` ("LIMIT"), no answer or one that breaks off ("NETWORK") or takes too long ("TIMEOUT"), an older version of
   *   the list, or an older manifest, than that at hand ("OLDER"), a manifest that has expired ("EXPIRED")
   * @throws {FilterFormatError} anything but one whole and sound dump, or a valid manifest and the files that it names
   * @throws {RangeError} a list of another name than `name`, or a manifest of another form of keys than `keys` (`code` "INCOMPATIBLE")
   * @throws {TypeError} after `stop`, or a `fetch` that gives no Response
   * @example
   * const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(filter.toBytes()) });
   * await live.refresh() // true
   */
  async refresh() {
    try {
      return await this.#question();
    } finally {
      if (perRequest) await this.#keep();
    }
  }

  async #question() {
    if (this.#stopped) throw stopped();
    if (perRequest) return this.#ask();
    this.#refreshing ??= this.#ask().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /**
   * Asks the server if it is time to, and never throws: with each request, where there are no timers. What goes wrong is told in
   * `error` and to `onError`. There it also keeps what `ready` has fetched.
   * @returns {Promise<boolean>} true if there is another filter than before
   * @example
   * const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(filter.toBytes()) });
   * await live.refreshIfDue() // true
   * await live.refreshIfDue() // false
   */
  async refreshIfDue() {
    await this.#headStart(this.#takeStored());
    if (this.#stopped) return false;
    const isNew = this.#isDue() && (await this.#question().catch(() => false));
    if (perRequest) await this.#keep();
    return isNew;
  }

  /** A question, and when the next one is. */
  async #ask() {
    const { refreshEvery, timeout } = this.#options;
    // Nobody else asks as long as this one may take.
    this.#setDue(timeout);
    clearTimeout(this.#timer);
    const asked = { number: ++this.#asked, putOff: 0 };
    try {
      const late = () => {
        const cause = new DOMException(`No whole answer within ${timeout} ms`, "TimeoutError");
        const expected = `the whole answer within ${timeout} ms`;
        return new FilterFetchError("TIMEOUT", "body", expected, "less", this.#url, 0, cause);
      };
      const news = await within(timeout, late, this.#endersHere(), (signal) => this.#answer(asked, signal));
      this.#failures = 0;
      this.#error = undefined;
      this.#plan(waitAfterSuccess(refreshEvery, Math.random()));
      letGo(this.#readTimer);
      if (news?.isNew) this.#tell("onChange", this);
      if (news) this.#unkept = news.stored;
      // A request lives until it is kept: `refresh` and `refreshIfDue` wait there. Here nobody does.
      if (!perRequest) this.#keep();
      return !!news?.isNew;
    } catch (error) {
      if (!this.#stopped) this.#fail(asked, error);
      throw error;
    }
  }

  /**
   * What follows from a question without a good answer: nothing, if a later one had one.
   * @param {{ number: number, putOff: number }} asked
   * @param {unknown} error
   */
  #fail({ number, putOff }, error) {
    const { refreshEvery, retryAfter } = this.#options;
    if (number >= this.#answered) {
      this.#error = error;
      // Many requests at once may have asked, and failed together.
      if (number > this.#failed) {
        this.#failures++;
        this.#failed = this.#asked;
      }
      this.#plan(waitAfterFailure(this.#failures, retryAfter, refreshEvery, putOff, Math.random()));
    }
    this.#tell("onError", error, this);
  }

  /**
   * What the server answers, taken.
   * @param {{ number: number, putOff: number }} asked
   * @param {AbortSignal} signal
   * @returns {Promise<{ isNew: boolean, stored: StoredFilter } | undefined>} nothing where there is nothing to keep
   */
  async #answer(asked, signal) {
    const { fetch, limit, load, open } = this.#options;
    const headers = this.#conditions();
    // Without conditions of ours a browser would answer from its own cache, and not ask.
    const cache = this.#inBrowser && !Object.keys(headers).length ? { cache: "no-cache" } : {};
    const response = await received(async () => fetch(this.#url, { headers, ...cache, signal }), this.#url);
    if (!isResponse(response)) wrongType("fetch", "a function that gives a Response", response);
    asked.putOff = putOffBy(response.headers.get("retry-after"), Date.now());
    const checkedAt = Date.now();
    const etag = headerValue(response.headers.get("etag"));
    // The same ETag is no news with a 200 either: a browser that has asked by itself answers from its cache.
    if (this.#current && (response.status === 304 || (response.ok && etag && etag === this.#etag))) {
      quietly(() => response.body?.getReader?.().cancel());
      this.#files.checkExpiry(/** @type {any} */ (this.#current)._expires);
      if (asked.number >= this.#answered) {
        this.#answered = asked.number;
        this.#checkedAt = checkedAt;
      }
      return undefined;
    }
    // What another `load` or an `open` takes may begin in any way.
    const start = load === read && !open ? readStart : () => ({ byteLength: 0 });
    const bytes = await readResponse(abortable(response, signal), { limit }, start);
    const dump = await this.#open(bytes);
    const set = await this.#published(dump, signal);
    // It came too late, or a later question was answered first.
    if (signal.aborted || this.#stopped || asked.number < this.#answered) return undefined;
    const isNew = this.#take(dump, set);
    const lastModified = headerValue(response.headers.get("last-modified"));
    // The same dump may come in a container that is good for longer.
    const isKept = !isNew && !open && etag === this.#etag && lastModified === this.#lastModified;
    this.#answered = asked.number;
    this.#etag = etag;
    this.#lastModified = lastModified;
    this.#checkedAt = checkedAt;
    return isKept ? undefined : { isNew, stored: { dump: bytes, etag, lastModified, checkedAt } };
  }

  /**
   * The dump in what a server or a store gave.
   * @param {Uint8Array} bytes
   */
  async #open(bytes) {
    const { open } = this.#options;
    if (!open) return bytes;
    const dump = await open(bytes);
    if (!isBytes(dump)) wrongType("open", "a function that gives a Uint8Array", dump);
    return dump;
  }

  /**
   * The published set that a manifest describes; undefined if the bytes are no manifest, or are the current one.
   * @param {Uint8Array} dump
   * @param {AbortSignal} signal
   * @param {boolean} [isKept] true for what the store had
   * @returns {Promise<F | undefined>}
   */
  async #published(dump, signal, isKept = false) {
    // Another `load` reads what it likes.
    if (this.#options.load !== read) return undefined;
    if (dump[0] !== BRACE) {
      if (!this.#files.isRequired && sequenceOf(this.#current) === undefined) return undefined;
      throw new FilterFormatError(
        "manifest: expected that of a published set, got another file",
        "MAGIC",
        "manifest",
        0,
      );
    }
    // The store may know a later number than the server says.
    if (!isKept && !this.#current) {
      await within(KEPT_START, nothing, this.#endersHere(), async () => this.#takeStored()).catch(nothing);
    }
    if (this.#current && this.#bytes && isSame(dump, this.#bytes)) {
      this.#files.checkExpiry(/** @type {any} */ (this.#current)._expires);
      return undefined;
    }
    return this.#files.open(dump, this.#current, signal);
  }

  /** The headers with which a server answers 304 where nothing has changed. */
  #conditions() {
    /** @type {Record<string, string>} */
    const headers = {};
    if (!this.#current || !this.#byHand) return headers;
    if (this.#etag) headers["if-none-match"] = this.#etag;
    if (this.#lastModified) headers["if-modified-since"] = this.#lastModified;
    return headers;
  }

  /**
   * Puts the filter of a dump in the place of the current one, at once or not at all.
   * @param {Uint8Array} dump
   * @param {F} [set] the published set, if the dump is a manifest
   * @returns {boolean} false if it is the same dump
   */
  #take(dump, set) {
    const { load, name, compareVersions } = this.#options;
    const current = this.#current;
    if (current && isSame(dump, this.#bytes ?? /** @type {any} */ (current).toBytes())) return false;
    if (set) {
      // Another request may have had a later one meanwhile.
      this.#files.checkSequence(sequenceOf(set) ?? 0);
      this.#files.took(/** @type {any} */ (set), current);
      this.#current = set;
      this.#bytes = dump;
      return true;
    }
    const filter = load(dump);
    checkLoaded(filter);
    if (name !== undefined && filter.name !== name) incompatible("name", name, filter.name);
    const order = current ? compareVersions(filter.version ?? "", current.version ?? "") : 0;
    if (typeof order !== "number") {
      quietly(() => order);
      wrongType("compareVersions", "a function that gives a number", order);
    }
    if (current && order < 0) {
      const [ours, theirs] = [current, filter].map(({ version }) => JSON.stringify(version));
      throw new FilterFetchError("OLDER", "version", `${ours} or a newer one`, theirs, this.#url, 200);
    }
    // Who holds the old one may still ask it; its memory comes back when nobody does. So nobody frees one for others.
    if (filter.free) Reflect.defineProperty(filter, "free", { value: nothing });
    this.#current = filter;
    this.#bytes = "toBytes" in filter ? undefined : dump;
    return true;
  }

  /** Gives the store what it has not got yet. */
  async #keep() {
    const { store, timeout } = this.#options;
    const stored = this.#unkept;
    this.#unkept = undefined;
    if (!store) return;
    // Before the manifest that names them.
    await this.#files.kept();
    if (!stored) return;
    try {
      const late = () => new Error(`store: expected to keep the filter within ${timeout} ms, found that it does not`);
      // Without what the buffer below it has beyond it.
      const exact = { ...stored, dump: stored.dump.slice() };
      const put = async () => {
        if (!(await this.#isAhead(store))) await store.put(this.#url, exact);
      };
      await within(timeout, late, this.#endersHere(), put, letGo);
      await this.#files.tidy();
    } catch (error) {
      if (!this.#stopped) this.#tell("onError", error, this);
    }
  }

  /**
   * Whether the store has a later manifest than this one: of another page or isolate, say.
   * @param {FilterStore} store
   */
  async #isAhead(store) {
    if (sequenceOf(this.#current) === undefined) return false;
    try {
      const kept = await store.get(this.#url);
      return !!kept && isNewer(sequenceIn(await this.#open(kept.dump)), this.#current);
    } catch {
      return false;
    }
  }

  /** @param {number} wait milliseconds */
  #setDue(wait) {
    // Whole numbers, which a difference does not round.
    this.#wait = Math.ceil(wait);
    this.#due = Date.now() + this.#wait;
  }

  /**
   * When the next question is, and a timer for it.
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
    // Timers are a little early now and then, and cannot wait for a month.
    if (this.#isDue()) this.refresh().catch(() => {});
    else this.#plan(this.#due - Date.now());
  }

  /**
   * Calls a function of the user's. What it throws changes nothing here, and must not end a process that did not call it.
   * @param {"onChange" | "onError"} which
   * @param {any[]} what
   */
  #tell(which, ...what) {
    const { onError, [which]: callback } = /** @type {any} */ (this.#options);
    (async () => callback?.(...what))().catch((error) => {
      if (which === "onChange" && onError) this.#tell("onError", error, this);
      else console.error(`LiveFilter: ${which} failed:`, error);
    });
  }

  /**
   * The current filter; undefined before the first one arrives. You can go on using it after an update has replaced it.
   * If it has a `free`, that does nothing, because others may be using it; the garbage collector gives its memory back.
   * @returns {F | undefined} a `FilterReader`, a `PublishedSet`, or what the option `load` has given
   */
  get current() {
    return this.#current;
  }

  /** Which version of the list is asked now: that of the filter; undefined before there is one. */
  get version() {
    return this.#current?.version;
  }

  /**
   * Milliseconds since the server gave the current filter or said that it is the newest; undefined before there is a filter. For
   * a kept one, since it was fetched.
   */
  get age() {
    return this.#checkedAt === undefined ? undefined : Math.max(0, Date.now() - this.#checkedAt);
  }

  /** Why the last question had no good answer; undefined if it had. */
  get error() {
    return this.#error;
  }

  /** How many questions in a row had no good answer. */
  get failures() {
    return this.#failures;
  }

  /**
   * Asks the current filter for a key.
   * @param {Key} key
   * @returns {boolean} false: definitely not in the list; true: possibly
   * @throws {TypeError} before there is a filter (`current` tells), or as `FilterReader.has`
   * @throws {RangeError} as `FilterReader.has`
   * @example
   * const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(filter.toBytes()) });
   * await live.ready();
   * live.has("a") // true
   */
  has(key) {
    return lookUp(this.#mustHave(), this.#options.keys, key);
  }

  /**
   * Asks the current filter for many keys.
   * @param {Iterable<Key>} keys
   * @returns {Uint8Array} 1 or 0 per key, in order
   * @throws {TypeError} before there is a filter, or as `FilterReader.hasMany`
   * @throws {RangeError} as `FilterReader.hasMany`
   * @example
   * const live = new LiveFilter("https://lists.example/a", { fetch: async () => new Response(filter.toBytes()) });
   * await live.ready();
   * [...live.hasMany(["a", "never added"])].join() // "1,0"
   */
  hasMany(keys) {
    const filter = this.#mustHave();
    const form = this.#options.keys;
    if (!form || filter instanceof PublishedSet) return filter.hasMany(keys);
    return Uint8Array.from(listOf(keys), (key) => Number(lookUp(filter, form, key)));
  }

  #mustHave() {
    return this.#current ?? wrongType("live", "one that has a filter: await ready() first", "none");
  }

  /**
   * What `console.log` shows in Node, Deno and Bun. Tokens may be in the query of an address and in the words of an error.
   * @internal
   */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    if (!(#current in this)) return this;
    const { origin, pathname, search } = new URL(this.#url);
    const { code, name } = Object(this.#error);
    const why = [code, name].find((text) => typeof text === "string");
    const state = [
      this.#current ? inspectedFilter(this.#current) : "no filter yet",
      this.#failures && counted(this.#failures, "failure") + (why ? `: ${printable(why)}` : ""),
      this.#stopped && "stopped",
    ];
    const address = `${origin}${pathname}${search && "?..."}`;
    return `${this.constructor.name} { ${address}: ${state.filter(Boolean).join(", ")} }`;
  }

  /**
   * Asks the server no more; what is under way is given up (where nothing runs between requests: not taken). The filter at
   * hand can still be asked. A second call is harmless.
   * @example
   * const live = new LiveFilter("https://lists.example/a");
   * live.stop();
   */
  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    for (const end of [...this.#enders]) end(stopped());
  }

  /**
   * As `stop`: for `using`.
   * @example
   * const live = new LiveFilter("https://lists.example/a");
   * live[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
   */
  [dispose]() {
    this.stop();
  }
}

const stopped = () => argumentError(TypeError, "live", "one that was not stopped");
