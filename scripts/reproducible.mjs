// Checks that the packages depend only on their sources. Two copies of the repository, in folders with different names, with different
// file dates and modes, time zones and languages, must give the same tarball and the same crate, byte for byte. With `--rebuild`, the
// second copy builds all generated files again. This takes some minutes.
//
// Both copies need the same versions of rustc, Node and npm, because these compile and compress.

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
import { GENERATED, build } from "./build.mjs";
import { pack } from "./package-test.mjs";
import { Failure, mainOf, root, run } from "./run.mjs";

const LEFT_OUT = [".git", "build", "node_modules", "target"];

/** The differences between machines: the path, the dates of files, and the mode of new files. */
const MACHINES = /** @type {[name: string, date: string, umask: number, env: Record<string, string>][]} */ ([
  ["a", "2001-02-03T04:05:06Z", 0o022, { TZ: "UTC", LANG: "C", LC_ALL: "C" }],
  [
    "another place, of a löngér name",
    "2019-10-27T01:30:00Z",
    0o077,
    { TZ: "Asia/Kathmandu", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
  ],
]);

/**
 * Packs on both machines, and compares.
 * @param {{ rebuild?: boolean }} [options]
 */
export async function testReproducible({ rebuild = false } = {}) {
  await build();
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-"));
  const usual = process.umask();
  try {
    const [first, second] = MACHINES.map((machine, i) => packOn(machine, folder, rebuild && i > 0));
    first.forEach((file, i) => {
      if (!readFileSync(file).equals(readFileSync(second[i]))) throw new Failure(`${file} and ${second[i]} differ`);
    });
    rmSync(folder, { recursive: true, force: true });
    console.log("the same tarball and the same crate");
  } finally {
    process.umask(usual);
  }
}

/**
 * The two packages of a machine.
 * @param {typeof MACHINES[number]} machine
 * @param {string} folder
 * @param {boolean} rebuild
 */
function packOn([name, date, umask, env], folder, rebuild) {
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
  if (crate === undefined) throw new Failure("cargo package has made no crate");
  return [tarball, join(target, "package", crate)];
}

/**
 * Copies the repository as a machine would have checked it out.
 * @param {string} copy
 * @param {Date} date
 * @param {number} umask
 */
function copyTo(copy, date, umask) {
  const filter = (/** @type {string} */ path) => !LEFT_OUT.includes(basename(path)) && !path.endsWith(".tgz");
  cpSync(root, copy, { recursive: true, filter });
  for (const path of readdirSync(copy, { recursive: true, encoding: "utf8" }).map((name) => join(copy, name))) {
    const { mode } = statSync(path);
    if (statSync(path).isFile()) chmodSync(path, (mode & 0o100 ? 0o777 : 0o666) & ~umask);
    utimesSync(path, date, date);
  }
}

await mainOf(import.meta, () => testReproducible({ rebuild: process.argv.includes("--rebuild") }));
