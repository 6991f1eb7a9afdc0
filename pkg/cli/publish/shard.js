// One shard of a published set, or a set without shards: the files to write when its list has changed.

import { randomUUID } from "node:crypto";
import { DIGEST_BYTES, keyBytesOf, newChanges, newShardList } from "../engines.js";
import { warn } from "../report.js";
import { PublishedSet, readParts } from "../../api/live/published-set.js";
import { textsOf } from "../../api/static-map.js";
import { sha256Of, writeNamed } from "./named-files.js";
import { Damaged, piecesOf, readPublished, readStateFile, writeStateFile } from "./trusted-files.js";

/** @typedef {import("../engines.js").Changes} Changes */
/** @typedef {import("../engines.js").ShardList} ShardList */
/** @typedef {import("../../api/live/manifest.js").SetFiles} SetFiles */
/** @typedef {import("./trusted-files.js").StateFile} StateFile */

/**
 * The record of a shard, from one run to the next.
 * @typedef {SetFiles & { digests: StateFile, added: StateFile | null, removed: StateFile | null, never?: Never }} ShardRecord
 *   `digests` is the file with the digests of its keys, and the numbers of their values if they have any; `added` and `removed` are those of
 *   the changes since the base, without values
 */

/**
 * The keys that are never false positives of a shard.
 * @typedef {object} Never
 * @property {string} sha256 of their digests
 * @property {number} keys how many are not listed
 * @property {number} exact how many keys its layers have removed because they were false positives
 */

/**
 * How a set is built.
 * @typedef {object} SetOptions
 * @property {number} errorRate of base and layers together
 * @property {boolean} isStatic
 * @property {number} seed
 * @property {import("../map.js").MapLists | undefined} map for keys with values
 * @property {number} compact how large all layers together may be, as a fraction of the base
 */

/**
 * Where things are.
 * @typedef {object} Places
 * @property {string} published the folder of the published set
 * @property {string} digests the folder of digests
 */

/**
 * The outcome for a shard.
 * @typedef {object} Outcome
 * @property {ShardRecord} record
 * @property {"same" | "layer" | "base"} kind what was written
 * @property {number} bytes how long it is
 * @property {number} added how many keys were added since the last run, or have another value
 * @property {number} removed how many were removed
 * @property {number} listed how many keys of the universe are listed
 * @property {Uint8Array} [conflicts] the digests of keys that have several values
 */

/**
 * Most clients fetch the base once and layers often, but the base is larger. So the base gets two thirds of the error rate, and the
 * layers share one third equally. `docs/maintainers/decisions/published-sets.md` has the figures.
 */
const BASE_SHARE = 2 / 3;
const MAX_LAYERS = 10;
const LAYER_SHARE = (1 - BASE_SHARE) / MAX_LAYERS;
/** With a lower rate, a layer would need a rate that no static set has. */
export const MIN_RATE = 1e-8;
/** A shard with this many keys builds in 1 GiB. */
export const MAX_SHARD_KEYS = 20_000_000;
/** The same for a map: it takes 64 bytes for each key and for each bit of its values. */
export const MAX_MAP_BITS = 15_000_000;
/** How many digests are written at once. */
const PIECE = 1 << 16;

/**
 * The error rate of a base. It has all of the rate if there never are layers.
 * @param {Pick<SetOptions, "errorRate" | "compact">} options
 */
export const baseRate = ({ errorRate, compact }) => (compact ? errorRate * BASE_SHARE : errorRate);

/**
 * Writes the changes of a shard: nothing, a layer, or a new base.
 * @param {number} shard
 * @param {{ digests: Iterable<Uint8Array>, never: Uint8Array | undefined }} keys the digests of its keys, for a map each with the number of its
 *   value, and of its part of the universe, in any order, some perhaps repeated
 * @param {SetOptions} options
 * @param {ShardRecord | undefined} previous
 * @param {Places} places
 * @returns {Outcome}
 */
export function publishShard(shard, { digests, never }, options, previous, places) {
  /** The beginning of the names of new digest files. */
  const stem = `${shard}-${randomUUID()}`;
  const list = newShardList(options.seed, !!options.map);
  try {
    for (const piece of digests) list.push(piece);
    const conflicts = list.prepare(options.map?.labels !== undefined);
    const universe = universeOf(list, never, options.seed);
    const { listed } = universe;
    let counts = { added: list.distinct, removed: 0, listed, ...(conflicts.length && { conflicts }) };
    /** @param {{ record: ShardRecord, bytes: number }} written */
    const verified = (written) => {
      verify(written.record, universe, options, places);
      return { ...written, ...counts };
    };
    if (previous) {
      try {
        const changes = changesSince(previous, list, places);
        try {
          counts = { ...counts, added: changes.added, removed: changes.removed };
          const isSame = !changes.added && !changes.removed && universe.sha256 === previous.never?.sha256;
          const update = isSame
            ? { record: previous, bytes: 0 }
            : writeLayer(stem, { changes, universe }, list, options, previous, places);
          if (update) return { ...verified(update), kind: update.bytes ? "layer" : "same" };
        } finally {
          // A base needs the memory.
          changes.free();
        }
      } catch (error) {
        if (!(error instanceof Damaged)) throw error;
        warn(`${error.message}; a new base is written`);
      }
    }
    return { ...verified(writeBase(stem, universe, list, options, places)), kind: "base" };
  } finally {
    list.free();
  }
}

