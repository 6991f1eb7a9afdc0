// `npm run test:supply-chain`: what the package is made of, where it comes from and under which licences, and whether
// anything in it is known to be harmful. What needs the network is left out loudly where there is none.

import { Failure, at, main, npm, run } from "./run.mjs";
import { readFileSync } from "node:fs";

const inCi = process.env.CI === "true";
const HINT = "Install it by `cargo install cargo-deny --locked`.";

/** The crates that are compiled into the modules, and those that their macros are made of; a new one is a decision. */
const COMPILED = `
block-buffer MIT OR Apache-2.0
bytemuck Zlib OR Apache-2.0 OR MIT
cfg-if MIT OR Apache-2.0
crc MIT OR Apache-2.0
crc-catalog MIT OR Apache-2.0
crypto-common MIT OR Apache-2.0
digest MIT OR Apache-2.0
getrandom MIT OR Apache-2.0
hybrid-array MIT OR Apache-2.0
lock_api MIT OR Apache-2.0
lol_alloc MIT
md-5 MIT OR Apache-2.0
scopeguard MIT OR Apache-2.0
sha1 MIT OR Apache-2.0
sha2 MIT OR Apache-2.0
spin MIT
typenum MIT OR Apache-2.0
wasm-bindgen MIT OR Apache-2.0
wasm-bindgen-shared MIT OR Apache-2.0
xxhash-rust BSL-1.0
bumpalo MIT OR Apache-2.0
proc-macro2 MIT OR Apache-2.0
quote MIT OR Apache-2.0
syn MIT OR Apache-2.0
unicode-ident (MIT OR Apache-2.0) AND Unicode-3.0
wasm-bindgen-macro MIT OR Apache-2.0
wasm-bindgen-macro-support MIT OR Apache-2.0
`
  .trim()
  .split("\n")
  .sort();

const leftOut = [];

/** Says what needs the network and had none; in CI that is a failure. */
function leave(what, why) {
  const sentence = `LEFT OUT: ${what}. ${why}`;
  if (inCi) throw new Failure(sentence);
  console.warn(`\n${"!".repeat(78)}\n${sentence}\n${"!".repeat(78)}\n`);
  leftOut.push(sentence);
}

/** The first line of an output that says what was wrong. */
const reason = ({ stdout, stderr }) =>
  `${stderr}\n${stdout}`.split("\n").find((line) => /error|failed/i.test(line)) ?? "";

function compiled() {
  const { stdout } = run(
    "cargo",
    [
      "tree",
      "--locked",
      "-e",
      "normal",
      "--target",
      "wasm32-unknown-unknown",
      "--no-default-features",
      "--features",
      "compat",
      "--prefix",
      "none",
      "--no-dedupe",
      "-f",
      "{lib} {p}\t{l}",
    ],
    { quiet: true },
  );
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => line.match(/(\S+) v[^\t]*\t(.*)$/))
    .filter(([, name]) => name !== "edgebloom");
  const found = [...new Set(lines.map(([, name, licence]) => `${name} ${licence}`))].sort();
  const more = found.filter((one) => !COMPILED.includes(one));
  const fewer = COMPILED.filter((one) => !found.includes(one));
  if (more.length || fewer.length) {
    throw new Failure(
      `the modules are made of other crates: more: ${more.join(", ") || "none"}; fewer: ${fewer.join(", ") || "none"}`,
    );
  }
  console.log(`${found.length} crates in the modules and their macros, as scripts/supply-chain.mjs has them`);
}

function crates() {
  // Everything that Cargo.lock names, for all platforms: a licence is read from the crate itself.
  const fetched = run("cargo", ["fetch", "--locked"], { quiet: true, mayFail: true });
  if (fetched.status) console.warn(`not all crates could be fetched: ${reason(fetched)}`);
  run("cargo", ["deny", "--offline", "check", "licenses", "bans", "sources"], { hint: HINT });
}

/** Advisories come from a database in a repository of its own. */
function advisories() {
  const checked = run("cargo", ["deny", "--locked", "check", "advisories"], { quiet: true, mayFail: true, hint: HINT });
  const all = checked.stdout + checked.stderr;
  if (/failed to fetch advisory database|unable to (load|fetch)|failed to (clone|update)/i.test(all)) {
    return leave("the advisories of the crates", `Their database could not be fetched: ${reason(checked).trim()}`);
  }
  process.stdout.write(all);
  if (checked.status) throw new Failure("a crate has an advisory");
}

/** Nothing is installed with the package. */
function runtimeDependencies() {
  const { dependencies, optionalDependencies, peerDependencies, bundleDependencies } = JSON.parse(
    readFileSync(at("pkg/package.json"), "utf8"),
  );
  const named = Object.entries({ dependencies, optionalDependencies, peerDependencies, bundleDependencies }).filter(
    ([, of]) => of,
  );
  if (named.length) throw new Failure(`pkg/package.json has ${named.map(([name]) => name).join(", ")}`);
  const { stdout } = npm(["ls", "--omit=dev", "--all", "--json", "--workspace", "edgebloom"], { quiet: true });
  const below = (node) => Object.entries(node.dependencies ?? {}).flatMap(([name, one]) => [name, ...below(one)]);
  const installed = [...new Set(below(JSON.parse(stdout)))];
  if (installed.join() !== "edgebloom") throw new Failure(`edgebloom brings ${installed.join(", ")}`);
  console.log("the npm package has no dependencies of any kind");
}

/** `npm audit`, of what is developed with, too. */
function audit() {
  const audited = npm(["audit", "--json"], { quiet: true, mayFail: true });
  let report;
  try {
    report = JSON.parse(audited.stdout);
  } catch {
    report = { error: { summary: reason(audited) } };
  }
  if (!report.metadata?.vulnerabilities)
    return leave("npm audit", `The registry did not answer: ${report.error?.summary || report.message || ""}`);
  const { high, critical, total } = report.metadata.vulnerabilities;
  console.log(
    `npm audit: ${total} known weaknesses in ${report.metadata.dependencies.total} packages that the tests use, ${high + critical} of them high or critical`,
  );
  for (const [name, { severity, via }] of Object.entries(report.vulnerabilities)) {
    console.log(`  ${name}: ${severity}: ${via.map((one) => one.title ?? one).join("; ")}`);
  }
  // What is only used to test harms nobody who installs the package; what is high is looked at all the same.
  if (high + critical) throw new Failure("npm audit found weaknesses that are high or critical");
}

await main(() => {
  runtimeDependencies();
  compiled();
  crates();
  advisories();
  audit();
  for (const what of leftOut) console.warn(what);
  console.log(`supply chain: sound${leftOut.length ? `, with ${leftOut.length} left out` : ""}`);
});
