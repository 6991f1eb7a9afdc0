// The work of one run, in the folder `work` of the state: the digests of the lists, in 256 buckets. For a map, each digest is followed by the number
// of its value. Digests stay in memory up to a limit, then go to a few files on disk, the spills: the memory is bounded for lists of any length.
// Buckets with one or more whole shards, or a shard with one or more whole buckets, are a group. When the files of a group are written, the
// group is finished, and a spill whose groups are finished is removed. A journal says what is done. A run that was killed continues there.

import { createHash } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { keyBytesOf, newSharder, sinkInto } from "../engines.js";
import { naming } from "../failure.js";
import { readFully } from "../read-file.js";
import { PRIVATE } from "../replace-file.js";
import { makeFolder } from "./folders.js";
import { Journal } from "./journal.js";
import { Damaged } from "./trusted-files.js";

/** @typedef {import("../keys.js").Position} Position */
/** @typedef {import("./shard.js").Outcome} Outcome */

export const BUCKETS = 256;
/** How many files the buckets are in. */
const SPILLS = 16;
const IN_A_SPILL = BUCKETS / SPILLS;
const JOURNAL = "journal";

/**
 * Digests that went from memory to the disk.
 * @typedef {object} Drain
 * @property {Position} position up to which the lists had been read
 * @property {number[]} counts how many digests each bucket got
 * @property {string[]} sha256 of the digests of each bucket
 */

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

export class Work {
  #folder;
  #full;
  #width;
  #sharder;
  /** @type {Journal | undefined} */
  #journal;
  /** @type {Drain[]} */
  #drains = [];
  #spilled = 0;
  /** @type {Map<number, Outcome[]>} */
  #finished = new Map();
  /** The open spills. @type {Map<number, number>} */
  #files = new Map();

  /**
   * Continues the run that was killed, or starts a new one.
   * @param {string} folder
   * @param {string | undefined} run identifies it; undefined for a run that cannot continue
   * @param {Pick<import("./settings.js").Settings, "seed" | "memory" | "map">} settings `memory`: how many bytes of digests stay in memory
   */
  constructor(folder, run, { seed, memory, map }) {
    this.#folder = folder;
    naming(folder, () => makeFolder(folder));
    this.#width = keyBytesOf(!!map);
    this.#full = memory / this.#width;
    this.#sharder = newSharder(seed, BUCKETS);
    if (map) this.#sharder.setValue(0);
    if (run !== undefined) this.#journal = new Journal(join(folder, JOURNAL), run);
    for (const { group, outcomes, ...drain } of this.#journal?.entries ?? []) {
      if (outcomes) this.#finished.set(group, outcomes);
      else this.#add(drain);
    }
    // The files of another run.
    if (!this.#drains.length) this.discard();
  }

  /** @param {Drain} drain */
  #add(drain) {
    this.#drains.push(drain);
    this.#spilled += sum(drain.counts);
  }

  /** Removes the files of the work: the next run starts again. */
  discard() {
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name), { force: true });
  }

  /** @param {number} spill */
  #pathOf(spill) {
    return join(this.#folder, `spill-${spill}`);
  }

  /**
   * A spill, open.
   * @param {number} spill
   */
  #open(spill) {
    const fd = this.#files.get(spill) ?? openSync(this.#pathOf(spill), "a+", PRIVATE);
    this.#files.set(spill, fd);
    return fd;
  }

  /** Where reading continues; undefined for a new run. */
  get position() {
    return this.#drains.at(-1)?.position;
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
        if (this.#sharder.collected >= this.#full) this.#drain(position());
      },
    };
  }

  /**
   * All lists were read.
   * @param {Position} position their end
   */
  allRead(position) {
    if (this.#drains.length && this.#sharder.collected) this.#drain(position);
  }

  /**
   * Moves the digests from memory to the disk.
   * @param {Position} position
   */
  #drain(position) {
    /** @type {Drain} */
    const { counts, sha256 } = { position, counts: [], sha256: [] };
    for (let spill = 0; spill < SPILLS; spill++) {
      naming(this.#pathOf(spill), () => {
        const fd = this.#open(spill);
        // What a killed run wrote after its last entry in the journal.
        if (fstatSync(fd).size > this.#lengthOf(spill)) ftruncateSync(fd, this.#lengthOf(spill));
        for (let i = 0; i < IN_A_SPILL; i++) {
          const bytes = this.#sharder.drain(spill * IN_A_SPILL + i);
          writeFileSync(fd, bytes);
          counts.push(bytes.length / this.#width);
          sha256.push(createHash("sha256").update(bytes).digest("hex"));
        }
        // The digests must be on disk before the journal counts them: a power cut may come.
        fdatasyncSync(fd);
      });
    }
    const drain = { position, counts, sha256 };
    this.#journal?.append(drain);
    this.#add(drain);
  }

  /**
   * How many bytes of a spill are in the journal.
   * @param {number} spill
   */
  #lengthOf(spill) {
    const first = spill * IN_A_SPILL;
    return this.#width * sum(this.#drains.map(({ counts }) => sum(counts.slice(first, first + IN_A_SPILL))));
  }

  /**
   * The digests of a bucket, in pieces. Each is given only once.
   * @param {number} bucket
   * @returns {Generator<Uint8Array>}
   * @throws {Damaged} a spill is not as it was written
   */
  *digestsOf(bucket) {
    if (!this.#drains.length) {
      yield this.#sharder.drain(bucket);
      return;
    }
    const spill = Math.floor(bucket / IN_A_SPILL);
    const path = this.#pathOf(spill);
    const first = spill * IN_A_SPILL;
    let position = 0;
    for (const { counts, sha256 } of this.#drains) {
      const bytes = new Uint8Array(this.#width * counts[bucket]);
      const before = this.#width * sum(counts.slice(first, bucket));
      const length = naming(path, () => readFully(this.#open(spill), bytes, position + before));
      if (length < bytes.length || createHash("sha256").update(bytes).digest("hex") !== sha256[bucket]) {
        throw new Damaged(`${path}: the file has been damaged`);
      }
      yield bytes;
      position += this.#width * sum(counts.slice(first, first + IN_A_SPILL));
    }
  }

  /**
   * The outcomes of a group, if this run finished it before it was killed.
   * @param {number} group
   */
  finished(group) {
    return this.#finished.get(group);
  }

  /** The records of all finished groups. */
  finishedRecords() {
    return [...this.#finished.values()].flat().map(({ record }) => record);
  }

  /**
   * A group is finished: its files are on the disk. What is read from the spills no more is removed.
   * @param {number} group
   * @param {number} groups how many there are
   * @param {Outcome[]} outcomes
   */
  finish(group, groups, outcomes) {
    if (!this.#drains.length) return;
    this.#journal?.append({ group, outcomes });
    this.#finished.set(group, outcomes);
    const done = ((group + 1) * SPILLS) / groups;
    for (let spill = Math.floor((group * SPILLS) / groups); spill < Math.floor(done); spill++) this.#remove(spill);
  }

  /** @param {number} spill */
  #remove(spill) {
    const fd = this.#files.get(spill);
    if (fd !== undefined) closeSync(fd);
    this.#files.delete(spill);
    rmSync(this.#pathOf(spill), { force: true });
  }

  /** Frees the memory and closes the files. The files on disk stay for the next run. */
  close() {
    this.#sharder.free();
    this.#journal?.close();
    for (const fd of this.#files.values()) closeSync(fd);
  }
}