/**
 * Looks up each listed key, and each key of the universe, in the files as they were written. No manifest names files that fail here.
 * @param {ShardRecord} record
 * @param {Universe} universe
 * @param {SetOptions} options
 * @param {Places} places
 */
function verify(record, universe, options, places) {
  const set = openSet(record, options, places);
  const { keys, wrong } = lookUp(set, piecesOf(places.digests, record.digests), options.map);
  const hits = hitsIn(set, universe.digests).length / 4;
  if (!wrong && !hits && keys === record.keys) return;
  throw new Damaged(
    `${places.published}: ${keys - wrong} of ${record.keys} listed keys are right in the files, and ${hits} keys that must get "no" are wrong`,
  );
}

/**
 * How many keys there are, and for how many of them a set has the wrong answer or the wrong value.
 * @param {PublishedSet} set
 * @param {Iterable<Uint8Array>} pieces of the digests of listed keys, for a map each with the number of its value
 * @param {import("../map.js").MapLists | undefined} map
 */
export function lookUp(set, pieces, map) {
  const width = keyBytesOf(!!map) / 4;
  let [keys, wrong] = [0, 0];
  for (const piece of pieces) {
    const lanes = new Int32Array(piece.buffer, piece.byteOffset, piece.length / 4);
    for (let i = 0; i < lanes.length; i += width) {
      const isRight = map
        ? set._getLanes(lanes[i], lanes[i + 1], lanes[i + 2], lanes[i + 3]) === map.textOf(lanes[i + 4] >>> 0)
        : set._hasLanes(lanes[i], lanes[i + 1], lanes[i + 2], lanes[i + 3]);
      keys++;
      if (!isRight) wrong++;
    }
  }
  return { keys, wrong };
}

/**
 * The texts of the values in a list; none for keys without values.
 * @param {ShardList} list
 * @param {SetOptions} options
 */
const textsIn = (list, { map }) => textsOf(list.values(), (value) => map?.textOf(value) ?? "");

/**
 * The keys of the universe that are not listed.
 * @typedef {object} Universe
 * @property {Uint8Array} digests
 * @property {string | undefined} sha256 of the digests of the whole universe; undefined without one
 * @property {number} listed how many of its keys are listed
 */

/**
 * @param {ShardList} list
 * @param {Uint8Array | undefined} never
 * @param {number} seed
 * @returns {Universe}
 */
export function universeOf(list, never, seed) {
  if (!never) return { digests: NONE, sha256: undefined, listed: 0 };
  const sorter = newShardList(seed, false);
  try {
    sorter.push(never);
    const all = sorter.keys(0, sorter.distinct);
    const digests = list.without(all);
    return { digests, sha256: sha256Of(all), listed: (all.length - digests.length) / DIGEST_BYTES };
  } finally {
    sorter.free();
  }
}

/** No digests. */
const NONE = new Uint8Array();

/**
 * The digests, of some, for whose keys a set answers "maybe".
 * @param {Pick<SetFiles, "base" | "layers">} files
 * @param {Uint8Array} digests
 * @param {SetOptions} options
 * @param {Places} places
 */
const hitsOf = (files, digests, options, places) =>
  digests.length ? new Uint8Array(hitsIn(openSet(files, options, places), digests).buffer) : NONE;

/**
 * The same as lanes.
 * @param {PublishedSet} set
 * @param {Uint8Array} digests
 */
export function hitsIn(set, digests) {
  const lanes = new Int32Array(digests.slice().buffer);
  /** @type {number[]} */
  const hits = [];
  for (let i = 0; i < lanes.length; i += 4) {
    if (set._hasLanes(lanes[i], lanes[i + 1], lanes[i + 2], lanes[i + 3])) hits.push(...lanes.subarray(i, i + 4));
  }
  return Int32Array.from(hits);
}

/**
 * A set, from its files.
 * @param {Pick<SetFiles, "base" | "layers">} files
 * @param {SetOptions} options
 * @param {Places} places
 */
function openSet({ base, layers }, { seed, errorRate, map }, { published }) {
  const files = { keys: 0, base, layers };
  const parts = [base, ...layers].map((file) => {
    return /** @type {const} */ ([file.sha256, readParts(readPublished(published, file), { seed, map: !!map })]);
  });
  const manifest = {
    name: "",
    version: "",
    sequence: 0,
    expires: null,
    keyForm: "raw",
    errorRate,
    seed,
    keys: 0,
    never: undefined,
    map: !!map,
  };
  return new PublishedSet(
    { ...manifest, set: files, shards: undefined, shardLists: undefined },
    files,
    new Map(parts),
    undefined,
  );
}

/**
 * What changed since the last run.
 * @param {ShardRecord} previous
 * @param {ShardList} list
 * @param {Places} places
 */
