// Changes inputs at random, from a seed: the same seed gives the same changes.

import { checksum } from "../tests/js/helpers/format-reader.mjs";
import { Failure } from "../scripts/run.mjs";
import { parseArgs } from "node:util";

/** Numbers at which ranges begin and end. */
const EDGES = [0, 1, 2, 7, 8, 63, 64, 127, 128, 255, 256, 511, 512, 65535, 65536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
const MOST_CHANGES = 6;

/** A linear congruential generator of 64 bits (Knuth's MMIX constants), of which the high bits are taken. */
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

  /** True once in so many times. */
  once(times) {
    return this.below(times) === 0;
  }
}

/** Bytes with some changes, among them a part of `other`. */
export function changedBytes(random, given, other) {
  let bytes = Buffer.from(given);
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

/** A text with some changes: characters that mean something to a parser among them. */
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

/** More words are not made up. */
const MOST_WORDS = 512;

/** What repair.rs makes of bytes: a dump with the lengths and checksums that it has to have; of a chain, in every stage. */
export function repaired(given) {
  const stages = [];
  let rest = Buffer.from(given);
  for (let follows = true; follows; ) {
    if (rest.length < 64) rest = Buffer.concat([rest, Buffer.alloc(64 - rest.length)]);
    rest.set([0xeb, 0x46, 0x4c, 0x54, 1]);
    const [flags, cells, encoding] = [rest[5], rest[7], rest[9]];
    const size = 56 + (flags & 1 ? 8 + rest.readUInt32LE(56) : 0);
    let words = Math.ceil((Number(rest.readBigUInt64LE(16)) * 2 ** Math.min(Math.max(cells - 1, 0), 4)) / 64);
    if (flags & 2) words += 1 + (rest.readUInt32LE(12) % 4);
    if (words <= MOST_WORDS && encoding === 1) rest.writeUInt32LE(words, 12);
    words = rest.readUInt32LE(12);
    const end = size + words * 8;
    if (words > MOST_WORDS || size > rest.length) break;
    const stage = Buffer.alloc(end + 8);
    rest.copy(stage, 0, 0, end);
    stage.writeBigUInt64LE(BigInt.asUintN(64, checksum(stage.subarray(0, size), stage.subarray(size, end))), end);
    stages.push(stage);
    follows = isFollowed(stage.subarray(0, size));
    rest = rest.subarray(end + 8);
    if (!follows) rest = Buffer.alloc(0);
  }
  return Buffer.concat([...stages, rest]);
}

/** True if the head of a dump says that it is a stage of a chain, and not the last. */
function isFollowed(head) {
  for (let at = 64; at + 16 <= head.length; ) {
    if (head.readUInt16LE(at) === 3) return head.readUInt16LE(at + 8) + 1 < head.readUInt16LE(at + 10);
    at += 8 + Math.ceil(head.readUInt32LE(at + 4) / 8) * 8;
  }
  return false;
}

/** What a script of this folder is told: `--runs N`, `--time SECONDS`, `--seed N`. */
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
 * Runs something as often as was asked for; each time with a seed of its own, by which it can be run alone.
 * @param {(random: Random) => unknown} once throws on a finding
 */
export async function repeat(once) {
  const { runs, time, seed } = readArguments();
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  const crashes = [];
  let executions = 0;
  // After a few findings the next ones are the same.
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
