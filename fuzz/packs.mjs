// The corpus in the repository: a file a target, a line an input, in base64. A pack is one change in one place, where a
// thousand small files would be a thousand.

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The targets of libFuzzer, with the longest input of each. */
export const TARGETS = /** @type {Record<string, number>} */ ({
  native_load: 512,
  base64_load: 768,
  foreign_load: 512,
  round_trip: 512,
  model: 96,
  lines: 256,
});

const folder = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const pack = (/** @type {string} */ target) => folder(`corpus/${target}.txt`);
/**
 * Where the inputs are that once broke something.
 * @param {string} target
 */
export const regressionsOf = (target) => folder(`regressions/${target}`);

/**
 * The inputs of a target: those of its pack, and those that once broke something.
 * @param {string} target
 * @returns {Buffer[]}
 */
export function inputsOf(target) {
  const kept = existsSync(pack(target)) ? readFileSync(pack(target), "latin1").split("\n") : [];
  if (kept.length && kept.pop() !== "") throw new Error(`${pack(target)}: the last line has no end`);
  const broken = regressionsOf(target);
  const names = existsSync(broken) ? readdirSync(broken).sort() : [];
  return [...kept.map((line) => Buffer.from(line, "base64")), ...names.map((name) => readFileSync(join(broken, name)))];
}

/**
 * Writes the inputs of a target into a folder, a file each.
 * @param {string} target
 * @param {string} to
 */
export function unpack(target, to) {
  mkdirSync(to, { recursive: true });
  for (const input of inputsOf(target)) writeFileSync(join(to, createHash("sha1").update(input).digest("hex")), input);
}

/**
 * Makes the pack of a target of the files in two folders: all of the first, and of the second as many as `most` leaves room for.
 * @param {string} target
 * @param {string[]} folders
 * @param {number} most
 */
export function repack(target, [first, second], most) {
  const names = readdirSync(first);
  const more = readdirSync(second)
    .filter((name) => !names.includes(name))
    .sort();
  const room = Math.max(0, most - names.length);
  // Their names are hashes: the first ones are as good as any.
  const inputs = [...names.map((name) => join(first, name)), ...more.slice(0, room).map((name) => join(second, name))]
    .map((path) => readFileSync(path))
    .filter(({ length }) => length)
    .sort((a, b) => a.length - b.length || Buffer.compare(a, b));
  writeFileSync(pack(target), inputs.map((input) => `${input.toString("base64")}\n`).join(""));
  return { inputs: inputs.length, bytes: inputs.reduce((sum, { length }) => sum + length, 0) };
}
