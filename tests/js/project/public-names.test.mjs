// The public names of all entry points. A new name is a decision: the package has few, so that people find the one they need.

import assert from "node:assert/strict";
import { test } from "node:test";

const ERRORS = ["FilterFetchError", "FilterFormatError"];
const NAMES = {
  edgebloom: [
    "BloomFilter",
    "CountingBloomFilter",
    "KeyedBloomFilter",
    "ScalableBloomFilter",
    "SparseBloomFilter",
    "StaticFilter",
    "StaticMap",
    "capacityFor",
    "estimatedCount",
    "falsePositiveRate",
    "generateSecretKey",
    "hashesForRate",
    "load",
    "lowerBoundBits",
    "memoryComparison",
    "minimalRate",
    "optimalBits",
    "optimalHashes",
    "readHeader",
    ...ERRORS,
  ],
  "edgebloom/reader": ["FilterReader", "MapReader", "fetchFilter", ...ERRORS],
  "edgebloom/lite": ["BloomFilter", "FilterFormatError"],
  "edgebloom/live": [
    "LiveFilter",
    "ShardedFilter",
    "cacheStore",
    "fileStore",
    "indexedDbStore",
    "kvStore",
    "r2Store",
    ...ERRORS,
  ],
  "edgebloom/keys": ["domain", "email", "sha1", "sha1Hex", "sha256", "sha256Hex", "url"],
  "edgebloom/sign": ["FilterFormatError", "FilterSignatureError", "generateSigningKeys", "sign", "verify"],
  "edgebloom/compat": [
    "CompatFilter",
    "createFilter",
    "exportFilter",
    "importFilter",
    "load",
    "readHeader",
    "sniffFormat",
    "stringHash",
    ...ERRORS,
  ],
};

for (const [entry, names] of Object.entries(NAMES)) {
  test(`${entry} exports ${names.length} names`, async () => {
    assert.deepEqual(Object.keys(await import(entry)).sort(), [...names].sort());
  });
}
