// Runs of edgebloom publish that are killed in a phase of their work.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { CLI } from "./command-line.mjs";

/** The whole entries in the journal of a state. */
export function journalOf(state) {
  const path = `${state}/work/journal`;
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** True once some digests are on disk. */
export const isReading = (state) => journalOf(state).some(({ counts }) => counts);

/** True once a group of shards is finished. */
export const isBuilding = (state, group = 3) => journalOf(state).some((entry) => entry.group === group);

/** Starts a run and kills it as soon as a condition holds; the signal that ended it. */
export async function kill(args, cwd, condition) {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, stdio: "ignore" });
  const ended = once(child, "exit");
  while (child.exitCode === null && !condition()) await new Promise((resolve) => setTimeout(resolve, 1));
  child.kill("SIGKILL");
  const [, signal] = await ended;
  return signal;
}
