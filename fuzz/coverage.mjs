// `node fuzz/coverage.mjs` prints which lines of src/format the corpus reaches. A line that it does not reach needs a reason in REASONS.

import { mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { Failure, at, main, root, run } from "../scripts/run.mjs";

const FORMAT = "src/format/";
const folder = at("target/fuzz/coverage");
const profiles = join(folder, "profiles");

/** Why a line is not reached: its file, a pattern of its text, the reason. */
const REASONS = [
  ["", /^return Err\((WORDS|BYTES)\.broken_by/, "writing a filter of 2 GiB or more, which the format cannot hold"],
  ["native.rs", /BITS_FOR_LAYOUT\.broken_at\(BITS_OFFSET, bits\)/, "the range checks of the header reject such an id"],
  [
    "native.rs",
    /fn (is_sparse|head_bytes|stage)\(|^self\.(sparse|head_bytes|stage)$/,
    "called only by the wasm binding",
  ],
  ["native/fields.rs", /^/, "run by the compiler, which makes the tables"],
  ["native/section.rs", /^_ => \{\}$/, "the range check of the tags rejects all others"],
  ["native/section.rs", /METADATA\.broken_by/, "writing a name of more than 1,024 bytes from the caller"],
  ["pybloom_live.rs", /_ASKED/, "a number from the caller; numbers from a file were checked before"],
  [
    "words.rs",
    /^let mut packed|^packed\.pack|packed\.words\(\)|^\}$/,
    "sparse bits: none of these formats' schemes keeps them",
  ],
];

/** Runs a tool that comes with the compiler. */
function tools() {
  run("rustup", ["component", "add", "llvm-tools", "--toolchain", "nightly"], { quiet: true });
  const output = (...args) => run("rustc", ["+nightly", ...args], { quiet: true }).stdout;
  const host = /host: (\S+)/.exec(output("-vV"))[1];
  const folder = join(output("--print", "sysroot").trim(), "lib/rustlib", host, "bin");
  return (name, args) => run(join(folder, name), args, { quiet: true }).stdout;
}

/** Runs the corpus natively, and reports how often each line of each file was reached. */
function measured() {
  const tool = tools();
  rmSync(profiles, { recursive: true, force: true });
  mkdirSync(profiles, { recursive: true });
  const env = {
    CARGO_TARGET_DIR: folder,
    RUSTFLAGS: "-C instrument-coverage",
    LLVM_PROFILE_FILE: join(profiles, "%p.profraw"),
  };
  const args = ["+nightly", "test", "--locked", "--test", "fuzz_corpus", "--message-format=json", "--no-run"];
  const lines = run("cargo", args, { env, quiet: true }).stdout.trim().split("\n");
  const executable = lines.map((line) => JSON.parse(line)).findLast((message) => message.executable)?.executable;
  run(executable, ["recorded_inputs_break_nothing"], { env, quiet: true });
  const raw = readdirSync(profiles).map((name) => join(profiles, name));
  const data = join(folder, "merged.profdata");
  tool("llvm-profdata", ["merge", "-sparse", ...raw, "-o", data]);
  return tool("llvm-cov", ["export", "-format=lcov", `-instr-profile=${data}`, executable]);
}

/** The lines of each file, with how often each was reached. */
function linesIn(report) {
  const files = new Map();
  let lines;
  for (const entry of report.split("\n")) {
    if (entry.startsWith("SF:")) files.set(relative(root, entry.slice(3)).replaceAll("\\", "/"), (lines = new Map()));
    const [, line, count] = /^DA:(\d+),(\d+)/.exec(entry) ?? [];
    if (line) lines.set(Number(line), (lines.get(Number(line)) ?? 0) + Number(count));
  }
  return new Map([...files].filter(([name]) => name.startsWith(FORMAT)).sort());
}

/** Numbers as ranges. */
function ranges(numbers) {
  const found = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`)).join(", ");
}

/** The lines of a file that are not reached, by reason. */
function missedIn(name, lines) {
  const source = readFileSync(at(name), "utf8").split("\n");
  const short = name.slice(FORMAT.length);
  const missed = new Map();
  for (const [line, count] of lines) {
    if (count) continue;
    // For a statement of several lines, or a function, the first line is the one to match.
    const text = source[line - 1].trim();
    const [, , reason] = REASONS.find(([file, pattern]) => (file === "" || file === short) && pattern.test(text)) ?? [];
    const why = reason ?? (missed.has(line - 1) && text === "}" ? missed.get(line - 1) : undefined);
    if (why === undefined)
      throw new Failure(
        `${name}:${line} is not reached: ${text}\nAn input for it, or a reason in fuzz/coverage.mjs, is missing.`,
      );
    missed.set(line, why);
  }
  const byReason = new Map();
  for (const [line, why] of missed) byReason.set(why, [...(byReason.get(why) ?? []), line]);
  return [...byReason].map(([why, its]) => `| \`${short}\` | ${ranges(its)} | ${why} |`);
}

await main(() => {
  const rows = [];
  const unreached = [];
  let [all, reached] = [0, 0];
  for (const [name, lines] of linesIn(measured())) {
    const missed = [...lines.values()].filter((count) => !count).length;
    all += lines.size;
    reached += lines.size - missed;
    rows.push(`| \`${name.slice(FORMAT.length)}\` | ${lines.size - missed} | ${lines.size} |`);
    unreached.push(...missedIn(name, lines));
  }
  console.log(
    [
      "| file | reached | lines |",
      "|---|---|---|",
      ...rows,
      `| all | ${reached} | ${all} |`,
      "",
      "Not reached, and why:",
      "",
      "| file | lines | |",
      "|---|---|---|",
      ...unreached,
    ].join("\n"),
  );
});
