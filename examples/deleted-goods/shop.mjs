// A shop whose goods come and go, behind a filter. Two remedies for goods that are gone and still
// "present": a filter that can remove, and a plain one that is rebuilt and swapped now and then.

import sqlite from "node-sqlite3-wasm";
import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { FilterHolder } from "edgebloom/live";

const ROWS_AT_ONCE = 1000;

/** The goods, in a SQLite file. */
export class Goods {
  asked = 0;

  #db;

  constructor(path) {
    this.#db = new sqlite.Database(path);
    // One process has the file: no lock has to be taken and given back for every question.
    this.#db.exec("PRAGMA locking_mode = EXCLUSIVE");
    // A power cut may lose the last changes and breaks nothing; no change has to wait for the disk.
    this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    this.#db.exec(
      `CREATE TABLE IF NOT EXISTS goods (
        id TEXT PRIMARY KEY, price INTEGER NOT NULL
      ) WITHOUT ROWID`,
    );
  }

  price(id) {
    this.asked++;
    return this.#db.get("SELECT price FROM goods WHERE id = ?", id)?.price;
  }

  /** True if it was not there. */
  insert(id, price) {
    return this.#db.run("INSERT OR IGNORE INTO goods VALUES (?, ?)", [id, price]).changes > 0;
  }

  /** True if it was there. */
  delete(id) {
    return this.#db.run("DELETE FROM goods WHERE id = ?", id).changes > 0;
  }

  /** All ids, some at a time, so that somebody else gets a turn. */
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

/** The first remedy: counters instead of bits. */
export class CountingShop {
  constructor(goods, sizes) {
    this.goods = goods;
    this.filter = new CountingBloomFilter(sizes);
  }

  price(id) {
    return this.filter.has(id) ? this.goods.price(id) : undefined;
  }

  /** Added once for each row, so that one removal is enough. */
  add(id, price) {
    if (this.goods.insert(id, price)) this.filter.add(id);
  }

  /** Only what was in the database: to remove what was never added takes counts from others. */
  delete(id) {
    if (this.goods.delete(id)) this.filter.remove(id);
  }
}

/** The second remedy: what is deleted stays in the filter until the next one takes over. */
export class RebuildingShop {
  #sizes;
  /** @type {Set<string> | undefined} what was added since the rebuild began */
  #late;

  constructor(goods, sizes) {
    this.goods = goods;
    this.#sizes = sizes;
    this.holder = new FilterHolder(new BloomFilter(sizes));
  }

  price(id) {
    return this.holder.has(id) ? this.goods.price(id) : undefined;
  }

  add(id, price) {
    // The full query may already have gone past it.
    this.#late?.add(id);
    this.holder.current.add(id);
    this.goods.insert(id, price);
  }

  delete(id) {
    this.goods.delete(id);
  }

  /** Fills B from a full query while A serves, then lets B serve. */
  async rebuild() {
    if (this.#late) return;
    this.#late = new Set();
    try {
      const next = new BloomFilter(this.#sizes);
      for await (const ids of this.goods.ids()) next.addMany(ids);
      next.addMany(this.#late);
      this.holder.replace(next);
    } finally {
      this.#late = undefined;
    }
  }

  /** Rebuilds at intervals; call what it returns to stop. */
  rebuildEvery(milliseconds, onError) {
    const timer = setInterval(() => this.rebuild().catch(onError), milliseconds);
    return () => clearInterval(timer);
  }
}
