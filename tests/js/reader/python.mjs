// Compares the Python reader of tests/independent with the reader and the module.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { FilterReader } from "../../../pkg/reader/index.js";
import { randomFilter, randomKey } from "./agree.mjs";

const SCRIPT = fileURLToPath(new URL("../../independent/reader.py", import.meta.url));

/** True if Python 3 is installed. */
export const hasPython = () => spawnSync("python3", ["--version"]).status === 0;

/** Runs the Python reader with arguments and input; returns its output. */
export function python(args, input = "") {
  const { status, stdout, stderr } = spawnSync("python3", [SCRIPT, ...args], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  assert.equal(status, 0, stderr || stdout);
  return stdout;
}

const asJson = (key) =>
  typeof key === "string"
    ? { text: key }
    : typeof key === "bigint"
      ? { int: `${key}` }
      : { hex: Buffer.from(key).toString("hex") };

/**
 * Queries random keys in random filters with all three.
 * @returns the number of compared answers
 */
export function comparePython(random, count, keysEach) {
  const cases = Array.from({ length: count }, () => {
    const filter = randomFilter(random);
    const keys = Array.from({ length: keysEach }, () => randomKey(random));
    const expected = {
      answers: keys.map((key) => filter.has(key)),
      positions: keys.map((key) => filter.positions?.(key) ?? []),
    };
    const file = filter.toBase64();
    filter.free();
    return { file, keys, expected };
  });
  const lines = cases.map(({ file, keys }) => JSON.stringify({ file, keys: keys.map(asJson) }));
  const printed = python([], `${lines.join("\n")}\n`)
    .trimEnd()
    .split("\n");
  assert.equal(printed.length, count);
  printed.forEach((line, i) => {
    const { file, expected } = cases[i];
    const { header, answers, positions, error } = JSON.parse(line);
    assert.equal(error, undefined, `${error}: ${file}`);
    assert.deepEqual({ answers, positions }, expected, file);
    const reader = FilterReader.fromBase64(file);
    const { layout, bits, hashes, seed, salt, capacity, errorRate, inserted, subFilters, exceptions } = reader.stats;
    assert.deepEqual(header, {
      layout,
      bits,
      hashes,
      seed,
      salt,
      capacity: `${capacity ?? 0}`,
      errorRate: errorRate ?? 0,
      inserted: `${inserted}`,
      name: reader.name,
      version: reader.version,
      subFilters: subFilters === 1 && header.subFilters === 0 ? 0 : subFilters,
      exceptions,
    });
  });
  return count * keysEach;
}
