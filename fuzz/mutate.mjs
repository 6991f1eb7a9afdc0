// Changes inputs at random, from a seed: the same seed gives the same changes.

import { checksum } from "../tests/js/helpers/format-reader.mjs";
import { Failure } from "../scripts/run.mjs";
import { parseArgs } from "node:util";

/** The limits of ranges. */
const EDGES = [0, 1, 2, 7, 8, 63, 64, 127, 128, 255, 256, 511, 512, 65535, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const MOST_CHANGES = 6;

/** A linear congruential generator of 64 bits (Knuth's MMIX constants), it returns the high bits. */
export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = BigInt(seed);
    this.below(1);
  }

  /** A whole number below `bound`. */
  below(bound) {
    this.#state = BigInt.asUintN(64, this.#state * 6364136223846793005n + 1442695040888963407n);
    return Number(this.#state >> 33n) % bound;
  }

  /** One of some things. */
  of(things) {
    return things[this.below(things.length)];
  }

  /** True on average once in so many calls. */
  once(times) {
    return this.below(times) === 0;
  }
}

/** Bytes with random changes, for example a part of `other`. */
export function changedBytes(random, input, other) {
  let bytes = Buffer.from(input);
  for (let rest = random.below(MOST_CHANGES); rest >= 0; rest--) {
    const at = random.below(bytes.length + 1);
    const length = 1 + random.below(16);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    switch (random.below(7)) {
      case 0:
        if (at < bytes.length) bytes[at] ^= 1 << random.below(8);
        break;
      case 1:
        if (at < bytes.length) bytes[at] = random.below(256);
        break;
      case 2:
        bytes = Buffer.concat([before, after.subarray(length)]);
        break;
      case 3:
        bytes = Buffer.concat([before, Buffer.alloc(length, random.below(256)), after]);
        break;
      case 4:
        bytes = Buffer.concat([before, other.subarray(random.below(other.length + 1)).subarray(0, length * 4), after]);
        break;
      case 5:
        bytes = Buffer.from(before);
        break;
      default: {
        const size = random.of([1, 2, 4]);
        const edge = random.of(EDGES) % 256 ** size;
        if (at + size > bytes.length) break;
        if (random.once(2)) bytes.writeUIntLE(edge, at, size);
        else bytes.writeUIntBE(edge, at, size);
      }
    }
  }
  return bytes;
}

/** A text with random changes, for example characters that have a meaning for parsers. */
export function changedText(random, text) {
  const ODD = [
    "",
    "-",
    "--",
    "=",
    ",",
    '"',
    "[",
    "]",
    "{",
    "}",
    "\\",
    "\n",
    "\r",
    "\0",
    " ",
    "0",
    "9",
    "e",
    "+",
    "é",
    "\ud800",
    "\u2028",
    "null",
    "😀",
  ];
  for (let rest = random.below(3); rest >= 0; rest--) {
    const at = random.below(text.length + 1);
    text = text.slice(0, at) + random.of(ODD) + text.slice(at + random.below(3));
  }
  return text;
}

/** The most words that are added. */
const MOST_WORDS = 512;
const MOST = 2n ** 64n - 1n;
/** The 64-bit fields of a scalable filter that hold sums over its sub-filters. */
const SUMS = { bits: 16, capacity: 32, inserted: 40 };

/** Like repair.rs: corrects the sizes, sums and checksums of a file; for a scalable filter, those of every sub-filter. */
export function repaired(input) {
  const file = Buffer.concat([input, Buffer.alloc(Math.max(0, 64 - input.length))]);
  const sizes = repairHead(file);
  if (!sizes) return file;
  const header = file.subarray(0, sizes.header);
  const rest = file.subarray(sizes.header);
  return finished(header, file[9] === 3 ? subFilters(header, rest) : resized(rest, sizes.words * 8));
}

const resized = (bytes, length) => Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length))], length);

function finished(header, payload) {
  const sum = Buffer.alloc(8);
  sum.writeBigUInt64LE(checksum(header, payload));
  return Buffer.concat([header, payload, sum]);
}

