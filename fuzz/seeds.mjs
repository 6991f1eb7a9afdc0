// Writes the first inputs of every target, from tests/golden: `node fuzz/seeds.mjs FOLDER`. Further inputs that libFuzzer finds go into
// packs (fuzz/README.md).

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFilter, exportFilter } from "../pkg/compat.js";
import { BloomFilter, CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter } from "../pkg/index.js";
import { SYSTEMS, bytesOf, vectorsOf } from "../tests/js/helpers/foreign-vectors.mjs";

/** Longer inputs are slower and reach no other code. */
const LONGEST = 1024;
/** The formats of fuzz/src/foreign_load.rs, in its order. */
const FORMATS = [
  "guava",
  "spark",
  "redisbloom",
  "go-bits-and-blooms",
  "parquet-sbbf",
  "npm-bloomfilter",
  "pybloom-live",
  "rbloom",
  "npm-bloom-filters",
  "go-bits-and-blooms, from JSON",
  "redis-bitmap",
  "datasketches",
];
const OPTIONS = 5;

const golden = (name) => JSON.parse(readFileSync(new URL(`../tests/golden/${name}`, import.meta.url), "utf8"));

const KEYS = ["a", "b", "c", "d", "e", "f", "g"];

/** Small filters of kinds whose golden files are large. */
function small() {
  const growing = { capacity: 1, errorRate: 0.9 };
  const filters = [
    ...["standard", "partitioned", "blocked"].map(
      (layout) => new ScalableBloomFilter({ ...growing, layout, name: "a list" }),
    ),
    ...[2, 4, 8, 16].map((counterBits) => new CountingBloomFilter({ bits: 64, hashes: 3, counterBits })),
    new SparseBloomFilter({ bits: 2 ** 24, hashes: 3 }),
    new SparseBloomFilter({ bits: 2 ** 32, hashes: 3, name: "a", version: "b" }),
    createFilter({ scheme: "php-redis", bits: 2 ** 32, functions: ["bkdr", "js"], arithmetic: "php" }),
    createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" }),
    createFilter({ scheme: "additive-partitioned", size: 32, seeds: [3, 7] }),
    ...growingOfSystems(),
  ];
  for (const filter of filters) filter.addMany(KEYS);
  const allowing = BloomFilter.from(["a"], { bits: 64, hashes: 1 });
  allowing.allow("b");
  return [...filters, allowing];
}

/** Scalable filters of other systems. */
const growingOfSystems = () => [
  createFilter({ scheme: "redisbloom", capacity: 1, errorRate: 0.9, expansion: 1 }),
  createFilter({ scheme: "pybloom-live-xxh128", capacity: 1, errorRate: 0.9, growth: 1 }),
];

/** Their files. */
function growingFiles() {
  return growingOfSystems().map((filter, i) => {
    for (const key of KEYS.slice(0, 3)) filter.add(key);
    const [format, name] = [
      [2, "redisbloom"],
      [6, "pybloom-live"],
    ][i];
    const file = exportFilter(filter, { format: name });
    return [format, Array.isArray(file) ? Buffer.concat(file.map(([, bytes]) => bytes)) : file];
  });
}

/** Native filter files, of all schemes and kinds. */
function dumps() {
  const { dumps, variants } = golden("native/index.json");
  const rows = [
    ...dumps,
    ...variants,
    ...golden("static/index.json"),
    ...golden("maps/index.json"),
    ...golden("native/rejected.json"),
  ];
  const texts = rows.map(({ base64 }) => base64);
  for (const { text } of Object.values(golden("native-of-systems.json"))) texts.push(text);
  for (const filter of small()) texts.push(filter.toBase64());
  return texts.map((text) => Buffer.from(text, "base64"));
}

/** The number of a format in fuzz/src/foreign_load.rs. */
function numberOf(system) {
  const number = FORMATS.indexOf(system);
  if (number < 0)
    throw new Error(`${system}: fuzz/src/foreign_load.rs and FORMATS in fuzz/seeds.mjs need a row for it`);
  return number;
}

/** Files of other systems after two bytes that select the format. For formats in JSON, which JavaScript parses, this is the shape and the bits. */
function files() {
  const all = growingFiles();
  for (const system of SYSTEMS) {
    const { vectors, malformed } = vectorsOf(system);
    for (const { dump_base64 } of [...vectors, ...malformed.cases]) {
      const file = bytesOf(dump_base64);
      if (file[0] !== 0x7b && file[0] !== 0x5b) all.push([numberOf(system), file]);
    }
  }
  const bits = (count) => Buffer.alloc(count).fill("bits");
  const shape = (bits, hashes) => Buffer.from([bits & 255, bits >> 8, 0, hashes, 0]);
  for (const count of [0, 1, 4, 8, 13, 32]) {
    all.push([5, Buffer.concat([shape(0, 3), bits(count * 4)])]);
    for (const spare of [0, 1, 7]) all.push([8, Buffer.concat([shape(count * 8 - spare, 3), bits(count)])]);
    all.push([8, Buffer.concat([shape(count * 8, 2), bits(count * 2)])]);
    all.push([
      9,
      Buffer.concat([shape(count * 8, 5), Buffer.alloc(7), Buffer.from([count * 8]), bits(Math.ceil(count / 8) * 8)]),
    ]);
    all.push([10, Buffer.concat([shape(count * 8 + 3, 5), bits(count)])]);
  }
  return all.flatMap(([format, file]) =>
    Array.from({ length: OPTIONS }, (_, option) => Buffer.concat([Buffer.from([format, option]), file])),
  );
}

const LINES = [
  "",
  "a",
  "a\nb",
  "a\r\nb\r\n",
  "\n\n\r\n\r\r\n",
  "-5\n12\n9223372036854775808\n-2147483648\n+7\n0012",
  "dög\n\xff\n\u0000",
];

const targets = {
  native_load: dumps(),
  base64_load: [...dumps(), ...dumps().map((dump) => Buffer.from(dump.toString("base64")))],
  foreign_load: files(),
  round_trip: [
    ...dumps().map((dump, i) => Buffer.concat([Buffer.from([6, 1, 66 + i, 97 + i, 130 + i, 160 + i, 190 + i]), dump])),
    ...files().map((file, i) => Buffer.concat([Buffer.from([0x84, 1, 66 + i, 100 + i, 160 + i]), file])),
  ],
  model: Array.from({ length: 32 }, (_, i) =>
    Buffer.from(Array.from({ length: 64 }, (_, j) => (i * 8 + j * j * 37) & 255)),
  ),
  lines: LINES.map((text) => Buffer.from(text, "latin1")),
};

const [folder] = process.argv.slice(2);
for (const [target, inputs] of Object.entries(targets)) {
  mkdirSync(join(folder, target), { recursive: true });
  const fitting = inputs.filter(({ length }) => length <= LONGEST);
  fitting.forEach((input, i) => writeFileSync(join(folder, target, `seed-${String(i).padStart(4, "0")}`), input));
  console.log(`${target}: ${fitting.length} seeds`);
}
