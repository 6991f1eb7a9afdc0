// `npm run test:supply-chain`: what the package is made of and under which licences, and whether anything in it is known to
// be harmful. Advisories come from the network.

import { readFileSync } from "node:fs";
import { Failure, at, main, npm, run } from "./run.mjs";

/** The crates that are compiled into the modules, and those that their macros are made of; a new one is a decision. */
const COMPILED =
  `block-buffer bumpalo bytemuck cfg-if crc crc-catalog crypto-common digest getrandom hybrid-array lock_api
  lol_alloc md-5 proc-macro2 quote scopeguard sha1 sha2 spin syn typenum unicode-ident wasm-bindgen wasm-bindgen-macro
  wasm-bindgen-macro-support wasm-bindgen-shared xxhash-rust`.split(/\s+/);

const MODULES = ["--target", "wasm32-unknown-unknown", "--no-default-features", "--features", "compat"];

function compiled() {
  const args = ["tree", "--locked", "--edges", "normal", ...MODULES, "--prefix", "none", "--format", "{p}"];
  const lines = run("cargo", args, { quiet: true }).stdout.trim().split("\n");
  const found = new Set(lines.map((line) => line.split(" ")[0]));
  found.delete("edgebloom");
  const other = [
    ...COMPILED.filter((name) => !found.has(name)),
    ...[...found].filter((name) => !COMPILED.includes(name)),
  ];
  if (other.length) throw new Failure(`the modules are made of other crates: ${other.join(", ")}`);
}

/** Nothing is installed with the package. */
function dependencies() {
  const manifest = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  const named = Object.keys(manifest).filter((name) => /(?<!dev)dependencies$/i.test(name));
  if (named.length) throw new Failure(`pkg/package.json has ${named.join(", ")}`);
}

const CHECKS = {
  "the crates of the modules": compiled,
  "no dependencies of the package": dependencies,
  "cargo deny": () =>
    run("cargo", ["deny", "--locked", "check"], { hint: "Install it by `cargo install cargo-deny --locked`." }),
  // Of what is developed with: what is high is looked at, although nobody who installs the package has it.
  "npm audit": () => npm(["audit", "--audit-level=high"]),
};

await main(() => {
  const failed = Object.entries(CHECKS).flatMap(([name, check]) => {
    console.log(`\n== ${name}`);
    try {
      check();
      return [];
    } catch (error) {
      return [`${name}: ${error.message}`];
    }
  });
  if (failed.length) throw new Failure(failed.join("\n"));
});
