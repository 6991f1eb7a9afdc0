// `npm run test:mutants`: changes the sources in small ways, one at a time, and wants a test to fail for each. All of
// them take hours; what was found is kept in build/mutants.json, and each run goes on with what is not there. First each
// mutant meets the quick tests; what survives them meets all. `-- --shard 0/50` runs a fiftieth, `-- --file
// src/format/guava.rs` a file, `-- --again` those that survived once more, after a test was written; `-- --take FOLDER`
// takes in what cargo-mutants has found elsewhere.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure, at, main, run } from "./run.mjs";

const LEDGER = at("build/mutants.json");
const OUT = at("build");
/** Each mutant is compiled and run once: quick to compile counts as much as quick to run. */
const ENV = {
  CARGO_PROFILE_TEST_OPT_LEVEL: "1",
  CARGO_PROFILE_TEST_DEBUG: "0",
  CARGO_PROFILE_DEV_DEBUG: "0",
  CARGO_INCREMENTAL: "1",
  PROPTEST_FAILURE_PERSISTENCE: "off",
};
/** What is not among the quick ones of .cargo/mutants.toml. */
const SLOW = ["chain", "keyed", "articles", "sequences", "murmur3", "rates"].flatMap((name) => ["--test", name]);
/** So many names fit on a command line. (cargo-mutants 27.1 runs those that delete a field with any names.) */
const AT_ONCE = 600;
const HINT = "Install it by `cargo install cargo-mutants --locked`.";

const read = () => (existsSync(LEDGER) ? JSON.parse(readFileSync(LEDGER, "utf8")) : {});

function write(ledger) {
  mkdirSync(OUT, { recursive: true });
  writeFileSync(LEDGER, `${JSON.stringify(ledger, null, 1)}\n`);
}

/** What is said of mutants that have not met the tests yet. */
const UNSEEN = "Unseen";
const isUnseen = (ledger, name) => (ledger[name] ?? UNSEEN) === UNSEEN;

/** True of the log of a mutant that did compile: the compiler's cache of what is there from before has a fault now and then. */
const isBroken = (log) => readFileSync(log, "utf8").includes("error: linking with");

/** Takes in the outcomes of a folder: of each mutant the newest. */
function take(folder) {
  const { outcomes } = JSON.parse(readFileSync(join(folder, "mutants.out", "outcomes.json"), "utf8"));
  const ledger = read();
  for (const { scenario, summary, log_path } of outcomes) {
    if (scenario.Mutant)
      ledger[scenario.Mutant.name] = isBroken(join(folder, "mutants.out", log_path)) ? UNSEEN : summary;
  }
  write(ledger);
}

/** The names of all mutants that there are now. */
const listed = (args) =>
  JSON.parse(run("cargo", ["mutants", "--list", "--json", ...args], { quiet: true, hint: HINT }).stdout).map(
    ({ name }) => name,
  );

function mutate(args, tests) {
  const { status } = run(
    "cargo",
    ["mutants", "--no-shuffle", "--output", OUT, ...args, ...(tests.length ? ["--", ...tests] : [])],
    {
      env: ENV,
      mayFail: true,
    },
  );
  // 2: some were missed, 3: some took too long.
  if (![0, 2, 3].includes(status)) throw new Failure(`cargo mutants ended with ${status}`);
  take(OUT);
}

/** Runs the mutants of these names only. */
function mutateOnly(names, tests) {
  for (let i = 0; i < names.length; i += AT_ONCE) {
    const some = names.slice(i, i + AT_ONCE).map((name) => `^${name.replace(/[.*+?^${}()|[\]\\&~#-]/g, "\\$&")}$`);
    mutate(
      some.flatMap((name) => ["--re", name]),
      tests,
    );
  }
}

await main(() => {
  const { values } = parseArgs({
    options: {
      again: { type: "boolean", default: false },
      file: { type: "string" },
      list: { type: "boolean", default: false },
      shard: { type: "string" },
      take: { type: "string", multiple: true, default: [] },
    },
  });
  values.take.forEach(take);
  // (cargo-mutants 27.1 adds --file to the files of its configuration.)
  const all = listed(values.shard ? ["--shard", values.shard] : []).filter(
    (name) => !values.file || name.startsWith(`${values.file}:`),
  );
  if (!all.length) throw new Failure(`no mutants in ${values.file}`);
  if (values.list) return console.log(all.join("\n"));
  const survived = (ledger) => all.filter((name) => ledger[name] === "MissedMutant");
  if (!values.take.length) {
    const ledger = read();
    const fresh = values.again ? survived(ledger) : all.filter((name) => isUnseen(ledger, name));
    mutateOnly(fresh, []);
    const left = survived(read());
    mutateOnly(values.again ? left : left.filter((name) => fresh.includes(name)), SLOW);
  }
  const ledger = read();
  if (!values.shard && !values.file) {
    // Those of sources that were changed are others now.
    write(Object.fromEntries(all.map((name) => [name, ledger[name] ?? UNSEEN])));
  }
  const left = survived(ledger);
  const unseen = all.filter((name) => isUnseen(ledger, name)).length;
  console.log(left.map((name) => `survived: ${name}`).join("\n"));
  console.log(`${all.length} mutants, ${left.length} survived, ${unseen} have not met the tests`);
  if (left.length || unseen) process.exitCode = 1;
});
