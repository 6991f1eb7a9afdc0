// What `edgebloom publish` keeps beside a published set: the digests of the list, and a record of what it has published. The file
// state.json decides. It is replaced as a whole, after the manifest.

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readManifest, readShard } from "../../api/live/manifest.js";
import { Failure, naming } from "../failure.js";
import { warn } from "../report.js";
import { readIfThere } from "../read-file.js";
import { isTemporary, removeTemporaries, replaceFile } from "../replace-file.js";
import { sha256Of } from "./files.js";
import { takeLock } from "./lock.js";

/** @typedef {import("./shard.js").Outcome} Outcome */
/** @typedef {import("./shard.js").ShardRecord} ShardRecord */

/**
 * What was published.
 * @typedef {object} State
 * @property {1} format
 * @property {number} sequence
 * @property {string} manifest the SHA-256 of manifest.json
 * @property {string} content the manifest without its sequence number and its signature
 * @property {{ seed: number, errorRate: number, isStatic: boolean, shards: number, keyForm: string }} options of the shards
 * @property {ShardRecord[]} records one for each shard
 * @property {{ sequence: number, files: string[] }[]} history the files of the latest manifests, newest first
 */

const FORMAT = 1;

/**
 * The folder for the state of a published set: beside it.
 * @param {{ state?: string, output?: string }} values
 */
export const stateOf = ({ state, output = "" }) => state ?? `${output.replace(/[\\/]+$/, "")}.state`;

/** The folder that belongs to a published set. */
export class StateFolder {
  #lock;
  #folder;
  /** @type {(() => void) | undefined} */
  #release;
  /** The SHA-256 of the manifest when the work began; undefined if there was none. @type {string | undefined} */
  #published;

  /**
   * @param {string} folder
   * @param {string} published the folder of the published set
   */
  constructor(folder, published) {
    this.path = resolve(folder);
    this.manifest = join(published, "manifest.json");
    this.digests = join(this.path, "digests");
    this.work = join(this.path, "work");
    this.#lock = join(this.path, "lock");
    for (const each of [published, join(published, "files")]) naming(each, () => makeFolder(each));
    // Anyone who has the digests can test whether a key is in the list, so only the owner may read them.
    for (const each of [this.path, this.digests, this.work]) {
      naming(each, () => makeFolder(each, 0o700));
    }
    this.#folder = published;
  }

  /** Takes the lock on the set and the state, or throws an error that names the process that has it. */
  take() {
    this.#takeLock();
    this.#published = this.#manifestHash();
    for (const each of [this.#folder, this.path]) removeTemporaries(each);
  }

  #takeLock() {
    this.#release = takeLock(this.#lock, this.path);
  }

  release() {
    this.#release?.();
    this.#release = undefined;
  }

  /** Only one process at a time may change the published folder, also if the others have another state. */
  lockPublished() {
    return takeLock(join(this.#folder, ".publish.lock"), this.#folder);
  }

  #manifestHash() {
    const text = readText(this.manifest);
    return text ? sha256Of(text) : undefined;
  }

  get #file() {
    return join(this.path, "state.json");
  }

  get #next() {
    return join(this.path, "state.next.json");
  }

