// The systems and their filters, as data.

import { createHash } from "node:crypto";
import { go, guava, node, python, redisBloom, spark } from "./programs.mjs";

const SIZED = { capacity: 2_600, errorRate: 0.01 };
const FINE = { capacity: 3_000, errorRate: 0.001 };
const COARSE = { capacity: 2_600, errorRate: 0.05 };
const SMALL = { capacity: 100, errorRate: 0.02 };

/**
 * The settings of a filter.
 * @typedef {object} Given
 * @property {string} [kind] for the system's program
 * @property {object} [params] for the system's program
 * @property {object} [read] for importFilter
 * @property {object} [write] for exportFilter
 * @property {string} [scheme] for createFilter; without one, the filter cannot be created here, only read and written again
 * @property {object} [options] for the system, importFilter and createFilter alike
 */

/**
 * Each system has a function that installs it, the format that it writes, the settings of all its filters, and one row per filter: its
 * name, its family of keys, its size, and its other settings.
 * @type {{ name: string, bring: () => object, format: string, all: Given, rows: [string, string, object, Given?][] }[]}
 */
export const SYSTEMS = [
  ...["mitz64", "mitz32"].map((strategy) => {
    const row = (funnel, keys, sized) => [`${strategy}-${funnel}`, keys, sized, { options: { funnel } }];
    return {
      name: `guava@${strategy}`,
      bring: guava,
      format: "guava",
      all: { params: { strategy }, scheme: `guava-${strategy}` },
      rows: [
        row("string_utf8", "utf16", SIZED),
        row("unencoded_chars", "utf16", FINE),
        row("bytes", "bytes", COARSE),
        row("long", "i64", SIZED),
        row("int", "i32", COARSE),
      ],
    };
  }),
  sparkSystem(),
  {
    name: "redisbloom",
    bring: redisBloom,
    format: "redisbloom",
    all: { params: { expansion: 2 }, scheme: "redisbloom" },
    rows: [
      ["one", "text", SIZED],
      ["nonscaling", "bytes", { ...COARSE, expansion: 0 }],
      ["grown", "text", SMALL],
      ["grown-by-3", "texts-and-bytes", { capacity: 300, errorRate: 0.1, expansion: 3 }],
    ],
  },
  {
    name: "go",
    bring: go,
    format: "go-bits-and-blooms",
    all: { kind: "binary", scheme: "go-bits-and-blooms" },
    rows: [
      ["binary", "text", SIZED],
      ["binary-bytes", "bytes", COARSE],
      // The same filter is written in two ways.
      ["json", "texts-and-bytes", FINE, { kind: "json", write: { encoding: "json" } }],
    ],
  },
  parquet(),
  bloomfilter("1.1.0", "fnv1a64", () => ({ read: { hash: "fnv1a64" } })),
  bloomfilter("0.0.18", "fnv1a32x2", (sized) => {
    const shape = shapeOf(sized);
    return { params: shape, read: { hash: "fnv1a32x2", hashes: shape.hashes } };
  }),
  bloomFilters("3.0.4", "v2", [
    ["plain", "utf16", SIZED],
    ["buffers-seed", "texts-and-bytes", { ...COARSE, seed: 42 }],
    ["partitioned", "text", SIZED, partitioned()],
  ]),
  bloomFilters("2.0.0", "v2", [
    ["plain", "text", COARSE],
    ["partitioned", "text", COARSE, partitioned()],
  ]),
  bloomFilters("1.3.9", "v1b", [
    ["plain", "text", COARSE],
    ["seed", "text", { ...COARSE, seed: 7 }],
    ["partitioned", "text", COARSE, partitioned()],
  ]),
  bloomFilters("1.3.4", "v1a", [["plain", "text", COARSE]]),
  pybloom("4.0.0", "xxh128", [
    ["xxh128", "text", SIZED],
    ["sha-1", "text", FINE],
    ["scalable", "text", SMALL, scalable(2)],
  ]),
  pybloom("3.1.0", "md5", [
    ["md5", "text", SIZED],
    ["scalable", "text", SMALL, scalable(4)],
  ]),
  {
    name: "rbloom",
    bring: python("python/rbloom_filters.py", "rbloom==1.5.4"),
    format: "rbloom",
    all: { options: { hash: sha256 }, scheme: "rbloom" },
    rows: [
      ["text", "text", SIZED],
      ["bytes", "bytes", FINE],
    ],
  },
];

