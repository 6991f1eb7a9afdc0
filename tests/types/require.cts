// The entry points with `require`.

import edgebloom = require("edgebloom");
import compat = require("edgebloom/compat");
import live = require("edgebloom/live");
import forms = require("edgebloom/keys");
import signing = require("edgebloom/sign");

const filter: edgebloom.BloomFilter = edgebloom.BloomFilter.from(["a"], { errorRate: 0.1 });
const stats: Readonly<edgebloom.Stats> = filter.stats;
const imported: compat.CompatFilter = compat.importFilter(filter.toBytes(), { format: "guava", funnel: "bytes" });
const answer: boolean = imported.union(imported).has("a");
const secret: edgebloom.KeyedBloomFilter = edgebloom.KeyedBloomFilter.from(["a"], {
  key: edgebloom.generateSecretKey(),
  errorRate: 0.1,
});
// @ts-expect-error a number is not a key
imported.has(5);
// @ts-expect-error secret key missing
edgebloom.KeyedBloomFilter.fromBytes(secret.toBytes());
// @ts-expect-error funnel missing
compat.importFilter(filter.toBytes(), { format: "guava" });
const taken: Promise<signing.Verified> = signing.verify(filter.toBytes(), { publicKey: "" });
// @ts-expect-error public key missing
signing.verify(filter.toBytes(), {});
const set: edgebloom.StaticFilter = edgebloom.StaticFilter.from(["a"], { errorRate: 0.1 });
const form: live.KeyForm = forms.domain;
const sharded = new live.ShardedFilter("https://lists.example/manifest.json", { keys: form });
export = { stats, answer, taken, set, sharded };
