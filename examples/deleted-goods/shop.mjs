// A shop with a filter in front of its database. Deleted goods must not stay in the filter. There are two ways: a counting filter,
// which can remove keys, and a plain filter that is rebuilt and swapped at intervals.

import sqlite from "node-sqlite3-wasm";
import { BloomFilter, CountingBloomFilter } from "edgebloom";

const ROWS_AT_ONCE = 1000;

/** The goods, in a SQLite file. */
export class Goods {
  queries = 0;

  #db;

  constructor(path) {
    this.#db = new sqlite.Database(path);
    // Only one process uses the file, so it keeps the lock between queries.
    this.#db.exec("PRAGMA locking_mode = EXCLUSIVE");
    // Changes do not wait for the disk. A power cut may lose the last ones, but the file stays intact.
    this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    this.#db.exec(
      `CREATE TABLE IF NOT EXISTS goods (
        id TEXT PRIMARY KEY, price INTEGER NOT NULL
      ) WITHOUT ROWID`,
    );
  }

  price(id) {
    this.queries++;
    return this.#db.get("SELECT price FROM goods WHERE id = ?", id)?.price;
  }

  /** True if the item is new. */
  insert(id, price) {
    return this.#db.run("INSERT OR IGNORE INTO goods VALUES (?, ?)", [id, price]).changes > 0;
  }

  /** True if the item existed. */
  delete(id) {
    return this.#db.run("DELETE FROM goods WHERE id = ?", id).changes > 0;
  }

  /** All ids, in parts. Other work can run between them. */
  async *ids() {
    for (let last = ""; ; ) {
      const rows = this.#db.all(`SELECT id FROM goods WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE}`, last);
      if (!rows.length) return;
      yield rows.map(({ id }) => id);
      last = rows.at(-1).id;
      await new Promise(setImmediate);
    }
  }

  close() {
    this.#db.close();
  }
}

/** The first way: counters instead of bits. */
export class CountingShop {
  constructor(goods, sizes) {
    this.goods = goods;
    this.filter = new CountingBloomFilter(sizes);
  }

  price(id) {
    return this.filter.has(id) ? this.goods.price(id) : undefined;
  }

  /** Adds a key once per row, so one removal is enough. */
  add(id, price) {
    if (this.goods.insert(id, price)) this.filter.add(id);
  }

  /** Removes only keys that were in the database. Removing any other key would decrement the counters of other keys. */
  delete(id) {
    if (this.goods.delete(id)) this.filter.remove(id);
  }
}

/** The second way: deleted goods stay in the filter until the next one replaces it. */
export class RebuildingShop {
  #sizes;
  /** @type {Set<string> | undefined} the ids added since the rebuild began */
  #late;

  constructor(goods, sizes) {
    this.goods = goods;
    this.#sizes = sizes;
    this.filter = new BloomFilter(sizes);
  }

  price(id) {
    return this.filter.has(id) ? this.goods.price(id) : undefined;
  }

  add(id, price) {
    // The rebuild may already have passed this id.
    this.#late?.add(id);
    this.filter.add(id);
    this.goods.insert(id, price);
  }

  delete(id) {
    this.goods.delete(id);
  }

  /** Fills a new filter from a full query, then replaces the old one, which stays in use until then. */
  async rebuild() {
    if (this.#late) return;
    this.#late = new Set();
    try {
      const next = new BloomFilter(this.#sizes);
      for await (const ids of this.goods.ids()) next.addMany(ids);
      next.addMany(this.#late);
      this.filter = next;
    } finally {
      this.#late = undefined;
    }
  }

  /** Rebuilds at intervals. Returns a function that stops it. */
  rebuildEvery(milliseconds, onError) {
    const timer = setInterval(() => this.rebuild().catch(onError), milliseconds);
    return () => clearInterval(timer);
  }
}
