// Forged JSON of other systems: every field with extreme values, with other types and left out, and lists of other
// lengths.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { memoryBytes } from "../helpers/memory.mjs";
import { FilterFormatError, exportFilter, importFilter } from "../../../pkg/compat.js";
import { bytesOf, optionsOf } from "../helpers/foreign-vectors.mjs";

const TESTS = new URL("../../", import.meta.url);
const FROZEN = new URL("forgery/verdicts-json.tsv", TESTS);
const VECTORS = [
  ["go-bits-and-blooms", "go_json_small"],
  ["npm-bloomfilter", "npm_bloomfilter_1_1_small"],
  ["npm-bloomfilter", "npm_bloomfilter_0_0_18_small"],
  ["npm-bloom-filters", "npm_bloom_filters_3_small_seed"],
  ["npm-bloom-filters", "npm_bloom_filters_3_partitioned"],
  ["npm-bloom-filters", "npm_bloom_filters_2_partitioned_arrays"],
  ["npm-bloom-filters", "npm_bloom_filters_1_3_4_small"],
  ["npm-bloom-filters", "npm_bloom_filters_1_small"],
];
const LONG = 100_000;
/** The longest list of buckets in memory four times: the input, its filter, the output, and the filter of the output. */
const MOST_MEMORY = 4 * 4 * 2 * LONG + (1 << 18);
const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  2,
  63,
  64,
  65,
  255,
  256,
  65535,
  65536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 32 - 1,
  2 ** 32,
  2 ** 53 - 1,
  2 ** 53,
  2 ** 64,
  1e300,
  -1e300,
  5e-324,
  Number.MAX_VALUE,
];
const OTHERS = [
  null,
  true,
  false,
  "",
  "1",
  "AAAA",
  "====",
  "\ud800",
  "x".repeat(LONG),
  [],
  [0],
  [[]],
  {},
  { length: 2 ** 32 },
  Array(LONG).fill(0),
  Array(LONG).fill(1),
  Array(2 * LONG).fill(2 ** 31),
];

/** The values that replace a value. */
function* replacements(value) {
  yield* NUMBERS;
  if (typeof value === "number") yield* [value + 1, value - 1, value * 2, -value, value + 0.5, `${value}`];
  yield* OTHERS;
  if (Array.isArray(value)) {
    yield* [
      value.slice(1),
      value.slice(0, -1),
      [...value, ...value],
      [...value, 0],
      [...value, null],
      Object.assign({}, value),
    ];
  }
  if (typeof value === "string")
    yield* [
      value.slice(1),
      value.slice(4),
      `${value}AAAA`,
      value.toLowerCase(),
      `${value} `,
      value.replace(/[A-Za-z]/, "!"),
    ];
}

/** The paths to all values of some JSON; for a list, to its first and last value. */
function* paths(value, path = []) {
  if (path.length) yield path;
  if (typeof value !== "object" || !value) return;
  const names = Object.keys(value);
  for (const name of Array.isArray(value) ? new Set([names[0], names.at(-1)]) : names)
    yield* paths(value[name], [...path, name]);
}

const without = Symbol("left out");

/** A copy with another value at the path. */
function changed(json, [name, ...rest], to) {
  const copy = Array.isArray(json) ? [...json] : { ...json };
  if (rest.length) copy[name] = changed(json[name], rest, to);
  else if (to === without) delete copy[name];
  else copy[name] = to;
  return copy;
}

const at = (json, path) => path.reduce((value, name) => value[name], json);

function* casesOf(json) {
  for (const path of paths(json)) {
    const what = path.map((name) => (Number.isNaN(Number(name)) ? name : "[]")).join(".");
    for (const to of [without, ...replacements(at(json, path))]) yield [what, JSON.stringify(changed(json, path, to))];
    yield [what, JSON.stringify(changed(json, path, "@")).replace('"@"', "1e999")];
  }
  for (const to of [...NUMBERS, ...OTHERS]) yield ["all", JSON.stringify(to)];
  const text = JSON.stringify(json);
  for (const length of [0, 1, text.length >> 1, text.length - 1]) yield ["fewer characters", text.slice(0, length)];
  for (const more of ["x", "0", "}", "]", ",", "\0"]) yield ["more characters", text + more];
  yield ["deep", "[".repeat(LONG)];
  yield ["deep", `${"[".repeat(LONG)}${"]".repeat(LONG)}`];
  yield ["deep", `${'{"m":'.repeat(LONG)}1${"}".repeat(LONG)}`];
}

const counted = { cases: 0, accepted: 0 };
const lines = [];

for (const [system, name] of VECTORS) {
  test(`${name}: forged JSON`, () => {
    const vector = JSON.parse(readFileSync(new URL(`golden/${system}/${name}.json`, TESTS), "utf8"));
    const options = optionsOf(system, vector);
    const json = JSON.parse(Buffer.from(bytesOf(vector.dump_base64)).toString());
    /** Imports a text; exports the filter and imports it again. */
    const verdictOf = (text) => {
      let filter;
      try {
        filter = importFilter(text, options);
      } catch (error) {
        // A bare array does not contain the number of hashes: it must be an option. Other changes make a valid file that another hash or
        // generation has written.
        if (["hash", "hashes", "generation"].includes(error.field)) return `${error.name} ${error.field}`;
        assert(error instanceof FilterFormatError, `${error.stack}\n${text.slice(0, 300)}`);
        assert(error.code && error.field, `${error}`);
        return `${error.code} ${error.field}`;
      }
      assert.equal(typeof filter.has("a key"), "boolean");
      const again = exportFilter(filter, { format: system });
      const { bits } = filter.stats;
      // The output gives an equal filter. Unknown JSON fields and other spellings of a number are lost.
      const read = importFilter(again, options);
      assert(read.equals(filter) && exportFilter(read, { format: system }) === again && bits > 0, text.slice(0, 300));
      filter.free();
      read.free();
      return "accepted";
    };
    assert.equal(verdictOf(JSON.stringify(json)), "accepted");
    const before = memoryBytes();
    const verdicts = new Map();
    for (const [what, text] of casesOf(json)) {
      const verdict = verdictOf(text);
      counted.cases++;
      counted.accepted += verdict === "accepted";
      if (!verdicts.has(what)) verdicts.set(what, new Map());
      const counts = verdicts.get(what);
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
    for (const [what, counts] of verdicts) {
      lines.push(
        `${name}\t${what}\t${[...counts]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map((pair) => pair.join(" "))
          .join(", ")}`,
      );
    }
    const grown = memoryBytes() - before;
    assert(grown <= MOST_MEMORY, `${grown} more bytes of memory`);
    assert.equal(verdictOf(JSON.stringify(json)), "accepted");
  });
}

// `EDGEBLOOM_WRITE_GOLDEN=1 node --test tests/js/format/forgery-json.test.mjs` records the current numbers.
test("the number of errors of each kind is as recorded", (t) => {
  t.diagnostic(JSON.stringify({ ...counted, memory: memoryBytes() }));
  if (process.env.EDGEBLOOM_WRITE_GOLDEN) return writeFileSync(FROZEN, `${lines.join("\n")}\n`);
  assert.deepEqual(lines, readFileSync(FROZEN, "utf8").trimEnd().split("\n"));
});
