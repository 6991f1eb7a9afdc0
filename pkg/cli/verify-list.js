// edgebloom verify --list: proves that a published set, or a filter file, is right for a list.

import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { readAllowed, without } from "./allowed.js";
import { newShardList, newSharder } from "./engines.js";
import { Failure, naming } from "./failure.js";
import { openFilter, readFilterBytes, withRawKeys } from "./filter-file.js";
import { openLists, readFormat, readLists } from "./keys.js";
import { openMap } from "./map.js";
import { Progress } from "./progress.js";
import { allShards } from "./publish/shards.js";
import { hitsIn, keysOf, lookUp, universeOf } from "./publish/shard.js";
import { Work } from "./publish/work.js";
import { isManifest, openPublished } from "./published.js";
import { warn } from "./report.js";
import { grouped, isoTime } from "./show.js";
import { onSignals } from "./signals.js";
import { listedToo, openUniverse, optionsOf, readUniverse } from "./universe.js";

/** How many keys are looked up that are not listed. */
const SAMPLE = 200_000;
const MEMORY = 64 * 2 ** 20;

/**
 * @typedef {object} Values
 * @property {string[] | undefined} [list]
 * @property {string | undefined} [keys]
 * @property {string | undefined} [input]
 * @property {boolean | undefined} [comments]
 * @property {boolean | undefined} [strict]
 * @property {string[] | undefined} [map]
 * @property {string[] | undefined} [label]
 * @property {string[] | undefined} [never]
 * @property {string[] | undefined} [allow]
 * @property {boolean | undefined} [quiet]
 */

/** What a check has found: facts to print, and what is wrong. @typedef {{ facts: Record<string, unknown>, wrong: string[] }} Found */

/**
 * @param {string} path of a manifest, or of a filter file
 * @param {Values} values
 * @returns {Promise<Found>}
 */
