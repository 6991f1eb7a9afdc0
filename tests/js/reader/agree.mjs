// Compares the reader with the WebAssembly module: random filters with random keys, and mutated files.

import assert from "node:assert/strict";
import { BloomFilter, ScalableBloomFilter, load } from "../../../pkg/index.js";
import { formOf } from "../helpers/load-any.mjs";
import { FilterFormatError, FilterReader } from "../../../pkg/reader/index.js";
import { StaticFilter } from "../../../pkg/index.js";
import { changedBytes, repaired } from "../../../fuzz/mutate.mjs";
import { checksum } from "../helpers/format-reader.mjs";
import { utf8 } from "../helpers/helpers.mjs";
import { keyBytes } from "../../../pkg/reader/key.js";

const LAYOUTS = ["standard", "partitioned", "blocked"];

/** A random key of one of many kinds. */
export function randomKey(random) {
  const length = random.below(random.once(8) ? 200 : 40);
  const characters = (least, most) =>
    Array.from({ length }, () => String.fromCharCode(least + random.below(most - least))).join("");
  switch (random.below(8)) {
    case 0:
      return characters(0x4e00, 0x9fff);
    // Surrogates, paired and alone.
    case 1:
      return characters(0xd7f0, 0xe010);
    case 2:
      return characters(0, 0x900);
    case 3:
      return BigInt.asIntN(64, BigInt(random.below(2 ** 31)) * BigInt(random.below(2 ** 31)) * 3n - 5n);
    case 4:
      return Uint8Array.from({ length }, () => random.below(256));
    default:
      return characters(0x20, 0x7f);
  }
}

/** A random filter of one of the classes that the reader reads. */
export function randomFilter(random) {
  const layout = random.of(LAYOUTS);
  const hashes = 1 + random.below(random.once(6) ? 64 : 10);
  const seed = random.of([0, 1, 16, 2 ** 31, 2 ** 32 - 1, random.below(2 ** 31)]);
  const options = { layout, seed, ...(random.once(4) && { name: "a list", version: "7" }) };
  if (random.once(5)) return randomStatic(random, options);
  if (random.once(4)) {
    const filter = new ScalableBloomFilter({
      ...options,
      capacity: 1 + random.below(20),
      errorRate: random.of([0.3, 0.05, 1e-4]),
    });
    for (let rest = random.below(60); rest > 0; rest--) filter.add(randomKey(random));
    return filter;
  }
  const unit = { standard: 64, partitioned: 64 * hashes, blocked: 512 }[layout];
  let filter = new BloomFilter({ ...options, hashes, bits: unit * (1 + random.below(random.once(9) ? 3000 : 12)) });
  if (random.once(3)) filter = salted(filter, random);
  for (let rest = random.below(60); rest > 0; rest--) filter.add(randomKey(random));
  for (let rest = random.once(3) ? random.below(5) : 0; rest > 0; rest--) filter.allow(randomKey(random));
  return filter;
}

/** The bytes of a key as a text: a string and bytes can be the same key. */
const textOfBytes = (key) => Buffer.from(keyBytes(key)).toString("hex");

/** A random static set, sometimes with several layers. */
function randomStatic(random, { layout: _, ...options }) {
  const few = random.once(3) ? 600 : 30;
  const count = random.once(30) ? 3073 + random.below(300) : random.below(few);
  const errorRate = random.of([0.5, 0.49, 0.3, 0.25, 0.05, 0.01, 1e-4, 1e-9, 2 ** -32]);
  const keys =
    count > few
      ? Array.from({ length: count }, (_, i) => `${i}`)
      : Array.from({ length: count }, () => randomKey(random));
  // A small universe has few false positives, so the sets that remove them differ in shape.
  const never = random.once(3)
    ? Array.from({ length: random.below(random.of([5, 300])) }, () => randomKey(random))
    : undefined;
  const filter = StaticFilter.from(keys, { ...options, errorRate, never });
  const members = new Set(never && keys.map(textOfBytes));
  for (const key of never ?? []) assert.equal(filter.has(key), members.has(textOfBytes(key)));
  for (let rest = random.once(3) ? random.below(5) : 0; rest > 0; rest--) filter.allow(randomKey(random));
  return filter;
}

