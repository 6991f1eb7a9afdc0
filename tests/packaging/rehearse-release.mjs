// `npm run release:rehearse`: everything of a release but the real registries. A clone of the last commit gets an address and a date, is
// built and packed, and both packages are published to a registry on this machine (verdaccio). A new project installs them from there and
// runs the README's quick start. `npm publish --dry-run` and `cargo publish --dry-run` say what the real registries would get.

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../scripts/programs.mjs";
import { Failure, at, main, npm, root, run } from "../../scripts/run.mjs";
import { commandOf, installed, scriptOf } from "./tools.mjs";

const REPOSITORY = "somebody/edgebloom";
const ANSWER = "maybe\tBob@Mailinator.COM\nno\tbob@example.org\n";

await main(async () => {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-rehearsal-"));
  const clone = join(folder, "edgebloom");
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let server;
  try {
    run("git", ["clone", "--quiet", root, clone]);
    const { version } = prepare(clone);
    npm(["ci", "--no-audit", "--no-fund"], { cwd: clone, quiet: true });
    npm(["run", "build"], { cwd: clone, env: { CARGO_TARGET_DIR: at("target") } });
    const packages = ["pkg", "unplugin-edgebloom"].map((name) => join(clone, name));
    for (const cwd of packages) npm(["publish", "--dry-run", "--access", "public"], { cwd });
    run("cargo", ["publish", "--dry-run", "--locked"], {
      cwd: clone,
      env: { CARGO_TARGET_DIR: at("target", "apart") },
    });

    const registry = `http://127.0.0.1:${await freePort()}/`;
    server = await startRegistry(join(folder, "registry"), registry);
    const env = { npm_config_registry: registry, npm_config_userconfig: await logIn(folder, registry) };
    for (const cwd of packages) npm(["publish", "--access", "public"], { cwd, env, quiet: true });
    const again = npm(["publish", "--access", "public"], { cwd: packages[0], env, quiet: true, mayFail: true });
    if (again.status === 0) throw new Failure("the same version could be published twice");
    useIt(join(folder, "project"), env);
    console.log(
      `\nRehearsed: edgebloom ${version} and unplugin-edgebloom were published to a local registry, installed and used.`,
    );
  } finally {
    server?.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});

/** Sets what a person sets before a release, and commits it: cargo packs only what is committed. @param {string} clone */
function prepare(clone) {
  const release = ["scripts/release.mjs"];
  run(process.execPath, [...release, "--repository", REPOSITORY], { cwd: clone, quiet: true });
  const changes = join(clone, "CHANGELOG.md");
  const dated = readFileSync(changes, "utf8").replace(/^(## \S+) \(unreleased\)$/m, "$1 (2026-12-24)");
  writeFileSync(changes, dated);
  run(process.execPath, [...release, "--published"], { cwd: clone, quiet: true });
  const { version } = JSON.parse(readFileSync(join(clone, "pkg/package.json"), "utf8"));
  run(process.execPath, [...release, `v${version}`, REPOSITORY], { cwd: clone, quiet: true });
  const author = ["-c", "user.name=Rehearsal", "-c", "user.email=rehearsal@example.org"];
  run("git", [...author, "commit", "--quiet", "--all", "--message", "Rehearsal"], { cwd: clone });
  return { version };
}

/** @param {string} folder @param {string} url */
async function startRegistry(folder, url) {
  mkdirSync(folder);
  const others = npm(["config", "get", "registry"], { quiet: true }).stdout.trim();
  const rules = (/** @type {string} */ more) => `{ access: $all, publish: $authenticated${more} }`;
  writeFileSync(
    join(folder, "config.yaml"),
    [
      "storage: ./storage",
      "auth: { htpasswd: { file: ./htpasswd } }",
      `uplinks: { others: { url: ${others} } }`,
      "packages:",
      `  edgebloom: ${rules("")}`,
      `  unplugin-edgebloom: ${rules("")}`,
      `  "**": ${rules(", proxy: others")}`,
      "log: { type: stdout, format: pretty, level: warn }",
      "",
    ].join("\n"),
  );
  const script = scriptOf(installed("verdaccio"), "verdaccio");
  // verdaccio needs Node 22.
  const server = spawn(
    commandOf(installed("node-24"), "node"),
    [script, "--config", join(folder, "config.yaml"), "--listen", url.slice(7, -1)],
    {
      stdio: "inherit",
    },
  );
  for (let tries = 0; tries < 100; tries++) {
    if (server.exitCode !== null) break;
    const response = await fetch(`${url}-/ping`).catch(() => undefined);
    if (response?.ok) return server;
    await sleep(200);
  }
  server.kill();
  throw new Failure("the local registry did not start");
}

/** Creates a user, and returns the path of an npmrc with its token. @param {string} folder @param {string} registry */
async function logIn(folder, registry) {
  const user = {
    name: "rehearsal",
    password: "rehearsal-only",
    email: "rehearsal@example.org",
    type: "user",
    roles: [],
  };
  const response = await fetch(`${registry}-/user/org.couchdb.user:${user.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  if (!response.ok) throw new Failure(`the local registry made no user: ${response.status} ${await response.text()}`);
  const { token } = await response.json();
  const file = join(folder, "npmrc");
  writeFileSync(file, `${registry.slice(5)}:_authToken=${token}\n`);
  return file;
}

/** Installs the packages, and builds and queries a filter. @param {string} cwd @param {Record<string, string>} env */
function useIt(cwd, env) {
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(join(cwd, "domains.txt"), "mailinator.com\nguerrillamail.com\n");
  npm(["install", "--no-audit", "--no-fund", "edgebloom", "unplugin-edgebloom"], { cwd, env, quiet: true });
  const edgebloom = (/** @type {string[]} */ ...args) =>
    run(process.execPath, [scriptOf(cwd, "edgebloom"), ...args], { cwd, quiet: true });
  edgebloom("build", "--keys", "email", "--error-rate", "0.001", "-o", "blocked.bloom", "domains.txt");
  const { stdout } = edgebloom("check", "blocked.bloom", "Bob@Mailinator.COM", "bob@example.org");
  if (stdout !== ANSWER) throw new Failure(`check: expected ${ANSWER}, got ${stdout}`);
  writeFileSync(
    join(cwd, "plugin.js"),
    'import edgebloom from "unplugin-edgebloom/esbuild";\nif (!edgebloom().name) throw new Error("no plugin");\n',
  );
  run(process.execPath, ["plugin.js"], { cwd, quiet: true });
}
