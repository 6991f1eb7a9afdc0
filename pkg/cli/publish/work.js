// The work of one run, in the folder `work` of the state: the digests of the lists, in 256 buckets, and the outcomes of shards. For a map,
// each digest is followed by the number of its value. Digests
// stay in memory up to a limit, then go to one file on disk: the memory is bounded for lists of any length. A journal beside the file
// says how far the lists were read. A run that was killed continues there.

import { createHash } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { keyBytesOf, newSharder, sinkInto } from "../engines.js";
import { naming } from "../failure.js";
import { readFile, readFully } from "../read-file.js";
import { replaceFile } from "../replace-file.js";
import { warn } from "../report.js";

/** @typedef {import("../keys.js").Position} Position */
/** @typedef {import("./shard.js").Outcome} Outcome */

export const BUCKETS = 256;

/**
 * The progress of reading the lists.
 * @typedef {object} Journal
 * @property {string} run identifies what the run has to do; a run with another identifier starts again
 * @property {Position | null} position where reading continues; null when all lists were read
 * @property {{ counts: number[], sha256: string }[]} drains one for each time that memory was emptied: how many digests each bucket got, and the
 *   SHA-256 of them all
 */

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

export class Work {
  #folder;
  #run;
  #full;
  #width;
  #sharder;
  /** @type {Journal} */
  #journal;
  /** @type {number | undefined} */
  #fd;

  /**
   * Continues the run that was killed, or starts a new one.
   * @param {string} folder
   * @param {string} run
   * @param {Pick<import("./settings.js").Settings, "seed" | "memory" | "map">} settings `memory`: how many bytes of digests stay in memory
   */
  constructor(folder, run, { seed, memory, map }) {
    this.#folder = folder;
    this.#run = run;
    this.#width = keyBytesOf(!!map);
    this.#full = memory / this.#width;
    this.#sharder = newSharder(seed, BUCKETS);
    if (map) this.#sharder.setValue(0);
    this.#journal = readJournal(this.#journalPath, run);
    if (this.#journal.drains.length && !this.#reopen()) {
      warn(`${this.#spillPath}: the file is not complete; the lists are read again`);
      this.#journal = emptyJournal(run);
    }
  }

  get #journalPath() {
    return join(this.#folder, "journal.json");
  }

  get #spillPath() {
    return join(this.#folder, "spill");
  }

  /** @param {number} shard */
  #outcomePath(shard) {
    return join(this.#folder, `shard-${shard}.json`);
  }

