// The manifest of a sharded set: what a ShardedFilter polls.

import { BRACE } from "../../reader/response.js";
import { notManifest } from "./filter-content.js";
import { readStart } from "./filters.js";
import { LISTED, readManifest, shardsIn } from "./manifest.js";
import { kindOf, shardOf } from "./published-set.js";

/** @typedef {import("../types.js").Key} Key */
/** @typedef {import("./manifest.js").Manifest} Manifest */
/** @typedef {import("./published-client.js").PublishedClient} PublishedClient */
/** @typedef {import("./live-file.js").Candidate<ShardedManifest>} Candidate */
/** @typedef {import("./live-file.js").Content<ShardedManifest>} Content */

/** A manifest, and in which of its shards a key is. */
export class ShardedManifest {
  /**
   * @param {Manifest} manifest
   * @param {ShardedManifest | undefined} previous the one in use before
   */
  constructor(manifest, previous) {
    this.manifest = manifest;
    /**
     * Grows from each manifest in use to the next.
     * @type {number}
     */
    this.order = previous ? previous.order + 1 : 0;
    /** A set without shards is one shard. */
    this.shards = shardsIn(manifest);
    this.geometry = `${kindOf(manifest)} ${this.shards}`;
    /**
     * The order of the first of the manifests in a row that assign keys to the same shards. Shards from before are of no use: if the geometry changes
     * back, they are older than answers in between.
     * @type {number}
     */
    this.era = previous?.geometry === this.geometry ? previous.era : this.order;
  }

  /** @param {Key} key */
  shardOf(key) {
    return shardOf(key, this.manifest.seed, this.shards);
  }

  /**
   * Identifies the content of a shard, or of the shard list that it is in.
   * @param {number} shard
   */
  idOf(shard) {
    const { shards, shardLists, set } = this.manifest;
    return shards?.[shard].sha256 ?? shardLists?.[Math.floor(shard / LISTED)] ?? JSON.stringify(set);
  }
}

/**
 * The content of manifests.
 * @implements {Content}
 */
export class ManifestContent {
  #client;

  /**
   * The first manifest. The store may have the files of its shards.
   * @type {Manifest | undefined}
   */
  first;

  /** Nothing else is valid here anyway. */
  expectsManifest = true;

  /**
   * @param {Pick<import("./options.js").Options, "open">} options
   * @param {PublishedClient} client
   */
  constructor({ open }, client) {
    this.#client = client;
    // A file for `open` can start with any bytes.
    this.readHeader = open ? () => ({ byteLength: 0 }) : readStart;
  }

  /** @param {Uint8Array} file */
  isManifest(file) {
    return file[0] === BRACE;
  }

  /** @param {Uint8Array} file */
  filesIn(file) {
    return this.#client.filesIn(file);
  }

  /**
   * @param {number} sequence
   * @param {number} confirmedAt
   */
  noteSequence(sequence, confirmedAt) {
    this.#client.noteSequence(sequence, confirmedAt);
  }

  /**
   * @param {import("./live-file.js").OpenedFile} opened
   * @returns {Promise<Candidate>}
   */
  async read({ file, signed }) {
    if (!this.isManifest(file)) notManifest();
    // Also of a manifest that has expired.
    this.first ??= readManifest(file);
    const manifest = this.#client.manifest(file, signed);
    const { sequence, expires } = manifest;
    const accept = (/** @type {ShardedManifest | undefined} */ previous) => {
      // Another request can have received a later manifest meanwhile.
      this.#client.checkSequence(sequence, !!signed);
      return new ShardedManifest(manifest, previous);
    };
    return { sequence, expires, accept };
  }
}
