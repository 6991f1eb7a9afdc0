// Tests `npm pack` in the package's folder. In the repository it rejects outdated files. Elsewhere it needs no files of
// the repository.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pack } from "./pack.mjs";
import { at, npm } from "../../scripts/run.mjs";

const root = mkdtempSync(join(tmpdir(), "edgebloom-pack-"));
after(() => rmSync(root, { recursive: true, force: true }));

const folder = (name) => {
  const path = join(root, name);
  mkdirSync(path);
  return path;
};
const hashOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");
/** The exit code and error output of `npm pack` in a folder. */
const packIn = (cwd, to) => {
  const { status, stderr } = npm(["pack", "--pack-destination", to], { cwd, quiet: true, mayFail: true });
  return { status, stderr };
};

test("packing an installed package again gives the same bytes", () => {
  const tarball = pack(folder("first"));
  const project = folder("project");
  writeFileSync(join(project, "package.json"), '{ "private": true }');
  npm(["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project, quiet: true });
  const again = folder("again");
  const { status, stderr } = packIn(join(project, "node_modules/edgebloom"), again);
  assert.equal(status, 0, stderr);
  const [name] = readdirSync(again);
  assert.equal(hashOf(join(again, name)), hashOf(tarball));
});

test("rejects outdated files in the repository", () => {
  const repository = folder("repository");
  cpSync(at("pkg/package.json"), join(repository, "pkg/package.json"));
  for (const [code, expected] of [
    [1, "not fresh"],
    [0, ""],
  ]) {
    // Replaces the real script, which would check this repository.
    const script = `console.error(process.argv[2] === "--check" ? "${expected}" : "no --check"); process.exit(${code})`;
    mkdirSync(join(repository, "scripts"), { recursive: true });
    writeFileSync(join(repository, "scripts/build.mjs"), script);
    const { status, stderr } = packIn(join(repository, "pkg"), repository);
    assert.equal(status === 0, code === 0, stderr);
    assert.ok(stderr.includes(expected) && !stderr.includes("no --check"), stderr);
  }
});
