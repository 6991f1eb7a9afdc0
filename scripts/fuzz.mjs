// `npm run fuzz -- [--time SECONDS] [--runs N] [--target NAME]… [--jobs N] [--keep]`: looks for inputs that break something; docs/FUZZING.md
// says what. `--time` and `--runs` are for each target; a minute, if neither is given. `--keep` then makes the packs in
// fuzz/corpus anew of what was found so far.

import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { TARGETS, regressionsOf, repack, unpack } from "../fuzz/packs.mjs";
import { build } from "./build.mjs";
import { Failure, at, main, run } from "./run.mjs";

/** Those that are JavaScript, with the package as it is built. */
const SCRIPTS = ["javascript", "cli"];
const ALL = [...Object.keys(TARGETS), ...SCRIPTS];
const USUAL_SECONDS = 60;
/** An input that takes longer is a finding. */
const SLOWEST_SECONDS = 10;
/** The loaders' own limits are far lower (fuzz/src/budget.rs); this one is for what is not counted there. */
const MOST_MEGABYTES = 1024;
/** Of each target, in the repository. */
const MOST_KEPT = 300;

const place = (...parts) => at("target/fuzz", ...parts);
const built = place("build");
const binary = (target) => join(built, hostTriple(), "release", target);
const LEDGER = place("executions.json");

let host;
function hostTriple() {
  host ??= /host: (\S+)/.exec(run("rustc", ["+nightly", "-vV"], { quiet: true }).stdout)[1];
  return host;
}

/** Brings what is missing: a nightly compiler, for its instrumentation, and cargo-fuzz. */
function bringTools() {
  const toolchains = run("rustup", ["toolchain", "list"], {
    quiet: true,
    hint: "Install it from https://rustup.rs.",
  }).stdout;
  if (!/^nightly/m.test(toolchains)) {
    console.warn("no nightly compiler: installing one, for fuzzing only");
    run("rustup", ["toolchain", "install", "nightly", "--profile", "minimal"]);
  }
  const found = run("cargo", ["fuzz", "--version"], { quiet: true, mayFail: true });
  if (found.status !== 0) {
    console.warn("no cargo-fuzz: installing it");
    run("cargo", ["install", "cargo-fuzz", "--locked"]);
  }
}

/** The binaries of the targets: without a sanitizer, as the crate has no unsafe code that one could find at fault. */
function buildTargets() {
  run("cargo", ["+nightly", "fuzz", "build", "--sanitizer", "none"], { env: { CARGO_TARGET_DIR: built } });
}

/** Runs a program to its end; what it said. */
function finished(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: at() });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, text: Buffer.concat(parts).toString("latin1") }));
  });
}

const limits = (target) => [
  `-max_len=${TARGETS[target]}`,
  `-timeout=${SLOWEST_SECONDS}`,
  `-rss_limit_mb=${MOST_MEGABYTES}`,
];

/** Runs a target of libFuzzer. */
async function runTarget(target, { time, runs }) {
  const [corpus, seeds, found] = [place("corpus", target), place("seeds", target), place("artifacts", target)];
  rmSync(seeds, { recursive: true, force: true });
  unpack(target, seeds);
  for (const folder of [corpus, found]) mkdirSync(folder, { recursive: true });
  const before = new Set(readdirSync(found));
  const started = performance.now();
  const { status, text } = await finished(binary(target), [
    ...limits(target),
    "-print_final_stats=1",
    `-artifact_prefix=${found}/`,
    ...(runs ? [`-runs=${runs}`] : []),
    ...(time ? [`-max_total_time=${time}`] : []),
    corpus,
    seeds,
  ]);
  const stat = (name) => Number(new RegExp(`stat::${name}:\\s+(\\d+)`).exec(text)?.[1] ?? NaN);
  const crashes = readdirSync(found).filter((name) => !before.has(name) && !name.startsWith("slow-unit"));
  const executions = stat("number_of_executed_units");
  if ((status !== 0 && !crashes.length) || !(executions >= 0))
    throw new Failure(`${target} ended with ${status}:\n${text.slice(-3000)}`);
  if (crashes.length) console.error(text.slice(-3000));
  const kept = [];
  for (const name of crashes) kept.push(await minimised(target, join(found, name)));
  return { executions, seconds: (performance.now() - started) / 1000, found: stat("new_units_added"), crashes: kept };
}

/** Makes an input that breaks something smaller, and puts it where it stays. */
async function minimised(target, path) {
  mkdirSync(regressionsOf(target), { recursive: true });
  const kept = join(regressionsOf(target), basename(path));
  copyFileSync(path, kept);
  if (basename(path).startsWith("crash-")) {
    const smaller = place("artifacts", `${target}-smaller`);
    rmSync(smaller, { force: true });
    await finished(binary(target), [
      ...limits(target),
      "-minimize_crash=1",
      "-max_total_time=30",
      `-exact_artifact_path=${smaller}`,
      path,
    ]);
    if (existsSync(smaller) && statSync(smaller).size) copyFileSync(smaller, kept);
  }
  return kept;
}

