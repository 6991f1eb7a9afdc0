// Writes the golden dumps. Released dumps never change: a file that is there and would come out
// differently is an error, unless --force is given (before a release, never after).

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { BloomFilter } from "../../../pkg/index.js";

const LONGEST = "ä".repeat(512);
/** The options of each filter; its keys are `prefix` followed by 0 to count − 1. */
const DUMPS = [
  { file: "standard-one-bit", bits: 1, hashes: 1, prefix: "key-", count: 1 },
  { file: "standard-empty", bits: 100, hashes: 64, prefix: "key-", count: 0 },
  { file: "standard-small", bits: 101, hashes: 3, seed: 1, prefix: "key-", count: 10 },
  { file: "standard-prime", bits: 8191, hashes: 5, seed: 1, name: "a prime number of bits", prefix: "https://example.org/list?id=", count: 1000 },
  { file: "standard-rate", capacity: 1000, errorRate: 0.01, name: "disposable domains", version: "2026-11-21", prefix: "mail", count: 1000 },
  { file: "standard-last-seed", capacity: 2000, errorRate: 0.001, seed: 4294967295, prefix: "user:", count: 2000 },
  { file: "standard-longest-head", bits: 64, hashes: 2, seed: 4294967295, name: LONGEST, version: LONGEST, prefix: "", count: 10 },
  { file: "partitioned-small", layout: "partitioned", bits: 99, hashes: 3, prefix: "key-", count: 10 },
  { file: "partitioned-most-hashes", layout: "partitioned", bits: 64 * 37, hashes: 64, seed: 4294967295, name: "schlüssel 🔑", prefix: "schlüssel-🔑-", count: 20 },
  { file: "partitioned-rate", layout: "partitioned", capacity: 500, errorRate: 0.001, seed: 1, version: "7", prefix: "key-", count: 500 },
  { file: "blocked-one-line", layout: "blocked", bits: 512, hashes: 4, prefix: "key-", count: 50 },
  { file: "blocked-rate", layout: "blocked", capacity: 2000, errorRate: 0.01, seed: 1, name: "addresses", version: "3", prefix: "10.0.0.", count: 2000 },
  { file: "blocked-4k", layout: "blocked", bits: 32768, hashes: 8, seed: 4294967295, prefix: "key-", count: 3000 },
];
const ASKED = { prefix: "other-", count: 3000 };
const NOTE = "Golden dumps: README.md says what they are. The Rust tests and tests/js/format.test.mjs both read this file.";

const keysOf = ({ prefix, count }) => Array.from({ length: count }, (_, i) => prefix + i);

function describe({ file, prefix, count, ...options }) {
  const keys = keysOf({ prefix, count });
  const filter = new BloomFilter(options);
  filter.addMany(keys);
  const { layout, bits, hashes, seed, capacity, errorRate, inserted, byteLength, bitsSet } = filter.stats;
  const others = keysOf(ASKED);
  const falsePositives = others.filter((key) => filter.has(key));
  const members = keys.filter((_, i) => i % Math.ceil(count / 5) == 0 || i == count - 1);
  const probed = [...members.slice(0, 2), "other-0", "", "ключ"].slice(0, 3);
  return {
    file: `${file}.b64`,
    layout, bits, hashes, seed, capacity, errorRate, inserted,
    name: filter.name, version: filter.version,
    byteLength, bitsSet,
    keys: { prefix, count },
    members,
    asked: { ...ASKED, possibly: falsePositives.length },
    falsePositives: falsePositives.slice(0, 12),
    absent: others.filter((key) => !filter.has(key)).slice(0, 12),
    positions: probed.map((key) => ({ key, positions: filter.positions(key) })),
    base64: filter.toBase64(),
  };
}

const dumps = DUMPS.map(describe);
// One line for every list of plain values, so that changes can be read.
const entries = dumps.map((dump) =>
  JSON.stringify(dump, null, 2).replace(/\[[^{}[\]]*\]/g, (list) => list.replace(/\s+/g, " ")),
);
const index = `{\n"note": ${JSON.stringify(NOTE)},\n"dumps": [\n${entries.join(",\n")}\n]\n}\n`;
const files = new Map(dumps.map(({ file, base64 }) => [file, base64])).set("index.json", index);

const at = (file) => new URL(file, import.meta.url);
const changed = [...files].filter(([file, text]) => existsSync(at(file)) && readFileSync(at(file), "utf8") != text);
if (changed.length && !process.argv.includes("--force")) {
  const names = changed.map(([file]) => file).join(", ");
  console.error(`${names}: would change, and released dumps never do. Nothing was written.`);
  process.exit(1);
}
for (const [file, text] of files) writeFileSync(at(file), text);