  /** Opens the digests of an earlier run; false if some are missing or damaged. */
  #reopen() {
    const path = this.#spillPath;
    return naming(path, () => {
      const size = this.#width * this.#spilled;
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? -1) < size) return false;
      const fd = openSync(path, "a+");
      if (!this.#isIntact(fd)) {
        closeSync(fd);
        return false;
      }
      // Bytes after the last entry of the journal may be incomplete.
      truncateSync(path, size);
      this.#fd = fd;
      return true;
    });
  }

  /**
   * A power cut can leave zeros in a file.
   * @param {number} fd
   */
  #isIntact(fd) {
    const buffer = new Uint8Array(1 << 22);
    let at = 0;
    for (const { counts, sha256 } of this.#journal.drains) {
      const hash = createHash("sha256");
      for (let left = this.#width * sum(counts); left; ) {
        const piece = buffer.subarray(0, Math.min(left, buffer.length));
        if (readFully(fd, piece, at) < piece.length) return false;
        hash.update(piece);
        at += piece.length;
        left -= piece.length;
      }
      if (hash.digest("hex") !== sha256) return false;
    }
    return true;
  }

  get #spilled() {
    return sum(this.#journal.drains.map(({ counts }) => sum(counts)));
  }

  /** Where reading continues; null if all lists were read. */
  get position() {
    return this.#journal.position;
  }

  /** How many digests there are. A repeated key counts each time. */
  get count() {
    return this.#spilled + this.#sharder.collected;
  }

  /**
   * Where the keys of the lists go.
   * @returns {import("../map.js").MapSink}
   */
  get sink() {
    return {
      ...sinkInto(this.#sharder),
      setValue: (value) => this.#sharder.setValue(value),
      count: () => this.count,
      reached: (position) => {
        if (this.#sharder.collected >= this.#full) this.#drain(position);
      },
    };
  }

  /** All lists were read. */
  allRead() {
    if (this.#fd !== undefined) this.#drain(null);
  }

  /**
   * Moves the digests from memory to the disk.
   * @param {Position | null} position where reading would continue
   */
  #drain(position) {
    naming(this.#spillPath, () => {
      if (this.#fd === undefined) {
        // The journal of another run must not be used with this file.
        rmSync(this.#journalPath, { force: true });
        this.#fd = openSync(this.#spillPath, "w+");
      }
      const counts = [];
      const hash = createHash("sha256");
      for (let bucket = 0; bucket < BUCKETS; bucket++) {
        const bytes = this.#sharder.drain(bucket);
        writeFileSync(this.#fd, bytes);
        hash.update(bytes);
        counts.push(bytes.length / this.#width);
      }
      // The digests must be on disk before the journal counts them: a power cut may come.
      fdatasyncSync(this.#fd);
      this.#journal = {
        run: this.#run,
        position,
        drains: [...this.#journal.drains, { counts, sha256: hash.digest("hex") }],
      };
      replaceFile(this.#journalPath, JSON.stringify(this.#journal));
    });
  }

  /**
   * The digests of a bucket, in pieces. Those in memory are given only once.
   * @param {number} bucket
   * @returns {Generator<Uint8Array>}
   */
  *digestsOf(bucket) {
    if (this.#fd === undefined) {
      yield this.#sharder.drain(bucket);
      return;
    }
    let drained = 0;
    for (const { counts } of this.#journal.drains) {
      const bytes = new Uint8Array(this.#width * counts[bucket]);
      const first = drained + sum(counts.slice(0, bucket));
      if (readFully(this.#fd, bytes, this.#width * first) < bytes.length)
        throw new Error(
          "the file of digests is shorter than its journal says: remove the folder work of the state, and run again",
        );
      yield bytes;
      drained += sum(counts);
    }
  }

  /**
   * The outcome of a shard, if this run has finished it before it was killed.
   * @param {number} shard
   * @returns {Outcome | undefined}
   */
  finished(shard) {
    try {
      const { run, outcome } = JSON.parse(readFile(this.#outcomePath(shard)).toString());
      return run === this.#run ? outcome : undefined;
    } catch {
      // It is missing, or a power cut has damaged it.
      return undefined;
    }
  }

  /** The records of all finished shards. */
  finishedRecords() {
    const shards = readdirSync(this.#folder).flatMap((name) => /^shard-(\d+)\.json$/.exec(name)?.[1] ?? []);
    return shards.flatMap((shard) => this.finished(Number(shard))?.record ?? []);
  }

  /**
   * Saves the outcome of a shard, unless all digests are in memory: such a run cannot continue.
   * @param {number} shard
   * @param {Outcome} outcome
   */
  finish(shard, outcome) {
    if (this.#fd === undefined) return;
    replaceFile(this.#outcomePath(shard), JSON.stringify({ run: this.#run, outcome }));
  }

  /** Frees the memory and closes the file. The files on disk stay for the next run. */
  close() {
    this.#sharder.free();
    if (this.#fd !== undefined) closeSync(this.#fd);
  }
}

/**
 * @param {string} path
 * @param {string} run
 * @returns {Journal}
 */
function readJournal(path, run) {
  try {
    const journal = JSON.parse(readFile(path).toString());
    return journal.run === run ? journal : emptyJournal(run);
  } catch {
    return emptyJournal(run);
  }
}

/** @type {(run: string) => Journal} */
const emptyJournal = (run) => ({ run, position: { input: 0, offset: 0 }, drains: [] });