  /**
   * The last published state; undefined if there is none.
   * @returns {State | undefined}
   */
  read() {
    const published = this.#published;
    const next = readState(this.#next);
    // The last run was killed after it wrote the manifest and before this file.
    if (next && next.manifest === published) renameSync(this.#next, this.#file);
    else rmSync(this.#next, { force: true });
    const state = readState(this.#file);
    if (!state && published) {
      warn(
        `${this.manifest}: no state of this set in ${this.path}: a new base is written, and clients fetch all of it`,
      );
    }
    if (state && state.manifest !== published) {
      throw new Failure(
        `${this.manifest}: ${published ? "another publish has written it" : "it is missing"}, and ${this.path} is not its state; ` +
          "restore both folders from the same run, or remove the state to start with a new base",
      );
    }
    return state;
  }

  /** The sequence number of the published manifest; 0 if there is none. */
  get sequence() {
    if (!this.#published) return 0;
    try {
      return readManifest(readFileSync(this.manifest)).sequence;
    } catch (error) {
      throw new Failure(
        `${this.manifest}: this version of edgebloom cannot read the manifest: ${/** @type {Error} */ (error).message}`,
      );
    }
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
   * Publishes a manifest, and writes the state that belongs to it.
   * @param {string} text
   * @param {Omit<State, "format" | "manifest">} state
   */
  commit(text, state) {
    this.#checkManifest();
    const whole = { format: FORMAT, manifest: sha256Of(text), ...state };
    replaceFile(this.#next, `${JSON.stringify(whole)}\n`);
    // First the file names, then the file that lists them.
    for (const each of [join(this.#folder, "files"), this.digests, this.path]) syncFolder(each);
    replaceFile(this.manifest, text);
    syncFolder(this.#folder);
    naming(this.#file, () => renameSync(this.#next, this.#file));
  }

  #checkManifest() {
    if (this.#manifestHash() === this.#published) return;
    throw new Failure(
      `${this.manifest}: another publish has replaced it during this run; nothing is published; run it again`,
    );
  }

  /**
   * Saves a state for the published manifest.
   * @param {State} state
   */
  save(state) {
    replaceFile(this.#file, `${JSON.stringify(state)}\n`);
  }

  /** The files of the published manifest. Used if its state is missing. */
  publishedFiles() {
    if (!this.#published) return [];
    const { set, shards } = readManifest(readFileSync(this.manifest));
    const sets = set ? [set] : [];
    for (const { sha256 } of shards ?? []) {
      const text = readText(join(this.#folder, "files", `${sha256}.json`));
      if (text) sets.push(readShard(Buffer.from(text)));
    }
    const filters = sets.flatMap(({ base, layers }) => [base, ...layers].map(({ sha256 }) => `${sha256}.bloom`));
    return [...(shards ?? []).map(({ sha256 }) => `${sha256}.json`), ...filters];
  }

  /**
   * Removes the digests that no record names.
   * @param {ShardRecord[]} records
   */
  prune(records) {
    const named = new Set(records.flatMap(({ digests, added, removed }) => [digests, added, removed]));
    for (const name of readdirSync(this.digests)) {
      if (!named.has(name)) rmSync(join(this.digests, name), { force: true });
    }
  }

  /** Removes the files of an unfinished run. */
  clearWork() {
    rmSync(this.work, { recursive: true, force: true });
  }

  /**
   * The outcome of a shard, if a killed run has finished that shard.
   * @param {string} run
   * @param {number} shard
   * @returns {Outcome | undefined}
   */
  finished(run, shard) {
    const text = readText(join(this.work, `shard-${shard}.json`));
    if (!text) return undefined;
    const { run: itsRun, outcome } = JSON.parse(text);
    return itsRun === run ? outcome : undefined;
  }

  /**
   * The records of all shards that a killed run had finished.
   * @param {string} run
   */
  allFinished(run) {
    const shards = readdirSync(this.work).flatMap((name) => /^shard-(\d+)\.json$/.exec(name)?.[1] ?? []);
    return shards.flatMap((shard) => this.finished(run, Number(shard))?.record ?? []);
  }

  /**
   * @param {string} run
   * @param {number} shard
   * @param {Outcome} outcome
   */
  finish(run, shard, outcome) {
    replaceFile(join(this.work, `shard-${shard}.json`), JSON.stringify({ run, outcome }));
  }
}

/**
 * Removes published files that are in none of the latest manifests. Files with other names stay.
 * @param {string} folder of the published set
 * @param {Set<string>} files
 */
export function pruneFiles(folder, files) {
  for (const name of readdirSync(join(folder, "files"))) {
    const isOurs = /^[0-9a-f]{64}\.(bloom|json)$/.test(name) || isTemporary(name);
    if (isOurs && !files.has(name)) rmSync(join(folder, "files", name), { force: true });
  }
}

/**
 * @param {string} path
 * @returns {State | undefined}
 */
function readState(path) {
  const text = readText(path);
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

/** @param {string} path */
const readText = (path) => readIfThere(path)?.toString() ?? "";
