// `npm run prove`: one page that says what was proved. What takes seconds is done now; what takes minutes or hours was
// recorded, with the commit, in tests/proof/. `-- --record` takes in what `npm run fuzz`, `npm run soak`, `npm run
// test:mutants` and `npm run bench` have left here since.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { Failure, at, main, run } from "./run.mjs";

const FOLDER = "tests/proof";
/** What each long command leaves, where it is kept, and how to have it again. */
const RECORDS = {
  fuzz: { left: "target/fuzz/executions.json", command: "npm run fuzz -- --time 600 --jobs 2" },
  soak: { left: "target/soak.json", command: "npm run soak" },
  mutants: { left: "build/mutants.json", command: "npm run test:mutants" },
  bench: { left: "build/bench.json", command: "npm run bench" },
};
/** How many executions of all targets together are wanted. */
const EXECUTIONS = 1e8;
/** The share of mutants that a test has to see. */
const CAUGHT = 0.95;

const count = (number) => number.toLocaleString("en");
const percent = (share) => `${(share * 100).toFixed(2)} %`;
const unmet = [];

/** A line of the page; what is not met is said again at the end. */
function line(what, text, met) {
  const mark = met === undefined ? "" : met ? "met     " : "NOT MET ";
  console.log(`  ${mark}${what}: ${text}`);
  if (met === false) unmet.push(what);
}

const kept = (name) => at(FOLDER, `${name}.json`);
const recordOf = (name) => (existsSync(kept(name)) ? JSON.parse(readFileSync(kept(name), "utf8")) : undefined);

/** What is known of survivors: under each reason their names, without a line, and what they change. */
const EXPLAINED = JSON.parse(readFileSync(at(FOLDER, "survivors.json"), "utf8"));
const withoutLine = (name) => name.replace(/:\d+:\d+:/, ":");

/** Only what the page says: there are two thousand mutants. */
const SHORTEN = {
  mutants(outcomes) {
    const of = (summary) => Object.keys(outcomes).filter((name) => outcomes[name] === summary);
    const [caught, timeout, unviable, unseen, survivors] = [
      "CaughtMutant",
      "Timeout",
      "Unviable",
      "Unseen",
      "MissedMutant",
    ].map(of);
    const counts = { caught: caught.length, timeout: timeout.length, unviable: unviable.length, unseen: unseen.length };
    return { total: Object.keys(outcomes).length, ...counts, survivors };
  },
};

function record() {
  const commit = run("git", ["rev-parse", "--short", "HEAD"], { quiet: true }).stdout.trim();
  mkdirSync(at(FOLDER), { recursive: true });
  for (const [name, { left, command }] of Object.entries(RECORDS)) {
    if (!existsSync(at(left))) {
      console.log(`${name}: nothing to record, ${command} has left no ${left}`);
      continue;
    }
    const result = JSON.parse(readFileSync(at(left), "utf8"));
    const found = SHORTEN[name]?.(result) ?? result;
    const made = { commit, day: new Date().toISOString().slice(0, 10), node: process.versions.node, ...found };
    writeFileSync(kept(name), `${JSON.stringify(made, null, 1)}\n`);
    console.log(`${name}: ${kept(name)}`);
  }
}

/** A record's part of the page, or how to come by one. */
function recorded(name, tell) {
  const found = recordOf(name);
  if (!found) return line(name, `not recorded: ${RECORDS[name].command}, then npm run prove -- --record`, false);
  console.log(`  recorded on ${found.day} at ${found.commit}; again: ${RECORDS[name].command}`);
  return tell(found);
}

/** The lines that a test of Rust's prints, by their beginning. */
function told(name, beginning, env = {}) {
  const { stdout, stderr, status } = run(
    "cargo",
    ["test", "--locked", "--release", "--test", name, "--", "--nocapture"],
    {
      quiet: true,
      mayFail: true,
      env,
    },
  );
  const lines = stdout.split("\n").filter((text) => text.startsWith(beginning));
  const result = /^test result: (\w+)\. (\d+) passed; (\d+) failed/m.exec(stdout);
  if (!result) throw new Failure(`the test ${name} did not run:\n${stderr.slice(-2000)}`);
  return { lines, passed: Number(result[2]), failed: Number(result[3]), ok: status === 0 };
}

function now() {
  console.log("\nForged and damaged dumps (now)");
  const forged = told("forgery", "forgery: ", { EDGEBLOOM_TIMES: "1" });
  for (const text of forged.lines) console.log(`  ${text.slice("forgery: ".length)}`);
  line(
    "each refusal by its head in under 1 ms, within its bound of memory",
    `${forged.passed} of ${forged.passed + forged.failed} tests`,
    forged.ok,
  );

  console.log("\nFrozen positions (now)");
  const rows = JSON.parse(readFileSync(at("tests/golden/frozen/counts.json"), "utf8"));
  const frozen = told("frozen", "frozen: ");
  const schemes = new Set(rows.map(({ scheme }) => scheme)).size;
  line("false positives and positions", `${rows.length} rows of ${schemes} schemes, ${frozen.passed} tests`, frozen.ok);

  console.log("\nCorpus of the fuzzer (now)");
  const corpus = told("fuzz_corpus", "");
  line("natively", `${corpus.passed} tests`, corpus.ok);
  const { stdout, status } = run(
    process.execPath,
    ["--test", "--test-reporter=tap", at("tests/js/fuzz-corpus.test.mjs")],
    { quiet: true, mayFail: true },
  );
  const [, passed] = /^# pass (\d+)/m.exec(stdout) ?? [, "0"];
  line("in wasm, where after each refusal the same instance still answers", `${passed} tests`, status === 0);
}

