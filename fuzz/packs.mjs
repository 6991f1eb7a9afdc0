// The corpus in the repository: one file per target, with one input per line, in base64. A change to a pack is a change to one file,
// not to a thousand small ones.

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
 * The folder of the inputs that once broke something.
 * @param {string} target
 */
export const regressionsOf = (target) => folder(`regressions/${target}`);

/**
 * The inputs of a target: those of its pack, and those that once broke something.
 * @param {string} target
 * @returns {Buffer[]}
 */
export function inputsOf(target) {
  const lines = existsSync(pack(target)) ? readFileSync(pack(target), "latin1").split("\n") : [];
  if (lines.length && lines.pop() !== "") throw new Error(`${pack(target)}: the last line has no end`);
  const broken = regressionsOf(target);
  const names = existsSync(broken) ? readdirSync(broken).sort() : [];
  return [
    ...lines.map((line) => Buffer.from(line, "base64")),
    ...names.map((name) => readFileSync(join(broken, name))),
  ];
}

/**
 * Writes the inputs of a target into a folder, one file each.
 * @param {string} target
 * @param {string} to
 */
export function unpack(target, to) {
  mkdirSync(to, { recursive: true });
  for (const input of inputsOf(target)) writeFileSync(join(to, createHash("sha1").update(input).digest("hex")), input);
}

/**
 * Makes the pack of a target from the files in two folders: all files of the first, and files of the second up to `most` in total.
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
  // Their names are hashes, so the first ones are a random choice.
  const inputs = [...names.map((name) => join(first, name)), ...more.slice(0, room).map((name) => join(second, name))]
    .map((path) => readFileSync(path))
    .filter(({ length }) => length)
    .sort((a, b) => a.length - b.length || Buffer.compare(a, b));
  writeFileSync(pack(target), inputs.map((input) => `${input.toString("base64")}\n`).join(""));
  return { inputs: inputs.length, bytes: inputs.reduce((sum, { length }) => sum + length, 0) };
}
