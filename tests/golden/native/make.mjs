// Writes the golden files. Released files never change: an existing file or entry that would come out differently is an
// error, unless you pass --force (before a release, never after).

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import {
  BloomFilter, CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter, readHeader,
} from "../../../pkg/index.js";
import { checksum } from "../../js/helpers/format-reader.mjs";

const LONGEST = "ä".repeat(512);
/** The options of each filter; its keys are `prefix` followed by 0 to count − 1. */
const DUMPS = [
  { file: "standard-one-word", bits: 64, hashes: 1, prefix: "key-", count: 1 },
  { file: "standard-empty", bits: 128, hashes: 64, prefix: "key-", count: 0 },
  { file: "standard-small", bits: 128, hashes: 3, seed: 1, prefix: "key-", count: 10 },
  { file: "standard-prime", bits: 64 * 127, hashes: 5, seed: 1, name: "a prime number of words", prefix: "https://example.org/list?id=", count: 1000 },
  { file: "standard-rate", capacity: 1000, errorRate: 0.01, name: "disposable domains", version: "2026-11-21", prefix: "mail", count: 1000 },
  { file: "standard-last-seed", capacity: 2000, errorRate: 0.001, seed: 4294967295, prefix: "user:", count: 2000 },
  { file: "standard-longest-head", bits: 64, hashes: 2, seed: 4294967295, name: LONGEST, version: LONGEST, prefix: "", count: 10 },
  { file: "partitioned-small", layout: "partitioned", bits: 192, hashes: 3, prefix: "key-", count: 10 },
  { file: "partitioned-most-hashes", layout: "partitioned", bits: 64 * 64, hashes: 64, seed: 4294967295, name: "schlüssel 🔑", prefix: "schlüssel-🔑-", count: 20 },
  { file: "partitioned-rate", layout: "partitioned", capacity: 500, errorRate: 0.001, seed: 1, version: "7", prefix: "key-", count: 500 },
  { file: "blocked-one-block", layout: "blocked", bits: 512, hashes: 4, prefix: "key-", count: 50 },
  { file: "blocked-rate", layout: "blocked", capacity: 2000, errorRate: 0.01, seed: 1, name: "addresses", version: "3", prefix: "10.0.0.", count: 2000 },
  { file: "standard-salt", bits: 64 * 99, hashes: 5, seed: 7, salt: 1, prefix: "key-", count: 700 },
  { file: "partitioned-salt", layout: "partitioned", bits: 64 * 50, hashes: 5, salt: 4294967295, prefix: "key-", count: 300 },
  { file: "blocked-salt", layout: "blocked", bits: 4096, hashes: 4, seed: 4294967295, salt: 7, prefix: "key-", count: 400 },
  { file: "blocked-4k", layout: "blocked", bits: 32768, hashes: 8, seed: 4294967295, prefix: "key-", count: 3000 },
];
/** Filters of other classes. `times`: how often one more key is added. `allowed`: exceptions besides false positives. */
const VARIANTS = [
  { file: "counting-2", Kind: CountingBloomFilter, counterBits: 2, bits: 1024, hashes: 3, prefix: "key-", count: 150, times: 5 },
  { file: "counting-4", Kind: CountingBloomFilter, counterBits: 4, capacity: 100, errorRate: 0.05, seed: 1, name: "in flight", prefix: "message ", count: 100, times: 20 },
  { file: "counting-8", Kind: CountingBloomFilter, layout: "partitioned", counterBits: 8, bits: 64 * 15, hashes: 3, prefix: "key-", count: 200, times: 300 },
  { file: "counting-16", Kind: CountingBloomFilter, layout: "blocked", counterBits: 16, bits: 1024, hashes: 4, seed: 4294967295, version: "7", prefix: "schlüssel-🔑-", count: 120, times: 70000 },
  { file: "scalable", Kind: ScalableBloomFilter, capacity: 50, errorRate: 0.05, seed: 1, name: "seen", version: "2026-11-21", prefix: "https://example.org/", count: 1000 },
  { file: "scalable-blocked", Kind: ScalableBloomFilter, layout: "blocked", capacity: 20, errorRate: 0.1, growth: 4, tightening: 0.5, prefix: "key-", count: 700 },
  { file: "allowed", Kind: BloomFilter, bits: 1024, hashes: 3, seed: 1, name: "with exceptions", prefix: "key-", count: 200, allowed: ["", "ключ", "x".repeat(300)] },
  { file: "sparse", Kind: SparseBloomFilter, bits: 4294967296, hashes: 3, seed: 4294967295, name: "few of many", prefix: "key-", count: 300 },
];
const ASKED = { prefix: "other-", count: 3000 };
const NOTE = "Golden dumps: README.md says what they are. The Rust tests and tests/js/format/golden.test.mjs both read this file.";

/** An empty filter. No option sets a salt, but a file may have one. */
function emptyOf({ salt = 0, ...options }) {
  const file = Buffer.from(new BloomFilter(options).toBytes());
  file.writeUInt32LE(salt, 28);
  file.writeBigUInt64LE(checksum(file.subarray(0, -8)), file.length - 8);
  return BloomFilter.fromBytes(file);
}

const keysOf = ({ prefix, count }) => Array.from({ length: count }, (_, i) => prefix + i);

