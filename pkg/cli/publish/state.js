// What edgebloom publish keeps beside a published set: the digests of the list, and a record of what it has published. The file
// state.json decides. It is replaced after the manifest.

import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readManifest, readShard } from "../../api/live/manifest.js";
import { Failure, naming } from "../failure.js";
import { readIfThere } from "../read-file.js";
import { isTemporary, removeTemporaries, replaceFile } from "../replace-file.js";
import { warn } from "../report.js";
import { onSignals } from "../signals.js";
import { acquireLock } from "./lock.js";
import { sha256Of } from "./named-files.js";

/** @typedef {import("./shard.js").ShardRecord} ShardRecord */

/**
 * What was published.
 * @typedef {object} State
 * @property {2} format
 * @property {number} sequence
 * @property {string} manifest the SHA-256 of manifest.json
 * @property {string} content the manifest without its sequence number and its signature
 * @property {{ seed: number, errorRate: number, isStatic: boolean, shards: number, keyForm: string, values?: string[] | boolean }} options of the
 *   shards. For a map, `values` are the labels, or true
 * @property {[number, string][]} [values] the values of a map, and their numbers in the files of digests
 * @property {ShardRecord[]} records one for each shard
 * @property {{ sequence: number, files: string[] }[]} history the files of the latest manifests, newest first
 */

const FORMAT = 2;

/** The folder of a published set, and the folder of its state. */
export class StateFolder {
  /** The manifest when the work began; undefined if there was none. @type {Buffer | undefined} */
  #manifest;

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
    for (const each of [published, this.files]) naming(each, () => makeFolder(each));
    // Anyone who has the digests can test whether a key is in the list, so only the owner may read them.
    for (const each of [this.path, this.digests, this.work]) {
      naming(each, () => makeFolder(each, 0o700));
    }
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
    const unlock = acquireLock(join(this.path, "lock"), this.path);
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

  /** The sequence number of the published manifest; 0 if there is none. */
  get sequence() {
    if (!this.#manifest) return 0;
    try {
      return readManifest(this.#manifest).sequence;
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
    const { sequence } = this;
    if (!this.#manifest) return [{ sequence, files: [] }];
    const { set, shards = [] } = readManifest(this.#manifest);
    const sets = set ? [set] : [];
    for (const { sha256 } of shards) {
      const bytes = readIfThere(join(this.files, `${sha256}.json`));
      if (bytes) sets.push(readShard(bytes));
    }
    const filters = sets.flatMap(({ base, layers }) => [base, ...layers].map(({ sha256 }) => `${sha256}.bloom`));
    return [{ sequence, files: [...shards.map(({ sha256 }) => `${sha256}.json`), ...filters] }];
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
   * @param {Omit<State, "format" | "manifest">} state
   */
  commit(text, state) {
    const unlock = acquireLock(join(this.published, ".publish.lock"), this.published);
    try {
      this.checkManifest();
      const next = { format: FORMAT, manifest: sha256Of(text), ...state };
      replaceFile(this.#next, `${JSON.stringify(next)}\n`);
      // First the file names, then the file that lists them.
      for (const each of [this.files, this.digests, this.path]) syncFolder(each);
      replaceFile(this.manifest, text);
      this.#manifest = Buffer.from(text);
      syncFolder(this.published);
      naming(this.#file, () => renameSync(this.#next, this.#file));
      this.#pruneFiles(new Set(state.history.flatMap(({ files }) => files)));
    } finally {
      unlock();
    }
  }

  /** Throws if another publish has replaced the manifest during this run. It may have removed the files of this run, too. */
  checkManifest() {
    const now = this.#readManifest();
    if (this.#manifest ? now?.equals(this.#manifest) : !now) return;
    throw new Failure(
      `${this.manifest}: another publish has replaced it during this run; nothing is published; run it again`,
    );
  }

  /**
   * Removes published files that no kept manifest names. Files with other names stay.
   * @param {Set<string>} files
   */
  #pruneFiles(files) {
    for (const name of readdirSync(this.files)) {
      const isOurs = /^[0-9a-f]{64}\.(bloom|json)$/.test(name) || isTemporary(name);
      if (isOurs && !files.has(name)) rmSync(join(this.files, name), { force: true });
    }
  }

  /**
   * Saves a state for the published manifest.
   * @param {State} state
   */
  save(state) {
    replaceFile(this.#file, `${JSON.stringify(state)}\n`);
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
  const text = readIfThere(path)?.toString();
  if (!text) return undefined;
  /** @type {State | undefined} */
  let state;
  try {
    state = JSON.parse(text);
  } catch {
    // The error is thrown below.
  }
  if (state?.format !== FORMAT || !Array.isArray(state.records)) {
    throw new Failure(
      `${path}: not the state of a published set, or of another version of edgebloom; restore the file, or remove the state`,
    );
  }
  return state;
}

/**
 * Makes a folder and its parents if they are missing. (Node's own `recursive` never ends where the system makes no folders, as in /proc.)
 * @param {string} path
 * @param {number} [mode]
 */
function makeFolder(path, mode) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!statSync(dirname(path), { throwIfNoEntry: false })) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Many steps may start at the same time.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/**
 * Writes the names in a folder to the disk, if the system can do that.
 * @param {string} folder
 */
function syncFolder(folder) {
  try {
    const fd = openSync(folder, "r");
    fsyncSync(fd);
    closeSync(fd);
  } catch {
    // Windows opens no folders.
  }
}
