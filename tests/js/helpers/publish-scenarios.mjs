// Runs of edgebloom publish in ten situations, in this process: what each starts from, its options, and the lists that a client may see.

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../../pkg/cli/main.js";
import { openPublished } from "../../../pkg/cli/published.js";
import { keys } from "./published.mjs";
import { restore, snapshot } from "./crash.mjs";

export const ROOT = mkdtempSync(join(tmpdir(), "edgebloom-crash-"));
/** The folder of the set and of its state, whose operations are recorded. */
export const FOLDER = join(ROOT, "recorded");
const LISTS = join(ROOT, "lists");
mkdirSync(LISTS);
process.on("exit", () => rmSync(ROOT, { recursive: true, force: true }));

const list = (name, content) => {
  writeFileSync(join(LISTS, name), `${content.join("\n")}\n`);
  return join(LISTS, name);
};
const UNIVERSE = list("never", keys(1_000_000, 1_002_000));
const valueOf = (key, i) => `${key}\tvalue-${i % 5}`;

/** More digests than 1 MB of memory twice. */
const MANY = 150_000;

/**
 * In each: the options, the list before (undefined for none) and the list of the run. `prepare` changes the folder before the run.
 */
export const SCENARIOS = {
  first: { options: ["--static"], now: keys(0, 500) },
  layer: { options: ["--static", "--compact", "1000"], before: [keys(0, 500)], now: keys(5, 520) },
  merge: {
    options: ["--static", "--compact", "1000", "--keep", "1"],
    before: Array.from({ length: 11 }, (_, i) => keys(i, 300 + i)),
    now: keys(11, 311),
  },
  base: { options: ["--compact", "0", "--keep", "0"], before: [keys(0, 500)], now: keys(5, 520) },
  shards: { options: ["--static", "--shards", "4", "--compact", "1000"], before: [keys(0, 500)], now: keys(5, 520) },
  signed: {
    options: ["--static", "--name", "list", "--signing-key", join(LISTS, "key")],
    before: [keys(0, 500)],
    now: keys(5, 520),
  },
  "state lost": {
    options: ["--static"],
    before: [keys(0, 500)],
    now: keys(5, 520),
    prepare: () => rmSync(join(FOLDER, "state"), { recursive: true }),
  },
  universe: {
    options: ["--static", "--error-rate", "0.05", "--compact", "1000", "--never", UNIVERSE],
    before: [keys(0, 500)],
    now: keys(5, 520),
  },
  map: { options: ["--compact", "1000"], before: [keys(0, 500)], now: keys(5, 520), isMap: true },
  resumed: {
    options: ["--static", "--shards", "4", "--memory", "1"],
    before: [keys(0, 500)],
    now: keys(5, MANY),
    isKilled: true,
  },
};

/** Runs the command line here. Its messages are returned, not printed. */
export async function command(args) {
  const { write } = process.stderr;
  let said = "";
  process.stderr.write = (text) => {
    said += text;
    return true;
  };
  try {
    return { code: await main(args), said };
  } finally {
    process.stderr.write = write;
  }
}

/** The arguments of a run with a list. */
export function argumentsOf({ options, isMap = false }, content) {
  const path = list(isMap ? "map" : "list", isMap ? content.map(valueOf) : content);
  const input = isMap ? ["--map", path] : [path];
  return ["publish", "--quiet", ...options, "--state", join(FOLDER, "state"), "-o", join(FOLDER, "set"), ...input];
}

/** The folder before the run of a scenario. */
export async function startOf(scenario) {
  restore(FOLDER, new Map());
  for (const each of scenario.before ?? []) await succeeds(argumentsOf(scenario, each));
  scenario.prepare?.();
  return snapshot(FOLDER);
}

export async function succeeds(args) {
  const { code, said } = await command(args);
  if (code) throw new Error(`exit code ${code}: ${said}`);
  return said;
}

/** The published files by their path. */
export const publishedIn = (all) =>
  new Map([...all].filter(([path, data]) => path.startsWith("set/") && data !== null));

/** What clients see: the manifest's sequence number, and how many keys of a list are missed. Throws if a file is missing or damaged. */
export function seenIn(folder, content) {
  const path = join(folder, "set/manifest.json");
  const set = openPublished(path, readFileSync(path));
  for (let shard = 0; shard < set.shards; shard++) set.setOf(shard);
  return { sequence: set.manifest.sequence, missed: content.filter((key) => !set.has(key)).length, set };
}

/** A folder that a process has left which no longer runs: here, all runs are in this process. */
export function dead(content) {
  return new Map(
    [...content].map(([path, data]) => {
      if (!/state\/lock\.[^/]*$/.test(path) || !data?.length) return [path, data];
      return [path, Buffer.from(data.toString().replace(`"pid":${process.pid}`, `"pid":${2 ** 22 + 1}`))];
    }),
  );
}

/** Names that no run should leave. */
export function leftoversIn(folder) {
  const names = readdirSync(join(folder, "state")).filter(
    (name) => !["digests", "state.json", "reported.json"].includes(name),
  );
  const state = JSON.parse(readFileSync(join(folder, "state/state.json"), "utf8").split("\n")[0]);
  const wanted = new Set(
    state.records.flatMap(({ digests, added, removed }) => [digests, added, removed].map((each) => each?.file)),
  );
  const files = new Set(state.history.flatMap(({ files }) => files));
  return [
    ...names,
    ...readdirSync(join(folder, "state/digests")).filter((name) => !wanted.has(name)),
    ...readdirSync(join(folder, "set")).filter((name) => !["files", "manifest.json"].includes(name)),
    ...readdirSync(join(folder, "set/files")).filter((name) => !files.has(name)),
  ];
}
