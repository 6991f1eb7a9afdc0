// `npm run test:instructions`: counts the instructions of the hot paths and compares them with benches/instructions/recorded.json;
// `-- --write` records them. Counts, unlike times, are the same on a busy machine.
//
// The native core runs in callgrind, once with one round of work and once with two: the difference is one round without the
// start. It is linked with musl, which comes with rustc: glibc has a different memcpy per processor. The modules of the package
// run in an interpreter that counts their instructions.

import { readFileSync, writeFileSync } from "node:fs";
import { build } from "../../scripts/build.mjs";
import { findOrInstall, isThere, leaveOut } from "../../scripts/programs.mjs";
import { Failure, at, mainOf, run } from "../../scripts/run.mjs";

const isNative = (/** @type {string} */ name) => name.startsWith("native");
const RECORDED = at("benches/instructions/recorded.json");
const TARGET = "x86_64-unknown-linux-musl";
/** How much a count may differ, in either direction, before the test fails. */
export const TOLERANCE = 0.03;
/** The same for another rustc than the recorded one: 1.88 counts 2.9 % more in the modules and 5.8 % more in the native core. */
export const OTHER_COMPILER = 0.1;

/**
 * Builds one of the two programs. Not `--locked`: the lock file has the version of edgebloom itself, which a release changes.
 * @param {string} name
 * @param {string} place
 * @param {string[]} args
 */
function buildProgram(name, place, ...args) {
  const folder = at("target/instructions");
  const options = { cwd: at("benches/instructions") };
  run("cargo", ["build", "--release", "--bin", name, "--target-dir", folder, ...args], options);
  return `${folder}/${place}/${name}`;
}

/** @param {string[]} command */
const linesOf = (...command) =>
  run(command[0], command.slice(1), { quiet: true })
    .stdout.trim()
    .split("\n")
    .map((line) => line.split("\t"));

/** @returns {[name: string, instructions: number][]} */
function nativeCounts() {
  run("rustup", ["target", "add", TARGET]);
  const program = buildProgram("native", `${TARGET}/release`, "--target", TARGET);
  const callgrind = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program];
  const spent = (/** @type {string[]} */ ...args) => {
    const [, count] =
      /Collected *: *(\d+)/.exec(run("valgrind", [...callgrind, ...args], { quiet: true }).stderr) ?? [];
    if (count === undefined) throw new Failure("valgrind: it does not say how many instructions it has counted");
    return Number(count);
  };
  return linesOf(program).map(([name, units]) => [
    `native: ${name}`,
    (spent(name, "2") - spent(name, "1")) / Number(units),
  ]);
}

/** @returns {[name: string, instructions: number][]} */
function wasmCounts() {
  const program = buildProgram("wasm", "release", "--features", "wasm");
  return linesOf(program, at("pkg/wasm")).map(([name, units, , spent]) => [name, Number(spent) / Number(units)]);
}

/** All current counts, to four digits; the native ones only if callgrind is available. */
function counts() {
  const native = process.platform === "linux" && process.arch === "x64";
  const isHere = native && findOrInstall(() => isThere("valgrind", "--version"), "valgrind");
  if (!isHere) leaveOut("LEFT OUT: the instructions of the native core, which need Linux on x86-64, and valgrind.");
  const found = [...(isHere ? nativeCounts() : []), ...wasmCounts()];
  return Object.fromEntries(found.map(([name, count]) => [name, Number(count.toPrecision(4))]));
}

/**
 * The names whose counts differ by more than the tolerance, and those that only one side has.
 * @param {Record<string, number>} recorded
 * @param {Record<string, number>} found
 * @param {number} tolerance
 */
export function compared(recorded, found, tolerance) {
  const names = Object.keys({ ...recorded, ...found });
  return names.filter((name) => !(Math.abs(found[name] / recorded[name] - 1) <= tolerance));
}

await mainOf(import.meta, async () => {
  await build();
  const [, rustc] = run("rustc", ["--version"], { quiet: true }).stdout.split(" ");
  const found = counts();
  const hasNative = Object.keys(found).some(isNative);
  if (process.argv.includes("--write")) {
    if (!hasNative) throw new Failure("nothing is recorded without the native core");
    return writeFileSync(RECORDED, `${JSON.stringify({ rustc, target: TARGET, counts: found }, null, 2)}\n`);
  }
  const record = JSON.parse(readFileSync(RECORDED, "utf8"));
  const entries = Object.entries(record.counts).filter(([name]) => hasNative || !isNative(name));
  const recorded = Object.fromEntries(entries);
  const tolerance = record.rustc === rustc ? TOLERANCE : OTHER_COMPILER;
  const other = compared(recorded, found, tolerance);
  console.table(Object.fromEntries(Object.keys(found).map((name) => [name, [recorded[name], found[name]]])));
  console.log(`recorded with rustc ${record.rustc}, this is ${rustc}: ${tolerance} is allowed`);
  if (other.length) throw new Failure(`not as recorded; where it is wanted, -- --write:\n${other.join("\n")}`);
});
