// The database: view counts by page, in a SQLite file.

import sqlite from "node-sqlite3-wasm";

export class Database {
  /** The number of queries for one count. */
  queries = 0;

  #db;
  #select;

  constructor(path) {
    this.#db = new sqlite.Database(path);
    // Only one process uses the file, so it keeps the lock between queries.
    this.#db.exec("PRAGMA locking_mode = EXCLUSIVE");
    this.#db.exec(
      `CREATE TABLE IF NOT EXISTS views (
        page TEXT PRIMARY KEY, count INTEGER NOT NULL
      ) WITHOUT ROWID`,
    );
    this.#select = this.#db.prepare("SELECT count FROM views WHERE page = ?");
  }

  /** @returns {number | undefined} undefined if the page was never viewed */
  count(page) {
    this.queries++;
    return this.#select.get(page)?.count;
  }

  add(counts) {
    const insert = this.#db.prepare(
      "INSERT INTO views VALUES (?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
    );
    this.#db.exec("BEGIN");
    for (const [page, count] of counts) insert.run([page, count]);
    this.#db.exec("COMMIT");
    insert.finalize();
  }

  pages() {
    return this.#db.all("SELECT page FROM views").map(({ page }) => page);
  }

  close() {
    this.#select.finalize();
    this.#db.close();
  }
}
