// Converts files of other systems with the command line. The real systems wrote these files.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { importFilter, load } from "../../../pkg/compat.js";
import { useFolder } from "./command-line.mjs";
import { bytesOf, keyOf, optionsOf, vectorsOf } from "./foreign-vectors.mjs";

const folder = useFolder();
export const { at, put } = folder;
export const get = (name) => new Uint8Array(folder.get(name));

export function edgebloom(...what) {
  const done = folder.edgebloom(...what);
  return { ...done, bytes: new Uint8Array(done.bytes) };
}

/** Asserts that a command succeeds and writes exactly `says` to standard error. */
export function works(args, { says = "", input } = {}) {
  const done = edgebloom(args, input);
  assert.equal(done.stderr, says && `edgebloom: ${says}\n`);
  assert.equal(done.code, 0);
  return done;
}

/** Asserts that a command fails with this one-line message and writes no file. */
export function assertFails(args, message, input, answered = "") {
  const contents = () => readdirSync(at()).map((name) => [name, readFileSync(at(name)).toString("hex")]);
  const before = contents();
  const { code, stdout, stderr } = edgebloom(args, input);
  if (message instanceof RegExp) assert.match(stderr, message);
  else assert.equal(stderr, `edgebloom: ${message}\n`);
  assert.match(stderr, /^edgebloom: [^\n]*\n$/, "one line");
  assert.doesNotMatch(stderr, /at .*\.js:\d/, "no stack");
  assert.equal(stdout, answered);
  assert.equal(code, 2);
  assert.deepEqual(contents(), before, "nothing is written");
}

export const FIELDS = ["funnel", "type", "hash", "hashes", "generation", "hash128", "strings"];

/** The options that the command line needs for a vector. */
function optionsFor(system, vector) {
  const options = optionsOf(system, vector);
  return FIELDS.filter((field) => field in options && typeof options[field] !== "function").flatMap((field) => [
    `--${field}`,
    String(options[field]),
  ]);
}

/** The first vector of each kind: scheme, key encoding and file encoding. */
export function kindsOf(system) {
  const kinds = new Map();
  for (const vector of vectorsOf(system).vectors) {
    const dump = bytesOf(vector.dump_base64);
    if (dump.length > 5000) continue;
    const { scheme, subFilters } = importFilter(dump, optionsOf(system, vector)).stats;
    const kind = [
      scheme,
      !!subFilters,
      optionsFor(system, vector),
      typeof keyOf(vector.keys_in[0]),
      dump[0],
      vector.params.hash_func,
    ].join();
    if (!kinds.has(kind)) kinds.set(kind, { vector, dump, options: optionsFor(system, vector) });
  }
  return [...kinds.values()];
}

/** The line of a key, or undefined if the key cannot be a line. */
function lineOf(system, vector, key) {
  if (system === "rbloom") return Buffer.from(String(optionsOf(system, vector).hash(key)));
  if (typeof key === "bigint") return ["spark", "datasketches"].includes(system) ? undefined : Buffer.from(String(key));
  if (typeof key !== "string") {
    // Python's str() of bytes gives different text (b'…'), and Rust's Hash ends text with a byte.
    const isText = system === "pybloom-live" || vector.params.strings === "rust";
    const isLine = key.length && !key.includes(10) && key.at(-1) !== 13 && !isText;
    return isLine ? Buffer.from(key) : undefined;
  }
  return !key || /[\r\n]|\p{Surrogate}/u.test(key) ? undefined : Buffer.from(key);
}

export const counted = { filters: 0, answers: 0 };

/** Checks the answers for keys from standard input, and for the first of them as arguments too. */
function checkAnswers(system, vector, path) {
  for (const [field, word] of [
    ["keys_in", "maybe"],
    ["keys_absent", "no"],
    ["false_positives", "maybe"],
  ]) {
    const lines = vector[field].map((key) => lineOf(system, vector, keyOf(key))).filter((line) => line);
    if (!lines.length) continue;
    const code = word === "no" ? 1 : 0;
    const result = edgebloom(["check", path], Buffer.concat(lines.flatMap((line) => [line, Buffer.from("\n")])));
    assert.deepEqual([result.stderr, result.code], ["", code], vector.name);
    const expected = Buffer.concat(lines.flatMap((line) => [Buffer.from(`${word}\t`), line, Buffer.from("\n")]));
    assert.equal(Buffer.compare(Buffer.from(result.bytes), expected), 0, `${vector.name} ${field}`);
    const words = lines
      .map(String)
      .filter((text, i) => Buffer.from(text).equals(lines[i]) && !text.includes("\0"))
      .slice(0, 8);
    const argued = edgebloom(["check", path, "--", ...words]);
    assert.deepEqual(
      [argued.stderr, argued.stdout],
      ["", words.map((text) => `${word}\t${text}\n`).join("")],
      vector.name,
    );
    counted.answers += lines.length;
  }
}

/** Converts a file to edgebloom, checks its answers, and converts it back to the same bytes. */
export function convertsBothWays(system, { vector, dump, options }) {
  put("in", dump);
  works(["convert", "--from", system, ...options, "--name", "n", "--version", "7", "in", "-o", "out"]);
  const filter = importFilter(dump, optionsOf(system, vector));
  [filter.name, filter.version] = ["n", "7"];
  assert.deepEqual(get("out"), filter.toBytes(), vector.name);
  checkAnswers(system, vector, "out");
  const { name, version, stats } = load(get("out"));
  assert.deepEqual(JSON.parse(works(["info", "--json", "out"]).stdout), { name, version, ...stats });
  // The JSON of this system has two forms. A filter file does not record which one it came from.
  const asJson = system === "go-bits-and-blooms" && dump[0] === 0x7b ? ["--encoding", "json"] : [];
  works(["convert", "--to", system, ...asJson, "out", "-o", "back"]);
  assert.deepEqual(get("back"), dump, vector.name);
  const direct = works(["convert", "--from", system, "--to", system, ...options, "-"], { input: dump });
  assert.deepEqual(direct.bytes, dump, vector.name);
  counted.filters++;
}

/** Asserts that the command line recognizes the format of a file, or lists the possible formats. */
export function isRecognized(system, { vector, dump, options }) {
  put("in", dump);
  if (system === "rbloom") {
    const bitmap = "redis-bitmap (importFilter of edgebloom/compat, in JavaScript)";
    const message = `in: unknown format; it could be rbloom (edgebloom convert --from rbloom) or ${bitmap}`;
    assertFails(["convert", "in", "-o", "out"], message);
    for (const command of ["info", "check"]) assertFails([command, "in"], message);
    return;
  }
  const { stdout } = works(["convert", ...options, "in", "--base64"], { says: `in: read as ${system}` });
  assert.equal(stdout, `${importFilter(dump, optionsOf(system, vector)).toBase64()}\n`);
}
