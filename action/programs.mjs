// Programs that the action runs. They get their arguments as an array: no shell reads them.

import { spawnSync } from "node:child_process";
import { Failure, say } from "./log.mjs";

/** @typedef {{ code: number | null, stdout: Buffer, stderr: string }} Done */

/**
 * Runs a program and waits for its end. What it prints is kept, because it may have lines of a list.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Done}
 */
export function run(program, args, env) {
  // Only the action itself needs the inputs, and the private key in them.
  const { INPUTS, ...rest } = env;
  const done = spawnSync(program, args, {
    env: rest,
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (done.error) {
    const isMissing = /** @type {NodeJS.ErrnoException} */ (done.error).code === "ENOENT";
    throw new Failure(
      isMissing ? `${program}: not found; add a step that installs it` : `${program}: ${done.error.message}`,
    );
  }
  return { code: done.status, stdout: done.stdout, stderr: done.stderr.toString() };
}

/**
 * Runs a program that must succeed.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function mustRun(program, args, env) {
  const done = run(program, args, env);
  if (done.code !== 0) throw failed(program, done);
  say(program, done.stderr);
  return done;
}

/**
 * @param {string} program
 * @param {Done} done
 */
export function failed(program, { code, stderr }) {
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim());
  return new Failure(`${program}: exit code ${code}: ${lines.slice(-5).join("\n")}`);
}

/**
 * Runs edgebloom. Its errors become the message of a Failure.
 * @param {string} version
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(warning: string) => void} warn
 * @returns {any} the object that `--json` prints
 */
export function edgebloom(version, args, env, warn) {
  const done = run("npx", ["--yes", `edgebloom@${version}`, ...args], env);
  const lines = done.stderr.split("\n").flatMap((line) => /^edgebloom: (.+)/.exec(line)?.[1] ?? []);
  const isWarning = (/** @type {string} */ line) => line.startsWith("warning: ");
  for (const line of lines.filter(isWarning)) warn(line.slice("warning: ".length));
  if (done.code === 0) return JSON.parse(done.stdout.toString());
  const errors = lines.filter((line) => !isWarning(line));
  throw errors.length ? new Failure(errors.join("\n")) : failed(`edgebloom ${args[0]}`, done);
}