/** The same filter with a salt. Only files can have one. */
function salted(filter, random) {
  const file = Buffer.from(filter.toBytes());
  file.writeUInt32LE(random.below(2 ** 31), 28);
  file.writeBigUInt64LE(checksum(file.subarray(0, -8)), file.length - 8);
  return BloomFilter.fromBytes(file);
}

/** Compares everything that reader and module report about a filter; returns the number of compared answers. */
export function compare(filter, random, keys) {
  const reader = random.once(2) ? FilterReader.fromBytes(filter.toBytes()) : FilterReader.fromBase64(filter.toBase64());
  const list = Array.from({ length: keys }, () => randomKey(random));
  assert.deepEqual(reader.hasMany(list), filter.hasMany(list));
  for (const key of list) {
    assert.equal(reader.has(key), filter.has(key));
    assert.deepEqual(reader.positions(key), filter.positions?.(key) ?? []);
    // A string equals its UTF-8 bytes.
    if (typeof key === "string") assert.equal(reader.has(utf8(key)), reader.has(key));
  }
  const { stats } = reader;
  for (const field of [
    "layout",
    "bits",
    "hashes",
    "seed",
    "capacity",
    "errorRate",
    "inserted",
    "bitsSet",
    "byteLength",
  ]) {
    if (field in filter.stats) assert.equal(stats[field], filter.stats[field], field);
  }
  assert.deepEqual([reader.name, reader.version], [filter.name, filter.version]);
  return keys * 2;
}

/** The file with a correct checksum, if it is long enough to have one. */
function resealed(bytes) {
  if (bytes.length < 64 || bytes.length % 8) return bytes;
  const file = Buffer.from(bytes);
  file.writeBigUInt64LE(checksum(file.subarray(0, -8)), file.length - 8);
  return file;
}

const outcome = (read) => {
  try {
    return read();
  } catch (error) {
    return error;
  }
};

/** The classes that the reader reads. */
const isRead = (filter) => [BloomFilter, ScalableBloomFilter, StaticFilter].includes(filter.constructor);

/**
 * Reads mutated files with the module and with the reader. Both must accept and reject the same files.
 * @returns the number of files, of files with a valid checksum, and of accepted files among those
 */
export function compareMutants(files, random, count) {
  const counts = { mutants: 0, resealed: 0, accepted: 0 };
  for (let i = 0; i < count; i++) {
    const [file, other] = [random.of(files), random.of(files)];
    let bytes = random.once(40) ? Buffer.from(file) : changedBytes(random, file, other);
    const kind = random.below(5);
    if (kind > 0) {
      bytes = kind > 2 ? resealed(bytes) : repaired(bytes);
      counts.resealed++;
    }
    // A file that names a form of its keys is read in that form.
    const options = formOf(bytes);
    const ours = outcome(() => load(bytes, options));
    const theirs = outcome(() => FilterReader.fromBytes(bytes, options));
    const readable = !(ours instanceof Error) && isRead(ours);
    const what = () => `${bytes.toString("base64")}\n${ours}\n${theirs}`;
    if (theirs instanceof FilterReader !== readable) assert.fail(what());
    if (!readable && !(theirs instanceof FilterFormatError)) assert.fail(what());
    if (readable) {
      for (let j = 0; j < 3; j++) {
        const key = randomKey(random);
        if (ours.has(key) !== theirs.has(key)) assert.fail(`${key}: ${what()}`);
      }
      counts.accepted += +(kind > 0);
    }
    if (!(ours instanceof Error)) ours.free();
    counts.mutants++;
  }
  return counts;
}

/** Small files of every class, of native schemes and of other systems. */
export function smallFiles(random, goldenFiles) {
  const own = Array.from({ length: 60 }, () => randomFilter(random).toBytes()).filter(({ length }) => length < 1500);
  return [...own.map(Buffer.from), ...goldenFiles.filter(({ length }) => length < 2500)];
}