function sparkSystem() {
  const V1 = { kind: "spark-v1", scheme: "spark-v1" };
  const V2 = { kind: "spark-v2", scheme: "spark-v2" };
  return {
    name: "spark",
    bring: spark,
    format: "spark",
    all: {},
    rows: [
      ["v1-text", "text", SIZED, V1],
      ["v1-mixed", "mixed", COARSE, V1],
      ["v2-bytes", "bytes", SIZED, V2],
      ["v2-long", "i64", COARSE, V2],
      ["v2-mixed-seed", "mixed", { ...SIZED, seed: -12345 }, V2],
    ],
  };
}

function parquet() {
  const ofType = (type, more) => ({ kind: "pyarrow", scheme: "parquet-sbbf", options: { type }, ...more });
  // DuckDB has its own rule for sizes.
  const DUCKDB = { kind: "duckdb", scheme: undefined };
  return {
    name: "parquet",
    bring: python("parquet/parquet_filters.py", "pyarrow==26.0.1", "duckdb==2.0.0"),
    format: "parquet-sbbf",
    all: {},
    rows: [
      ["pyarrow-bytes", "texts-and-bytes", COARSE, ofType("BYTE_ARRAY")],
      ["pyarrow-long", "i64", COARSE, ofType("INT64")],
      ["pyarrow-int", "i32", COARSE, ofType("INT32")],
      ["duckdb-bytes", "text", COARSE, ofType("BYTE_ARRAY", DUCKDB)],
      ["duckdb-long", "i64", COARSE, ofType("INT64", DUCKDB)],
    ],
  };
}

function bloomfilter(version, hash, given) {
  return {
    name: `bloomfilter@${version}`,
    bring: node("bloomfilter", version),
    format: "npm-bloomfilter",
    all: { scheme: `npm-bloomfilter-${hash}` },
    rows: [
      ["sized", "utf16", SIZED, given(SIZED)],
      ["fine", "utf16", FINE, given(FINE)],
    ],
  };
}

/** bloomfilter 0.0.18 needs the bits and hashes as options; these are the ones that 1.1.0 would choose. */
function shapeOf({ capacity, errorRate }) {
  const bits = Math.ceil((-capacity * Math.log2(errorRate)) / Math.LN2);
  return { bits, hashes: Math.ceil((Math.LN2 * bits) / capacity) };
}

function bloomFilters(version, generation, rows) {
  return {
    name: `bloom-filters@${version}`,
    bring: node("bloom-filters", version),
    format: "npm-bloom-filters",
    all: { kind: "BloomFilter", read: { generation }, scheme: `npm-bloom-filters-${generation}` },
    rows,
  };
}

function partitioned() {
  return { kind: "PartitionedBloomFilter", scheme: undefined };
}

function pybloom(version, hash128, rows) {
  const others = hash128 === "xxh128" ? ["xxhash==4.1.0"] : [];
  return {
    name: `pybloom-live@${version}`,
    bring: python("python/pybloom_filters.py", `pybloom-live==${version}`, "bitarray==3.12.3", ...others),
    format: "pybloom-live",
    all: { kind: "plain", read: { hash128 }, scheme: `pybloom-live-${hash128}` },
    rows,
  };
}

function scalable(scale) {
  return { kind: "scalable", params: { scale }, scheme: undefined };
}

/** 128 bits, signed; python/rbloom_filters.py has the same function. */
function sha256(key) {
  return BigInt.asIntN(128, BigInt(`0x${createHash("sha256").update(key).digest("hex").slice(0, 32)}`));
}
