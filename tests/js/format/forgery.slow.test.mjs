// The forged headers of tests/rust/format/forgery in the package. One instance must give the same answers in all cases
// without growing its memory. For the native format, a reader written from docs/reference/format/index.md must agree.

import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryBytes } from "../helpers/memory.mjs";
import { FilterFormatError, exportFilter, importFilter } from "../../../pkg/compat.js";
import { loadAny } from "../helpers/load-any.mjs";
import { VERDICTS, casesOf, originals } from "./forgery-cases.mjs";
import { read } from "../helpers/format-reader.mjs";

const memory = memoryBytes;
/** The payload of a case, a table of positions (32 times 4 kB), and 256 KiB for temporary allocations. */
const MOST_MEMORY = 1 << 20;

/** The options for importFilter, as in tests/rust/foreign/forgery/formats.rs. */
function optionsOf(format) {
  const name = format.replace(/^(spark|redisbloom|pybloom-live)[- ].*/, "$1");
  return {
    format: name,
    ...{
      guava: { funnel: "long" },
      datasketches: { strings: "utf8" },
      "parquet-sbbf": { type: "INT64" },
      "pybloom-live": { hash128: "xxh128" },
      rbloom: { hash: () => 5n },
    }[name],
  };
}

const written = (filter, format) => {
  const file = exportFilter(filter, { format });
  return Array.isArray(file) ? Buffer.concat(file.map(([, bytes]) => bytes)) : file;
};

/** Queries a key. The file does not say which types of keys it accepts, so this tries two. */
function queryAnyKey(filter) {
  for (const key of ["a key", 5n]) {
    try {
      return filter.has(key);
    } catch (error) {
      assert(error instanceof TypeError, `${error}`);
    }
  }
}

/** Loads a case: "accepted", or the error. */
function verdictOf(format, bytes, options) {
  let filter;
  try {
    filter = format === "native" ? loadAny(bytes, { hash: () => 5n }) : importFilter(bytes, options);
  } catch (error) {
    assert(error instanceof FilterFormatError, `${error.stack}`);
    assert(error.code && error.field, `${error}`);
    return `${error.code} ${error.field}`;
  }
  assert.equal(typeof queryAnyKey(filter), "boolean");
  const again = format === "native" ? filter.toBytes() : written(filter, options.format);
  // A file that says that its bits were not counted is valid. We count them.
  if (format === "datasketches" && bytes.subarray(24, 32).every((byte) => byte === 0xff)) again.fill(0xff, 24, 32);
  filter.free();
  assert(Buffer.compare(again, bytes) === 0, "saved otherwise");
  return "accepted";
}

/** The same with the independent reader, which does not read schemes 4 to 8. */
function readerSays(bytes) {
  try {
    read(bytes, "compat");
    return "accepted";
  } catch (error) {
    assert(error.code, `${error.stack}`);
    return `${error.code} ${error.field}`;
  }
}

const all = originals();
const counted = { cases: 0, accepted: 0, read: 0 };
const lines = [];

for (const original of all) {
  const { name, format, bytes } = original;
  test(`${name}: forged headers`, () => {
    const options = optionsOf(format);
    assert.equal(verdictOf(format, bytes, options), "accepted");
    const before = memory();
    const verdicts = new Map();
    for (const [fields, forged, repair] of casesOf(original)) {
      const verdict = verdictOf(format, forged, options);
      counted.cases++;
      counted.accepted += verdict === "accepted";
      const scheme = forged[6];
      if (format === "native" && repair !== "nothing" && !(scheme > 3 && scheme < 9)) {
        counted.read++;
        const readerVerdict = readerSays(forged);
        assert.equal(readerVerdict, verdict, fields);
      }
      if (!verdicts.has(fields)) verdicts.set(fields, new Map());
      const counts = verdicts.get(fields);
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
    for (const [fields, counts] of verdicts) {
      const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map((pair) => pair.join(" "));
      lines.push(`${name}\t${fields}\t${sorted.join(", ")}`);
    }
    const grown = memory() - before;
    assert(grown <= MOST_MEMORY, `${grown} more bytes of memory`);
    assert.equal(verdictOf(format, bytes, options), "accepted");
  });
}

test("gives the same answers as native Rust", (t) => {
  t.diagnostic(JSON.stringify({ ...counted, memory: memory() }));
  assert.deepEqual(lines, VERDICTS);
});
