// The npm package bloomfilter: JSON of an object (1.1), or of its buckets alone (0.0).

import { whole, wrongType } from "../../errors.js";
import { UTF16, putFor } from "../key-encoding.js";
import { readFile, reject, writeFile } from "./file.js";
import { arrayField, objectField, parse, tryParse, wholeField } from "./json.js";
import { chosen } from "./options.js";

/** The schemes by the hash: versions 1.1.0 and 0.0.21, and versions 0.0.17 and 0.0.18. */
export const HASHES = { fnv1a64: "npm-bloomfilter-fnv1a64", fnv1a32x2: "npm-bloomfilter-fnv1a32x2" };

/** Filters of the newer hash that were read from a bare array. They are written as one again. */
const BARE = new WeakSet();

/** @type {import("./index.js").Format} */
export const npmBloomfilter = {
  options: { hash: HASHES },
  optional: ["hashes"],
  read(input, options) {
    const scheme = chosen(options, "hash", HASHES);
    const { hashes } = options;
    if (hashes !== undefined) whole(hashes, "hashes", 1, 65535);
    const json = parse(input);
    const bare = Array.isArray(json);
    const { version = 1, m, k = hashes, buckets } = bare ? { buckets: json } : objectField(json, "json");
    if (bare && hashes === undefined) wrongType("hashes", "a number, because a bare array does not contain it", hashes);
    if (!bare && scheme !== HASHES.fnv1a64) reject("json", "a bare array, as versions with fnv1a32x2 write it", json);
    if (version !== 1) reject("version", "1", version);
    wholeField(k, "k", 1, 65535);
    if (hashes !== undefined && hashes !== k) reject("k", `${hashes}, as in the option hashes`, k);
    const numbers = arrayField(buckets, "buckets");
    if (!numbers.length) reject("buckets", "at least one", "none");
    if (m !== undefined && m !== numbers.length * 32) reject("m", `${numbers.length * 32}, for the buckets`, m);
    const bytes = new Uint8Array(numbers.length * 4);
    const view = new DataView(bytes.buffer);
    numbers.forEach((bucket, i) => view.setUint32(i * 4, wholeField(bucket, "buckets", -(2 ** 31), 2 ** 32 - 1), true));
    const filter = readFile("npm-bloomfilter", bytes, putFor(UTF16), { scheme, hashes: k });
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
  recognises(bytes) {
    const json = tryParse(bytes);
    return Array.isArray(json) ? json.length > 0 && json.every(Number.isInteger) : !!json && "buckets" in json;
  },
};
