// Stores on disk (SQLite files) with a filter of their keys in memory. Only "maybe" leads to a disk read.

import { statSync } from "node:fs";
import sqlite from "node-sqlite3-wasm";
import { BloomFilter } from "edgebloom";

/** Counts the queries, the disk reads, and the unnecessary disk reads. */
class Guarded {
  queries = 0;
  diskReads = 0;
  unnecessary = 0;

  constructor(path, table) {
    this.path = path;
    this.db = new sqlite.Database(path);
    // Only one process uses the file, so it keeps the lock between queries.
    this.db.exec("PRAGMA locking_mode = EXCLUSIVE");
    this.db.exec(table);
  }

  /** @returns {Uint8Array | undefined} */
  read(statement, values) {
    this.diskReads++;
    const row = statement.get(values);
    if (!row) this.unnecessary++;
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

  /** Builds the filter from the keys in the file. The values are not read. */
  constructor(path, { capacity, errorRate }) {
    super(path, "CREATE TABLE IF NOT EXISTS pairs (key TEXT PRIMARY KEY, value BLOB NOT NULL)");
    this.#select = this.db.prepare("SELECT value FROM pairs WHERE key = ?");
    const keys = this.db.all("SELECT key FROM pairs").map(({ key }) => key);
    this.filter = BloomFilter.from(keys, { capacity, errorRate });
  }

  put(pairs) {
    // First the filter. If the write then fails, the filter has one key too many, which costs a disk read at most.
    this.filter.addMany(pairs.map(([key]) => key));
    this.write("INSERT OR REPLACE INTO pairs VALUES (?, ?)", pairs);
  }

  get(key) {
    this.queries++;
    return this.filter.has(key) ? this.read(this.#select, [key]) : undefined;
  }

  close() {
    this.#select.finalize();
    this.db.close();
  }
}

/** Values by row and column. Each row has only a few columns. */
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
    this.queries++;
    return this.rows.has(row) && this.cells.has(pair(row, column)) ? this.read(this.#select, [row, column]) : undefined;
  }

  /** All cells of a row. This uses the filter of rows. */
  getRow(row) {
    this.queries++;
    if (!this.rows.has(row)) return [];
    this.diskReads++;
    const found = this.db.all(`SELECT "column", value FROM cells WHERE "row" = ?`, [row]);
    if (found.length === 0) this.unnecessary++;
    return found.map(({ column, value }) => [column, value]);
  }

  close() {
    this.#select.finalize();
    this.db.close();
  }
}

/** One key for two strings. Simply joined, "ab" + "c" would equal "a" + "bc". */
const pair = (row, column) => JSON.stringify([row, column]);
