import { randomFillSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeyValueStore, Table } from "./store.mjs";

const folder = mkdtempSync(join(tmpdir(), "edgebloom-store-"));
const value = randomFillSync(new Uint8Array(500));
const show = (what, { queries, diskReads, unnecessary }) =>
  console.log(`${what}: ${queries} queries, ${diskReads} disk reads, ${unnecessary} of them unnecessary`);

const store = new KeyValueStore(join(folder, "pairs.db"), { capacity: 20_000, errorRate: 0.01 });
store.put(Array.from({ length: 20_000 }, (_, i) => [`stored-${i}`, value]));
for (let i = 0; i < 20_000; i += 10) store.get(`stored-${i}`);
for (let i = 0; i < 50_000; i++) store.get(`absent-${i}`);
show("keys", store);
const megabytes = (store.diskBytes / 1e6).toFixed(0);
console.log(`in memory: ${store.filter.stats.byteLength} bytes; on disk: ${megabytes} MB`);

const table = new Table(join(folder, "cells.db"), { rows: 5000, cells: 20_000, errorRate: 0.01 });
table.put(Array.from({ length: 20_000 }, (_, i) => [`user-${i >> 2}`, `visit:${(i * 7) % 1000}`, value]));
for (let i = 0; i < 50_000; i++) table.get(`user-${i % 10_000}`, `visit:${i % 1000}`);
show("cells", table);

store.close();
table.close();
rmSync(folder, { recursive: true });