function changesSince(previous, list, places) {
  const changes = newChanges();
  try {
    for (const piece of piecesOf(places.digests, previous.digests)) changes.compare(list, piece);
  } catch (error) {
    changes.free();
    throw error;
  }
  changes.end(list);
  return changes;
}

/**
 * Writes a layer, unless layers would become too large.
 * @param {string} stem
 * @param {{ changes: Changes, universe: Universe }} what the changes since the last run, and the keys that must not be false positives
 * @param {ShardList} list
 * @param {SetOptions} options
 * @param {ShardRecord} previous
 * @param {Places} places
 * @returns {{ record: ShardRecord, bytes: number } | undefined}
 */
function writeLayer(stem, { changes, universe }, list, options, previous, places) {
  const { errorRate, compact } = options;
  const rate = errorRate * LAYER_SHARE;
  const most = compact * previous.base.bytes;
  // No set is smaller than this, so a layer above the limit is not built at all.
  if ((changes.added * -Math.log2(rate)) / 8 > most) return undefined;
  const digestsIn = (/** @type {StateFile | null} */ file) => (file ? readStateFile(places.digests, file) : NONE);
  // Keys that were removed since the base, and not added again.
  const removals = digestsIn(previous.removed);
  const sinceBase = changes.after(digestsIn(previous.added), removals);
  try {
    // There is no room for one more layer: one layer with all changes since the base replaces them.
    const isFull = previous.layers.length >= MAX_LAYERS;
    const lower = isFull ? [] : previous.layers;
    // Lower layers have removed what this universe needs, unless it is another one.
    const isOther = isFull || universe.sha256 !== previous.never?.sha256;
    const hits = isOther ? hitsOf({ base: previous.base, layers: lower }, universe.digests, options, places) : NONE;
    const again = Buffer.concat([isFull ? NONE : removals, universe.digests]);
    const of = isFull ? sinceBase : changes;
    if (!of.added && !of.removed && !hits.length) {
      const { never, ...rest } = previous;
      return { record: { ...rest, ...neverIn(universe, never?.exact ?? 0) }, bytes: 0 };
    }
    const file = of.layer(list, rate, ...textsIn(list, options), again, hits);
    if (lower.reduce((sum, { bytes }) => sum + bytes, file.length) > most) return undefined;
    const [, first] = readParts(file, { seed: options.seed, map: !!options.map });
    const exact = (isFull ? 0 : (previous.never?.exact ?? 0)) + Number(first?.header.inserted ?? 0) - of.removed;
    const write = (/** @type {string} */ what, /** @type {Iterable<Uint8Array>} */ pieces) =>
      writeStateFile(places.digests, `${stem}.${what}`, pieces);
    const digests = write("digests", keysOf(list));
    const added = write("added", [sinceBase.addedDigests()]);
    const removed = write("removed", [sinceBase.removedDigests()]);
    const layers = [...lower, writeNamed(places.published, file, "bloom")];
    const keys = list.distinct;
    const record = { keys, base: previous.base, layers, digests, added, removed, ...neverIn(universe, exact) };
    return { record, bytes: file.length };
  } finally {
    sinceBase.free();
  }
}

/**
 * What a record says about the universe.
 * @param {Universe} universe
 * @param {number} exact how many keys the layers have removed because they were false positives
 * @returns {{ never?: Never }}
 */
const neverIn = ({ sha256, digests }, exact) =>
  sha256 === undefined ? {} : { never: { sha256, keys: digests.length / DIGEST_BYTES, exact } };

/**
 * Writes a new base, and a layer that removes the universe's false positives.
 * @param {string} stem
 * @param {Universe} universe
 * @param {ShardList} list
 * @param {SetOptions} options
 * @param {Places} places
 * @returns {{ record: ShardRecord, bytes: number }}
 */
function writeBase(stem, universe, list, options, places) {
  const { errorRate, isStatic } = options;
  const keys = list.distinct;
  const digests = writeStateFile(places.digests, `${stem}.digests`, keysOf(list));
  const texts = textsIn(list, options);
  const file = list.base(isStatic, baseRate(options), ...texts);
  const base = writeNamed(places.published, file, "bloom");
  const hits = hitsOf({ base, layers: [] }, universe.digests, options, places);
  const layers = [];
  if (hits.length) {
    // A static set has emptied the list.
    if (isStatic) for (const piece of piecesOf(places.digests, digests)) list.push(piece);
    const changes = newChanges();
    const layer = changes.layer(list, errorRate * LAYER_SHARE, ...texts, NONE, hits);
    changes.free();
    layers.push(writeNamed(places.published, layer, "bloom"));
  }
  const never = neverIn(universe, hits.length / DIGEST_BYTES);
  const record = { keys, base, layers, digests, added: null, removed: null, ...never };
  return { record, bytes: [base, ...layers].reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * The digests of all keys, with the numbers of their values if they have any, in pieces.
 * @param {ShardList} list
 */
export function* keysOf(list) {
  for (let first = 0; first < list.distinct; first += PIECE) yield list.keys(first, PIECE);
}
