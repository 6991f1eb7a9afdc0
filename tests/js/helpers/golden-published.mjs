// The published sets of tests/golden/published: their lists, their files, and a reader in Python.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openSet } from "./published.mjs";

const SCRIPT = fileURLToPath(new URL("../../independent/published.py", import.meta.url));

export const GOLDEN = new URL("../../golden/published/", import.meta.url);

export const keyOf = (number) => `key-${number}.example`;

/** The value of a key on a day, the first is 0: that of every tenth key changes each day. */
export const valueOf = (number, day) => `value-${(number % 10 ? number : number / 10 + day) % 6}`;

const range = ([from, to]) => Array.from({ length: to - from }, (_, i) => from + i);

/** The numbers of three groups of keys: keys of the last day, keys that only an earlier day had, and other keys. */
export function keysOf({ days, others }) {
  const members = days.at(-1).flatMap(range);
  const listed = new Set(members);
  const removed = [...new Set(days.flat().flatMap(range))].filter((number) => !listed.has(number));
  return { members, removed: removed.sort((a, b) => a - b), others: range([others.from, others.to]) };
}

/** Publishes the lists of all days and returns the files by their path in the set. */
export function publishDays({ days, options, values }) {
  const set = openSet();
  try {
    for (const [i, day] of days.entries()) {
      const lineOf = (number) => keyOf(number) + (values ? `\t${valueOf(number, i)}` : "");
      set.publish(day.flatMap(range).map(lineOf), ...options);
    }
    return set.files();
  } finally {
    set.remove();
  }
}

/** The files of a folder by their path in it. */
export function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  return new Map(
    names
      .filter((name) => /\.\w+$/.test(name))
      .sort()
      .map((name) => [name, readFileSync(new URL(name, folder))]),
  );
}

/** Runs the Python reader. */
export const runPython = (folder, input) => spawnSync("python3", [SCRIPT, folder], { input, encoding: "utf8" });

/** The numbers whose keys are "maybe" for the Python reader, in a map each with its value. */
export function answersOfPython(folder, numbers) {
  const input = numbers.map((number) => `${keyOf(number)}\n`).join("");
  const { status, stdout, stderr } = runPython(fileURLToPath(folder), input);
  assert.equal(status, 0, stderr);
  const answers = stdout.trimEnd().split("\n");
  assert.equal(answers.length, numbers.length);
  return numbers.flatMap((number, i) => {
    const [maybe, value] = answers[i].split("\t");
    if (maybe !== "1") return [];
    return [value === undefined ? number : [number, JSON.parse(value)]];
  });
}
