// The vectors of tests/golden that the real systems wrote: keys, key templates, and options for importFilter.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { xxh64 } from "./format-reader.mjs";

const GOLDEN = new URL("../../golden/", import.meta.url);

/** The folders of tests/golden with malformed files; each has the name of a format. */
export const SYSTEMS = readdirSync(GOLDEN, { recursive: true }).flatMap((name) =>
  /_malformed\.json$/.test(name) ? dirname(name) : [],
);

/** The vectors and the malformed cases of a system. */
export function vectorsOf(system) {
  const files = readdirSync(new URL(`${system}/`, GOLDEN)).filter((name) => name.endsWith(".json"));
  const all = files.map((name) => JSON.parse(readFileSync(new URL(`${system}/${name}`, GOLDEN), "utf8")));
  return { vectors: all.filter((one) => !one.cases), malformed: all.find((one) => one.cases) };
}

export const bytesOf = (base64) => new Uint8Array(Buffer.from(base64, "base64"));

/** A key of a vector as a JavaScript value. */
export function keyOf(key) {
  if (typeof key === "string") return key;
  if ("hex" in key) return new Uint8Array(Buffer.from(key.hex, "hex"));
  if ("utf16_hex" in key) {
    return String.fromCharCode(...key.utf16_hex.match(/..../g).map((unit) => parseInt(unit, 16)));
  }
  return BigInt(key.i64 ?? key.i32);
}

/** The keys that a template stands for. */
export function* keysOf({ kind, prefix, prefix_hex, start, count, step }) {
  for (let j = 0; j < count; j++) {
    if (kind === "text") yield prefix + (start + j);
    else if (kind === "bytes") {
      const bytes = Buffer.alloc(prefix_hex.length / 2 + 4);
      bytes.write(prefix_hex, "hex");
      bytes.writeUInt32BE(start + j, bytes.length - 4);
      yield new Uint8Array(bytes);
    } else yield BigInt(start) + BigInt(j) * BigInt(step);
  }
}

const raw = (key) => (typeof key === "string" ? Buffer.from(key) : key);

/** The 128-bit hash functions for the keys of rbloom's vectors. */
const HASHES = {
  sha256_be16_signed: (key) =>
    BigInt.asIntN(128, BigInt(`0x${createHash("sha256").update(raw(key)).digest("hex").slice(0, 32)}`)),
  sha1_le8_signed: (key) => createHash("sha1").update(raw(key)).digest().readBigInt64LE(0),
  xxh64_seed0_unsigned: (key) => xxh64(raw(key), 0n),
};

/** The options of importFilter for a vector. */
export function optionsOf(system, { params }) {
  switch (system) {
    case "guava":
      return { format: system, funnel: params.funnel };
    case "parquet-sbbf":
      return { format: system, type: params.parquet_type ?? "BYTE_ARRAY" };
    case "npm-bloomfilter":
      return {
        format: system,
        hash: params.hash ?? "fnv1a64",
        ...(params.hash === "fnv1a32x2" && { hashes: params.k }),
      };
    case "npm-bloom-filters":
      return { format: system, generation: params.hash_generation ?? "v2" };
    case "pybloom-live":
      return { format: system, hash128: params.hash128 };
    case "datasketches":
      return { format: system, strings: params.strings ?? "utf8" };
    case "rbloom":
      return { format: system, hash: HASHES[params.hash_func] };
    default:
      return { format: system };
  }
}

/** The chunks of a RedisBloom filter. */
export function chunksOf(dump, { chunks }) {
  let end = 0;
  return chunks.map(({ iterator, bytes }) => [iterator, dump.slice(end, (end += bytes))]);
}

/** The real system's answer for key number `j`. */
export const answerOf = (bitmap, j) => ((bitmap[j >> 3] >> (j & 7)) & 1) === 1;
