// File names that are not UTF-8. Node replaces their invalid bytes, so the command line rejects such names.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { BloomFilter } from "../../../pkg/index.js";
import { CLI, LIMIT, useFolder } from "../helpers/command-line.mjs";

const { at, put, get, edgebloom } = useFolder();
const linux = { skip: process.platform !== "linux" && "NOT RUN: needs a system whose names are any bytes" };

/** Runs a shell command in which $ODD is a file name that is not UTF-8. */
function shell(line, cwd = at()) {
  const env = { ...process.env, NODE: process.execPath, CLI };
  const script = `ODD="$(printf 'o\\377dd')"; edgebloom() { "$NODE" "$CLI" "$@"; }; ${line}`;
  const done = spawnSync("sh", ["-c", script], { cwd, env, encoding: "utf8", timeout: LIMIT });
  return [done.status, done.stdout, done.stderr];
}
const names = () => readdirSync(at(), { encoding: "latin1" }).sort();

test("rejects a name that is not UTF-8 in every argument", linux, () => {
  put("list", "a\n");
  put("filter", BloomFilter.from(["a"], { capacity: 100, errorRate: 0.01 }).toBytes());
  put("key", "x");
  shell('cp list "$ODD"');
  const before = names();
  const output = "--output: expected UTF-8, got other bytes: choose another name";
  const input = "o\ufffddd: expected a name in UTF-8, got other bytes: rename the file, or pass it on standard input";
  for (const [line, message] of [
    ['build -o "$ODD" list', output],
    ['build --output="$ODD" list', output],
    ['merge filter filter -o "$ODD"', output],
    ['fold --divisor 2 filter -o "$ODD"', output],
    ['convert filter -o "$ODD"', output],
    ['sign --key key --sequence 1 filter -o "$ODD"', output],
    ['verify --key key filter -o "$ODD"', output],
    ['keygen -o "$ODD"', output],
    ['verify --key "$ODD" filter', "--key: expected UTF-8, got other bytes: choose another name"],
    ['build --name "$ODD" -o out list', "--name: expected UTF-8, got other bytes: choose another text"],
    ['build -o out list "$ODD"', input],
    ['check "$ODD" a', input],
    ['check "$ODD" < list', input],
    ['info "$ODD"', input],
    ['merge filter "$ODD" -o out', input],
    ['fold --divisor 2 "$ODD" -o out', input],
    ['convert "$ODD" -o out', input],
    ['sign --key key --sequence 1 "$ODD" -o out', input],
    ['verify --key key "$ODD"', input],
  ]) {
    assert.deepEqual(shell(`edgebloom ${line}`), [2, "", `edgebloom: ${message}\n`], line);
  }
  assert.deepEqual(names(), before);
  // The workaround: redirection.
  assert.deepEqual(shell('edgebloom build < "$ODD" > "$ODD.bloom"'), [0, "", ""]);
  assert.deepEqual(shell('edgebloom check - a < "$ODD.bloom"'), [0, "maybe\ta\n", ""]);
});

test("does not mistake a folder with such a name for another", linux, () => {
  const place = "out: its folder, or the file that it links to, has a name that is not UTF-8: choose another path";
  put("list", "a\n");
  mkdirSync(at("o\ufffddd"));
  assert.deepEqual(shell('mkdir "$ODD" && cd "$ODD" && edgebloom build -o out ../list'), [
    2,
    "",
    `edgebloom: ${place}\n`,
  ]);
  assert.deepEqual(shell('ln -s "$ODD/file" out && edgebloom build -o out list'), [2, "", `edgebloom: ${place}\n`]);
  assert.deepEqual(readdirSync(at("o\ufffddd")), []);
});

test("accepts every other name unchanged", () => {
  put("list", "a\n");
  for (const name of ["é.bloom", "列表.bloom", "\u{1f600}", "-x"]) {
    assert.deepEqual(edgebloom(["build", `--output=${name}`, "list"]).stderr, "");
    assert.ok(BloomFilter.fromBytes(get(name)).has("a"));
  }
});