/** Runs a script that counts what it does, and ends with a line of JSON. */
async function runScript(target, { time, runs }) {
  const { status, text } = await finished(process.execPath, [
    at(`fuzz/${target}.mjs`),
    ...(runs ? ["--runs", `${runs}`] : []),
    ...(time ? ["--time", `${time}`] : []),
  ]);
  const last = text.trimEnd().split("\n").at(-1);
  if (!last?.startsWith("{")) throw new Failure(`${target} ended with ${status}:\n${text.slice(-3000)}`);
  const done = JSON.parse(last);
  if (done.crashes.length) console.error(text.slice(-3000));
  return { found: 0, ...done };
}

/** Which sources were run: a commit, and whether they differ from it. */
function tree() {
  const git = (...args) => run("git", args, { quiet: true, mayFail: true });
  const commit = git("rev-parse", "HEAD");
  if (commit.status !== 0) return "no commit";
  const changed = git("status", "--porcelain", "--", "src", "pkg", "fuzz", "Cargo.lock").stdout !== "";
  return commit.stdout.trim() + (changed ? " and changes" : "");
}

/** Adds what was run to what was run before: `npm run prove` reads it. */
function enter(commit, target, { executions, seconds, crashes }) {
  const empty = { executions: 0, seconds: 0, crashes: 0 };
  const ledger = existsSync(LEDGER) ? JSON.parse(readFileSync(LEDGER, "utf8")) : { commits: {} };
  const entry = ((ledger.commits[commit] ??= {})[target] ??= { ...empty });
  entry.executions += executions;
  entry.seconds = Math.round(entry.seconds + seconds);
  entry.crashes += crashes.length;
  ledger.targets = {};
  for (const targets of Object.values(ledger.commits)) {
    for (const [name, one] of Object.entries(targets)) {
      const sum = (ledger.targets[name] ??= { ...empty });
      for (const field in sum) sum[field] += one[field];
    }
  }
  ledger.executions = Object.values(ledger.targets).reduce((sum, one) => sum + one.executions, 0);
  writeFileSync(LEDGER, `${JSON.stringify(ledger, null, 1)}\n`);
  return ledger;
}

/** Makes the packs anew: of the fewest inputs that reach every branch, and of some that reach one more often. */
async function keep(targets) {
  for (const target of targets) {
    const covers = [["-use_counters=0"], []].map((options, i) => ({
      options,
      folder: place("small", `${target}-${i}`),
    }));
    for (const { options, folder } of covers) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const all = [place("corpus", target), place("seeds", target)];
      const { status, text } = await finished(binary(target), [
        ...limits(target),
        ...options,
        "-set_cover_merge=1",
        folder,
        ...all,
      ]);
      if (status !== 0) throw new Failure(`${target}: the inputs could not be merged:\n${text.slice(-2000)}`);
    }
    const { inputs, bytes } = repack(
      target,
      covers.map(({ folder }) => folder),
      MOST_KEPT,
    );
    console.log(`fuzz/corpus/${target}.txt: ${inputs} inputs, ${bytes} bytes`);
  }
}

function wholeNumber(text, option) {
  if (text !== undefined && !/^[1-9]\d*$/.test(text))
    throw new Failure(`${option}: expected a whole number from 1 on, found ${text}`);
  return text === undefined ? undefined : Number(text);
}

function readArguments() {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        time: { type: "string" },
        runs: { type: "string" },
        target: { type: "string", multiple: true, default: [] },
        jobs: { type: "string", default: "1" },
        keep: { type: "boolean", default: false },
      },
    }));
  } catch (error) {
    throw new Failure(error.message);
  }
  const unknown = values.target.find((name) => !ALL.includes(name));
  if (unknown !== undefined) throw new Failure(`no target is called ${unknown}: ${ALL.join(", ")}`);
  const [time, runs] = [wholeNumber(values.time, "--time"), wholeNumber(values.runs, "--runs")];
  return {
    targets: values.target.length ? ALL.filter((name) => values.target.includes(name)) : ALL,
    until: { time: time ?? (runs ? undefined : USUAL_SECONDS), runs },
    jobs: wholeNumber(values.jobs, "--jobs"),
    keeps: values.keep,
  };
}

const number = (value) => Math.round(value).toLocaleString("en-US");

await main(async () => {
  const { targets, until, jobs, keeps } = readArguments();
  const own = targets.filter((target) => target in TARGETS);
  if (own.length) {
    bringTools();
    buildTargets();
  }
  if (own.length < targets.length) await build();
  const commit = tree();
  const waiting = [...targets];
  const broken = [];
  let total = 0;
  let ledger;
  const worker = async () => {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const done = await (target in TARGETS ? runTarget : runScript)(target, until);
      ledger = enter(commit, target, done);
      total += done.executions;
      broken.push(...done.crashes.map((path) => ({ target, path })));
      const rate = number(done.executions / done.seconds);
      console.log(
        `${target.padEnd(13)} ${number(done.executions).padStart(14)} executions, ${rate.padStart(8)} a second, ` +
          `${done.found} new inputs, ${done.crashes.length} crashes`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, targets.length) }, worker));
  console.log(`${number(total)} executions; with those before, ${number(ledger.executions)}`);
  if (keeps) await keep(own);
  if (broken.length) {
    const lines = broken.map(({ target, path }) =>
      target in TARGETS
        ? `${path}\n  run it again: ${binary(target)} ${path}\n  mend what it shows, and commit it: cargo test and npm test run it from now on`
        : `${target}: ${path}`,
    );
    throw new Failure(`something broke:\n${lines.join("\n")}`);
  }
});