function statistics() {
  console.log("\nFalse positive rates");
  const [, cells, failed] =
    /^(\d+) cells, (\d+) failed/m.exec(readFileSync(at("docs/FALSE_POSITIVE_RATES.md"), "utf8")) ?? [];
  line(
    "rates of independent probes",
    `${cells} cells, ${failed} failed (docs/FALSE_POSITIVE_RATES.md; again: npm run test:stats)`,
    failed === "0",
  );
}

function fuzzing({ targets, executions, commits }) {
  const [last, newest] = Object.entries(commits).at(-1);
  const open = Object.values(newest).reduce((sum, one) => sum + one.crashes, 0);
  let crashes = 0;
  for (const [name, one] of Object.entries(targets)) {
    crashes += one.crashes;
    console.log(
      `  ${name.padEnd(14)} ${count(one.executions).padStart(14)} executions in ${count(one.seconds)} s, ${one.crashes} crashes`,
    );
  }
  line("executions in all", `${count(executions)} of ${count(EXECUTIONS)}`, executions >= EXECUTIONS);
  line(
    "crashes and traps",
    `${open} at ${last}, ${crashes} in all; what was found stays in fuzz/regressions`,
    open === 0,
  );
  console.log("  on to 1,000,000,000: npm run fuzz -- --time 3600 --jobs 2");
}

function soaking({ minutes, operations, asked, missed, live, peak, collections, waiting, most, flat }) {
  line(
    "keys missed",
    `${missed} of ${count(asked)} in ${count(operations)} operations and ${minutes} minutes`,
    missed === 0,
  );
  const drifts = (memory) =>
    Object.entries(memory)
      .map(([name, { drift }]) => `${name} ${percent(drift)}`)
      .join(", ");
  line("what is live after collections, flat within 2 %", `${drifts(live)} (code is not asked for)`, flat);
  const { own, forced } = collections;
  line(
    "what waits for the collector in the modules",
    `${count(waiting)} bytes at most, wanted ${count(most)}`,
    waiting <= most,
  );
  line(
    "the highest in between",
    `${drifts(peak)}; the collector came ${own} times by itself, ${forced} times when asked`,
  );
}

function mutating({ total, caught, timeout, unviable, unseen, survivors }) {
  const all = caught + timeout + survivors.length;
  const share = (caught + timeout) / all;
  line("mutants that have met the tests", `${total - unseen} of ${total}`, unseen === 0);
  line(
    "of these a test sees",
    `${percent(share)}: ${caught + timeout} of ${all}, ${unviable} more do not compile`,
    share >= CAUGHT,
  );
  let known = 0;
  for (const [reason, names] of Object.entries(EXPLAINED)) {
    const of = survivors.filter((name) => withoutLine(name) in names).length;
    console.log(`    ${of} survived: ${reason}`);
    known += of;
  }
  for (const name of survivors) {
    if (!Object.values(EXPLAINED).some((names) => withoutLine(name) in names))
      console.log(`    survived, and nobody knows why: ${name}`);
  }
  line(
    "survivors that are explained",
    `${known} of ${survivors.length} (tests/proof/survivors.json)`,
    known === survivors.length,
  );
}

async function benchmark({ rows, machine }) {
  const { goalsOf, limitsOf } = await import("../benches/goals.mjs");
  const engines = Object.keys(machine.engines).filter((name) => name !== "workerd");
  for (const { goal, want, cells } of goalsOf(rows, engines)) {
    for (const [engine, cell] of Object.entries(cells))
      if (cell) line(`${goal}, ${engine}`, `${cell.text}, wanted ${want}`, cell.met);
  }
  for (const { goals, text } of limitsOf(goalsOf(rows, engines)))
    console.log(`  why not: ${goals.join("; ")}\n    ${text}`);
}

await main(async () => {
  const { values } = parseArgs({ options: { record: { type: "boolean", default: false } } });
  if (values.record) return record();
  await build();
  console.log("edgebloom: what was proved, and how");
  now();
  statistics();
  console.log("\nFuzzing");
  recorded("fuzz", fuzzing);
  console.log("\nSoak");
  recorded("soak", soaking);
  console.log("\nMutants");
  recorded("mutants", mutating);
  console.log("\nSpeed");
  await recorded("bench", benchmark);
  console.log(
    unmet.length ? `\nNot met: ${unmet.length}\n${unmet.map((what) => `  ${what}`).join("\n")}` : "\nAll of it is met.",
  );
  if (unmet.length) process.exitCode = 1;
});
