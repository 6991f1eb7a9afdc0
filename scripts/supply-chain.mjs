// `npm run test:supply-chain`: checks the parts of the package, their licences, and known vulnerabilities. Advisories come from the
// network.

import { readFileSync } from "node:fs";
import { Failure, at, main, npm, run } from "./run.mjs";

/** The crates in the modules and in their macros. The check fails for any other crate. */
const COMPILED =
  `block-buffer bumpalo bytemuck cfg-if crc crc-catalog crypto-common digest edgebloom getrandom hybrid-array lock_api
  lol_alloc md-5 proc-macro2 quote scopeguard sha1 sha2 spin syn typenum unicode-ident wasm-bindgen wasm-bindgen-macro
  wasm-bindgen-macro-support wasm-bindgen-shared xxhash-rust`.split(/\s+/);

const MODULES = ["--target", "wasm32-unknown-unknown", "--no-default-features", "--features", "compat"];

await main(() => {
  const args = ["tree", "--locked", "--edges", "normal", ...MODULES, "--prefix", "none", "--format", "{p}"];
  const lines = run("cargo", args, { quiet: true }).stdout.trim().split("\n");
  const found = new Set(lines.map((line) => line.split(" ")[0]));
  const other = [
    ...COMPILED.filter((name) => !found.has(name)),
    ...[...found].filter((name) => !COMPILED.includes(name)),
  ];
  if (other.length) throw new Failure(`the modules are made of other crates: ${other.join(", ")}`);
  // The package has no dependencies.
  const manifest = Object.keys(JSON.parse(readFileSync(at("pkg/package.json"), "utf8")));
  const named = manifest.filter((name) => /(?<!dev)dependencies$/i.test(name));
  if (named.length) throw new Failure(`pkg/package.json has ${named.join(", ")}`);
  // Development tools are not installed with the package. High advisories for them are still reported.
  const audit = npm(["audit", "--audit-level=high"], { mayFail: true });
  run("cargo", ["deny", "--locked", "check"], { hint: "Install it by `cargo install cargo-deny --locked`." });
  if (audit.status) throw new Failure("npm audit failed");
});
