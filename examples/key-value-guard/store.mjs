// Stores on disk (SQLite files) with a filter of what they hold in memory. Only "possibly" goes to
// the disk.

import { statSync } from "node:fs";
import sqlite from "node-sqlite3-wasm";
import { BloomFilter } from "edgebloom";

/** What both stores count: questions, those that went to the disk, and those in vain. */
class Guarded {
  asked = 0;
  diskReads = 0;
  superfluous = 0;

  constructor(path, table) {
    this.path = path;
    this.db = new sqlite.Database(path);
    // One process has the file: no lock has to be taken and given back for every question.
    this.db.exec("PRAGMA locking_mode = EXCLUSIVE");
    this.db.exec(table);
  }

  /** @returns {Uint8Array | undefined} */
  read(statement, values) {
    this.diskReads++;
    const row = statement.get(values);
    if (!row) this.superfluous++;
    return row?.value;
  }

  write(sql, rows) {
    const statement = this.db.prepare(sql);
    this.db.exec("BEGIN");
    for (const row of rows) statement.run(row);
    this.db.exec("COMMIT");
    statement.finalize();
  }

  get diskBytes() {
    return statSync(this.path).size;
  }
}

/** Values by key. */
export class KeyValueStore extends Guarded {
  #select;

  /** Reads the keys, not the values, to make the filter. */
  constructor(path, { capacity, errorRate }) {
    super(path, "CREATE TABLE IF NOT EXISTS pairs (key TEXT PRIMARY KEY, value BLOB NOT NULL)");
    this.#select = this.db.prepare("SELECT value FROM pairs WHERE key = ?");
    const keys = this.db.all("SELECT key FROM pairs").map(({ key }) => key);
    this.filter = BloomFilter.from(keys, { capacity, errorRate });
  }

  put(pairs) {
    // First the filter: a write that then fails leaves a superfluous look-up, never a miss.
    this.filter.addMany(pairs.map(([key]) => key));
    this.write("INSERT OR REPLACE INTO pairs VALUES (?, ?)", pairs);
  }

  get(key) {
    this.asked++;
    return this.filter.has(key) ? this.read(this.#select, [key]) : undefined;
  }

  close() {
    this.#select.finalize();
    this.db.close();
  }
}

/** Values by row and column, few of the columns in any row. */
export class Table extends Guarded {
  #select;

  constructor(path, { rows, cells, errorRate }) {
    super(
      path,
      `CREATE TABLE IF NOT EXISTS cells (
        "row" TEXT, "column" TEXT, value BLOB NOT NULL, PRIMARY KEY ("row", "column")
      )`,
    );
    this.#select = this.db.prepare(`SELECT value FROM cells WHERE "row" = ? AND "column" = ?`);
    this.rows = new BloomFilter({ capacity: rows, errorRate });
    this.cells = new BloomFilter({ capacity: cells, errorRate });
    this.#remember(this.db.all(`SELECT "row", "column" FROM cells`).map(({ row, column }) => [row, column]));
  }

  #remember(cells) {
    for (const [row, column] of cells) {
      this.rows.add(row);
      this.cells.add(pair(row, column));
    }
  }

  put(cells) {
    this.#remember(cells);
    this.write("INSERT OR REPLACE INTO cells VALUES (?, ?, ?)", cells);
  }

  get(row, column) {
    this.asked++;
    return this.rows.has(row) && this.cells.has(pair(row, column)) ? this.read(this.#select, [row, column]) : undefined;
  }

  /** All cells of a row; the filter of rows is the one that can answer this. */
  getRow(row) {
    this.asked++;
    if (!this.rows.has(row)) return [];
    this.diskReads++;
    const found = this.db.all(`SELECT "column", value FROM cells WHERE "row" = ?`, [row]);
    if (found.length === 0) this.superfluous++;
    return found.map(({ column, value }) => [column, value]);
  }

  close() {
    this.#select.finalize();
    this.db.close();
  }
}

/** One key for two texts; joined without their lengths, "ab" + "c" would be "a" + "bc". */
const pair = (row, column) => JSON.stringify([row, column]);
