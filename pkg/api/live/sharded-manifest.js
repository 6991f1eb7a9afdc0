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
   * @param {number} order grows from each manifest in use to the next
   */
  constructor(manifest, order) {
    this.manifest = manifest;
    this.order = order;
    /** A set without shards is one shard. */
    this.shards = shardsIn(manifest);
    /** Manifests with the same geometry assign keys to the same shards. */
    this.geometry = `${kindOf(manifest)} ${this.shards}`;
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
  #accepted = 0;

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
    const accept = () => {
      // Another request can have received a later manifest meanwhile.
      this.#client.checkSequence(sequence, !!signed);
      return new ShardedManifest(manifest, ++this.#accepted);
    };
    return { sequence, expires, accept };
  }
}
