// The crate without other systems: with `src/foreign` and its line in `lib.rs` deleted, the rest builds and passes its tests.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { at } from "../../../scripts/run.mjs";

/** What cargo needs to test the crate. The targets in Cargo.toml must exist, also those that are not built. */
const NEEDED = [
  "Cargo.toml",
  "Cargo.lock",
  "README.md",
  "src",
  "tests/rust",
  "tests/golden",
  "tests/web.rs",
  "tests/fuzz_corpus.rs",
  "benches/false_positive_rates.rs",
  "tools",
];
const WING = '#[cfg(feature = "compat")]\npub mod foreign;\n';

test("without the filters of other systems, the crate builds and passes its tests", (t) => {
  const copy = mkdtempSync(join(tmpdir(), "edgebloom-without-"));
  t.after(() => rmSync(copy, { recursive: true }));
  for (const name of NEEDED) cpSync(at(name), join(copy, name), { recursive: true });
  rmSync(join(copy, "src/foreign"), { recursive: true });
  const lib = readFileSync(join(copy, "src/lib.rs"), "utf8");
  assert.equal(lib.split(WING).length, 2, "the line of the wing in src/lib.rs");
  writeFileSync(join(copy, "src/lib.rs"), lib.replace(WING, ""));
  // The dependencies are already there. The crate itself has another path, so it is built again.
  const features = ["--no-default-features", "--features", "std"];
  const args = ["test", "--locked", "--offline", ...features, "--target-dir", at("target/apart")];
  const { status, stdout, stderr } = spawnSync("cargo", args, { cwd: copy, encoding: "utf8", maxBuffer: 1 << 26 });
  assert.equal(status, 0, `${stdout}${stderr}`);
  const passed = [...stdout.matchAll(/test result: ok\. (\d+) passed/g)].map(([, count]) => Number(count));
  t.diagnostic(`${passed.join(" + ")} tests passed`);
  assert.ok(Math.max(...passed) > 80, stdout);
});