function describe({ file, prefix, count, ...options }) {
  const keys = keysOf({ prefix, count });
  const filter = emptyOf(options);
  filter.addMany(keys);
  const { salt = 0 } = options;
  const { layout, bits, hashes, seed, capacity, errorRate, inserted, byteLength, bitsSet } = filter.stats;
  const others = keysOf(ASKED);
  const falsePositives = others.filter((key) => filter.has(key));
  const members = keys.filter((_, i) => i % Math.ceil(count / 5) == 0 || i == count - 1);
  const probed = [...members.slice(0, 2), "other-0", "", "ключ"].slice(0, 3);
  return {
    file: `${file}.b64`,
    layout, bits, hashes, seed, salt, capacity, errorRate, inserted,
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

/** The keys that are added to a counting filter and removed again. */
const REMOVED = { prefix: "gone-", count: 20 };

function describeVariant({ file, Kind, prefix, count, times, allowed, ...options }) {
  const keys = keysOf({ prefix, count });
  const others = keysOf(ASKED);
  const filter = new Kind(options);
  if (times) {
    // Adds every third key twice, so that counters differ.
    filter.addMany(keys.concat(keys.filter((_, i) => i % 3 == 0)));
    for (let i = 0; i < times; i++) filter.add("often");
    filter.addMany(keysOf(REMOVED));
    for (const key of keysOf(REMOVED)) filter.remove(key);
  } else {
    filter.addMany(keys);
  }
  const exceptions = allowed && others.filter((key) => filter.has(key)).slice(0, 5).concat(allowed).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const key of exceptions ?? []) filter.allow(key);
  const dump = filter.toBytes();
  const { scheme, byteLength, subFilters, salt, ...header } = readHeader(dump);
  const falsePositives = others.filter((key) => filter.has(key));
  const members = keys.filter((_, i) => i % Math.ceil(count / 5) == 0 || i == count - 1);
  const probed = [...members.slice(0, 2), "other-0"];
  // A plain filter of the same shape has the positions of a sub-filter. The files of the sub-filters follow each other,
  // between the header and the checksum of the whole.
  const shapes = [];
  if (Kind == ScalableBloomFilter) {
    const end = dump.length - 8;
    let offset = 64 + new DataView(dump.buffer, dump.byteOffset).getUint32(56, true);
    for (; offset < end; offset += shapes.at(-1).byteLength) shapes.push(readHeader(dump.subarray(offset, end)));
  } else shapes.push(readHeader(dump));
  const positionsIn = ({ layout, bits, hashes, seed }, key) => {
    const one = bits > 2 ** 24 ? filter : new BloomFilter({ layout, bits, hashes, seed });
    return one.positions(key);
  };
  return {
    file: `${file}.b64`,
    kind: Kind.name,
    ...header,
    byteLength: dump.length,
    bitsSet: filter.stats.bitsSet,
    keys: { prefix, count },
    ...(times && { often: times, removed: REMOVED, stuck: filter.stats.saturatedCounters }),
    ...(exceptions && { allowed: exceptions }),
    ...(Kind == ScalableBloomFilter && {
      growth: filter.stats.growth, tightening: filter.stats.tightening, rate: filter.stats.errorRate,
      stages: shapes.map(({ bits, hashes, capacity, inserted }) => ({ bits, hashes, capacity, inserted })),
    }),
    members,
    asked: { ...ASKED, possibly: falsePositives.length },
    falsePositives: falsePositives.slice(0, 12),
    absent: others.filter((key) => !filter.has(key)).slice(0, 12),
    ...(times && { counts: [...members, "often", "gone-0", "other-0"].map((key) => ({ key, count: filter.count(key) })) }),
    positions: shapes.flatMap((shape, stage) => probed.map((key) => ({ key, stage, positions: positionsIn(shape, key) }))),
    base64: filter.toBase64(),
  };
}

const dumps = DUMPS.map(describe);
const variants = VARIANTS.map(describeVariant);
// One line for each list of plain values, to keep diffs readable.
const entriesOf = (list) =>
  list.map((dump) => JSON.stringify(dump, null, 2).replace(/\[[^{}[\]]*\]/g, (list) => list.replace(/\s+/g, " "))).join(",\n");
const index = `{\n"note": ${JSON.stringify(NOTE)},\n"dumps": [\n${entriesOf(dumps)}\n],\n"variants": [\n${entriesOf(variants)}\n]\n}\n`;
const files = new Map([...dumps, ...variants].map(({ file, base64 }) => [file, base64]));

const at = (file) => new URL(file, import.meta.url);
const read = (file) => (existsSync(at(file)) ? readFileSync(at(file), "utf8") : undefined);
const changed = [...files].filter(([file, text]) => (read(file) ?? text) != text).map(([file]) => file);
// Entries begin with "{" at the start of a line. No entry of the index may be removed.
const lost = (read("index.json") ?? "").split(/^(?={$)/m).slice(1).map((text) => text.replace(/,?\n(\][^]*)?$/, ""));
for (const text of lost) if (!index.includes(`${text}\n`) && !index.includes(`${text},\n`)) changed.push(`the entry of ${/"file": "(.*)"/.exec(text)?.[1]}`);
if (changed.length && !process.argv.includes("--force")) {
  const names = changed.join(", ");
  console.error(`${names}: would change, and released dumps never do. Nothing was written.`);
  process.exit(1);
}
files.set("index.json", index);
for (const [file, text] of files) writeFileSync(at(file), text);
