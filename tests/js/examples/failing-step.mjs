// Stands in for the command line and fails at the step that reads keys.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { CLI } from "../helpers/command-line.mjs";

const [how, ...args] = process.argv.slice(2);

/** Runs the real command line; returns its output if `stdout` is a pipe. */
function real(stdin, stdout) {
  const { status, ...done } = spawnSync(process.execPath, [CLI, ...args], {
    stdio: [stdin instanceof Uint8Array ? "pipe" : stdin, stdout, "inherit"],
    input: stdin instanceof Uint8Array ? stdin : undefined,
    maxBuffer: 1 << 28,
  });
  if (status) process.exit(status);
  return done.stdout;
}

const write = (bytes) => new Promise((resolve) => process.stdout.write(bytes, resolve));

const WAYS = {
  /** Is killed while it reads keys, after it has written a part of a frame. */
  async killed() {
    const [shard, count] = [0, 1000];
    await write(new Uint8Array(new Uint32Array([shard, count]).buffer));
    await write(new Uint8Array(5000));
    process.kill(process.pid, "SIGKILL");
  },
  /** Fails the first time, in whichever process that is. */
  async once() {
    try {
      writeFileSync("has-failed", "", { flag: "wx" });
    } catch {
      return void real("inherit", "inherit");
    }
    await write(real("inherit", "pipe").subarray(0, -16));
    process.exit(1);
  },
  async "without-trailer"() {
    await write(real("inherit", "pipe").subarray(0, -16));
  },
  async "half-a-trailer"() {
    await write(real("inherit", "pipe").subarray(0, -8));
  },
  /** Misses the last key. */
  deaf() {
    const keys = readFileSync(0);
    real(keys.subarray(0, keys.lastIndexOf("\n", -2) + 1), "inherit");
  },
};

if (args.includes("digests")) await WAYS[how]();
else real("inherit", "inherit");
