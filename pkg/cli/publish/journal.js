// What a run has finished, so that the next one can continue after a kill: a file to which lines of JSON are appended. Each line is on the disk
// before the next one is written, so only the last line can be incomplete.

import { closeSync, fdatasyncSync, openSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { naming } from "../failure.js";
import { readIfThere } from "../read-file.js";
import { PRIVATE, syncFolder } from "../replace-file.js";

export class Journal {
  #path;
  #run;
  /** @type {number | undefined} */
  #fd;

  /**
   * Reads the journal of a run that was killed.
   * @param {string} path
   * @param {string} run identifies the work. Entries of another run do not count
   */
  constructor(path, run) {
    this.#path = path;
    this.#run = run;
    const bytes = readIfThere(path) ?? Buffer.alloc(0);
    const { entries, length } = entriesIn(bytes);
    const isSame = entries[0]?.run === run;
    /** The entries of the run that was killed. @type {any[]} */
    this.entries = isSame ? entries.slice(1) : [];
    // Bytes after the last whole line are incomplete.
    if (isSame && bytes.length > length) naming(path, () => truncateSync(path, length));
    if (!isSame) rmSync(path, { force: true });
  }

  /** @param {object} entry */
  append(entry) {
    naming(this.#path, () => {
      if (this.#fd === undefined) {
        this.#fd = openSync(this.#path, "a", PRIVATE);
        if (!this.entries.length) writeFileSync(this.#fd, lineOf({ run: this.#run }));
        syncFolder(dirname(this.#path));
      }
      writeFileSync(this.#fd, lineOf(entry));
      fdatasyncSync(this.#fd);
    });
    this.entries.push(entry);
  }

  close() {
    if (this.#fd !== undefined) closeSync(this.#fd);
  }
}

/** @param {object} entry */
const lineOf = (entry) => `${JSON.stringify(entry)}\n`;

/**
 * The entries in a journal, and the length of their lines in bytes.
 * @param {Buffer} bytes
 */
function entriesIn(bytes) {
  /** @type {any[]} */
  const entries = [];
  let length = 0;
  for (;;) {
    const end = bytes.indexOf("\n", length);
    if (end < 0) return { entries, length };
    try {
      entries.push(JSON.parse(bytes.toString("utf8", length, end)));
    } catch {
      // A power cut has left zeros.
      return { entries, length };
    }
    length = end + 1;
  }
}
