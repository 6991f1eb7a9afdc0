// The digests of a list, in 256 buckets. They stay in memory up to a limit, then go to one file on disk: the memory is bounded for a
// list of any length. A journal beside the file says how far the list was read. A run that was killed continues there.

import { closeSync, fdatasyncSync, openSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compatEngine } from "../../api/engines.js";
import { naming } from "../failure.js";
import { readFile, readFully } from "../read-file.js";
import { replaceFile } from "../replace-file.js";

export const BUCKETS = 256;
const DIGEST = 16;

/**
 * The progress of reading a list.
 * @typedef {object} Journal
 * @property {string} run identifies what the run has to do; a run with another identifier starts again
 * @property {number} input the number of the input
 * @property {number} offset where the next line of it begins
 * @property {number[][]} drains one row for each time that memory was emptied: how many digests each bucket got
 * @property {boolean} isWhole true when all inputs were read
 */

export class Spill {
  #full;
  #folder;
  #run;
  #sharder;
  /** @type {Journal} */
  #journal;
  /** @type {number | undefined} */
  #fd;

  /**
   * Continues the run that was killed, or starts a new one.
   * @param {string} folder
   * @param {string} run
   * @param {number} seed
   * @param {number} memory how many bytes of digests stay in memory
   */
  constructor(folder, run, seed, memory) {
    this.#full = memory / DIGEST;
    this.#folder = folder;
    this.#run = run;
    this.#sharder = new (compatEngine().wasm.Sharder)(seed, BUCKETS);
    this.#journal = readJournal(folder, run);
    if (this.#journal.drains.length && !this.#reopen()) this.#journal = emptyJournal(run);
  }

  /** Opens the digests of an earlier run; false if some are missing. */
  #reopen() {
    const path = join(this.#folder, "spill");
    const size = DIGEST * this.#spilled();
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? -1) < size) return false;
    // Bytes after the last entry of the journal may be incomplete.
    truncateSync(path, size);
    this.#fd = openSync(path, "a+");
    return true;
  }

  /** Where reading continues. */
  get position() {
    const { input, offset, isWhole } = this.#journal;
    return { input, offset, isWhole };
  }

  #spilled() {
    let all = 0;
    for (const drain of this.#journal.drains) for (const count of drain) all += count;
    return all;
  }

  /** How many digests there are. A repeated key counts each time. */
  get count() {
    return this.#spilled() + this.#sharder.collected;
  }

  /** True if the list did not fit into memory. Then the outcomes of its shards are saved, too. */
  get isOnDisk() {
    return this.#fd !== undefined;
  }

  /** @param {Buffer} lines */
  lines(lines) {
    compatEngine().eachPiece(lines, (/** @type {number} */ length) => this.#sharder.pushLines(length));
  }

  /** @param {import("../../api/types.js").Key} key */
  key(key) {
    this.#sharder.push(compatEngine().putKey(key), 1);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} width bytes per key
   */
  keys(bytes, width) {
    compatEngine().eachRecord(bytes, width, (count) => this.#sharder.push(width, count));
  }

  /**
   * All keys up to this offset are in.
   * @param {number} input
   * @param {number} offset
   */
  reached(input, offset) {
    if (this.#sharder.collected >= this.#full) this.#drain({ input, offset, isWhole: false });
  }

  /**
   * All inputs were read.
   * @param {number} inputs how many there were
   */
  end(inputs) {
    if (this.isOnDisk && !this.#journal.isWhole) this.#drain({ input: inputs, offset: 0, isWhole: true });
  }

  /** @param {Pick<Journal, "input" | "offset" | "isWhole">} position */
  #drain(position) {
    const path = join(this.#folder, "spill");
    naming(path, () => this.#spill(path, position));
  }

  /**
   * @param {string} path
   * @param {Pick<Journal, "input" | "offset" | "isWhole">} position
   */
  #spill(path, position) {
    if (this.#fd === undefined) {
      // The journal of another run must not be used with this file.
      rmSync(join(this.#folder, "journal.json"), { force: true });
      this.#fd = openSync(path, "w+");
    }
    const counts = [];
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const bytes = this.#sharder.take(bucket);
      writeFileSync(this.#fd, bytes);
      counts.push(bytes.length / DIGEST);
    }
    // The digests must be on disk before the journal counts them: a power cut may come.
    fdatasyncSync(this.#fd);
    const drains = [...this.#journal.drains, counts];
    this.#journal = { run: this.#run, ...position, drains };
    replaceFile(join(this.#folder, "journal.json"), JSON.stringify(this.#journal));
  }

  /**
   * How many digests a bucket has.
   * @param {number} bucket
   */
  countOf(bucket) {
    let count = 0;
    for (const drain of this.#journal.drains) count += drain[bucket];
    return count;
  }

  /**
   * The digests of a bucket, in pieces. Digests in memory can be taken only once.
   * @param {number} bucket
   * @returns {Generator<Uint8Array>}
   */
  *digestsOf(bucket) {
    let start = 0;
    for (const drain of this.#journal.drains) {
      const before = drain.slice(0, bucket).reduce((sum, count) => sum + count, 0);
      const bytes = new Uint8Array(DIGEST * drain[bucket]);
      if (readFully(/** @type {number} */ (this.#fd), bytes, DIGEST * (start + before)) < bytes.length)
        throw new Error(
          "the file of digests is shorter than its journal says: remove the folder work of the state, and run again",
        );
      yield bytes;
      start += drain.reduce((sum, count) => sum + count, 0);
    }
    if (!this.isOnDisk) yield this.#sharder.take(bucket);
  }

  /** Frees the memory and closes the file. The files on disk stay for the next run. */
  close() {
    this.#sharder.free();
    if (this.#fd !== undefined) closeSync(this.#fd);
  }
}

/**
 * @param {string} folder
 * @param {string} run
 * @returns {Journal}
 */
function readJournal(folder, run) {
  try {
    const journal = JSON.parse(readFile(join(folder, "journal.json")).toString());
    return journal.run === run ? journal : emptyJournal(run);
  } catch {
    return emptyJournal(run);
  }
}

/** @type {(run: string) => Journal} */
const emptyJournal = (run) => ({ run, input: 0, offset: 0, drains: [], isWhole: false });
