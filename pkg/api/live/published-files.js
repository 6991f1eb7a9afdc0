// Fetches the files of a published set from the store or the server, and makes sets of them.

import { FilterFetchError, FilterFormatError, incompatible, wrongType } from "../errors.js";
import { raw } from "../keys/key-forms.js";
import { USUAL_LIMIT, readResponse, receive } from "../response.js";
import { abortable } from "./answers.js";
import { pathOf, readManifest } from "./manifest.js";
import { PublishedSet, readParts } from "./published-set.js";
import { perRequest } from "./runtime.js";
import { letGo, within } from "./schedule.js";

/** @typedef {import("./manifest.js").FileRef} FileRef */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").SetFiles} SetFiles */

/** How many files are fetched at once. */
const AT_ONCE = 6;

/** Fetches the files of a set, checks them, and keeps them in the store. */
export class PublishedFiles {
  #options;
  #report;
  /** The largest sequence number so far. */
  #sequence = 0;
  /** The writes to the store that are running. */
  #puts = /** @type {Set<Promise<unknown>>} */ (new Set());
  /** Files in the store that are not needed any more. */
  #old = /** @type {Set<string>} */ (new Set());

  /**
   * @param {string} url of the manifest
   * @param {ReturnType<typeof import("./options.js").readOptions>} options
   * @param {(error: unknown) => void} report is called with errors of the store
   */
  constructor(url, options, report) {
    /** Whether there is nothing but a manifest at the address. */
    this.isRequired = false;
    this.url = url;
    this.#options = options;
    this.#report = report;
  }

  /**
   * Reads a manifest, and throws if it must be rejected.
   * @param {Uint8Array} bytes
   * @returns {Manifest}
   */
  manifest(bytes) {
    const manifest = readManifest(bytes);
    const { name, keys = raw } = this.#options;
    const { sequence, expires, keyForm } = manifest;
    if (name !== undefined && manifest.name !== name) incompatible("name", name, manifest.name);
    if (keyForm !== keys.name) {
      const advice = keys === raw ? ': pass the option keys with that form of "edgebloom/keys"' : "";
      throw Object.assign(
        new RangeError(
          `keys: expected ${JSON.stringify(keys.name)}, got ${JSON.stringify(keyForm)} in the manifest${advice}`,
        ),
        { code: "INCOMPATIBLE", field: "keys" },
      );
    }
    this.checkSequence(sequence);
    this.checkExpiry(expires);
    return manifest;
  }

  /** @param {number} sequence */
  checkSequence(sequence) {
    if (sequence >= this.#sequence) return;
    throw new FilterFetchError("OLDER", "sequence", `at least ${this.#sequence}`, sequence, this.url, 200);
  }

  /** @param {number | null | undefined} expires */
  checkExpiry(expires) {
    const now = Date.now();
    if (typeof expires !== "number" || now < expires) return;
    const [after, got] = [now, expires].map((time) => new Date(time).toISOString());
    throw new FilterFetchError("EXPIRED", "expires", `a time after ${after}`, got, this.url, 200);
  }

  /**
   * Older manifests are rejected from now on.
   * @param {number} sequence of one that is in use, or that the store has
   */
  reached(sequence) {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /**
   * A set is in use: the files that only the one before it had may leave the store.
   * @param {PublishedSet} set
   * @param {unknown} old
   */
  took(set, old) {
    this.reached(set.sequence);
    if (!(old instanceof PublishedSet) || !set._parts) return;
    for (const sha256 of old._parts.keys()) if (!set._parts.has(sha256)) this.forget(sha256, "bloom");
  }

  /**
   * The set of a manifest.
   * @param {Uint8Array} bytes of the manifest
   * @param {any} current the set so far
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  async open(bytes, current, signal) {
    const manifest = this.manifest(bytes);
    if (manifest.shards) {
      const got = `one of ${manifest.shards.length} shards: use ShardedFilter`;
      throw new FilterFormatError(`shards: expected a set without shards, got ${got}`, "WRONG_CLASS", "shards", 0);
    }
    return this.set(manifest, /** @type {SetFiles} */ (manifest.set), current, signal);
  }

