// Runs other systems: edgebloom reads their files, and they read the files of edgebloom. See README.md
//
//   npm run test:interop [-- system…]

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { build } from "../../scripts/build.mjs";
import { leaveOut } from "../../scripts/programs.mjs";
import { at, run } from "../../scripts/run.mjs";
import { ABSENT, KEYS, keysOf, plain } from "./keys.mjs";
import { emptyFolder, runProgram } from "./programs.mjs";
import { SYSTEMS } from "./systems.mjs";

const names = process.argv.slice(2);
const isCalled = ({ name }, wanted) => [name, name.split("@")[0]].includes(wanted);
for (const wanted of names) {
  const all = SYSTEMS.map(({ name }) => name).join(", ");
  assert.ok(
    SYSTEMS.some((system) => isCalled(system, wanted)),
    `${wanted} is none of ${all}`,
  );
}

let compat;
const table = [];
before(async () => {
  await build();
  compat = await import("../../pkg/compat.js");
});

for (const system of SYSTEMS.filter((one) => !names.length || names.some((name) => isCalled(one, name)))) {
  test(system.name, (t) => {
    let program;
    try {
      program = system.bring();
    } catch (error) {
      // If the user named a system, it must run.
      if (names.length) throw error;
      return t.skip(leaveOut(`${system.name} LEFT OUT: ${error.message}`));
    }
    table.push(compare(system, program));
    // The example also needs Spark.
    if (system.name === "spark")
      run(process.execPath, [at("examples/spark/main.mjs")], { env: { PYTHON: program.command[0] } });
  });
}

test("at least one system was run", () => {
  console.table(table);
  assert.ok(table.length);
});

/**
 * Creates all filters of a system with the system and with edgebloom, and compares them. Then the system reads edgebloom's files.
 */
function compare({ name: system, format, all, rows }, program) {
  const { importFilter, exportFilter, createFilter } = compat;
  const filters = rows.map(([name, keys, sized, more]) => ({ name, keys: keysOf(keys), sized, ...all, ...more }));
  const requests = filters.map(({ name, kind, params, options, sized, keys }) => {
    return { name, kind, params: { ...params, ...options, ...sized }, keys: keys.slice(0, KEYS), probes: keys };
  });
  const [folderThere, folder] = [emptyFolder(system, "there"), emptyFolder(system, "here")];
  const there = runProgram("make", folderThere, program, requests);
  const answers = filters.map(({ name, keys, sized, options, read, write, scheme }, i) => {
    const file = readFileSync(join(folderThere, `${name}.dump`));
    const answers = there.answers[i];
    // The answers of the system itself must include both maybe and no.
    same(`${name}, its own keys`, answers.slice(0, KEYS), "1".repeat(KEYS));
    assert.equal(new Set(answers.slice(KEYS)).size, 2, `${name}: the same answer for all absent keys`);
    const queries = keys.map(plain);
    const exported = (filter) => fileOf(exportFilter(filter, { format, ...write }));
    const filter = importFilter(inputOf(format, file), { format, ...options, ...read });
    same(`${name}, answers of the imported filter`, filter.hasMany(queries).join(""), answers);
    same(`${name}, imported and exported`, exported(filter), file);
    const copy = scheme ? createFilter({ scheme, ...options, ...sized }) : filter;
    if (scheme) copy.addMany(queries.slice(0, KEYS));
    same(`${name}, written here`, exported(copy), file);
    writeFileSync(join(folder, `${name}.dump`), exported(copy));
    return copy.hasMany(queries).join("");
  });
  const back = runProgram("ask", folder, program, requests).answers;
  filters.forEach(({ name }, i) =>
    same(`${name}, the system's answers for what was written here`, back[i], answers[i]),
  );
  const creatable = filters.filter(({ scheme }) => scheme).length;
  const compared = 2 * filters.length * (KEYS + ABSENT);
  return { system, version: there.version, filters: filters.length, "made here, too": creatable, answers: compared };
}

/** Checks that answers or files are the same. */
function same(what, found, expected) {
  if (Buffer.from(found).equals(Buffer.from(expected))) return;
  const place = [...found].findIndex((one, i) => one !== expected[i]);
  assert.fail(`${what}: ${found.length} instead of ${expected.length}, the first that differs is ${place}`);
}

/** A file in the form for importFilter: RedisBloom has chunks, some others have text. */
function inputOf(format, file) {
  const chunk = ([iterator, data]) => [iterator, new Uint8Array(Buffer.from(data, "hex"))];
  if (format === "redisbloom") return JSON.parse(file.toString()).map(chunk);
  const isText = format.startsWith("npm-") || (format.startsWith("go-") && file[0] === 0x7b);
  return isText ? file.toString() : new Uint8Array(file);
}

/** The result of exportFilter as a file. */
function fileOf(output) {
  if (!Array.isArray(output)) return Buffer.from(output);
  return Buffer.from(JSON.stringify(output.map(([i, data]) => [Number(i), Buffer.from(data).toString("hex")])));
}