/** Corrects magic and sizes. Returns the length of the header and the number of words after it, if the bytes have a header of valid length. */
function repairHead(file) {
  file.set([0xeb, 0x46, 0x4c, 0x54, 1]);
  const [flags, scheme, cells, encoding] = [file[5], file[6], file[7], file[9]];
  const layout = scheme > 26 ? scheme - 26 : scheme;
  const isStatic = scheme === 30;
  const unit = isStatic ? 64n : BigInt({ 1: 64, 2: 64 * Math.max(file[10], 1), 3: 512 }[layout] ?? 1);
  if (isStatic) file.writeBigUInt64LE(file.readBigUInt64LE(40) || 1n, 32);
  let bits = (file.readBigUInt64LE(16) / unit) * unit;
  if (bits < unit) bits = unit;
  let words = Math.ceil((Number(bits) * 2 ** Math.min(Math.max(cells - 1, 0), 4)) / 64);
  if (flags & 2) words += 1 + (file[12] % 4);
  if (encoding !== 3) file.writeBigUInt64LE(bits, 16);
  if (words <= MOST_WORDS && encoding === 1) file.writeUInt32LE(words, 12);
  words = file.readUInt32LE(12);
  const header = 56 + (flags & 1 ? 8 + file.readUInt32LE(56) : 0);
  return words <= MOST_WORDS && header <= file.length ? { header, words } : undefined;
}

/** Corrects the sub-filters in some bytes. The header gets their sums. */
function subFilters(header, bytes) {
  const payload = [];
  const sums = { hashes: 0, bits: 0n, capacity: 0n, inserted: 0n };
  let rest = bytes;
  while (rest.length && payload.reduce((sum, { length }) => sum + length, 0) < MOST_WORDS * 8) {
    const file = resized(rest, Math.max(rest.length, 64));
    const sizes = repairHead(file);
    if (!sizes || file[9] === 3) break;
    const length = sizes.header + sizes.words * 8 + 8;
    const one = finished(file.subarray(0, sizes.header), resized(file.subarray(sizes.header), sizes.words * 8));
    sums.hashes += one.readUInt16LE(10);
    for (const [field, at] of Object.entries(SUMS)) sums[field] += one.readBigUInt64LE(at);
    payload.push(one);
    rest = rest.subarray(length);
  }
  header.writeUInt16LE(sums.hashes % 2 ** 16, 10);
  for (const [field, at] of Object.entries(SUMS)) header.writeBigUInt64LE(sums[field] < MOST ? sums[field] : MOST, at);
  const all = Buffer.concat(payload);
  header.writeUInt32LE(all.length / 8, 12);
  return all;
}

/** The options of the scripts in this folder: `--runs N`, `--time SECONDS`, `--seed N`. */
export function readArguments() {
  const { values } = parseArgs({
    options: { runs: { type: "string" }, time: { type: "string" }, seed: { type: "string", default: "1" } },
  });
  const [runs, time, seed] = [values.runs, values.time, values.seed].map((text) =>
    text === undefined ? undefined : Number(text),
  );
  for (const value of [runs, time, seed])
    if (value !== undefined && !Number.isSafeInteger(value)) throw new Failure("expected whole numbers");
  return { runs: runs ?? (time === undefined ? 10_000 : Infinity), time: time ?? Infinity, seed };
}

/**
 * Repeats a run. Each one has its own seed, so you can repeat it alone.
 * @param {(random: Random) => unknown} once throws on a finding
 */
export async function repeat(once) {
  const { runs, time, seed } = readArguments();
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const crashes = [];
  let executions = 0;
  // After a few findings, the next ones are usually the same.
  for (; executions < runs && seconds() < time && crashes.length < 5; executions++) {
    try {
      await once(new Random(seed * 2 ** 32 + executions));
    } catch (error) {
      crashes.push(`run ${executions} of --seed ${seed}: ${error.message.slice(0, 400)}`);
      process.stderr.write(`${error.stack}\n`);
    }
  }
  process.stderr.write(`${JSON.stringify({ executions, seconds: seconds(), crashes })}\n`);
  if (crashes.length) process.exitCode = 1;
}
