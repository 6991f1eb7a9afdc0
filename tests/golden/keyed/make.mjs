// Writes the golden files of keyed filters. Released files never change: an existing entry that would come out
// differently is an error, unless you pass --force (before a release, never after).

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { KeyedBloomFilter } from "../../../pkg/index.js";

/** The options of each filter; its keys are `prefix` followed by 0 to count − 1. */
const DUMPS = [
  { secret: "000102030405060708090a0b0c0d0e0f", bits: 128, hashes: 3, prefix: "key-", count: 10 },
  { secret: "00000000000000000000000000000000", capacity: 1000, errorRate: 0.01, name: "blocked domains", version: "2026-11-21", prefix: "mail", count: 1000 },
  { secret: "ffffffffffffffffffffffffffffffff", layout: "partitioned", bits: 64 * 64, hashes: 64, prefix: "schlüssel-🔑-", count: 20 },
  { secret: "8f3b1e0c5d7a294616b2c4d8e9f0a173", layout: "partitioned", capacity: 500, errorRate: 0.001, version: "7", prefix: "key-", count: 500 },
  { secret: "8f3b1e0c5d7a294616b2c4d8e9f0a173", layout: "blocked", capacity: 2000, errorRate: 0.01, name: "addresses", prefix: "10.0.0.", count: 2000 },
  { secret: "000102030405060708090a0b0c0d0e0f", layout: "blocked", bits: 512, hashes: 4, prefix: "key-", count: 40, allowed: ["", "ключ"] },
];
const ASKED = { prefix: "other-", count: 3000 };
const NOTE = "Golden dumps of keyed filters: README.md says what they are. tests/rust/schemes/keyed.rs and tests/js/api/keyed.test.mjs both read this file.";

const keysOf = ({ prefix, count }) => Array.from({ length: count }, (_, i) => prefix + i);
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));

const dumps = DUMPS.map(({ secret, prefix, count, allowed = [], ...options }) => {
  const filter = new KeyedBloomFilter({ ...options, key: bytesOf(secret) });
  const keys = keysOf({ prefix, count });
  filter.addMany(keys);
  for (const key of allowed) filter.allow(key);
  const { layout, bits, hashes, capacity, errorRate, inserted, byteLength, bitsSet } = filter.stats;
  const others = keysOf(ASKED);
  const members = keys.filter((_, i) => i % Math.ceil(count / 5) == 0 || i == count - 1);
  return {
    secret, layout, bits, hashes, capacity, errorRate, inserted,
    name: filter.name, version: filter.version, byteLength, bitsSet,
    keys: { prefix, count }, allowed, members,
    asked: { ...ASKED, possibly: others.filter((key) => filter.has(key)).length },
    falsePositives: others.filter((key) => filter.has(key)).slice(0, 12),
    absent: others.filter((key) => !filter.has(key)).slice(0, 12),
    positions: [...members.slice(0, 2), "other-0", "", "ключ"].map((key) => ({ key, positions: filter.positions(key) })),
    base64: filter.toBase64(),
  };
});
// One line for each list of plain values, to keep diffs readable.
const entries = dumps.map((dump) => JSON.stringify(dump, null, 2).replace(/\[[^{}[\]]*\]/g, (list) => list.replace(/\s+/g, " ")));
const index = `{\n"note": ${JSON.stringify(NOTE)},\n"dumps": [\n${entries.join(",\n")}\n]\n}\n`;

const file = new URL("index.json", import.meta.url);
const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).dumps : [];
const kept = before.every((dump) => dumps.some((one) => JSON.stringify(one) == JSON.stringify(dump)));
if (!kept && !process.argv.includes("--force")) {
  console.error("an entry would change, and released dumps never do. Nothing was written.");
  process.exit(1);
}
writeFileSync(file, index);
