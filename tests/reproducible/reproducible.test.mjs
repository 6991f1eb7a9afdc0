// The packages depend only on their sources. Two copies of the repository, in folders with different names, with different file dates and
// modes, time zones and languages, must give the same tarball and the same crate, byte for byte.
//
// With `npm run test:reproducible -- --rebuild`, the second copy builds all generated files again. This takes some minutes. Both copies
// need the same versions of rustc, Node and npm, because these compile and compress.

import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { GENERATED, build } from "../../scripts/build.mjs";
import { root, run } from "../../scripts/run.mjs";
import { pack } from "../packaging/pack.mjs";

const REBUILD = process.argv.includes("--rebuild");
const LEFT_OUT = [".git", "build", "node_modules", "target"];

/** The differences between machines: the path, the dates of files, and the mode of new files. */
const MACHINES = [
  ["a", "2001-02-03T04:05:06Z", 0o022, { TZ: "UTC", LANG: "C", LC_ALL: "C" }],
  [
    "another place, of a löngér name",
    "2019-10-27T01:30:00Z",
    0o077,
    { TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
  ],
];

const folder = mkdtempSync(join(tmpdir(), "edgebloom-"));
const usual = process.umask();
before(build);
after(() => process.umask(usual));

test("two machines make the same tarball and the same crate", () => {
  const [first, second] = MACHINES.map((machine, i) => packOn(machine, REBUILD && i > 0));
  // If they differ, the folder stays, to compare them.
  first.forEach((file, i) => {
    assert.ok(readFileSync(file).equals(readFileSync(second[i])), `${file} and ${second[i]} differ`);
  });
  rmSync(folder, { recursive: true, force: true });
});

/** The two packages of a machine. */
function packOn([name, date, umask, env], rebuild) {
  const copy = join(folder, name);
  const out = join(folder, `packed ${name}`);
  process.umask(umask);
  copyTo(copy, new Date(date), umask);
  if (rebuild) {
    for (const path of GENERATED) rmSync(join(copy, path), { recursive: true, force: true });
    // Not a link: an installation in the copy must not change the original.
    cpSync(join(root, "node_modules"), join(copy, "node_modules"), { recursive: true, verbatimSymlinks: true });
    run(process.execPath, [join(copy, "scripts", "build.mjs")], { cwd: tmpdir(), env });
  }
  mkdirSync(out);
  const tarball = pack(out, { cwd: join(copy, "pkg"), env });
  const target = join(copy, "target");
  // Do not compile the crate here: the release does that.
  const options = { cwd: copy, env: { ...env, CARGO_TARGET_DIR: target } };
  run("cargo", ["package", "--locked", "--no-verify", "--quiet"], options);
  const crate = readdirSync(join(target, "package")).find((name) => name.endsWith(".crate"));
  assert.ok(crate, "cargo package makes a crate");
  return [tarball, join(target, "package", crate)];
}

/** Copies the repository as a machine would have checked it out. */
function copyTo(copy, date, umask) {
  const filter = (path) => !LEFT_OUT.includes(basename(path)) && !path.endsWith(".tgz");
  cpSync(root, copy, { recursive: true, filter });
  for (const path of readdirSync(copy, { recursive: true, encoding: "utf8" }).map((name) => join(copy, name))) {
    const { mode } = statSync(path);
    if (statSync(path).isFile()) chmodSync(path, (mode & 0o100 ? 0o777 : 0o666) & ~umask);
    utimesSync(path, date, date);
  }
}
