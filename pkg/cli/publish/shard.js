// One shard of a published set, or a set without shards: the files to write when its list has changed.

import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DIGEST_BYTES, newChanges, newDigestBuilder } from "../engines.js";
import { naming } from "../failure.js";
import { readFile, readFully } from "../read-file.js";
import { replaceFile } from "../replace-file.js";
import { pathOf } from "../../api/live/manifest.js";
import { PublishedSet, readParts } from "../../api/live/published-set.js";
import { sha256Of, writeNamed } from "./named-files.js";

/** @typedef {import("../engines.js").Changes} Changes */
/** @typedef {import("../engines.js").DigestBuilder} DigestBuilder */
/** @typedef {import("../../api/live/manifest.js").SetFiles} SetFiles */

/**
 * The record of a shard, from one run to the next.
 * @typedef {SetFiles & { digests: string, added: string | null, removed: string | null, never?: Never }} ShardRecord
 *   `digests` is the name of the file with the digests of its keys; `added` and `removed` are those of the changes since the base
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
 * @property {number} listed how many keys of the universe are listed
 */

/**
 * Most clients fetch the base once and layers often, but the base is larger. So the base gets two thirds of the error rate, and the
 * layers share one third equally. `docs/maintainers/design.md` has the figures.
 */
const BASE_SHARE = 2 / 3;
const MAX_LAYERS = 10;
const LAYER_SHARE = (1 - BASE_SHARE) / MAX_LAYERS;
/** With a lower rate, a layer would need a rate that no static set has. */
export const MIN_RATE = 1e-8;
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
 * @param {{ digests: Iterable<Uint8Array>, never: Uint8Array | undefined }} keys the digests of its keys and of its part of the universe, in any
 *   order, some perhaps repeated
 * @param {SetOptions} options
 * @param {ShardRecord | undefined} previous
 * @param {Places} places
 * @returns {Outcome}
 */
export function publishShard(shard, { digests, never }, options, previous, places) {
  /** The beginning of the names of new digest files. */
  const stem = `${shard}-${randomUUID()}`;
  const builder = newDigestBuilder(options.seed);
  try {
    for (const piece of digests) builder.pushDigests(piece);
    const universe = universeOf(builder, never, options.seed);
    const { listed } = universe;
    let counts = { added: builder.distinct, removed: 0, listed };
    if (previous) {
      const changes = changesSince(previous, builder, places);
      try {
        counts = { added: changes.added, removed: changes.removed, listed };
        const isSame = !counts.added && !counts.removed && universe.sha256 === previous.never?.sha256;
        if (isSame) return { record: previous, kind: "same", bytes: 0, ...counts };
        const layer = writeLayer(stem, { changes, universe }, builder, options, previous, places);
        if (layer) return { ...layer, kind: layer.bytes ? "layer" : "same", ...counts };
      } finally {
        // A base needs the memory.
        changes.free();
      }
    }
    return { ...writeBase(stem, universe, builder, options, places), kind: "base", ...counts };
  } finally {
    builder.free();
  }
}

/**
 * The keys of the universe that are not listed.
 * @typedef {object} Universe
 * @property {Uint8Array} digests
 * @property {string | undefined} sha256 of the digests of the whole universe; undefined without one
 * @property {number} listed how many of its keys are listed
 */

/**
 * @param {DigestBuilder} builder with the keys of the list
 * @param {Uint8Array | undefined} never
 * @param {number} seed
 * @returns {Universe}
 */
function universeOf(builder, never, seed) {
  if (!never) return { digests: NONE, sha256: undefined, listed: 0 };
  const sorter = newDigestBuilder(seed);
  try {
    sorter.pushDigests(never);
    const all = sorter.digests(0, sorter.distinct);
    const digests = builder.without(all);
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
function hitsOf({ base, layers }, digests, { seed, errorRate }, { published }) {
  if (!digests.length) return NONE;
  const files = { keys: 0, base, layers };
  const parts = [base, ...layers].map((file) => {
    const bytes = readFile(join(published, pathOf(file, "bloom")));
    return /** @type {const} */ ([file.sha256, readParts(bytes, seed)]);
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
  };
  const set = new PublishedSet({ ...manifest, set: files, shards: undefined }, files, new Map(parts), undefined);
  const lanes = new Int32Array(digests.slice().buffer);
  /** @type {number[]} */
  const hits = [];
  for (let i = 0; i < lanes.length; i += 4) {
    if (set._hasLanes(lanes[i], lanes[i + 1], lanes[i + 2], lanes[i + 3])) hits.push(...lanes.subarray(i, i + 4));
  }
  return new Uint8Array(Int32Array.from(hits).buffer);
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
 * @param {{ changes: Changes, universe: Universe }} what the changes since the last run, and the keys that must not be false positives
 * @param {DigestBuilder} builder
 * @param {SetOptions} options
 * @param {ShardRecord} previous
 * @param {Places} places
 * @returns {{ record: ShardRecord, bytes: number } | undefined}
 */
function writeLayer(stem, { changes, universe }, builder, options, previous, places) {
  const { errorRate, compact } = options;
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
    const file = of.layer(builder, rate, again, hits);
    if (lower.reduce((sum, { bytes }) => sum + bytes, file.length) > most) return undefined;
    const [, first] = readParts(file, options.seed);
    const exact = (isFull ? 0 : (previous.never?.exact ?? 0)) + Number(first?.header.inserted ?? 0) - of.removed;
    const [digests, added, removed] = ["digests", "added", "removed"].map((what) => `${stem}.${what}`);
    replaceFile(join(places.digests, digests), digestsOf(builder));
    replaceFile(join(places.digests, added), sinceBase.addedDigests());
    replaceFile(join(places.digests, removed), sinceBase.removedDigests());
    const layers = [...lower, writeNamed(places.published, file, "bloom")];
    const keys = builder.distinct;
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
 * @param {DigestBuilder} builder
 * @param {SetOptions} options
 * @param {Places} places
 * @returns {{ record: ShardRecord, bytes: number }}
 */
function writeBase(stem, universe, builder, options, places) {
  const { errorRate, isStatic } = options;
  const keys = builder.distinct;
  const digests = `${stem}.digests`;
  const path = join(places.digests, digests);
  replaceFile(path, digestsOf(builder));
  const file = isStatic ? builder.staticFile(baseRate(errorRate)) : builder.filterFile(baseRate(errorRate));
  const base = writeNamed(places.published, file, "bloom");
  const hits = hitsOf({ base, layers: [] }, universe.digests, options, places);
  const layers = [];
  if (hits.length) {
    // The static set has emptied the builder.
    const all = isStatic ? readFile(path) : NONE;
    for (let at = 0; at < all.length; at += 1 << 20) builder.pushDigests(all.subarray(at, at + (1 << 20)));
    const changes = newChanges();
    const layer = changes.layer(builder, errorRate * LAYER_SHARE, NONE, hits);
    changes.free();
    layers.push(writeNamed(places.published, layer, "bloom"));
  }
  const never = neverIn(universe, hits.length / DIGEST_BYTES);
  const record = { keys, base, layers, digests, added: null, removed: null, ...never };
  return { record, bytes: [base, ...layers].reduce((sum, { bytes }) => sum + bytes, 0) };
}

/**
 * The digests of all keys, in pieces.
 * @param {DigestBuilder} builder
 */
function* digestsOf(builder) {
  for (let first = 0; first < builder.distinct; first += PIECE) yield builder.digests(first, PIECE);
}
