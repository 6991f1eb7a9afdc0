// edgebloom publish: from lists of keys to the files of a published set.

import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { openLists, readLists } from "./keys.js";
import { publishManifest, readManifestKey, summaryOf } from "./publish/manifest.js";
import { newSharder } from "./engines.js";
import { openPublished } from "./published.js";
import { readFile } from "./read-file.js";
import { readUniverse, warnOfListed } from "./universe.js";
import { options, readFolders, readSettings, shardOptions } from "./publish/settings.js";
import { countShards, publishShards } from "./publish/shards.js";
import { StateFolder } from "./publish/state.js";
import { Work } from "./publish/work.js";
import { Report, warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("./publish/settings.js").Settings} Settings */
/** @typedef {import("./publish/state.js").State} State */

export const brief = "write a list for a static host, or update it";
export const operands = "files";
export { options };

const USAGE = "edgebloom publish [options] -o DIR LIST...";

/**
 * @param {import("./publish/settings.js").Values} values
 * @param {string[]} positionals
 */
export async function run(values, positionals) {
  const folders = readFolders(values, USAGE);
  const settings = readSettings(values, positionals);
  const signingKey = readManifestKey(values, USAGE);
  const lists = settings.map ? undefined : openLists(positionals, settings.format);
  const state = new StateFolder(folders);
  const report = new Report({ ...values, output: state.manifest });
  const unlock = state.lock();
  try {
    const last = state.read();
    const shards = await writeShards({ lists, settings, signingKey, state, last, report });
    const facts = await publishManifest({ settings, signingKey, state, last, ...shards });
    const { never } = settings;
    if (never) {
      const set = openPublished(state.manifest, readFile(state.manifest));
      await warnOfListed(never, facts.listed, set.hasInForm);
    }
    report.say(facts, summaryOf(facts));
    return 0;
  } catch (error) {
    // If a file is missing, that is the reason.
    state.checkManifest();
    throw error;
  } finally {
    unlock();
  }
}

/**
 * Reads the lists and writes the files of all shards.
 * @param {object} what
 * @param {import("./keys.js").Lists | undefined} what.lists undefined for a map
 * @param {Settings} what.settings
 * @param {string | undefined} what.signingKey
 * @param {StateFolder} what.state
 * @param {State | undefined} what.last
 * @param {Report} what.report
 */
async function writeShards({ lists, settings, signingKey, state, last, report }) {
  const work = new Work(state.work, runOf(lists?.paths ?? ["-"], settings, last?.sequence ?? 0), settings);
  try {
    state.pruneDigests([...(last?.records ?? []), ...work.finishedRecords()]);
    if (lists) await readInto(work, lists, report);
    else await readMapInto(work, settings, last, report);
    const options = shardOptions(settings, countShards(work.count, settings, last?.options.shards));
    const isSame = last !== undefined && JSON.stringify(last.options) === JSON.stringify(options);
    if (last) warnOfChanges(last, options, signingKey);
    if (last && !isSame) report.remark("the options have changed since the last run: all filters are written again");
    const { never, seed } = settings;
    const universe = never && (await readUniverse(never, newSharder(seed, options.shards), report));
    try {
      const records = isSame ? last.records : [];
      const outcomes = await publishShards({
        work,
        settings,
        universe,
        shards: options.shards,
        records,
        state,
        report,
      });
      return { options, outcomes };
    } finally {
      universe?.free();
    }
  } finally {
    work.close();
  }
}

/**
 * @param {Work} work
 * @param {import("./keys.js").Lists} lists
 * @param {Report} report
 */
async function readInto(work, lists, report) {
  const { position } = work;
  if (!position) return report.remark(`the list has already been read: ${grouped(work.count)} keys`);
  if (work.count) report.remark(`continuing after ${grouped(work.count)} keys`);
  await readLists(lists, work.sink, report, { from: position });
  work.allRead();
}

/**
 * Reads the lists of a map. Such a run never continues: it would have to save the numbers of the values, too.
 * @param {Work} work
 * @param {Settings} settings
 * @param {State | undefined} last
 * @param {Report} report
 */
async function readMapInto(work, { map }, last, report) {
  map?.restore(last?.values ?? []);
  await map?.read(work.sink, report);
  work.allRead();
}

/**
 * Identifies the work of a run. A killed run continues if the next one has the same identifier.
 * @param {string[]} paths
 * @param {Settings} settings
 * @param {number} sequence
 */
function runOf(paths, settings, sequence) {
  const inputs = [...paths, ...(settings.never?.paths ?? [])].map((path) => {
    // Standard input cannot be read again, and maps are not, so such a run never continues.
    if (path === "-") return randomUUID();
    const { dev, ino, size, mtimeMs } = statSync(path);
    return { path: resolve(path), dev, ino, size, mtimeMs };
  });
  const identity = { inputs, settings: { ...settings, never: undefined, map: undefined, expires: 0 }, sequence };
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex");
}

/**
 * Warns of changes that clients notice.
 * @param {State} last
 * @param {State["options"]} options
 * @param {string | undefined} signingKey
 */
function warnOfChanges(last, { shards, keyForm, values }, signingKey) {
  const old = last.options;
  if ((old.shards === 1) !== (shards === 1)) {
    warn(`${old.shards} to ${shards} shards: clients now need ${shards === 1 ? "LiveFilter" : "ShardedFilter"}`);
  }
  if (old.keyForm !== keyForm) {
    warn(
      `--keys ${old.keyForm} to ${keyForm}: clients that have the old form reject the set; publish it at another address`,
    );
  }
  if (old.values && !values)
    warn("the set had values, and has none now: clients that call get fail; give --map or --label");
  if (signingKey === undefined && /"signer":"/.test(last.content)) {
    warn("the last manifest was signed, this one is not: clients that verify it reject it; give --signing-key");
  }
}
