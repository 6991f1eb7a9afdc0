// What edgebloom publish keeps beside a published set: the digests of the list, and a record of what it has published. The file
// state.json decides. It is replaced after the manifest.

import { readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { SHARD_LIST_BYTES, listedShards, readManifest, readShard } from "../../api/live/manifest.js";
import { Failure, naming } from "../failure.js";
import { readIfThere } from "../read-file.js";
import { isTemporary, removeTemporaries, replaceFile, syncFolder } from "../replace-file.js";
import { warn } from "../report.js";
import { onSignals } from "../signals.js";
import { closeToOthers, makeFolder, rejectNested } from "./folders.js";
import { lockPublished, lockState } from "./lock.js";
import { sha256Of } from "./named-files.js";
import { readRecord, writeRecord } from "./trusted-files.js";

/** @typedef {import("./shard.js").ShardRecord} ShardRecord */

/**
 * What was published.
 * @typedef {object} State
 * @property {3} format
 * @property {number} sequence
 * @property {number} time when it was published, in milliseconds since 1970
 * @property {string} manifest the SHA-256 of manifest.json
 * @property {string} content the manifest without its sequence number and its signature
 * @property {{ seed: number, errorRate: number, hasLayers: boolean, isStatic: boolean, shards: number, keyForm: string, values?: string[] | boolean }} options of the
 *   shards. For a map, `values` are the labels, or true
 * @property {[number, string][]} [values] the values of a map, and their numbers in the files of digests
 * @property {ShardRecord[]} records one for each shard
 * @property {{ sequence: number, files: string[] }[]} history the files of the latest manifests, newest first
 */

const FORMAT = 3;

/** The folder of a published set, and the folder of its state. */
export class StateFolder {
  #isRead = false;
  /** The manifest when the work began; undefined if there was none. @type {Buffer | undefined} */
  #manifest;
  /** The manifest of this run, once it is being written. @type {Buffer | undefined} */
  #own;

  /**
   * Makes the folders that are missing.
   * @param {{ published: string, state: string }} folders
   */
  constructor({ published, state }) {
    this.published = published;
    this.manifest = join(published, "manifest.json");
    this.files = join(published, "files");
    this.path = resolve(state);
    this.digests = join(this.path, "digests");
    this.work = join(this.path, "work");
    rejectNested(published, this.path);
    for (const each of [published, this.files]) naming(each, () => makeFolder(each, 0o777));
    // Anyone who has the digests can test whether a key is in the list, so only the owner may read them.
    for (const each of [this.path, this.digests]) naming(each, () => makeFolder(each));
    naming(this.path, () => closeToOthers(this.path));
  }

  get #file() {
    return join(this.path, "state.json");
  }

  get #next() {
    return join(this.path, "state.next.json");
  }

  /**
   * Locks the state, or throws an error that names the process that has it. A signal unlocks it, too.
   * @returns {() => void} unlocks it
   */
  lock() {
    const unlock = lockState(this.path);
    const release = onSignals(unlock);
    return () => {
      release();
      unlock();
    };
  }

  /**
   * The last published state; undefined if there is none. Needs the lock, and comes before all other methods that need it.
   * @returns {State | undefined}
   */
  read() {
    for (const each of [this.published, this.path]) removeTemporaries(each);
    this.#manifest = this.#readManifest();
    this.#isRead = true;
    const hash = this.#manifest && sha256Of(this.#manifest);
    const next = readState(this.#next);
    // The last run was killed after it wrote the manifest and before this file.
    if (next && next.manifest === hash) renameSync(this.#next, this.#file);
    else rmSync(this.#next, { force: true });
    const state = readState(this.#file);
    if (!state && hash) {
      warn(
        `${this.manifest}: no state of this set in ${this.path}: a new base is written, and clients fetch all of it`,
      );
    }
    if (state && state.manifest !== hash) {
      throw new Failure(
        `${this.manifest}: ${hash ? "another publish has written it" : "it is missing"}, and ${this.path} is not its state; ` +
          "restore both folders from the same run, or remove the state to start with a new base",
      );
    }
    return state;
  }

  #readManifest() {
    const bytes = readIfThere(this.manifest);
    return bytes?.length ? bytes : undefined;
  }

  /** The published manifest; undefined if there is none. */
  get current() {
    if (!this.#manifest) return undefined;
    try {
      return readManifest(this.#manifest);
    } catch (error) {
      throw new Failure(
        `${this.manifest}: this version of edgebloom cannot read the manifest: ${/** @type {Error} */ (error).message}`,
      );
    }
  }

  /**
   * The history of a set whose state is missing: the files of the published manifest.
   * @returns {State["history"]}
   */
  publishedHistory() {
    const { current } = this;
    if (!current) return [{ sequence: 0, files: [] }];
    const { sequence, set, shards = [], shardLists = [] } = current;
    const lists = shardLists.map((sha256) => readIfThere(join(this.files, `${sha256}.shards`)));
    const refs = [...shards, ...lists.flatMap((list) => (list?.length === SHARD_LIST_BYTES ? listedShards(list) : []))];
    const sets = set ? [set] : [];
    for (const { sha256 } of refs) {
      const bytes = readIfThere(join(this.files, `${sha256}.json`));
      if (bytes) sets.push(readShard(bytes));
    }
    const filters = sets.flatMap(({ base, layers }) => [base, ...layers].map(({ sha256 }) => `${sha256}.bloom`));
    const listFiles = shardLists.map((sha256) => `${sha256}.shards`);
    return [{ sequence, files: [...refs.map(({ sha256 }) => `${sha256}.json`), ...listFiles, ...filters] }];
  }

  /**
   * Reads the record of a shard without the lock, for many processes at once. `since` is the SHA-256 of the manifest of that state, or
   * null. `step manifest` compares it later to find out whether another publish has changed the state.
   * @param {number} shard
   * @param {State["options"]} options
   * @returns {{ since: string | null, record: ShardRecord | undefined }}
   */
  recordOf(shard, options) {
    const state = readState(this.#file);
    const isSame = state && JSON.stringify(state.options) === JSON.stringify(options);
    return { since: state?.manifest ?? null, record: isSame ? state.records[shard] : undefined };
  }

  /**
   * Publishes a manifest, writes the state that belongs to it, and removes the files of manifests that are not kept. Only one process at a
   * time may change the published folder, also if the others have another state.
   * @param {string} text
   * @param {Omit<State, "format" | "manifest" | "time">} state
   */
  commit(text, state) {
    const unlock = lockPublished(this.published, this.path);
    try {
      this.checkManifest();
      const next = { format: FORMAT, time: Date.now(), manifest: sha256Of(text), ...state };
      writeRecord(this.#next, next);
      // First the file names, then the file that lists them.
      for (const each of [this.files, this.digests, this.path]) syncFolder(each);
      this.#own = Buffer.from(text);
      replaceFile(this.manifest, text);
      syncFolder(this.published);
      naming(this.#file, () => renameSync(this.#next, this.#file));
      this.#pruneFiles(state.history);
    } finally {
      unlock();
    }
  }

  /**
   * Removes what a killed run has left, if the manifest is the same as before.
   * @param {State["history"]} history
   */
  tidy(history) {
    const unlock = lockPublished(this.published, this.path);
    try {
      this.checkManifest();
      this.#pruneFiles(history);
    } finally {
      unlock();
    }
  }

  get #reported() {
    return join(this.path, "reported.json");
  }

  /** The sequence number of the last manifest that a run has reported; undefined if there is none. */
  get reported() {
    try {
      return readRecord(this.#reported)?.sequence;
    } catch (error) {
      // A damaged one says only that everything may have to be uploaded.
      if (!(error instanceof Failure)) throw error;
      return undefined;
    }
  }

  /**
   * The result has been printed. Until then, the next run says that the set has changed.
   * @param {number} sequence
   */
  report(sequence) {
    if (this.reported !== sequence) writeRecord(this.#reported, { sequence });
  }

  /** Throws if another publish has replaced the manifest during this run. It may have removed the files of this run, too. */
  checkManifest() {
    if (!this.#isRead) return;
    const now = this.#readManifest();
    if (this.#manifest ? now?.equals(this.#manifest) : !now) return;
    if (this.#own && now?.equals(this.#own)) return;
    throw new Failure(
      `${this.manifest}: another publish has replaced it during this run; nothing is published; run it again`,
    );
  }

  /**
   * Removes published files that no kept manifest names. Files with other names stay.
   * @param {State["history"]} history
   */
  #pruneFiles(history) {
    const files = new Set(history.flatMap(({ files }) => files));
    for (const name of readdirSync(this.files)) {
      const isOurs = /^[0-9a-f]{64}\.(bloom|json|shards)$/.test(name) || isTemporary(name);
      if (isOurs && !files.has(name)) rmSync(join(this.files, name), { force: true });
    }
  }

  /**
   * Saves a state for the published manifest.
   * @param {State} state
   */
  save(state) {
    writeRecord(this.#file, state);
  }

  /**
   * Removes the digests that no record names.
   * @param {ShardRecord[]} records
   */
  pruneDigests(records) {
    const files = records.flatMap(({ digests, added, removed }) => [digests, added, removed]);
    const named = new Set(files.map((each) => each?.file));
    for (const name of readdirSync(this.digests)) {
      if (!named.has(name)) rmSync(join(this.digests, name), { force: true });
    }
  }

  /** Removes the files of an unfinished run. */
  clearWork() {
    rmSync(this.work, { recursive: true, force: true });
  }
}

/**
 * @param {string} path
 * @returns {State | undefined}
 */
function readState(path) {
  const state = readRecord(path);
  if (state && state.format !== FORMAT) {
    throw new Failure(
      `${path}: the state of another version of edgebloom; update edgebloom, or remove the state to start with a new base`,
    );
  }
  return state;
}
