// Reads and writes a store of the user. It may be slow, hang or fail: every call has a time limit, and errors are only reported.

import { perRequest } from "./runtime.js";
import { unref, withTimeout } from "./tasks.js";

/** @typedef {import("./stores.js").FilterStore} FilterStore */
/** @typedef {import("./stores.js").StoredFilter} StoredFilter */
/** @typedef {import("./tasks.js").StopSignal} StopSignal */

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
      return stored ? use(stored, signal) : undefined;
    };
    const onTimer = (/** @type {any} */ timer) => (this.#readTimer = timer);
    return withTimeout(this.#timeout, work, {
      error: () => this.#late("an answer", "none"),
      stop: this.#stop,
      onTimer,
    });
  }

  /** Lets a Node process exit although `read` is running. */
  unrefRead() {
    unref(this.#readTimer);
  }

  /**
   * Saves the latest file of an address, unless the store has a newer one, for example of another page or isolate.
   * @param {string} address
   * @param {StoredFilter} latest
   * @param {((bytes: Uint8Array) => Promise<boolean>) | undefined} isNewer true for bytes in the store that are newer than `latest`
   */
  async save(address, latest, isNewer) {
    const store = this.#store;
    if (!store) return;
    // The files of a set come before the manifest that names them.
    await Promise.all(this.#writes);
    try {
      // A copy: the buffer of the view can be larger.
      const exact = { ...latest, bytes: latest.bytes.slice() };
      const put = async () => {
        if (!isNewer || !(await this.#isAhead(store, address, isNewer))) await store.put(address, exact);
      };
      const error = () => this.#late("to store the filter", "no answer");
      await withTimeout(this.#timeout, put, { error, stop: this.#stop, onTimer: unref });
      await this.deleteUnneeded();
    } catch (error) {
      this.#report(error);
    }
  }

  /**
   * @param {FilterStore} store
   * @param {string} address
   * @param {(bytes: Uint8Array) => Promise<boolean>} isNewer
   */
  async #isAhead(store, address, isNewer) {
    try {
      const stored = await store.get(address);
      return !!stored && (await isNewer(stored.bytes));
    } catch {
      return false;
    }
  }

  /**
   * A file that never changes.
   * @param {string} address
   * @param {(bytes: Uint8Array) => Promise<void>} verify throws if it is not this file
   * @returns {Promise<Uint8Array | undefined>} undefined if the store does not have it
   */
  async getFile(address, verify) {
    const store = this.#store;
    if (!store) return undefined;
    try {
      const error = () => this.#late("an answer", "none");
      const stored = await withTimeout(this.#timeout, async () => store.get(address), { error, onTimer: unref });
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
   */
  async putFile(address, bytes) {
    const store = this.#store;
    if (!store) return;
    const stored = { bytes: bytes.slice(), etag: "", lastModified: "", checkedAt: Date.now() };
    const error = () => this.#late("to store the file", "no answer");
    const put = async () => store.put(address, stored);
    const writing = withTimeout(this.#timeout, put, { error, onTimer: unref }).catch(this.#report);
    if (perRequest) return writing;
    this.#writes.add(writing);
    writing.then(() => this.#writes.delete(writing));
  }

  /**
   * Marks a file that is no longer needed. `deleteUnneeded` deletes it, as soon as the store has the manifest without it.
   * @param {string} address
   */
  markUnneeded(address) {
    this.#unneeded.add(address);
  }

  /** Deletes the files that are no longer needed. */
  async deleteUnneeded() {
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
   */
  #late(expected, got) {
    return new Error(`store: expected ${expected} within ${this.#timeout} ms, got ${got}`);
  }
}
