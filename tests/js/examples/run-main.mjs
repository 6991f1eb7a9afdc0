// Runs an example as its README says, and compares the output with the README.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const at = (path) => fileURLToPath(new URL(`../../../examples/${path}`, import.meta.url));

/**
 * Milliseconds. A process of Node can hang at its end, when it has printed everything (nodejs/node#54918): one in a hundred does on a busy
 * machine.
 */
const LIMIT = 60_000;

/** Runs an example, once more if it hangs, and returns its output. Fails if the example fails, hangs twice or writes to standard error. */
export async function runMain(name, ...args) {
  const command = [at(`${name}/main.mjs`), ...args];
  const run = () => promisify(execFile)(process.execPath, command, { timeout: LIMIT, killSignal: "SIGKILL" });
  const { stdout, stderr } = await run().catch((error) => {
    if (!error.killed) throw error;
    console.warn(`${name}: killed after ${LIMIT} ms, and run again (nodejs/node#54918)`);
    return run();
  });
  assert.equal(stderr, "");
  return stdout;
}

export async function printsWhatItsReadmeSays(name) {
  const [, text] = readFileSync(at(`${name}/README.md`), "utf8").match(/^```text\n(.*?)^```/ms);
  assert.equal(await runMain(name), text);
}

/** Asserts that a count is within five standard deviations, for `tries` tries with probability `rate`. */
export function assertWithinFiveSigma(count, tries, rate) {
  const sigma = Math.sqrt(tries * rate * (1 - rate));
  assert.ok(Math.abs(count - tries * rate) <= 5 * sigma, `${count} of ${tries}, expected ${tries * rate}`);
}