  /**
   * Makes a set. It fetches only the files that the current set does not have.
   * @param {Manifest} manifest
   * @param {SetFiles} files
   * @param {PublishedSet | undefined} current
   * @param {AbortSignal} signal
   */
  async set(manifest, files, current, signal) {
    const { keys } = this.#options;
    const isAlike = current instanceof PublishedSet && current._seed === manifest.seed;
    const known = isAlike ? current._parts : new Map();
    const refs = [files.base, ...files.layers];
    const parts = new Map();
    const queue = refs[Symbol.iterator]();
    const fetching = async () => {
      for (const ref of queue) {
        parts.set(ref.sha256, known.get(ref.sha256) ?? readParts(await this.file(ref, "bloom", signal), manifest.seed));
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, refs.length) }, fetching));
    return new PublishedSet(manifest, files, parts, keys === raw ? undefined : keys);
  }

  /**
   * Marks a file that is not needed any more; `tidy` removes it from the store.
   * @param {string} sha256
   * @param {"bloom" | "json"} type
   */
  forget(sha256, type) {
    this.#old.add(this.#address(sha256, type));
  }

  /** @type {(sha256: string, type: string) => string} */
  #address = (sha256, type) => new URL(pathOf({ sha256 }, type), this.url).href;

  /**
   * A file, from the store or else from the server.
   * @param {FileRef} ref
   * @param {"bloom" | "json"} type
   * @param {AbortSignal} signal
   * @returns {Promise<Uint8Array>}
   */
  async file(ref, type, signal) {
    return (await this.stored(ref.sha256, type)) ?? this.#fetched(this.#address(ref.sha256, type), ref, signal);
  }

  /**
   * A file, if the store has it.
   * @param {string} sha256
   * @param {"bloom" | "json"} type
   */
  async stored(sha256, type) {
    const { store, timeout } = this.#options;
    if (!store) return undefined;
    try {
      const late = () => new Error(`store: expected an answer within ${timeout} ms, got none`);
      const stored = await within(timeout, late, new Set(), async () => store.get(this.#address(sha256, type)), letGo);
      if (!stored) return undefined;
      await verify(stored.bytes, sha256);
      return stored.bytes;
    } catch (error) {
      this.#report(error);
      return undefined;
    }
  }

  /**
   * @param {string} address
   * @param {FileRef} ref
   * @param {AbortSignal} signal
   */
  async #fetched(address, ref, signal) {
    const { fetch, store, limit = USUAL_LIMIT } = this.#options;
    if (ref.bytes > limit) throw new FilterFetchError("LIMIT", "bytes", `at most ${limit} bytes`, ref.bytes, address);
    const response = await receive(async () => fetch(address, { headers: {}, signal }), address);
    const bytes = await readResponse(abortable(response, signal), { limit: ref.bytes }, undefined);
    if (bytes.length < ref.bytes) {
      throw new FilterFormatError(
        `length: expected ${ref.bytes} bytes, got ${bytes.length}`,
        "TRUNCATED",
        "length",
        bytes.length,
      );
    }
    await verify(bytes, ref.sha256);
    const putting = store && this.#put(address, bytes);
    // In workers, only this request can wait for its own work.
    if (perRequest) await putting;
    return bytes;
  }

  /**
   * @param {string} address
   * @param {Uint8Array} bytes
   */
  async #put(address, bytes) {
    const { store, timeout } = this.#options;
    const late = () => new Error(`store: expected to store the file within ${timeout} ms, got no answer`);
    const stored = { bytes: bytes.slice(), etag: "", lastModified: "", checkedAt: Date.now() };
    const putting = within(timeout, late, new Set(), async () => store?.put(address, stored), letGo).catch(
      this.#report,
    );
    if (perRequest) return putting;
    this.#puts.add(putting);
    putting.then(() => this.#puts.delete(putting));
  }

  /** Waits until the store has the files. */
  async settle() {
    await Promise.all(this.#puts);
  }

  /** Removes files from the store that are not needed any more. Call it when the store has the manifest without them. */
  async tidy() {
    const { store } = this.#options;
    const old = [...this.#old];
    this.#old.clear();
    for (const address of old) await Promise.resolve(store?.delete?.(address)).catch(this.#report);
  }
}

/**
 * Rejects bytes whose SHA-256 is not the one in the file's name.
 * @param {Uint8Array} bytes
 * @param {string} sha256
 */
async function verify(bytes, sha256) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) wrongType("crypto.subtle", "an object (pages have it on https and localhost only)", subtle);
  const digest = new Uint8Array(await subtle.digest("SHA-256", /** @type {any} */ (bytes)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== sha256) {
    throw new FilterFormatError(`sha256: expected ${sha256}, got ${hex}`, "CHECKSUM", "sha256", 0);
  }
}
