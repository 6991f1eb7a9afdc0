// Keeps one file of a server up to date: starts with that of the store, polls the server, checks what it sends, and saves it.

import { isBytes } from "../bytes.js";
import { wrongType } from "../errors.js";
import { readManifest } from "./manifest.js";
import { Poller } from "./poller.js";
import { checkExpiry } from "./published-client.js";
import { headerValue, request, timeoutError } from "./request.js";
import { perRequest } from "./runtime.js";
import { hasSha256, sha256Of } from "./sha256.js";
import { SingleFlight, withTimeout } from "./tasks.js";

/** @typedef {import("./poller.js").Poll} Poll */
/** @typedef {import("./request.js").Validators} Validators */
/** @typedef {import("./store-cache.js").StoreCache} StoreCache */
/** @typedef {import("./stores.js").StoredFilter} StoredFilter */
/** @typedef {import("./tasks.js").StopSignal} StopSignal */

/**
 * What the files at an address contain.
 * @template T
 * @typedef {object} Content
 * @property {(start: Uint8Array) => { byteLength: number }} readHeader returns the length that a file declares in its first bytes, or 0.
 *   It throws if no valid file starts with them
 * @property {(file: Uint8Array) => boolean} isManifest true for a manifest
 * @property {(opened: OpenedFile, current: CurrentFile<T> | undefined, signal: AbortSignal) => Promise<Candidate<T>>} read checks a file,
 *   and fetches the files that it names
 * @property {(file: Uint8Array) => string[] | undefined} filesIn returns the addresses of the files that a manifest names, if it names all that it
 *   needs
 * @property {(sequence: number, confirmedAt: number) => void} noteSequence from now on, older files are rejected
 * @property {boolean} expectsManifest set when the store has a manifest for the address: then nothing else is valid there, even before the files
 *   of its set have been read
 */

/**
 * What `open` has made of the bytes of the server or the store.
 * @typedef {object} OpenedFile
 * @property {Uint8Array} file
 * @property {import("./published-client.js").Signed | undefined} signed
 */

/**
 * A file that was read, before it is in use.
 * @template T
 * @typedef {object} Candidate
 * @property {number | undefined} sequence the sequence number of a manifest or a signed file; undefined for other files
 * @property {number | null | undefined} expires when that expires
 * @property {(current: T | undefined) => T} accept makes the last checks, against the value in use, and returns the next one
 */

/**
 * The file in use.
 * @template T
 * @typedef {object} CurrentFile
 * @property {T} value what was made of it
 * @property {Uint8Array | undefined} bytes the file; undefined if `value` has `toBytes`
 * @property {number | undefined} sequence as in the candidate
 * @property {number | null | undefined} expires as in the candidate
 * @property {string} etag of the response
 * @property {string} lastModified of the response
 * @property {number} checkedAt when the server sent or confirmed it
 */

/**
 * @typedef {object} Callbacks
 * @property {(() => unknown) | undefined} onChange is called after each new file
 * @property {((error: unknown) => unknown) | undefined} onError is called with each error
 */

/** How much older than the file in use an unsigned file in the store may be to take precedence, in milliseconds. */
const STALE = 24 * 3600_000;

/** How long a start waits for the store before it also sends a request, and a file without a sequence number before it is used, in milliseconds. */
const HEAD_START = 250;

/** How long a request of a worker leaves the start to another one, which may have been cancelled, and how often it looks, in milliseconds. */
const TURN = 1000;
const LOOK = 20;

/** How long a manifest of the server waits for the store, which can have a later sequence number, in milliseconds. */
const STORE_START = 2000;

/**
 * One file of a server, and what was made of it.
 * @template {object} T
 */
export class LiveFile {
  #options;
  #content;
  #cache;
  #stop;
  #poller;
  #flights = new SingleFlight();
  /** @type {CurrentFile<T> | undefined} */
  #current;
  /**
   * The latest file, if the store does not have it yet.
   * @type {StoredFilter | undefined}
   */
  #unsaved;
  /** How many polls had started when the store was read. */
  #readAt = -1;
  /** When a request of a worker began the start that is running. */
  #startedAt = -Infinity;

