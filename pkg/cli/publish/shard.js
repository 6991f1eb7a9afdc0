// One shard of a published set, or a set without shards: the files to write when its list has changed.

import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DIGEST_BYTES, newChanges, newDigestBuilder } from "../engines.js";
import { naming } from "../failure.js";
import { readFile, readFully } from "../read-file.js";
import { replaceFile } from "../replace-file.js";
import { writeNamed } from "./named-files.js";

/** @typedef {import("../engines.js").Changes} Changes */
/** @typedef {import("../engines.js").DigestBuilder} DigestBuilder */
/** @typedef {import("../../api/live/manifest.js").SetFiles} SetFiles */

/**
 * The record of a shard, from one run to the next.
 * @typedef {SetFiles & { digests: string, added: string | null, removed: string | null }} ShardRecord
 *   `digests` is the name of the file with the digests of its keys; `added` and `removed` are those of the changes since the base
 */

/**
 * How a set is built.
 * @typedef {object} SetOptions
 * @property {number} errorRate of base and layers together
 * @property {boolean} isStatic
 * @property {number} seed
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
 * @property {number} added how many keys were added since the last run
 * @property {number} removed how many were removed
 */

/**
 * Most clients fetch the base once and layers often, but the base is larger. So the base gets two thirds of the error rate, and the
 * layers share one third equally. `docs/maintainers/design.md` has the figures.
 */
const BASE_SHARE = 2 / 3;
const MAX_LAYERS = 10;
const LAYER_SHARE = (1 - BASE_SHARE) / MAX_LAYERS;
/** With a lower rate, a layer would need a rate that no static set has. */
export const MIN_RATE = 1e-7;
/** A shard with this many keys builds in 1 GiB. */
export const MAX_SHARD_KEYS = 20_000_000;
/** How many digests are read or written at once. */
const PIECE = 1 << 16;

/**
 * The error rate of a base.
 * @param {number} errorRate of the set
 */
export const baseRate = (errorRate) => errorRate * BASE_SHARE;

/**
 * Writes the changes of a shard: nothing, a layer, or a new base.
 * @param {number} shard
 * @param {Iterable<Uint8Array>} digests of its keys, in any order, some perhaps repeated
 * @param {SetOptions} options
 * @param {ShardRecord | undefined} previous
 * @param {Places} places
 * @returns {Outcome}
 */
export function publishShard(shard, digests, options, previous, places) {
  /** The beginning of the names of new digest files. */
  const stem = `${shard}-${randomUUID()}`;
  const builder = newDigestBuilder(options.seed);
  try {
    for (const piece of digests) builder.pushDigests(piece);
    let counts = { added: builder.distinct, removed: 0 };
    if (previous) {
      const changes = changesSince(previous, builder, places);
      try {
        counts = { added: changes.added, removed: changes.removed };
        if (!counts.added && !counts.removed) return { record: previous, kind: "same", bytes: 0, ...counts };
        const layer = writeLayer(stem, changes, builder, options, previous, places);
        if (layer) return { ...layer, kind: "layer", ...counts };
      } finally {
        // A base needs the memory.
        changes.free();
      }
    }
    const { record, bytes } = writeBase(stem, builder, options, places);
    return { record, kind: "base", bytes, ...counts };
  } finally {
    builder.free();
  }
}

/**
 * What changed since the last run.
 * @param {ShardRecord} previous
 * @param {DigestBuilder} builder
 * @param {Places} places
 */
function changesSince(previous, builder, places) {
  const changes = newChanges();
  const path = join(places.digests, previous.digests);
  naming(path, () => {
    const fd = openSync(path, "r");
    try {
      const bytes = new Uint8Array(DIGEST_BYTES * PIECE);
      const expected = DIGEST_BYTES * previous.keys;
      let read = 0;
      for (let length = 0; (length = readFully(fd, bytes, read)); read += length) {
        changes.compare(builder, bytes.subarray(0, length));
      }
      if (read !== expected) throw new Error(`expected ${expected} bytes, got ${read}`);
    } finally {
      closeSync(fd);
    }
  });
  changes.end(builder);
  return changes;
}

/**
 * Writes a layer, unless layers would become too large.
 * @param {string} stem
 * @param {Changes} changes since the last run
 * @param {DigestBuilder} builder
 * @param {SetOptions} options
 * @param {ShardRecord} previous
 * @param {Places} places
 * @returns {{ record: ShardRecord, bytes: number } | undefined}
 */
function writeLayer(stem, changes, builder, { errorRate, compact }, previous, places) {
  const rate = errorRate * LAYER_SHARE;
  const most = compact * previous.base.bytes;
  // No set is smaller than this, so a layer above the limit is not built at all.
  if ((changes.added * -Math.log2(rate)) / 8 > most) return undefined;
  const digestsIn = (/** @type {string | null} */ name) =>
    name === null ? new Uint8Array() : readFile(join(places.digests, name));
  // Keys that were removed since the base, and not added again.
  const removals = digestsIn(previous.removed);
  const sinceBase = changes.after(digestsIn(previous.added), removals);
  try {
    // There is no room for one more layer: one layer with all changes since the base replaces them.
    const isFull = previous.layers.length >= MAX_LAYERS;
    const file = isFull ? sinceBase.layer(builder, rate, new Uint8Array()) : changes.layer(builder, rate, removals);
    const lower = isFull ? [] : previous.layers;
    if (lower.reduce((sum, { bytes }) => sum + bytes, file.length) > most) return undefined;
    const [digests, added, removed] = ["digests", "added", "removed"].map((what) => `${stem}.${what}`);
    replaceFile(join(places.digests, digests), digestsOf(builder));
    replaceFile(join(places.digests, added), sinceBase.addedDigests());
    replaceFile(join(places.digests, removed), sinceBase.removedDigests());
    const layers = [...lower, writeNamed(places.published, file, "bloom")];
    const record = { keys: builder.distinct, base: previous.base, layers, digests, added, removed };
    return { record, bytes: file.length };
  } finally {
    sinceBase.free();
  }
}

/**
 * Writes a new base.
 * @param {string} stem
 * @param {DigestBuilder} builder
 * @param {SetOptions} options
 * @param {Places} places
 * @returns {{ record: ShardRecord, bytes: number }}
 */
function writeBase(stem, builder, { errorRate, isStatic }, places) {
  const keys = builder.distinct;
  const digests = `${stem}.digests`;
  replaceFile(join(places.digests, digests), digestsOf(builder));
  const file = isStatic ? builder.staticFile(baseRate(errorRate)) : builder.filterFile(baseRate(errorRate));
  const base = writeNamed(places.published, file, "bloom");
  return { record: { keys, base, layers: [], digests, added: null, removed: null }, bytes: base.bytes };
}

/**
 * The digests of all keys, in pieces.
 * @param {DigestBuilder} builder
 */
function* digestsOf(builder) {
  for (let first = 0; first < builder.distinct; first += PIECE) yield builder.digests(first, PIECE);
}
