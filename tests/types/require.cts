// The three entries by `require`.

import edgebloom = require("edgebloom");
import compat = require("edgebloom/compat");
import live = require("edgebloom/live");

const filter: edgebloom.BloomFilter = edgebloom.BloomFilter.from(["a"], { errorRate: 0.1 });
const stats: Readonly<edgebloom.Stats> = filter.stats;
const imported: compat.BloomFilter = compat.importFilter(filter.toBytes(), { format: "guava", funnel: "bytes" });
const holder = new live.FilterHolder(imported.union(filter));
const answer: boolean = holder.has("a");
// @ts-expect-error a number is no key
holder.has(5);
// @ts-expect-error no funnel
compat.importFilter(filter.toBytes(), { format: "guava" });
export = { stats, answer };
