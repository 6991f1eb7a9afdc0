// Runs nearly valid command lines on nearly valid filter files and lists: `node fuzz/cli.mjs --runs N --seed N`. All run in this
// process, in a new folder. Standard input and output are closed, and opened again as files, so the result goes to standard error.
// (Linux and macOS only: on Windows, an opened file does not get the lowest free number.)

import assert from "node:assert/strict";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFilter } from "../pkg/compat.js";
import { loadAny as load } from "../tests/js/helpers/load-any.mjs";
import { FIELDS, FORMAT_NAMES, READABLE } from "../pkg/cli/foreign.js";
import { COMMANDS } from "../pkg/cli/commands.js";
import { HELP } from "../pkg/cli/options.js";
import { main } from "../pkg/cli/main.js";
import { SYSTEMS, bytesOf, vectorsOf } from "../tests/js/helpers/foreign-vectors.mjs";
import { changedBytes, changedText, repaired, repeat } from "./mutate.mjs";
import { inputsOf } from "./packs.mjs";

const [DONE, NONE, ERROR] = [0, 1, 2];
const KEPT = Buffer.from("what was there before");
/** Words of a defect. A message for users never contains them. */
const DEFECT =
  /\n\s+at |RuntimeError|unreachable|Cannot read prop|is not a function|is not iterable|of undefined|undefined is|\[object/;

const dumps = inputsOf("native_load").map(repaired);
const golden = SYSTEMS.flatMap((system) => {
  const { vectors, malformed } = vectorsOf(system);
  return [...vectors, ...malformed.cases].map(({ dump_base64 }) => Buffer.from(bytesOf(dump_base64)));
}).filter(({ length }) => length < 2048);
const lists = [...inputsOf("lines"), Buffer.from("a\nb\nc\n"), Buffer.from("\ufeffa\r\nb")];
const arrays = ['["a","b"]', "[]", '["a",5]', '{"a":[]}', '["\\ud800"]', "[[", "[null]", '"a"', '["a"]\n'].map((text) =>
  Buffer.from(text),
);

const FILES = ["one", "two", "three"];
const OUTPUTS = ["new", "new", "old", "one", "folder", "no/file", "-", ""];
const VALUES = {
  "error-rate": ["0.01", "1e-6", "0.5", "1e-18", "1", "0", "-1", "NaN", "1e-400", ".5"],
  capacity: ["1", "10", "1000", "0", "1e3", "99999999999999", "-5", "1.5"],
  seed: ["0", "7", "random", "4294967295", "4294967296"],
  hashes: ["1", "3", "65535", "65536", "0"],
  name: ["a list", "", "\u0007 bell", "ü".repeat(600)],
  version: ["1", "2026-11-21"],
};

/** A value for an option. If the option has a list of words, it is sometimes another one. */
function valueOf(random, name, { words, file }) {
  if (file) return random.of(OUTPUTS);
  if (random.once(12)) return random.of(["x", "", "--", "-q", "null", "0x10", "toString"]);
  return random.of(VALUES[name] ?? words ?? ["a"]);
}

/** A command line. It never names a file outside the folder. */
function argumentsFor(random) {
  const command = random.of(Object.keys(COMMANDS));
  const args = [command];
  const options = Object.entries({ ...COMMANDS[command].options, ...(random.once(30) && HELP) });
  for (let rest = options.length ? random.below(4) : 0; rest > 0; rest--) {
    const [name, option] = random.of(options);
    const shown = option.short && random.once(2) ? `-${option.short}` : `--${name}`;
    if (option.type === "boolean") args.push(shown);
    else if (random.once(2)) args.push(`${shown}=${valueOf(random, name, option)}`);
    else args.push(shown, valueOf(random, name, option));
  }
  if (command === "convert" && random.once(2)) args.push("--from", random.of(READABLE));
  // The last position could make a file of gigabytes.
  if (command === "convert" && random.once(2))
    args.push("--to", random.of(FORMAT_NAMES.filter((name) => name !== "redis-bitmap")));
  for (const field of command === "convert" && random.once(2) ? [random.of(FIELDS)] : []) {
    args.push(`--${field}`, valueOf(random, field, COMMANDS.convert.options[field]));
  }
  if (command === "fold" && random.once(2)) args.push("--error-rate", "0.3");
  for (let rest = random.below(4); rest > 0; rest--)
    args.push(random.of([...FILES, ...FILES, "-", "folder", "none", "a key", "-5"]));
  if (["build", "merge", "fold", "convert"].includes(command) && !random.once(3)) args.push("-o", random.of(OUTPUTS));
  const changed = random.once(5) ? random.below(args.length) : -1;
  return args
    .map((arg, i) => (i === changed && !arg.startsWith("-o") ? changedText(random, arg).replaceAll("\0", "") : arg))
    .filter(isSmall);
}

/** False for options that would make a filter of hundreds of megabytes. */
const isSmall = (arg) => !/redis-bitmap/.test(arg) && !/\d{6,11}$|e\d/.test(arg.replace(/^4294967\d+$/, ""));

/** The bytes of a file. */
function contentsFor(random) {
  const [one, other] = [random.of([dumps, dumps, golden, golden, lists, arrays]), random.of([dumps, golden, lists])];
  let bytes = random.of(one);
  if (random.once(2)) bytes = changedBytes(random, bytes, random.of(other));
  if (one === dumps && random.once(2)) bytes = repaired(bytes);
  return one === dumps && random.once(3)
    ? Buffer.from(bytes.toString("base64") + random.of(["", "\n", "\r\n", " "]))
    : bytes;
}

const parent = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const folder = mkdtempSync(join(parent, "edgebloom-fuzz-"));
process.chdir(folder);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.stderr.setMaxListeners(0);
let unhandled;
process.on("unhandledRejection", (error) => (unhandled ??= error));

/** Opens a file as a number that was just closed. */
function reopen(number, path, flags) {
  closeSync(number);
  assert.equal(openSync(path, flags), number);
}

/** Runs a command line. Returns its exit code and its standard error. */
async function runLine(args) {
  const { write } = process.stderr;
  let output = "";
  process.stderr.write = (text) => ((output += text), true);
  reopen(0, "stdin", "r");
  reopen(1, "stdout", "w");
  try {
    return { code: await main(args), errors: () => output };
  } finally {
    process.stderr.write = write;
    process.stderr.removeAllListeners("error");
  }
}

/** Checks that files are written completely or not at all. */
function checkFiles(args, code, contents, line) {
  const left = readdirSync(".").filter((name) => name.endsWith(".tmp"));
  assert.deepEqual(left, [], `${line} left files behind`);
  if (code === ERROR) {
    for (const name in contents)
      assert(readFileSync(name).equals(contents[name]), `${line} changed ${name} and failed`);
    const isFolder = existsSync("new") && statSync("new").isDirectory();
    const written = isFolder ? readdirSync("new", { recursive: true }).filter((name) => name !== "files") : [];
    // A published set that failed has folders, but no files.
    assert(isFolder ? !written.length : !existsSync("new"), `${line} wrote a file and failed`);
  }
  if (code === DONE && ["build", "merge", "fold"].includes(args[0])) {
    for (const name of ["new", "old", "one"].filter(existsSync)) {
      const bytes = readFileSync(name);
      if (contents[name]?.equals(bytes)) continue;
      load(bytes[0] === 0xeb ? bytes : bytes.toString("latin1")).free();
    }
  }
}

const healthy = createFilter({ scheme: "php-redis", bits: 1000, functions: ["bkdr", "js"], arithmetic: "php" });
healthy.add("in");

await repeat(async (random) => {
  for (const name of readdirSync(".")) rmSync(name, { recursive: true });
  mkdirSync("folder");
  const contents = { old: KEPT, ...Object.fromEntries([...FILES, "stdin"].map((name) => [name, contentsFor(random)])) };
  for (const name in contents) writeFileSync(name, contents[name]);
  const args = argumentsFor(random);
  const { code, errors } = await runLine(args);
  await new Promise(setImmediate);
  const text = errors();
  const line = JSON.stringify(args);
  assert(unhandled === undefined, `${line}: ${unhandled?.stack}`);
  assert([DONE, NONE, ERROR].includes(code) && (code !== NONE || args[0] === "check"), `${line} ends with ${code}`);
  assert(!DEFECT.test(text), `${line} says ${text}`);
  const lines = text.split("\n");
  assert.equal(lines.pop(), "", `${line}: the last line has no end`);
  assert(
    lines.every((one) => /^edgebloom: \S/.test(one)),
    `${line} says ${text}`,
  );
  // A remark about the format of the input may come before it.
  if (code === ERROR)
    assert(lines.length === 1 || (lines.length === 2 && /read as|warning: /.test(lines[0])), `${line} says ${text}`);
  checkFiles(args, code, contents, line);
  assert(healthy.has("in") && !healthy.has("not in"), `${line}: the instance no longer answers`);
});
