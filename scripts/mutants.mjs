// `npm run test:mutants`: changes the sources in small ways, one at a time, and wants a test to fail for each. All of
// them take hours: `-- --shard 0/50` runs a fiftieth, `-- --file src/format/guava.rs` a file, `-- --list` names them.
// What no test saw is in build/mutants.out/missed.txt.

import { at, main, run } from "./run.mjs";

await main(() => {
  const args = process.argv.slice(2);
  const done = run("cargo", ["mutants", "--no-shuffle", "--output", at("build"), ...args], {
    // Each mutant is compiled and run once: quick to compile counts as much as quick to run.
    env: { CARGO_PROFILE_TEST_OPT_LEVEL: "1", CARGO_PROFILE_TEST_DEBUG: "0", CARGO_PROFILE_DEV_DEBUG: "0", CARGO_INCREMENTAL: "1" },
    hint: "Install it by `cargo install cargo-mutants --locked`.",
    mayFail: true,
  });
  process.exitCode = done.status ?? 1;
});
