// The client of a published set: checks its manifests, and fetches the files that they name.

import { FilterFetchError, FilterFormatError, incompatible } from "../errors.js";
import { raw } from "../keys/key-forms.js";
import { USUAL_LIMIT, readResponse, receive } from "../../reader/response.js";
import { pathOf, readManifest } from "./manifest.js";
import { PublishedSet, kindOf, readParts } from "./published-set.js";
import { abortable, notRedirected, requestOptions } from "./request.js";
import { perRequest } from "./runtime.js";
import { sha256Of } from "./sha256.js";

/** @typedef {import("./manifest.js").FileRef} FileRef */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").SetFiles} SetFiles */
/** @typedef {import("./store-cache.js").StoreCache} StoreCache */

/** How many files are fetched at once. */
const AT_ONCE = 6;
/** How long an unsigned list that the server no longer sends keeps older ones out, in milliseconds. */
const A_DAY = 24 * 3600_000;

/**
 * What a verified signature says about a file.
 * @typedef {{ sequence: number, expires: number | null }} Signed
 */

export class PublishedClient {
  #url;
  #options;
  #cache;
  /** The sequence number of the latest file in use or in the store. */
  #sequence = 0;
  /** When the server last sent or confirmed that file. */
  #confirmedAt = 0;
  /**
   * The last attempt that failed, and the addresses of the files that it stored, by shard.
   * @type {Map<number, { id: string, stored: string[] }>}
   */
  #failed = new Map();

  /**
   * @param {string} url of the manifest
   * @param {Pick<import("./options.js").Options, "name" | "keys" | "form" | "fetch" | "limit" | "redirect">} options
   * @param {StoreCache} cache
   */
  constructor(url, options, cache) {
    this.#url = url;
    this.#options = options;
    this.#cache = cache;
  }

