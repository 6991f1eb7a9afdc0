// `npm run test:mutants`: makes small changes to the sources, one at a time. A test must fail for each. All mutants take hours, so
// build/mutants.out stores the caught ones, and the next run continues. Each mutant first runs the quick tests. Survivors run the slow
// tests. Those that still survive need a reason in .cargo/mutants-survivors.json. Other options go to cargo-mutants: `-- --shard 0/50`
// runs a fiftieth, `-- --re guava.rs` one file.

import { mkdirSync, readFileSync } from "node:fs";
import { Failure, at, main, run } from "../../scripts/run.mjs";

/** Each mutant is compiled once and run once, so fast compilation matters as much as fast tests. */
const ENV = {
  CARGO_PROFILE_TEST_OPT_LEVEL: "1",
  CARGO_PROFILE_TEST_DEBUG: "0",
  CARGO_PROFILE_DEV_DEBUG: "0",
  PROPTEST_FAILURE_PERSISTENCE: "off",
};
/** The tests that are not among the quick ones of .cargo/mutants.toml. */
const SLOW = ["scalable", "keyed", "articles", "sequences", "murmur3", "rates"].flatMap((name) => ["--test", name]);
const HINT = "Install it by `cargo install cargo-mutants --locked`.";
const EXPLAINED = JSON.parse(readFileSync(at(".cargo/mutants-survivors.json"), "utf8"));

/**
 * Continues where the last run ended. Returns the mutants that are left.
 * @param {string[]} args
 */
function missed(...args) {
  const all = ["mutants", "--no-shuffle", "--iterate", "--output", at("build"), ...args];
  const { status } = run("cargo", all, { env: ENV, mayFail: true, hint: HINT });
  // 2: some were missed, 3: some took too long.
  if (status === null || ![0, 2, 3].includes(status)) throw new Failure(`cargo mutants ended with ${status}`);
  return readFileSync(at("build/mutants.out/missed.txt"), "utf8").split("\n").filter(Boolean);
}

await main(() => {
  mkdirSync(at("build"), { recursive: true });
  // A shard of the survivors would contain other mutants, so they are selected by name.
  const byName = (/** @type {string} */ name) => ["--re", `^${name.replace(/[.*+?^${}()|[\]\\&~#-]/g, "\\$&")}$`];
  const survived = missed(...process.argv.slice(2)).flatMap(byName);
  const left = survived.length ? missed(...survived, "--", ...SLOW) : [];
  const reasonOf = (/** @type {string} */ name) =>
    Object.keys(EXPLAINED).find((reason) => name.replace(/:\d+:\d+:/, ":") in EXPLAINED[reason]);
  for (const name of left) console.log(`${reasonOf(name) ?? "NOT EXPLAINED"}: ${name}`);
  if (!left.every(reasonOf)) throw new Failure("mutants survive without a reason");
});
