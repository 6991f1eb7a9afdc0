// edgebloom publish: from lists of keys to the files of a published set.

import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { readAllowed, without } from "./allowed.js";
import { Failure } from "./failure.js";
import { OtherLists, openLists, readLists } from "./keys.js";
import { publishManifest, readManifestKey, summaryOf } from "./publish/manifest.js";
import { newSharder } from "./engines.js";
import { openPublished } from "./published.js";
import { readFile, sha256OfFile } from "./read-file.js";
import { readUniverse, warnOfListed } from "./universe.js";
import { options, readFolders, readSettings, shardOptions } from "./publish/settings.js";
import { countShards, publishShards } from "./publish/shards.js";
import { StateFolder } from "./publish/state.js";
import { Damaged, checkFiles } from "./publish/trusted-files.js";
import { Work } from "./publish/work.js";
import { Report, warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("./publish/settings.js").Settings} Settings */
/** @typedef {import("./publish/state.js").State} State */

export const brief = "write or update a list for a static host";
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
    const { universe } = settings;
    if (universe) {
      const set = openPublished(state.manifest, readFile(state.manifest));
      await warnOfListed(universe, facts.listed, set.hasInForm);
    }
    report.say(facts, summaryOf(facts));
    state.report(facts.sequence);
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
 * @param {What} what
 * @returns {ReturnType<typeof writeOnce>}
 */
async function writeShards(what) {
  try {
    return await writeOnce(what);
  } catch (error) {
    if (!(error instanceof Damaged || error instanceof OtherLists)) throw error;
    // The work of a killed run cannot be used. Without it, this is a new run.
    what.state.clearWork();
    if (!what.lists?.paths.every(isFile)) throw new Failure(`${error.message}; nothing is published: run it again`);
    warn(`${error.message}; the lists are read again`);
    return await writeOnce(what);
  }
}

/**
 * @typedef {object} What
 * @property {import("./keys.js").Lists | undefined} lists undefined for a map
 * @property {Settings} settings
 * @property {string | undefined} signingKey
 * @property {StateFolder} state
 * @property {State | undefined} last
 * @property {Report} report
 */

/** @param {What} what */
async function writeOnce({ lists, settings, signingKey, state, last, report }) {
  const run = lists && runOf(lists, settings, last);
  const work = new Work(state.work, run, settings);
  try {
    const unfinished = work.finishedRecords();
    for (const record of unfinished) checkFiles(record, state);
    state.pruneDigests([...(last?.records ?? []), ...unfinished]);
    if (lists) await readInto(work, lists, settings, report);
    else await readMapInto(work, settings, last, report);
    const options = shardOptions(settings, countShards(work.count, settings, last?.options.shards));
    const isSame = last !== undefined && JSON.stringify(last.options) === JSON.stringify(options);
    if (last) warnOfChanges(last, options, signingKey, !!settings.universe);
    if (last && !isSame) report.remark("the options have changed since the last run: all filters are written again");
    const { seed } = settings;
    const universe =
      settings.universe && (await readUniverse(settings.universe, newSharder(seed, options.shards), report));
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
 * @param {Settings} settings
 * @param {Report} report
 */
async function readInto(work, lists, { universe }, report) {
  if (work.position) report.remark(`continuing after ${grouped(work.count)} keys`);
  const hash = createHash("sha256");
  const sink = without(work.sink, await readAllowed(universe));
  work.allRead(await readLists(lists, sink, report, { hash, from: work.position }));
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
  work.allRead({ input: 0, offset: 0, sha256: "" });
}

/** @param {string} path */
const isFile = (path) => path !== "-" && statSync(path).isFile();

/**
 * Identifies the work of a run, except for the content of its lists. A killed run continues if the next one has the same identifier and
 * the same lists.
 * @param {import("./keys.js").Lists} lists
 * @param {Settings} settings
 * @param {State | undefined} last
 */
function runOf({ paths }, { seed, errorRate, isStatic, shards, shardBytes, compact, format, ...more }, last) {
  const options = { seed, errorRate, isStatic, shards, shardBytes, compact, format };
  const universe = more.universe?.map(({ option, lists }) => [
    option,
    ...lists.paths.map((path) => sha256OfFile(path)),
  ]);
  const identity = { lists: paths.length, options, universe, last: last?.manifest };
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex");
}

/**
 * Warns of changes that clients notice.
 * @param {State} last
 * @param {State["options"]} options
 * @param {string | undefined} signingKey
 * @param {boolean} hasNever
 */
function warnOfChanges(last, { shards, keyForm, values }, signingKey, hasNever) {
  const old = last.options;
  // A ShardedFilter also reads a set without shards.
  if (old.shards === 1 && shards > 1) warn(`1 to ${shards} shards: clients now need ShardedFilter`);
  if (old.keyForm !== keyForm) {
    warn(
      `--keys ${old.keyForm} to ${keyForm}: clients that have the old form reject the set; publish it at another address`,
    );
  }
  if (old.values && !values)
    warn("the set had values, and has none now: clients that call get fail; pass --map or --label");
  if (!hasNever && last.records.some((record) => record.never)) {
    warn("the last run had --never or --allow, but this one does not: its keys can get a maybe again");
  }
  if (signingKey === undefined && /"signer":"/.test(last.content)) {
    warn("the last manifest was signed, this one is not: clients that verify it reject it; pass --signing-key");
  }
}
