// What a LiveFilter makes of the files at its address: a filter of a filter file, a published set of a manifest.

import { FilterFetchError, FilterFormatError, incompatible, wrongType } from "../errors.js";
import { BRACE, quietly } from "../../reader/response.js";
import { checkLoaded, read, readStart } from "./filters.js";
import { shardsIn } from "./manifest.js";
import { checkExpiry } from "./published-client.js";
import { PublishedSet } from "./published-set.js";

/** @typedef {import("./options.js").Options} Options */
/** @typedef {import("./filters.js").Queryable} Queryable */
/** @typedef {import("./manifest.js").SetFiles} SetFiles */
/** @typedef {import("./live-file.js").OpenedFile} OpenedFile */
/** @typedef {import("./published-client.js").PublishedClient} PublishedClient */
/**
 * @template T
 * @typedef {import("./live-file.js").Candidate<T>} Candidate
 */
/**
 * @template T
 * @typedef {import("./live-file.js").Content<T>} Content
 */
/**
 * @template T
 * @typedef {import("./live-file.js").CurrentFile<T>} CurrentFile
 */

/**
 * The content of filter files and manifests.
 * @template {Queryable} F
 * @implements {Content<F>}
 */
export class FilterContent {
  #url;
  #options;
  #client;

  /** See `Content`. */
  expectsManifest = false;

  /**
   * @param {string} url
   * @param {Options} options
   * @param {PublishedClient} client
   */
  constructor(url, options, client) {
    this.#url = url;
    this.#options = options;
    this.#client = client;
    // A file for another `load`, or for `open`, can start with any bytes.
    this.readHeader = options.load === read && !options.open ? readStart : () => ({ byteLength: 0 });
  }

  /**
   * Another `load` reads any bytes: there, no file is a manifest.
   * @param {Uint8Array} file
   */
  isManifest(file) {
    return file[0] === BRACE && this.#options.load === read;
  }

  /** @param {Uint8Array} file */
  filesIn(file) {
    return this.#client.filesIn(file);
  }

  /**
   * @param {number} sequence
   * @param {number} confirmedAt
   */
  noteSequence(sequence, confirmedAt) {
    this.#client.noteSequence(sequence, confirmedAt);
  }

  /**
   * @param {OpenedFile} opened
   * @param {CurrentFile<F> | undefined} current
   * @param {AbortSignal} signal
   * @returns {Promise<Candidate<F>>}
   */
  async read(opened, current, signal) {
    const { file, signed } = opened;
    if (this.isManifest(file)) return this.#readManifest(opened, current, signal);
    if (this.expectsManifest || current?.value instanceof PublishedSet) notManifest();
    if (!signed) return { sequence: undefined, expires: undefined, accept: (old) => this.#load(file, old) };
    const { sequence, expires } = signed;
    this.#client.checkSequence(sequence, true);
    checkExpiry(expires, this.#url);
    const accept = (/** @type {F | undefined} */ old) => {
      this.#client.checkSequence(sequence, true);
      return this.#load(file, old);
    };
    return { sequence, expires, accept };
  }

  /**
   * @param {OpenedFile} opened
   * @param {CurrentFile<F> | undefined} current
   * @param {AbortSignal} signal
   */
  async #readManifest({ file, signed }, current, signal) {
    const manifest = this.#client.manifest(file, signed);
    const { sequence, expires, set: files } = manifest;
    if (!files) {
      const got = `one of ${shardsIn(manifest)} shards: use ShardedFilter`;
      throw new FilterFormatError(`shards: expected a set without shards, got ${got}`, "WRONG_CLASS", "shards", 0);
    }
    const set = await this.#client.attempt(0, JSON.stringify(files), (stored) =>
      this.#client.set(manifest, files, current?.value, signal, stored),
    );
    const accept = () => {
      // Another request can have received a later manifest meanwhile.
      this.#client.checkSequence(sequence, !!signed);
      return /** @type {any} */ (set);
    };
    return { sequence, expires, accept };
  }

  /**
   * The filter of a filter file.
   * @param {Uint8Array} file
   * @param {F | undefined} current
   * @returns {F}
   */
  #load(file, current) {
    const { load, name, compareVersions, keys, invalid } = this.#options;
    const filter = load === read ? /** @type {any} */ (read(file, { keys, invalid })) : load(file);
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
    if (filter.free) Reflect.defineProperty(filter, "free", { value: () => {} });
    return filter;
  }
}

/**
 * At the address of a manifest, nothing else is valid.
 * @returns {never}
 */
export function notManifest() {
  const expected = "that of a published set";
  throw new FilterFormatError(`manifest: expected ${expected}, got another file`, "MAGIC", "manifest", 0);
}
