// `npm run test:instructions`: how many instructions the hot paths take, against benches/instructions/recorded.json;
// `-- --write` records them. Counted, not timed, so that a busy machine changes nothing.
//
// The native core runs in callgrind, one round of work and two: the second less the first is a round, without the
// start. (Gungraun keeps what it compares with in target/, not in the repository, and wants a runner of its version
// installed beside cargo.) It is linked with musl, which comes with rustc: glibc has a memcpy for each processor. The
// package's modules, which is what users run, are in an interpreter that counts what it executes.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { aptInstall } from "./apt.mjs";
import { build } from "./build.mjs";
import { Failure, at, main, run } from "./run.mjs";

const FOLDER = at("benches/instructions");
const RECORDED = at("benches/instructions/recorded.json");
const TARGET = "x86_64-unknown-linux-musl";
const BUILT = at("target/instructions");
/** What a change may cost before somebody is asked. */
export const TOLERANCE = 0.03;
/**
 * The same for another rustc than the recorded one. From 1.95 to a nightly 1.97 nothing changed by more than 0.3 %, to
 * 1.88 the modules by 2.9 % and the native core by 5.8 %, but for base64, whose loops 1.88 makes twice as long.
 */
export const OTHER_COMPILER = 0.1;

/** What a run of two rounds takes more than one of one round, each in a process of its own. */
function nativeCounts(program) {
  return printedLines(program, []).map(([name, units, unit]) => {
    const [once, twice] = ["1", "2"].map((rounds) => {
      const { stderr } = run(
        "valgrind",
        ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, name, rounds],
        { quiet: true },
      );
      return Number(stderr.match(/Collected *: *(\d+)/)[1]);
    });
    return { name: `native: ${name}`, unit, count: (twice - once) / units };
  });
}

function wasmCounts(program) {
  return printedLines(program, [at("pkg/wasm")]).map(([name, units, unit, spent]) => ({
    name,
    unit,
    count: spent / units,
  }));
}

const printedLines = (program, args) =>
  run(program, args, { quiet: true })
    .stdout.trim()
    .split("\n")
    .map((line) => line.split("\t"));

/** Builds one of the two programs. Not `--locked`: the lock file has the version of edgebloom itself, which a release changes. */
function built(name, target, features = []) {
  const where = target ? ["--target", target] : [];
  run("cargo", ["build", "--release", "--bin", name, "--target-dir", BUILT, ...where, ...features], { cwd: FOLDER });
  return `${BUILT}/${target ? `${target}/` : ""}release/${name}`;
}

function hasValgrind() {
  const there = () => {
    try {
      return run("valgrind", ["--version"], { quiet: true }).status === 0;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return false;
    }
  };
  return there() || (aptInstall("Valgrind is needed to count instructions.", ["valgrind"]) && there());
}

/** All counts of now; the native ones only where they can be had. */
function counts() {
  const found = wasmCounts(built("wasm", "", ["--features", "wasm"]));
  const why =
    process.platform !== "linux" || process.arch !== "x64"
      ? "the recorded counts are those of Linux on x86-64"
      : hasValgrind()
        ? undefined
        : "there is no valgrind: install it";
  if (why) {
    const sentence = `LEFT OUT: the instructions of the native core; ${why}.`;
    if (process.env.CI === "true") throw new Failure(sentence);
    console.warn(`\n${"!".repeat(78)}\n${sentence}\n${"!".repeat(78)}\n`);
    return found;
  }
  run("rustup", ["target", "add", TARGET], { quiet: true });
  return [...nativeCounts(built("native", TARGET)), ...found];
}

/** Four digits, which is far below what is tolerated. */
const digits = (count) => Number(count.toPrecision(4));

/**
 * What is to be said of the counts of now: rows for the table, what became slower, faster, and what only one side has.
 * @param {{ counts: Record<string, number> }} recorded
 * @param {{ name: string, unit: string, count: number }[]} found
 * @param {number} tolerance
 */
export function compared(recorded, found, tolerance) {
  const rows = found.map(({ name, unit, count }) => {
    const before = recorded.counts[name];
    return { name, unit, before, now: digits(count), change: before === undefined ? NaN : digits(count) / before - 1 };
  });
  const names = (rows) => rows.map(({ name }) => name);
  return {
    rows,
    slower: names(rows.filter(({ change }) => change > tolerance)),
    faster: names(rows.filter(({ change }) => change < -tolerance)),
    unknown: names(rows.filter(({ change }) => Number.isNaN(change))),
    gone: Object.keys(recorded.counts).filter((name) => !found.some((own) => own.name === name)),
  };
}

function print(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`${"".padEnd(width)}  ${"recorded".padStart(9)} ${"now".padStart(9)}  change`);
  for (const { name, unit, before, now, change } of rows) {
    const percent = Number.isNaN(change) ? "new" : `${change > 0 ? "+" : ""}${(change * 100).toFixed(1)} %`;
    console.log(
      `${name.padEnd(width)}  ${String(before ?? "–").padStart(9)} ${String(now).padStart(9)}  ${percent.padStart(7)}  a ${unit}`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await main(async () => {
    await build();
    const rustc = run("rustc", ["--version"], { quiet: true }).stdout.split(" ")[1];
    const found = counts();
    if (process.argv.includes("--write")) {
      if (!found.some(({ name }) => name.startsWith("native")))
        throw new Failure("nothing is recorded without the native core");
      const recorded = {
        rustc,
        target: TARGET,
        counts: Object.fromEntries(found.map(({ name, count }) => [name, digits(count)])),
      };
      writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
      console.log(`${found.length} paths recorded with rustc ${rustc}`);
      return;
    }
    const recorded = JSON.parse(readFileSync(RECORDED, "utf8"));
    const other = recorded.rustc !== rustc;
    const tolerance = other ? OTHER_COMPILER : TOLERANCE;
    const { rows, slower, faster, unknown, gone } = compared(recorded, found, tolerance);
    print(rows);
    const allowed = `${tolerance * 100} %`;
    if (other)
      console.warn(
        `\nANOTHER COMPILER: recorded with rustc ${recorded.rustc}, this is ${rustc}. Only what is more than ${allowed} off is told.`,
      );
    const record = "record it: npm run test:instructions -- --write";
    if (faster.length) console.log(`\nmore than ${allowed} faster than recorded; ${record}\n  ${faster.join("\n  ")}`);
    const without = gone.filter(
      (name) => !name.startsWith("native") || found.some((own) => own.name.startsWith("native")),
    );
    if (unknown.length || without.length)
      throw new Failure(`not the recorded paths; ${record}\n  ${[...unknown, ...without].join("\n  ")}`);
    if (slower.length)
      throw new Failure(
        `more than ${allowed} slower than recorded; where it is wanted, ${record}\n  ${slower.join("\n  ")}`,
      );
    console.log(`\n${rows.length} paths, none more than ${allowed} slower than recorded`);
  });
}