export async function verifyList(path, values) {
  const bytes = await readFilterBytes(path);
  if (!isManifest(bytes)) return verifyFilter(openFilter(path, bytes, values.keys), values);
  const set = openPublished(path, bytes);
  const { keyForm } = set.manifest;
  if (values.keys !== undefined && values.keys !== keyForm) {
    throw new Failure(`--keys: expected ${keyForm}, the form of the keys of the set, got ${values.keys}`);
  }
  const folder = naming(tmpdir(), () => mkdtempSync(join(tmpdir(), "edgebloom-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const release = onSignals(remove);
  try {
    return await verifySet(set, { ...values, keys: keyForm }, folder);
  } finally {
    release();
    remove();
  }
}

/**
 * @param {ReturnType<typeof openPublished>} set
 * @param {Values} values
 * @param {string} folder for the digests of long lists
 * @returns {Promise<Found>}
 */
async function verifySet({ manifest, shards, setOf }, values, folder) {
  const { seed, expires, errorRate, sequence, name, version } = manifest;
  const format = readFormat(values);
  const map = openMap(values, values.list ?? [], format);
  if (map && !manifest.map) throw new Failure(`--${values.map ? "map" : "label"}: the keys of the set have no values`);
  if (map && values.allow) throw new Failure("--allow: not for maps; leave out --allow");
  const never = openUniverse(values, format);
  const settings = { seed, memory: MEMORY, map };
  const work = new Work(folder, undefined, settings);
  const universe = never && (await readUniverse(never, newSharder(seed, shards), values));
  const sums = { keys: 0, listed: 0, missing: 0, hits: 0, never: 0, neverHits: 0, neverListed: 0, files: 0, bytes: 0 };
  const sample = Math.ceil(SAMPLE / shards);
  /** @type {string[]} */
  const wrong = [];
  /** A shard; undefined if its files are missing or damaged. */
  const openShard = (/** @type {number} */ shard) => {
    try {
      return setOf(shard);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      wrong.push(error.message);
      return undefined;
    }
  };
  const progress = new Progress(shards, () => sums.listed, values, "shards");
  try {
    if (map) await map.read(work.sink, values);
    else {
      const sink = without(work.sink, await readAllowed(never));
      work.allRead(await readLists(openLists(values.list ?? [], format), sink, values));
    }
    for (const { shard, digests } of allShards(work, shards, settings)) {
      const opened = openShard(shard);
      if (!opened) continue;
      const { files, set } = opened;
      const list = newShardList(seed, !!map);
      try {
        for (const piece of digests) list.push(piece);
        list.prepare(map?.labels !== undefined);
        const { keys, wrong } = lookUp(set, keysOf(list), map);
        sums.keys += files.keys;
        sums.listed += keys;
        sums.missing += wrong;
        const { digests: others, listed } = universeOf(list, universe?.drain(shard), seed);
        sums.neverListed += listed;
        sums.never += others.length / 16;
        sums.neverHits += hitsIn(set, others).length / 4;
      } finally {
        list.free();
      }
      sums.hits += hitsIn(set, randomBytes(16 * sample)).length / 4;
      sums.files += 1 + files.layers.length;
      for (const { bytes } of [files.base, ...files.layers]) sums.bytes += bytes;
      progress.advance(1);
      await turn();
    }
  } finally {
    progress.end();
    work.close();
    universe?.free();
  }
  const isWhole = !wrong.length;
  const queries = sample * shards;
  if (sums.missing) {
    wrong.push(
      `${grouped(sums.missing)} of ${grouped(sums.listed)} listed keys have ${map ? "another value" : 'the answer "no"'}`,
    );
  }
  if (isWhole && (sums.listed !== manifest.keys || sums.keys !== manifest.keys)) {
    wrong.push(`the list has ${grouped(sums.listed)} keys, and the set ${grouped(manifest.keys)}`);
  }
  if (never) {
    if (sums.neverHits) wrong.push(`of ${optionsOf(never)}, ${grouped(sums.neverHits)} have the answer "maybe"`);
    if (sums.neverListed) warn(listedToo(sums.neverListed));
  }
  if (sums.hits > most(queries * errorRate)) {
    wrong.push(
      `${grouped(sums.hits)} of ${grouped(queries)} random keys have the answer "maybe", expected at most ${grouped(most(queries * errorRate))}`,
    );
  }
  if (expires !== null && expires <= Date.now()) wrong.push(`it expired at ${isoTime(expires)}`);
  const facts = {
    name,
    version,
    sequence,
    expires: isoTime(expires),
    keys: manifest.keys,
    listed: sums.listed,
    missing: sums.missing,
    shards,
    fileCount: sums.files,
    byteLength: sums.bytes,
    errorRate,
    sample: queries,
    falsePositives: sums.hits,
    never: sums.never,
    neverMaybe: sums.neverHits,
    neverListed: sums.neverListed,
  };
  return { facts, wrong };
}

/** More false positives than this have a chance of less than one in a million. @param {number} mean */
const most = (mean) => Math.ceil(mean + 5 * Math.sqrt(mean) + 5);

/**
 * The same for a filter file: whether it has the listed keys.
 * @param {import("./filter-file.js").ReadFilter} filter
 * @param {Values} values
 * @returns {Promise<Found>}
 */
async function verifyFilter(filter, values) {
  if (values.map || values.label)
    throw new Failure(`--${values.map ? "map" : "label"}: expected a published set, got a filter file`);
  if (values.never) throw new Failure("--never: expected a published set, got a filter file");
  const format = readFormat({ ...values, keys: filter.keyForm });
  const keys = withRawKeys(filter);
  let [listed, maybe] = [0, 0];
  const add = (/** @type {ArrayLike<boolean | number>} */ answers) => {
    for (let i = 0; i < answers.length; i++) if (answers[i]) maybe++;
    listed += answers.length;
  };
  const has = (/** @type {any} */ key) => keys.has(key);
  /** @type {import("./keys.js").Sink} */
  const sink = {
    lines: (lines) => add(keys.hasLines(lines)),
    key: (key) => add([has(key)]),
    keys(bytes, width) {
      for (let at = 0; at < bytes.length; at += width) add([has(bytes.subarray(at, at + width))]);
    },
    count: () => listed,
  };
  const allowed = await readAllowed(openUniverse(values, format));
  await readLists(openLists(values.list ?? [], format), without(sink, allowed), values);
  const missing = listed - maybe;
  const wrong = missing ? [`${grouped(missing)} of ${grouped(listed)} listed keys have the answer "no"`] : [];
  let wrongly = 0;
  for (const [key] of allowed) wrongly += +keys.has(Buffer.from(key, "latin1"));
  if (wrongly) wrong.push(`of --allow, ${grouped(wrongly)} have the answer "maybe"`);
  return { facts: { listed, missing }, wrong };
}
