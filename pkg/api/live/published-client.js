// The client of a published set: checks its manifests, and fetches the files that they name.

import { FilterFetchError, FilterFormatError, incompatible, wrongType } from "../errors.js";
import { raw } from "../keys/key-forms.js";
import { USUAL_LIMIT, readResponse, receive } from "../response.js";
import { pathOf, readManifest } from "./manifest.js";
import { PublishedSet, readParts } from "./published-set.js";
import { abortable } from "./request.js";

/** @typedef {import("./manifest.js").FileRef} FileRef */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./manifest.js").SetFiles} SetFiles */
/** @typedef {import("./store-cache.js").StoreCache} StoreCache */

/** How many files are fetched at once. */
const AT_ONCE = 6;

export class PublishedClient {
  #url;
  #options;
  #cache;
  /** The largest sequence number so far. */
  #sequence = 0;

  /**
   * @param {string} url of the manifest
   * @param {Pick<import("./options.js").Options, "name" | "keys" | "fetch" | "limit">} options
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
    checkExpiry(expires, this.#url);
    return manifest;
  }

  /**
   * Rejects an older manifest than one before.
   * @param {number} sequence
   */
  checkSequence(sequence) {
    if (sequence >= this.#sequence) return;
    throw new FilterFetchError("OLDER", "sequence", `at least ${this.#sequence}`, sequence, this.#url, 200);
  }

  /**
   * From now on, older manifests are rejected.
   * @param {number} sequence of one that is in use, or that the store has
   */
  noteSequence(sequence) {
    this.#sequence = Math.max(this.#sequence, sequence);
  }

  /**
   * Makes a set. It fetches only the files that the current set does not have.
   * @param {Manifest} manifest
   * @param {SetFiles} files
   * @param {unknown} current the set in use, if there is one
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
   * A file, from the store or else from the server.
   * @param {FileRef} ref
   * @param {"bloom" | "json"} type
   * @param {AbortSignal} signal
   * @returns {Promise<Uint8Array>}
   */
  async file(ref, type, signal) {
    const stored = await this.storedFile(ref.sha256, type);
    if (stored) return stored;
    const address = this.#addressOf(ref.sha256, type);
    const bytes = await this.#fetchFile(address, ref, signal);
    await this.#cache.putFile(address, bytes);
    return bytes;
  }

  /**
   * A file, if the store has it.
   * @param {string} sha256
   * @param {"bloom" | "json"} type
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
    return bytes;
  }

  /**
   * A set replaces another one: the store no longer needs the files that only the old one has.
   * @param {unknown} old
   * @param {PublishedSet} set
   */
  dropFilesOf(old, set) {
    if (!(old instanceof PublishedSet)) return;
    for (const sha256 of old._parts.keys()) if (!set._parts.has(sha256)) this.dropFile(sha256, "bloom");
  }

  /**
   * The store no longer needs a file.
   * @param {string} sha256
   * @param {"bloom" | "json"} type
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
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) wrongType("crypto.subtle", "an object (pages have it on https and localhost only)", subtle);
  const digest = new Uint8Array(await subtle.digest("SHA-256", /** @type {any} */ (bytes)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== sha256) {
    throw new FilterFormatError(`sha256: expected ${sha256}, got ${hex}`, "CHECKSUM", "sha256", 0);
  }
}
