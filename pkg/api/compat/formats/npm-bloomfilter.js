// The npm package bloomfilter: JSON of an object (1.1), or of its buckets alone (0.0).

import { whole, wrongType, wrongValue } from "../../errors.js";
import { UTF16, putFor } from "../key-encoding.js";
import { readFile, reject, writeFile } from "./file.js";
import { arrayField, objectField, parse, wholeField } from "./json.js";
import { openOption, settled } from "./options.js";

/** The schemes by the hash: versions 1.1.0 and 0.0.21, and versions 0.0.17 and 0.0.18. */
export const HASHES = { fnv1a64: "npm-bloomfilter-fnv1a64", fnv1a32x2: "npm-bloomfilter-fnv1a32x2" };

/** Filters of the newer hash that were read from a bare array. They are written as one again. */
const BARE = new WeakSet();

const HASH_COUNT = "a whole number from 1 to 65535";

/**
 * What was written by `toJSON`, which only 1.1 has. Other data does not show its hash: 0.0.18 and 0.0.21 have the same buckets.
 * @param {any} json
 */
const isVersioned = (json) => json.version !== undefined;

/**
 * The hashes with which a file can have been written.
 * @param {any} json
 * @returns {Record<string, string>}
 */
const possibleHashes = (json) => (isVersioned(json) ? { fnv1a64: HASHES.fnv1a64 } : HASHES);

/** @type {import("./index.js").Format} */
export const npmBloomfilter = {
  options: { hash: HASHES },
  optional: ["hashes"],
  open: (json) => ({
    ...openOption("hash", possibleHashes(json)),
    ...(!isVersioned(json) && json.k === undefined && { hashes: HASH_COUNT }),
  }),
  read(input, options) {
    const json = parse(input);
    const bare = Array.isArray(json);
    const { version, m, k, buckets } = bare ? { buckets: json } : objectField(json, "json");
    if (version !== undefined && version !== 1) reject("version", "1", version);
    if (k !== undefined || isVersioned(json)) wholeField(k, "k", 1, 65535);
    const numbers = arrayField(buckets, "buckets");
    if (!numbers.length) reject("buckets", "at least one", "none");
    if (m !== undefined && m !== numbers.length * 32) reject("m", `${numbers.length * 32}, for the buckets`, m);
    const bytes = new Uint8Array(numbers.length * 4);
    const view = new DataView(bytes.buffer);
    numbers.forEach((bucket, i) => view.setUint32(i * 4, wholeField(bucket, "buckets", -(2 ** 31), 2 ** 32 - 1), true));
    const scheme = settled(options, "hash", HASHES, possibleHashes(json));
    const hashes = hashCount(options.hashes, k);
    const filter = readFile("npm-bloomfilter", bytes, putFor(UTF16), { scheme, hashes });
    if (bare) BARE.add(filter);
    return filter;
  },
  write(filter) {
    const bytes = writeFile("npm-bloomfilter", filter);
    const { bits: m, hashes: k, scheme } = filter.stats;
    const view = new DataView(bytes.buffer);
    const bare = scheme === HASHES.fnv1a32x2 || BARE.has(filter);
    const buckets = Array.from({ length: bytes.length / 4 }, (_, i) =>
      bare ? view.getInt32(i * 4, true) : view.getUint32(i * 4, true),
    );
    return JSON.stringify(bare ? buckets : { version: 1, m, k, buckets });
  },
  recognisesJson: (json) => (Array.isArray(json) ? json.length > 0 && json.every(Number.isInteger) : "buckets" in json),
};

/**
 * @param {unknown} given
 * @param {number | undefined} k the number in the file
 */
function hashCount(given, k) {
  if (given === undefined) {
    return k ?? wrongType("hashes", `${HASH_COUNT}, because a bare array does not contain it`, given);
  }
  const hashes = whole(given, "hashes", 1, 65535);
  return k === undefined || hashes === k ? hashes : wrongValue("hashes", `${k}, as the file shows`, hashes);
}
