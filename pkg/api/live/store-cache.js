// Reads and writes a store of the user. It may be slow, hang or fail: every call has a time limit, and errors are only reported.

import { perRequest } from "./runtime.js";
import { hasSha256, sha256Of } from "./sha256.js";
import { unref, withTimeout } from "./tasks.js";

/** @typedef {import("./stores.js").FilterStore} FilterStore */
/** @typedef {import("./stores.js").StoredFilter} StoredFilter */
/** @typedef {import("./tasks.js").StopSignal} StopSignal */

/** The longest time that a store can take to return a file, in milliseconds. After that, the file counts as missing. */
const LONGEST_GET = 2000;
/** How long a store that did not answer is left alone, in milliseconds. */
const PAUSE = 30_000;

/** The latest file of an address, and the files that it names, in a store. */
export class StoreCache {
  #store;
  #timeout;
  #report;
  #stop;
  /** The writes that are running. */
  #writes = /** @type {Set<Promise<unknown>>} */ (new Set());
  /** The addresses of files that are no longer needed. */
  #unneeded = /** @type {Set<string>} */ (new Set());
  /** The addresses of files that were stored for a manifest that the store doesn't have yet, and its sequence number. */
  #unnamed = /** @type {Map<string, number>} */ (new Map());
  /** True if the store has the file in use, so that no other one is needed. */
  #isSaved = true;
  #pausedUntil = 0;
  /**
   * The time limit of `read`.
   * @type {any}
   */
  #readTimer;

