// `npm run test:miri`: the core in an interpreter that sees undefined behaviour, and the golden files on machines that
// are not here: one that puts the high byte first (s390x) and one of 32 bits (i686). `-- host`, `-- s390x`, `-- i686`
// run one of the three.

import { Failure, at, main, run } from "./run.mjs";

const TOOLCHAIN = "+nightly";
/** What is quick enough: tests of files and positions that do not change, and of what is refused by the field. */
const GOLDEN = [
  ["forgery", ["what_is_forged_is_sound"]],
  ["frozen", ["positions_of_the_first_key"]],
];
const FORMAT = [
  "base64_has_one_text_for_each_input",
  "bits_beyond_the_last_are_refused_although_the_checksum_is_right",
  "forged_allowed_keys_are_refused_by_the_field",
  "forged_chains_are_refused_by_the_field",
  "forged_counters_are_refused_by_the_field",
  "forged_foreign_heads_are_refused_by_the_field",
  "forged_metadata_is_refused",
];
const MACHINES = {
  host: {
    lib: true,
    tests: [
      ...GOLDEN,
      ["foreign", ["hashes"]],
      ["murmur3", ["empty_key_under_seed_0_is_0"]],
      ["native_format", FORMAT],
    ],
  },
  s390x: { target: "s390x-unknown-linux-gnu", tests: GOLDEN },
  i686: { target: "i686-unknown-linux-gnu", tests: GOLDEN },
};
/** Files of tests/golden are read. */
const FLAGS = "-Zmiri-disable-isolation";

function miri(target, args, names) {
  const started = performance.now();
  run(
    "cargo",
    [
      TOOLCHAIN,
      "miri",
      "test",
      "--locked",
      "--target-dir",
      at("target/miri"),
      ...(target ? ["--target", target] : []),
      ...args,
      ...(names ? ["--", "--exact", ...names] : []),
    ],
    { env: { MIRIFLAGS: FLAGS }, hint: "Install Rust by rustup." },
  );
  console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`);
}

await main(() => {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((name) => !(name in MACHINES));
  if (unknown) throw new Failure(`no machine is called ${unknown}: ${Object.keys(MACHINES).join(", ")}`);
  const there = run("cargo", [TOOLCHAIN, "miri", "--version"], { quiet: true, mayFail: true }).status === 0;
  if (!there)
    run("rustup", ["toolchain", "install", "nightly", "--profile", "minimal", "--component", "miri,rust-src"], {
      quiet: true,
    });
  for (const [name, { target, lib, tests }] of Object.entries(MACHINES)) {
    if (wanted.length && !wanted.includes(name)) continue;
    console.log(`\n== ${name}`);
    if (lib) miri(target, ["--lib"]);
    for (const [test, names] of tests) miri(target, ["--test", test], names);
  }
});
