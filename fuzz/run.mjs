// `npm run fuzz -- [--time SECONDS] [--runs N] [--target NAME]… [--keep]`: looks for inputs that break something;
// docs/maintainers/testing.md explains it. `--time` and `--runs` are per target; the default is one minute. `--keep` does not look for
// inputs: it rebuilds the packs in fuzz/corpus from the inputs found so far.

import { mkdirSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.mjs";
import { Failure, at, main, run } from "../scripts/run.mjs";
import { TARGETS, repack, unpack } from "./packs.mjs";

const HINT = "Install Rust by rustup, and: rustup toolchain install nightly && cargo install cargo-fuzz --locked";
/** The largest number of inputs per target in the repository. */
const MOST_KEPT = 300;

/**
 * A folder of a target, with its files or empty.
 * @param {string} kind
 * @param {string} target
 */
function folder(kind, target, isEmpty = true) {
  const path = at("target/fuzz", kind, target);
  if (isEmpty) rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/**
 * Runs libFuzzer on earlier inputs and those of the pack. There is no sanitizer, because the crate has no unsafe code. An input that
 * takes longer than ten seconds is a finding. The memory limits of the loaders are far lower than this one (fuzz/src/budget.rs).
 * @param {string} target
 * @param {string[]} folders
 * @param {string[]} flags
 */
function libFuzzer(target, folders, ...flags) {
  const seeds = folder("seeds", target);
  unpack(target, seeds);
  const inputs = [...folders, folder("corpus", target, false), seeds];
  const limits = [`-max_len=${TARGETS[target]}`, "-timeout=10", "-rss_limit_mb=1024"];
  const args = ["+nightly", "fuzz", "run", "--sanitizer", "none", target, ...inputs, "--", ...limits, ...flags];
  return run("cargo", args, { env: { CARGO_TARGET_DIR: at("target/fuzz/build") }, mayFail: true, hint: HINT }).status;
}

/**
 * The smallest set of inputs that reaches every branch, and some inputs that reach a branch more often.
 * @param {string} target
 */
function keep(target) {
  const folders = ["branches", "counters"].map((kind) => folder(kind, target));
  folders.forEach((path, counters) => {
    if (libFuzzer(target, [path], "-set_cover_merge=1", `-use_counters=${counters}`))
      throw new Failure(`${target}: its inputs could not be merged`);
  });
  const { inputs, bytes } = repack(target, folders, MOST_KEPT);
  console.log(`fuzz/corpus/${target}.txt: ${inputs} inputs, ${bytes} bytes`);
}

await main(async () => {
  const { values } = parseArgs({
    options: {
      time: { type: "string" },
      runs: { type: "string" },
      target: { type: "string", multiple: true },
      keep: { type: "boolean" },
    },
  });
  const all = [...Object.keys(TARGETS), "javascript", "cli"];
  const unknown = values.target?.find((name) => !all.includes(name));
  if (unknown) throw new Failure(`no target is called ${unknown}: ${all.join(", ")}`);
  const targets = values.target ?? all;
  if (values.keep) return targets.filter((name) => name in TARGETS).forEach(keep);
  const seconds = values.time ?? (values.runs ? undefined : "60");
  await build();
  const broken = targets.filter((target) => {
    console.log(`\n== ${target}`);
    const until = (/** @type {string} */ time, /** @type {string} */ runs) => [
      ...(seconds ? [`${time}=${seconds}`] : []),
      ...(values.runs ? [`${runs}=${values.runs}`] : []),
    ];
    if (target in TARGETS) return libFuzzer(target, [], "-print_final_stats=1", ...until("-max_total_time", "-runs"));
    return run(process.execPath, [at(`fuzz/${target}.mjs`), ...until("--time", "--runs")], { mayFail: true }).status;
  });
  if (broken.length) throw new Failure(`something broke, or could not be run: ${broken.join(", ")} (fuzz/README.md)`);
});