  /**
   * @param {object} options
   * @param {FilterStore | null | undefined} options.store without it, every file is missing, and nothing is stored
   * @param {number} options.timeout milliseconds that the store may take
   * @param {(error: unknown) => void} onError is called with errors of the store, until it is stopped
   * @param {StopSignal} stop
   */
  constructor({ store, timeout }, onError, stop) {
    this.#store = store;
    this.#timeout = timeout;
    this.#stop = stop;
    this.#report = (/** @type {unknown} */ error) => {
      if (!stop.isStopped) onError(error);
    };
  }

  get hasStore() {
    return !!this.#store;
  }

  /**
   * Reads the file of an address, and passes it to a function that has the same time limit. It throws the errors of both.
   * @template T
   * @param {string} address
   * @param {(stored: StoredFilter, signal: AbortSignal) => Promise<T>} use
   * @returns {Promise<T | undefined>} undefined if there is no file
   */
  async read(address, use) {
    const work = async (/** @type {AbortSignal} */ signal) => {
      const stored = await this.#store?.get(address);
      if (stored) await checkBytes(stored);
      return stored && use(stored, signal);
    };
    const onTimer = (/** @type {any} */ timer) => (this.#readTimer = timer);
    return withTimeout(this.#timeout, work, {
      error: () => this.#late("an answer", "none"),
      stop: this.#stop,
      onTimer,
    });
  }

  /** Lets a Node process exit while `read` is still running. */
  unrefRead() {
    unref(this.#readTimer);
  }

  /**
   * Saves the latest file of an address, unless the store has a newer one, for example of another page or isolate. Then it deletes the files
   * that only the earlier one names.
   * @param {string} address
   * @param {StoredFilter} latest
   * @param {object} [manifest] for a manifest
   * @param {(stored: StoredFilter) => Promise<boolean>} manifest.isNewer true if that of the store is newer than `latest`
   * @param {(bytes: Uint8Array) => Promise<string[] | undefined>} manifest.filesIn the addresses of the files that it names; undefined if these
   *   are not all that it needs
   * @param {number} manifest.sequence the sequence number of `latest`
   */
  async save(address, latest, manifest) {
    if (!this.#store) return;
    this.#isSaved = false;
    // The files of a set come before the manifest that names them, and an earlier manifest before a later one.
    const earlier = Promise.all(this.#writes);
    await this.#track(earlier.then(() => this.#save(address, latest, manifest)));
  }

  /** @type {StoreCache["save"]} */
  async #save(address, latest, manifest) {
    const store = /** @type {FilterStore} */ (this.#store);
    try {
      const put = async () => {
        const earlier = manifest && (await this.#get(address).catch(() => undefined));
        if (earlier && (await manifest.isNewer(earlier).catch(() => false))) return;
        // A copy: the buffer of the view can be larger.
        await store.put(address, { ...latest, bytes: latest.bytes.slice() });
        this.#isSaved = true;
        const named = await manifest?.filesIn(latest.bytes);
        if (!named) return;
        const old = (earlier && (await manifest?.filesIn(earlier.bytes).catch(() => undefined))) ?? [];
        // The files of a later manifest can be here before it.
        const unnamed = [...this.#unnamed].filter(([, sequence]) => sequence <= (manifest?.sequence ?? 0));
        for (const [file] of unnamed) this.#unnamed.delete(file);
        for (const file of [...old, ...unnamed.map(([file]) => file)]) {
          if (!named.includes(file) && !this.#unnamed.has(file)) this.#unneeded.add(file);
        }
      };
      const error = () => this.#late("to store the filter", "no answer");
      // It also ends after `stop`: the next start then has the file.
      await withTimeout(this.#timeout, put, { error, onTimer: unref });
      await this.deleteUnneeded();
    } catch (error) {
      this.#report(error);
    }
  }

  /**
   * What the store has for an address. A store that hangs has nothing, and is not asked again for a while: a set has many files.
   * @param {string} address
   * @returns {Promise<StoredFilter | undefined>} undefined if there is no such file
   */
  async #get(address) {
    const store = this.#store;
    if (!store || Date.now() < this.#pausedUntil) return undefined;
    const limit = Math.min(this.#timeout, LONGEST_GET);
    const error = () => {
      this.#pausedUntil = Date.now() + PAUSE;
      return this.#late("an answer", "none", limit);
    };
    return withTimeout(limit, async () => store.get(address), { error, onTimer: unref });
  }

  /**
   * A file that never changes.
   * @param {string} address
   * @param {(bytes: Uint8Array) => Promise<void>} verify throws if it is not this file
   * @returns {Promise<Uint8Array | undefined>} undefined if the store does not have it
   */
  async getFile(address, verify) {
    this.#unneeded.delete(address);
    try {
      const stored = await this.#get(address);
      if (!stored) return undefined;
      await verify(stored.bytes);
      return stored.bytes;
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  /**
   * Stores a file that never changes. It waits for the store only in workers, where no other request can.
   * @param {string} address
   * @param {Uint8Array} bytes
   * @param {number} [sequence] the sequence number of the manifest that names the file
   */
  async putFile(address, bytes, sequence = 0) {
    const store = this.#store;
    if (!store) return;
    this.#unneeded.delete(address);
    this.#unnamed.set(address, Math.max(sequence, this.#unnamed.get(address) ?? 0));
    const error = () => this.#late("to store the file", "no answer");
    const stored = { bytes: bytes.slice(), etag: "", lastModified: "", checkedAt: Date.now() };
    const put = async () => store.put(address, stored);
    const writing = this.#track(withTimeout(this.#timeout, put, { error, onTimer: unref }).catch(this.#report));
    if (perRequest) await writing;
  }

  /**
   * Remembers a write for later ones to wait for. In workers, a request cannot wait for those of another one.
   * @param {Promise<unknown>} writing never rejects
   */
  async #track(writing) {
    if (!perRequest) this.#writes.add(writing);
    await writing;
    this.#writes.delete(writing);
  }

  /**
   * Marks a file that is no longer needed. `deleteUnneeded` deletes it, as soon as the store has the manifest without it.
   * @param {string} address
   */
  markUnneeded(address) {
    this.#unneeded.add(address);
  }

  /** Deletes the files that are no longer needed. Before the store has the file in use, it needs those of the one before. */
  async deleteUnneeded() {
    if (!this.#isSaved) return;
    const addresses = [...this.#unneeded];
    this.#unneeded.clear();
    const deleteAll = async () => {
      for (const address of addresses) {
        try {
          await this.#store?.delete?.(address);
        } catch (error) {
          this.#report(error);
        }
      }
    };
    const error = () => this.#late("to delete old files", "no answer");
    if (addresses.length) await withTimeout(this.#timeout, deleteAll, { error, onTimer: unref }).catch(this.#report);
  }

  /**
   * @param {string} expected
   * @param {string} got
   * @param {number} [limit]
   */
  #late(expected, got, limit = this.#timeout) {
    return new Error(`store: expected ${expected} within ${limit} ms, got ${got}`);
  }
}

/** @param {StoredFilter} stored */
async function checkBytes({ bytes, sha256 }) {
  if (sha256 && hasSha256() && (await sha256Of(bytes)) !== sha256) {
    throw new Error("store: expected the bytes that were stored, got others");
  }
}