  /**
   * Reads a manifest, and throws if it must be rejected.
   * @param {Uint8Array} bytes
   * @param {Signed} [signed]
   * @returns {Manifest}
   */
  manifest(bytes, signed) {
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
    if (signed) {
      for (const [field, got] of Object.entries({ sequence, expires })) {
        const expected = signed[/** @type {keyof Signed} */ (field)];
        if (got === expected) continue;
        const message = `${field}: expected ${expected}, as in the signature, got ${got}`;
        throw new FilterFormatError(message, "INVALID", field, 0);
      }
    }
    this.checkSequence(sequence, !!signed);
    checkExpiry(expires, this.#url);
    return manifest;
  }

  /**
   * Rejects an older file than the one before. If a host was in the wrong hands, an unsigned list can have any number, and must not keep the real list
   * out forever: it does so only for a day.
   * @param {number} sequence
   * @param {boolean} isSigned
   */
  checkSequence(sequence, isSigned) {
    if (sequence >= this.#sequence || (!isSigned && Date.now() - this.#confirmedAt >= A_DAY)) return;
    throw new FilterFetchError("OLDER", "sequence", `at least ${this.#sequence}`, sequence, this.#url, 200);
  }

  /**
   * From now on, older files are rejected.
   * @param {number} sequence of one that is in use, or that the store has
   * @param {number} confirmedAt when the server sent or confirmed it
   */
  noteSequence(sequence, confirmedAt) {
    this.#sequence = sequence;
    this.#confirmedAt = confirmedAt;
  }

  /**
   * Runs an attempt to get a set, or a shard of one. The files that a failed attempt stored are kept for the next attempt at the same content. One
   * at other content deletes those that it does not ask for: otherwise, a host whose sets always lack a file could fill the store.
   * @template T
   * @param {number} shard
   * @param {string} id identifies the content
   * @param {(stored: string[]) => Promise<T>} work passes the list to `set` and `file`
   * @returns {Promise<T>}
   */
  async attempt(shard, id, work) {
    const earlier = this.#failed.get(shard);
    const stored = earlier?.id === id ? earlier.stored : [];
    if (earlier && earlier.stored !== stored) {
      this.#failed.delete(shard);
      for (const address of earlier.stored) this.#cache.markUnneeded(address);
    }
    try {
      const result = await work(stored);
      if (this.#failed.get(shard)?.id === id) this.#failed.delete(shard);
      return result;
    } catch (error) {
      this.#failed.set(shard, { id, stored });
      throw error;
    } finally {
      const deleting = this.#cache.deleteUnneeded();
      if (perRequest) await deleting;
    }
  }

  /**
   * Makes a set. It fetches only the files that the current set does not have.
   * @param {Manifest} manifest
   * @param {SetFiles} files
   * @param {unknown} current the set in use, if there is one
   * @param {AbortSignal} signal
   * @param {string[]} stored gets the addresses of the files that are stored
   */
  async set(manifest, files, current, signal, stored) {
    const { form, limit = USUAL_LIMIT } = this.#options;
    const isAlike = current instanceof PublishedSet && current._kind === kindOf(manifest);
    const known = isAlike ? current._parts : new Map();
    const refs = distinct([files.base, ...files.layers]);
    const total = refs.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > limit) {
      const expected = `at most ${limit} bytes in all files of the set`;
      throw new FilterFetchError("LIMIT", "bytes", expected, total, this.#url, 200);
    }
    const parts = new Map();
    const queue = refs[Symbol.iterator]();
    const fetching = async () => {
      for (const ref of queue) {
        if (signal.aborted) throw signal.reason;
        parts.set(
          ref.sha256,
          known.get(ref.sha256) ??
            readParts(await this.file(ref, "bloom", signal, stored, manifest.sequence), manifest),
        );
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, refs.length) }, fetching));
    return new PublishedSet(manifest, files, parts, form);
  }

  /**
   * A file, from the store or else from the server.
   * @param {FileRef} ref
   * @param {"bloom" | "json" | "shards"} type
   * @param {AbortSignal} signal
   * @param {string[]} [stored] gets its address if it is stored
   * @param {number} [sequence] of the manifest that names it
   * @returns {Promise<Uint8Array>}
   */
  async file(ref, type, signal, stored = [], sequence = 0) {
    const known = await this.storedFile(ref.sha256, type);
    if (known) return known;
    const address = this.#addressOf(ref.sha256, type);
    const bytes = await this.#fetchFile(address, ref, signal);
    stored.push(address);
    await this.#cache.putFile(address, bytes, sequence);
    return bytes;
  }

  /**
   * A file, if the store has it.
   * @param {string} sha256
   * @param {"bloom" | "json" | "shards"} type
   */
  async storedFile(sha256, type) {
    return this.#cache.getFile(this.#addressOf(sha256, type), (bytes) => verify(bytes, sha256));
  }

  /**
   * @param {string} address
   * @param {FileRef} ref
   * @param {AbortSignal} signal
   */
  async #fetchFile(address, ref, signal) {
    const { fetch, limit = USUAL_LIMIT } = this.#options;
    if (ref.bytes > limit) throw new FilterFetchError("LIMIT", "bytes", `at most ${limit} bytes`, ref.bytes, address);
    const init = requestOptions(this.#options, signal);
    const response = notRedirected(await receive(async () => fetch(address, init), address), address);
    const bytes = await readResponse(abortable(response, signal, address), { limit: ref.bytes }, undefined);
    if (bytes.length < ref.bytes) {
      throw new FilterFormatError(
        `length: expected ${ref.bytes} bytes, got ${bytes.length}`,
        "TRUNCATED",
        "length",
        bytes.length,
      );
    }
    await verify(bytes, ref.sha256);
    return bytes;
  }

  /**
   * The addresses of the files that a manifest of a set without shards names; undefined for other files.
   * @param {Uint8Array} file
   */
  filesIn(file) {
    const { set } = readManifest(file);
    return set && [set.base, ...set.layers].map(({ sha256 }) => this.#addressOf(sha256, "bloom"));
  }

  /**
   * The store no longer needs a file.
   * @param {string} sha256
   * @param {"bloom" | "json" | "shards"} type
   */
  dropFile(sha256, type) {
    this.#cache.markUnneeded(this.#addressOf(sha256, type));
  }

  /** @type {(sha256: string, type: string) => string} */
  #addressOf(sha256, type) {
    return new URL(pathOf({ sha256 }, type), this.#url).href;
  }
}

/**
 * Each file once. A layer can be the same file as an earlier one.
 * @param {FileRef[]} refs
 */
function distinct(refs) {
  /** @type {Map<string, FileRef>} */
  const files = new Map();
  for (const ref of refs) {
    const { sha256, bytes } = ref;
    const other = files.get(sha256)?.bytes ?? bytes;
    if (bytes !== other) {
      throw new FilterFormatError(
        `bytes: expected ${other}, as before for this file, got ${bytes}`,
        "INVALID",
        "bytes",
        0,
      );
    }
    files.set(sha256, ref);
  }
  return [...files.values()];
}

/**
 * Rejects a manifest that has expired.
 * @param {number | null | undefined} expires
 * @param {string} url
 */
export function checkExpiry(expires, url) {
  const now = Date.now();
  if (typeof expires !== "number" || now < expires) return;
  const [after, got] = [now, expires].map((time) => new Date(time).toISOString());
  throw new FilterFetchError("EXPIRED", "expires", `a time after ${after}`, got, url, 200);
}

/**
 * Rejects bytes whose SHA-256 is not the one in the file's name.
 * @param {Uint8Array} bytes
 * @param {string} sha256
 */
async function verify(bytes, sha256) {
  const hex = await sha256Of(bytes);
  if (hex !== sha256) {
    throw new FilterFormatError(`sha256: expected ${sha256}, got ${hex}`, "CHECKSUM", "sha256", 0);
  }
}
