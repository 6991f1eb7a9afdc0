// Runs the published command line, in a separate folder for each test.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { fileURLToPath } from "node:url";

export const CLI = fileURLToPath(new URL("../../../pkg/cli.js", import.meta.url));
/** Time limit of a command, in milliseconds. */
export const LIMIT = 60_000;

/** The options of publish that put the set into a folder, and its state beside it. */
export const into = (folder) => ["--state", `${folder}.state`, "-o", folder];

/** Creates a folder for each test of a file; returns functions that work in it. */
export function useFolder() {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "edgebloom-cli-"));
    // The states of tests that name none.
    process.env.XDG_STATE_HOME = join(folder, "states");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (name = "") => join(folder, name);
  return {
    at,
    /** Writes a file and returns its name. */
    put: (name, data) => (writeFileSync(at(name), data), name),
    get: (name) => readFileSync(at(name)),
    /** Runs a command and waits for its end. */
    edgebloom(args, input = "") {
      const done = spawnSync(process.execPath, [CLI, ...args], {
        cwd: folder,
        input,
        maxBuffer: 1 << 28,
        timeout: LIMIT,
      });
      const [stdout, stderr] = [done.stdout, done.stderr].map((data) => data.toString("utf8"));
      return { code: done.status, stdout, stderr, bytes: done.stdout };
    },
  };
}