  /**
   * @param {string} url
   * @param {Omit<import("./options.js").Options, keyof Callbacks> & Callbacks} options
   * @param {Content<T>} content
   * @param {StoreCache} cache
   * @param {StopSignal} stop
   */
  constructor(url, options, content, cache, stop) {
    this.url = url;
    this.#options = options;
    this.#content = content;
    this.#cache = cache;
    this.#stop = stop;
    const onError = (/** @type {unknown} */ error) => this.report("onError", error);
    this.#poller = new Poller(
      (poll) => this.#update(poll),
      options,
      onError,
      stop,
      () => !!this.#current,
    );
  }

  /** What was made of the file in use; undefined before the first file. */
  get value() {
    return this.#current?.value;
  }

  /** Like `value`, for a query: with `whenExpired: "throw"`, it throws if the file has expired. */
  get answering() {
    if (this.#options.whenExpired === "throw") checkExpiry(this.#current?.expires, this.url);
    return this.#current?.value;
  }

  /** The sequence number of the manifest or the signed file in use; undefined for other files, and before the first file. */
  get sequence() {
    return this.#current?.sequence;
  }

  /** Milliseconds since the server sent or confirmed the file in use; undefined before the first file. */
  get age() {
    return this.#current && Math.max(0, Date.now() - this.#current.checkedAt);
  }

  /** The error from the last request; undefined if it succeeded. */
  get error() {
    return this.#poller.error;
  }

  /** How many requests in a row have failed. */
  get failures() {
    return this.#poller.failures;
  }

  get isStopped() {
    return this.#stop.isStopped;
  }

  /** Waits for the first file: from the store, or else from the server. */
  async ready() {
    // A request of a worker cannot wait for a promise of another one, but it can look whether that one has the file.
    while (perRequest && this.#isStarting) await new Promise((done) => setTimeout(done, LOOK));
    if (this.#current) return;
    const startedAt = Date.now();
    this.#startedAt = startedAt;
    try {
      await this.#flights.run("start", () => this.#start());
    } finally {
      if (this.#startedAt === startedAt) this.#startedAt = -Infinity;
    }
  }

  get #isStarting() {
    const since = Date.now() - this.#startedAt;
    return !this.#current && !this.#stop.isStopped && since >= 0 && since < TURN;
  }

  async #start() {
    const reading = this.#readStore();
    await this.#waitFor(reading, HEAD_START);
    if (this.#current) return;
    if (this.#poller.failures && !this.#poller.isDue) {
      await reading;
      if (!this.#current) throw this.#poller.error;
      return;
    }
    const stored = reading.then(() => this.#current ?? Promise.reject());
    await Promise.any([this.#poller.poll(), stored]).catch(({ errors: [error] }) => {
      // Another request has succeeded.
      if (!this.#current) throw error;
    });
  }

  /** Looks for a new file now. In workers, it also waits for the store, because the request must not end before that. */
  async refresh() {
    try {
      return await this.#poller.poll();
    } finally {
      if (perRequest) await this.#save();
    }
  }

  /** Looks for a new file if it is due. It never throws. */
  async refreshIfDue() {
    await this.#waitFor(this.#readStore(), HEAD_START);
    if (this.#stop.isStopped) return false;
    const isNew = this.#poller.isDue && (await this.#poller.poll().catch(() => false));
    if (perRequest) await this.#save();
    return isNew;
  }

  /** Ends everything that is running. The file in use stays. */
  stop() {
    this.#poller.stop(stateError("live filter has been stopped"));
  }

  /**
   * Calls `onChange` or `onError`. Their errors are reported, and do not end a Node process.
   * @param {keyof Callbacks} name
   * @param {unknown} [error]
   */
  report(name, error) {
    const { onError, [name]: callback } = this.#options;
    (async () => callback?.(error))().catch((failure) => {
      if (name === "onChange" && onError) this.report("onError", failure);
      else console.error(`LiveFilter: ${name} failed:`, failure);
    });
  }

  /**
   * One poll: a request, and everything that follows from its answer.
   * @param {Poll} poll
   * @returns {Promise<boolean>} true if there is a new file
   */
  async #update(poll) {
    const { timeout } = this.#options;
    const error = () => timeoutError(this.url, timeout);
    const result = await withTimeout(timeout, (signal) => this.#receive(poll, signal), { error, stop: this.#stop });
    // There is a file now: a Node process needn't wait for the store.
    this.#cache.unrefRead();
    if (!result) return false;
    if (result.isNew) this.report("onChange");
    this.#unsaved = result.latest;
    // In workers, `refresh` and `refreshIfDue` wait until it is saved. Elsewhere, nothing does.
    if (!perRequest) this.#save();
    return result.isNew;
  }

  /**
   * Sends a request, checks the file in the answer, and uses it.
   * @param {Poll} poll
   * @param {AbortSignal} signal
   * @returns {Promise<{ isNew: boolean, latest: StoredFilter } | undefined>} undefined if there is nothing to save
   */
  async #receive(poll, signal) {
    // Too late, or a later request has succeeded first.
    const isLate = () => signal.aborted || this.#stop.isStopped || poll.isOvertaken();
    const answer = await request(this.url, this.#options, this.#current, signal);
    const { etag, lastModified, checkedAt } = answer;
    poll.minWait = answer.minWait;
    if (this.#current && answer.isUnchanged(this.#current)) {
      answer.discard();
      checkExpiry(this.#current.expires, this.url);
      if (isLate()) return undefined;
      this.#current = { ...this.#current, checkedAt };
      this.#note(this.#current);
      poll.succeed();
      return undefined;
    }

    const bytes = await answer.bytes(this.#content.readHeader);
    // Before the file is in use, so that nothing delays the store afterwards.
    const hash = this.#cache.hasStore && hasSha256() ? { sha256: await sha256Of(bytes) } : {};
    const opened = await this.#open(bytes);
    const { file } = opened;
    // The store can have a later sequence number than the server, and a manifest where the server sends an old file of its set. A manifest is
    // known when the store has answered, but its set takes as long as its files.
    if (!this.#current) {
      if (this.#sequenceIn(opened) !== undefined) await this.#waitFor(this.#readStore(), STORE_START);
      else if (this.#readAt < 0) await this.#waitFor(this.#readStore(), HEAD_START);
      if (this.#content.expectsManifest && !this.#current) await this.#waitFor(this.#readStore(), STORE_START);
    }
    const before = this.#current;
    const isSame = this.#isCurrent(file);
    // The same file can have another signature, with another sequence number and expiry.
    const next = isSame && !opened.signed ? undefined : await this.#content.read(opened, before, signal);
    if (isLate()) return undefined;

    // Another request may have brought the same file meanwhile.
    const isNew = !!next && !isSame && (this.#current === before || !this.#isCurrent(file));
    const isSaved = !isNew && etag === this.#current?.etag && lastModified === this.#current.lastModified;
    if (isNew) this.#swap(file, next, { etag, lastModified, checkedAt });
    else this.#confirm({ ...signatureOf(next), etag, lastModified, checkedAt });
    poll.succeed();
    // With `open`, a new signed file with a later expiry can contain the same filter file.
    if (isSaved && !this.#options.open) return undefined;
    return { isNew, latest: { bytes, etag, lastModified, checkedAt, ...hash } };
  }

  /**
   * The file in the bytes of the server or the store.
   * @param {Uint8Array} bytes
   * @returns {Promise<OpenedFile>}
   */
  async #open(bytes) {
    const { open, name } = this.#options;
    if (!open) return { file: bytes, signed: undefined };
    const opened = /** @type {any} */ (await open(bytes));
    if (isBytes(opened)) return { file: opened, signed: undefined };
    const { bytes: file, sequence, expires } = opened ?? {};
    if (!isBytes(file) || typeof sequence !== "number" || (expires !== null && typeof expires !== "number")) {
      wrongType("open", "a function that returns a Uint8Array or the result of verify", opened);
    }
    // The same key can have signed other lists.
    if (!name) wrongType("name", "the name of the signed list", name);
    return { file, signed: { sequence, expires } };
  }

  /** @param {Uint8Array} file */
  #isCurrent(file) {
    const { value, bytes } = this.#current ?? {};
    return !!value && isSame(file, bytes ?? /** @type {any} */ (value).toBytes());
  }

  /**
   * Replaces the file in use. If it throws, the old one stays in use.
   * @param {Uint8Array} file
   * @param {Candidate<T>} next
   * @param {Validators & { checkedAt: number }} received
   */
  #swap(file, { sequence, expires, accept }, received) {
    const value = accept(this.#current?.value);
    const bytes = "toBytes" in value ? undefined : file;
    this.#current = { value, bytes, sequence, expires, ...received };
    this.#note(this.#current);
  }

  /** @param {{ sequence: number | undefined, checkedAt: number }} file */
  #note({ sequence, checkedAt }) {
    if (sequence !== undefined) this.#content.noteSequence(sequence, checkedAt);
  }

  /**
   * The file in use has been sent again.
   * @param {Validators & { checkedAt: number, sequence?: number | undefined, expires?: number | null | undefined }} received
   */
  #confirm(received) {
    const current = { .../** @type {CurrentFile<T>} */ (this.#current), ...received };
    checkExpiry(current.expires, this.url);
    this.#current = current;
    this.#note(this.#current);
  }

  /** Saves the latest file in the store. */
  async #save() {
    const latest = this.#unsaved;
    this.#unsaved = undefined;
    if (!latest) return;
    const isNewer = async (/** @type {StoredFilter} */ { bytes, checkedAt }) => {
      const opened = await this.#open(bytes);
      // Without a signature, anyone could have made up the higher number.
      const counts = !!opened.signed || checkedAt > (this.#current?.checkedAt ?? 0) - STALE;
      return counts && this.#isNewer(this.#sequenceIn(opened));
    };
    const filesIn = async (/** @type {Uint8Array} */ bytes) => this.#content.filesIn((await this.#open(bytes)).file);
    const { sequence } = this.#current ?? {};
    await this.#cache.save(this.url, latest, sequence === undefined ? undefined : { isNewer, filesIn, sequence });
  }

  /** Uses the file of the store, if it is valid. It's read at most once per request. */
  async #readStore() {
    if (!this.#cache.hasStore || this.#stop.isStopped || this.#current || this.#readAt === this.#poller.count) return;
    await this.#flights.run("store", () => this.#useStored());
  }

  async #useStored() {
    try {
      const stored = await this.#cache.read(this.url, (entry, signal) => this.#readStored(entry, signal));
      // The server may have been faster.
      if (!stored || this.#stop.isStopped || !this.#isNewer(stored.next.sequence)) return;
      const { file, next, etag, lastModified } = stored;
      const checkedAt = Number(stored.checkedAt) || 0;
      this.#swap(file, next, { etag: headerValue(etag), lastModified: headerValue(lastModified), checkedAt });
      const { refreshEvery } = this.#options;
      // If the clock was set back, the wait does not get longer.
      this.#poller.planFirst(Math.min(checkedAt + refreshEvery - Date.now(), refreshEvery));
      this.report("onChange");
    } catch (error) {
      if (!this.#stop.isStopped) this.report("onError", error);
    } finally {
      this.#readAt = this.#poller.count;
    }
  }

  /**
   * @param {StoredFilter} stored
   * @param {AbortSignal} signal
   */
  async #readStored(stored, signal) {
    // Only a manifest can be newer than the file in use.
    if (this.#current && this.#current.sequence === undefined) return undefined;
    const opened = await this.#open(stored.bytes);
    const sequence = this.#sequenceIn(opened);
    if (!this.#isNewer(sequence)) return undefined;
    this.#content.expectsManifest = this.#content.isManifest(opened.file);
    const next = await this.#content.read(opened, this.#current, signal).catch((error) => {
      // The stored set is of another list.
      if (!isFault(error)) this.#content.expectsManifest = false;
      // Even if the store has lost a file of the set, the server must not go back to an older manifest.
      if (isFault(error)) this.#note({ sequence, checkedAt: Number(stored.checkedAt) || 0 });
      throw error;
    });
    return { ...stored, file: opened.file, next };
  }

  /**
   * True for a manifest that is later than the one in use. Without a file in use, every file is.
   * @param {number | undefined} sequence
   */
  #isNewer(sequence) {
    if (!this.#current) return true;
    return sequence !== undefined && sequence > (this.#current.sequence ?? Infinity);
  }

  /** @param {OpenedFile} opened */
  #sequenceIn({ file, signed }) {
    return this.#content.isManifest(file) ? readManifest(file).sequence : signed?.sequence;
  }

  /**
   * Waits for a promise, but not longer than a time limit, and ignores its error.
   * @param {Promise<unknown>} promise
   * @param {number} ms
   */
  async #waitFor(promise, ms) {
    await withTimeout(ms, () => promise, { stop: this.#stop }).catch(() => {});
  }
}

/**
 * What a signature says about a file.
 * @param {Candidate<any> | undefined} candidate
 */
const signatureOf = (candidate) => candidate && { sequence: candidate.sequence, expires: candidate.expires };

/**
 * False if a file is not one of this list; true if it could not be read completely.
 * @param {any} error
 */
const isFault = (error) => !["INCOMPATIBLE", "INVALID", "MAGIC", "UNSUPPORTED"].includes(error?.code);

/**
 * The error for a call that is not possible now.
 * @param {string} message
 */
export const stateError = (message) => Object.assign(new TypeError(message), { field: "live" });

/** @type {(a: Uint8Array, b: Uint8Array) => boolean} */
function isSame(a, b) {
  let i = a.length === b.length ? 0 : -1;
  while (i >= 0 && i < a.length && a[i] === b[i]) i++;
  return i === a.length;
}
