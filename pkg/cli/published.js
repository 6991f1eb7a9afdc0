// A published set in a folder, for `check` and `info`.

import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { LISTED, listedShard, pathOf, readManifest, readShard, shardListRef, shardsIn } from "../api/live/manifest.js";
import { PublishedSet, readParts, shardOf } from "../api/live/published-set.js";
import { firstOf, hasInForm, keysForValue, queryForm } from "../reader/key-form.js";
import { BRACE } from "../reader/response.js";
import { Failure, naming, namingFilter } from "./failure.js";
import { readKeyForm } from "./keys.js";
import { eachKey } from "./lines.js";
import { sha256Of } from "./publish/named-files.js";
import { readFile } from "./read-file.js";
import { isoTime } from "./show.js";

/** @typedef {import("../api/live/manifest.js").FileRef} FileRef */
/** @typedef {import("../api/types.js").Key} Key */

/** @param {Uint8Array} bytes */
export const isManifest = (bytes) => bytes[0] === BRACE && Buffer.from(bytes).includes('"published-set"');

/**
 * The path of a manifest, if a folder is given.
 * @param {string} path
 */
export const manifestIn = (path) =>
  path !== "-" && naming(path, () => statSync(path)).isDirectory() ? join(path, "manifest.json") : path;

/**
 * A published set. Its files are read when a key is looked up in them.
 * @param {string} path of the manifest
 * @param {Uint8Array} bytes of the manifest
 */
export function openPublished(path, bytes) {
  const manifest = namingFilter(path, () => readManifest(bytes));
  const form = queryForm("", { keys: readKeyForm(manifest.keyForm) });
  /** @type {Map<number, PublishedSet>} */
  const sets = new Map();
  /** @type {(file: FileRef, type: string) => Buffer} */
  const read = (file, type) => {
    const name = join(dirname(path), pathOf(file, type));
    const content = readFile(name);
    if (content.length !== file.bytes || sha256Of(content) !== file.sha256)
      throw new Failure(`${name}: its content does not match its name; publish or copy it again`);
    return content;
  };
  /** The shard list that was read last. */
  /** @type {{ index: number, list: Buffer }} */
  let last = { index: -1, list: Buffer.alloc(0) };
  /** @type {(shard: number) => FileRef} */
  const shardRef = (shard) => {
    const { shards, shardLists } = manifest;
    if (!shardLists) return /** @type {FileRef[]} */ (shards)[shard];
    const index = Math.floor(shard / LISTED);
    if (last.index !== index) last = { index, list: read(shardListRef(shardLists[index]), "shards") };
    return listedShard(last.list, shard % LISTED);
  };
  const setOf = (/** @type {number} */ shard) => {
    const files = manifest.set ?? readShard(read(shardRef(shard), "json"));
    const parts = [files.base, ...files.layers].map(
      (file) => /** @type {const} */ ([file.sha256, readParts(read(file, "bloom"), manifest)]),
    );
    return { files, set: new PublishedSet(manifest, files, new Map(parts), undefined) };
  };
  /** @param {Key} key */
  const setWith = (key) => {
    const shard = shardOf(key, manifest.seed, shardsIn(manifest));
    const set = sets.get(shard) ?? setOf(shard).set;
    sets.set(shard, set);
    return set;
  };
  const hasKey = (/** @type {Key} */ key) => setWith(key).has(key);
  const has = (/** @type {Key} */ key) => (form ? hasInForm(form, key, hasKey) : hasKey(key));
  return {
    manifest,
    shards: shardsIn(manifest),
    /**
     * The files of a shard, and the set in them. They are checked, and not kept.
     * @param {number} shard
     */
    setOf,
    has,
    /**
     * Looks up a key that is in the form of the set already.
     * @param {Key} key
     */
    hasInForm: hasKey,
    /**
     * The value of a key; undefined for a set without values.
     * @type {((key: Key) => string | undefined) | undefined}
     */
    get: manifest.map
      ? (key) =>
          firstOf(keysForValue(form, !form || typeof key === "string" ? key : decoded(key)), (each) =>
            setWith(each).get(each),
          )
      : undefined,
    /** @param {Buffer} lines */
    hasLines(lines) {
      /** @type {boolean[]} */
      const answers = [];
      eachKey(lines, (start, end) => {
        const key = lines.subarray(start, end);
        answers.push(form ? hasInForm(form, key.toString(), hasKey, true) : hasKey(key));
      });
      return Uint8Array.from(answers, Number);
    },
    /** The facts that `info` shows. */
    facts() {
      const { name, version, sequence, expires, keyForm, errorRate, seed, keys, never, map } = manifest;
      const count = shardsIn(manifest);
      let layers = 0;
      let byteLength = 0;
      for (let shard = 0; shard < count; shard++) {
        const { files } = setOf(shard);
        layers = Math.max(layers, files.layers.length);
        for (const { bytes: length } of [files.base, ...files.layers]) byteLength += length;
      }
      return {
        name,
        version,
        sequence,
        expires: isoTime(expires),
        keyForm,
        errorRate,
        seed,
        keys,
        universe: never?.keys ?? 0,
        exact: never?.exact ?? 0,
        map,
        shards: count,
        layers,
        byteLength,
      };
    },
  };
}

/** @param {Key} key a line of a list */
const decoded = (key) => Buffer.from(/** @type {Uint8Array} */ (key)).toString();
