// The command line with files of other systems: one file of each real system. convert-kinds.slow.test.mjs has all
// kinds.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { FORMATS } from "../../../pkg/api/compat/formats/index.js";
import { createFilter, exportFilter, importFilter } from "../../../pkg/compat.js";
import { BloomFilter, ScalableBloomFilter, StaticMap } from "../../../pkg/index.js";
import { loadAny as load } from "../helpers/load-any.mjs";
import { SYSTEMS, bytesOf, vectorsOf } from "../helpers/foreign-vectors.mjs";
import { CLI, LIMIT } from "../helpers/command-line.mjs";
import {
  FIELDS,
  at,
  get,
  convertsBothWays,
  isRecognized,
  kindsOf,
  put,
  assertFails,
  works,
} from "../helpers/convert.mjs";

for (const system of SYSTEMS) {
  const kinds = kindsOf(system);

  test(`${system}: converts with the same answers, and back`, () => {
    convertsBothWays(system, kinds[0]);
  });

  test(`${system}: recognized without --from`, () => {
    isRecognized(system, kinds[0]);
  });

  test(`${system}: rejects damaged and wrong files`, () => {
    const [{ dump, options }] = kinds;
    put("short", dump.slice(0, -1));
    put(
      "random",
      Uint8Array.from({ length: 300 }, (_, i) => (i * 151 + 77) ^ (i >> 3)),
    );
    put("empty", "");
    const convert = (name, message) =>
      assertFails(["convert", "--from", system, ...options, name, "-o", "out"], message);
    if (system !== "rbloom") convert("short", new RegExp(`short: not a valid file of ${system} \\(`));
    convert("random", new RegExp(`random: not a valid file of ${system} \\(`));
    convert("empty", "empty: the file is empty; pass a filter file");
    convert(".", ".: this is a folder; pass a file");
    convert("missing", "missing: no such file");
  });
}

const vectorOf = (system, name) => vectorsOf(system).vectors.find((one) => one.name === name);
const dumpOf = (system, name) => bytesOf(vectorOf(system, name).dump_base64);
const CHOICES = {
  guava: ["funnel", "string_utf8, unencoded_chars, bytes, long, int"],
  "parquet-sbbf": ["type", "BYTE_ARRAY, INT64, INT32"],
  "npm-bloom-filters": ["generation", "v1a, v1b, v2"],
  "pybloom-live": ["hash128", "md5, xxh128"],
};
/** A small file of each system. */
const FILES = {
  guava: "guava_mitz64_long",
  "parquet-sbbf": "sbbf_rust_int32",
  "npm-bloom-filters": "npm_bloom_filters_2_partitioned_arrays",
  "pybloom-live": "pybloom_live_4_k7_xxh128",
};

test("requires options that the file lacks, and info lists them", () => {
  for (const [system, [field, choices]] of Object.entries(CHOICES)) {
    put("in", dumpOf(system, FILES[system]));
    assertFails(["convert", "in", "-o", "out"], `in: this is a file of ${system}; pass --${field}, one of ${choices}`);
    assertFails(
      ["convert", "--from", system, "in", "-o", "out"],
      `in: this is a file of ${system}; pass --${field}, one of ${choices}`,
    );
    assertFails(["convert", `--${field}`, "x", "in", "-o", "out"], `--${field}: expected one of ${choices}, got "x"`);
    const way = `edgebloom convert --from ${system} --${field} ${choices.replaceAll(", ", "|")}`;
    assertFails(["check", "in", "1"], `in: this is a file of ${system}; convert it first: ${way}`);
    assertFails(["merge", "in", "in", "-o", "out"], `in: this is a file of ${system}; convert it first: ${way}`);
    const says = `in: read as ${system}; the file does not say which --${field}: ${choices}`;
    const facts = JSON.parse(works(["info", "--json", "in"], { says }).stdout);
    const all = choices.split(", ").map((choice) => importFilter(get("in"), { format: system, [field]: choice }));
    const [first] = all;
    const oneScheme = new Set(all.map(({ stats }) => stats.scheme)).size === 1;
    assert.deepEqual(facts, { name: "", version: "", ...first.stats, ...(!oneScheme && { scheme: null }) });
    assert.equal(oneScheme, ["guava", "parquet-sbbf"].includes(system));
    assert.match(works(["info", "in"], { says }).stdout, oneScheme ? /\nscheme +\w/ : /\nscheme +-\n/);
  }
});

test("requires only what the file leaves open", () => {
  const info = (name, says) => {
    put("in", dumpOf("npm-bloom-filters", name));
    return JSON.parse(works(["info", "--json", "in"], { says: `in: read as npm-bloom-filters${says}` }).stdout);
  };
  assert.equal(info("npm_bloom_filters_3_small_seed", "").scheme, "npm-bloom-filters-v2");
  works(["check", "in", "a"], { says: "in: read as npm-bloom-filters" });
  works(["convert", "in", "-o", "out"], { says: "in: read as npm-bloom-filters" });
  assertFails(
    ["convert", "--generation", "v1a", "in", "-o", "out2"],
    '--generation: expected v2, as the file shows, got "v1a"',
  );
  const old = info("npm_bloom_filters_1_small", "; the file does not say which --generation: v1a, v1b");
  assert.deepEqual([old.scheme, old.inserted, old.bits], [null, null, 700]);
  assertFails(
    ["convert", "in", "-o", "out2"],
    "in: this is a file of npm-bloom-filters; pass --generation, one of v1a, v1b",
  );
});

test("says that a file has a counting filter", () => {
  const cells = [
    [1, 2],
    [0, 0],
  ];
  put(
    "in",
    JSON.stringify({ type: "CountingBloomFilter", _size: 2, _nbHashes: 1, _filter: cells, _length: 2, _seed: 1 }),
  );
  const says =
    "in: this is a counting filter of npm-bloom-filters, which edgebloom does not read; save a filter that does not count";
  for (const command of [["convert", "-o", "out"], ["info"], ["check"]]) assertFails([...command, "in"], says);
  assertFails(
    ["convert", "--from", "npm-bloom-filters", "in", "-o", "out"],
    /not a valid file of npm-bloom-filters \(type: expected .* got a CountingBloomFilter/,
  );
});

test("info and check read self-describing files directly", () => {
  for (const [system, name] of [
    ["spark", "spark_v2_mixed"],
    ["redisbloom", "redisbloom_scaling_small"],
    ["go-bits-and-blooms", "go_json_small"],
    ["npm-bloomfilter", "npm_bloomfilter_1_1_small"],
  ]) {
    const dump = dumpOf(system, name);
    put("in", dump);
    const says = `in: read as ${system}`;
    assert.deepEqual(JSON.parse(works(["info", "--json", "in"], { says }).stdout), {
      name: "",
      version: "",
      ...importFilter(dump, { format: system }).stats,
    });
    assert.equal(works(["check", "in", "a"], { says }).stdout, "maybe\ta\n");
    assertFails(
      ["merge", "in", "in", "-o", "out"],
      `in: this is a file of ${system}; convert it first: edgebloom convert --from ${system}`,
    );
    assertFails(["fold", "--divisor", "2", "in", "-o", "out"], /this is a file of .*; convert it first/);
  }
});

test("a bare array of npm-bloomfilter needs --hash and --hashes", () => {
  const dump = put("in", dumpOf("npm-bloomfilter", "npm_bloomfilter_0_0_18_small"));
  const needs = "in: this is a file of npm-bloomfilter";
  const count = "--hashes, a whole number from 1 to 65535";
  assertFails(["convert", dump, "-o", "out"], `${needs}; pass --hash, one of fnv1a64, fnv1a32x2; ${count}`);
  assertFails(["convert", "--hash", "fnv1a32x2", dump, "-o", "out"], `${needs}; pass ${count}`);
  const way = "edgebloom convert --from npm-bloomfilter --hash fnv1a64|fnv1a32x2 --hashes K";
  for (const command of ["info", "check"]) assertFails([command, dump], `${needs}; convert it first: ${way}`);
  const hashes = (value) => ["convert", "--hash", "fnv1a32x2", `--hashes=${value}`, dump, "-o", "out"];
  for (const value of ["0", "65536"])
    assertFails(hashes(value), `--hashes: expected a whole number from 1 to 65535, got ${value}`);
  assertFails(hashes("x"), '--hashes: expected a whole number, got "x"');
  works(hashes(4), { says: "in: read as npm-bloomfilter" });
  assert.equal(load(get("out")).stats.hashes, 4);
  put("object", dumpOf("npm-bloomfilter", "npm_bloomfilter_1_1_small"));
  const convert = (...options) => ["convert", ...options, "object", "-o", "out2"];
  assertFails(convert("--hashes", "9"), "--hashes: expected 4, as the file shows, got 9");
  assertFails(convert("--hash", "fnv1a32x2"), '--hash: expected fnv1a64, as the file shows, got "fnv1a32x2"');
});

test("recognizes filter files and their base64", () => {
  const dump = dumpOf("guava", "guava_mitz64_string_utf8_small");
  const filter = importFilter(dump, { format: "guava", funnel: "string_utf8" });
  [filter.name, filter.version] = ["old", "1"];
  put("dump", filter.toBytes());
  put("text", `${filter.toBase64()}\n`);
  for (const name of ["dump", "text"]) {
    assert.deepEqual(works(["convert", "--to", "guava", name]).bytes, dump);
    assert.deepEqual(works(["convert", name]).bytes, filter.toBytes());
    assert.equal(works(["convert", "--base64", name]).stdout, `${filter.toBase64()}\n`);
    works(["convert", "--name", "new", "-o", "out", name]);
    const { name: called, version } = load(get("out"));
    assert.deepEqual([called, version], ["new", "1"]);
    assertFails(
      ["convert", "--from", "guava", "--funnel", "bytes", name, "-o", "x"],
      `${name}: this is an edgebloom filter file: leave out --from`,
    );
    assertFails(
      ["convert", "--funnel", "bytes", name, "-o", "x"],
      `${name}: this is an edgebloom filter file: leave out --funnel`,
    );
  }
  const damaged = filter.toBytes();
  damaged[damaged.length - 20] ^= 1;
  put("damaged", damaged);
  assertFails(["convert", "damaged", "-o", "out"], /damaged: the filter is damaged/);
});

test("writes only to formats that can hold the filter", () => {
  put("guava", importFilter(dumpOf("guava", "guava_mitz64_long"), { format: "guava", funnel: "long" }).toBytes());
  put("native", BloomFilter.from(["a"], { errorRate: 0.01 }).toBytes());
  put("grows", importFilter(dumpOf("redisbloom", "redisbloom_scaling_small"), { format: "redisbloom" }).toBytes());
  const to = (format, name, message) => assertFails(["convert", "--to", format, name, "-o", "out"], message);
  to("spark", "guava", "guava: spark cannot read a filter of scheme guava-mitz64");
  for (const format of ["guava", "rbloom", "npm-bloom-filters"])
    to(format, "native", `native: ${format} cannot read a filter of scheme native`);
  to(
    "redis-bitmap",
    "grows",
    /grows: redis-bitmap cannot store this filter \(filter: expected a filter that is not scalable/,
  );
  const bitmap = createFilter({ scheme: "php-redis", bits: 1000, functions: ["bkdr", "js"], arithmetic: "php" });
  bitmap.add("a");
  put("php", bitmap.toBytes());
  assert.deepEqual(
    works(["convert", "--to", "redis-bitmap", "php"]).bytes,
    exportFilter(bitmap, { format: "redis-bitmap" }),
  );
});

test("writes go-bits-and-blooms in both encodings", () => {
  const json = dumpOf("go-bits-and-blooms", "go_json_small");
  put("json", json);
  works([
    "convert",
    "--from",
    "go-bits-and-blooms",
    "--to",
    "go-bits-and-blooms",
    "--encoding",
    "binary",
    "json",
    "-o",
    "binary",
  ]);
  assert.deepEqual(
    get("binary"),
    exportFilter(importFilter(json, { format: "go-bits-and-blooms" }), {
      format: "go-bits-and-blooms",
      encoding: "binary",
    }),
  );
  works(["convert", "--to", "go-bits-and-blooms", "--encoding", "json", "binary", "-o", "back"], {
    says: "binary: read as go-bits-and-blooms",
  });
  assert.deepEqual(get("back"), json);
});

test("errors name the wrong option", () => {
  put("in", dumpOf("spark", "spark_v1_mixed"));
  const convert = (args, message) => assertFails(["convert", ...args, "in", "-o", "out"], message);
  const formats = Object.keys(FORMATS).join(", ");
  convert(["--from", "redis"], `--from: expected one of ${formats}, got "redis"`);
  convert(["--to", "toString"], `--to: expected one of ${formats}, got "toString"`);
  convert(
    ["--from", "redis-bitmap"],
    "redis-bitmap: its scheme has too many options for a command line; use importFilter of edgebloom/compat in JavaScript",
  );
  convert(["--from", "spark", "--funnel", "int"], "--funnel: spark has no such option");
  convert(["--funnel", "int"], "--funnel: spark has no such option");
  convert(["--from", "pybloom-live", "--hash", "md5"], "--hash: pybloom-live has only --hash128");
  convert(["--from", "rbloom", "--hash", "sha256"], "--hash: rbloom has no such option");
  convert(["--to", "spark", "--base64"], "--base64: only for edgebloom filter files; leave out --base64 or --to");
  convert(["--to", "spark", "--name", "n"], "--name: only for edgebloom filter files; leave out --name or --to");
  convert(
    ["--to", "spark", "--version", "n"],
    "--version: only for edgebloom filter files; leave out --version or --to",
  );
  convert(["--to", "spark", "--encoding", "json"], "--encoding: only for --to go-bits-and-blooms");
  convert(["--encoding", "json"], "--encoding: only for --to go-bits-and-blooms");
  convert(["--to", "go-bits-and-blooms", "--encoding", "xml"], '--encoding: expected one of json, binary, got "xml"');
  convert(["--name", "n".repeat(1025)], /^edgebloom: --name: .*1024/);
  convert(["--version", "n".repeat(1025)], /^edgebloom: --version: .*1024/);
  convert(["in"], /expected one filter: edgebloom convert/);
  convert(["--frobnicate"], /unknown option --frobnicate.*--funnel/);
  assertFails(["convert"], /expected one filter: edgebloom convert/);
  assertFails(["convert", "in", "-o", "none/out"], /the folder none does not exist; create it first/);
});

test("does not guess a format for unknown files", () => {
  put(
    "random",
    Uint8Array.from({ length: 300 }, (_, i) => (i * 151 + 77) ^ (i >> 3)),
  );
  put("text", "a.example\nb.example\n");
  put("json", "[]");
  put("zeros", new Uint8Array(64));
  for (const name of ["random", "text", "json", "zeros"]) {
    assertFails(
      ["convert", name, "-o", "out"],
      `${name}: unknown format; it could be redis-bitmap (importFilter of edgebloom/compat, in JavaScript)`,
    );
    for (const command of ["info", "check"])
      assertFails([command, name], new RegExp(`${name}: not a filter: it .*; pass a filter file`));
  }
  // Has fields of several formats.
  put("several", '{"m":1,"k":1,"b":"","buckets":[]}');
  assertFails(
    ["convert", "several", "-o", "out"],
    /several: unknown format; it could be go-bits-and-blooms \(edgebloom convert --from go-bits-and-blooms\) or npm-bloomfilter \(edgebloom convert --from npm-bloomfilter --hash fnv1a64\|fnv1a32x2\)/,
  );
  put("empty", "");
  for (const command of ["convert", "info", "check"])
    assertFails([command, "empty"], "empty: the file is empty; pass a filter file");
  assertFails(["convert", "-"], "standard input: the file is empty; pass a filter file", "");
  assertFails(["convert", "."], ".: this is a folder; pass a file");
});

test("an error leaves the target unchanged", () => {
  put("in", dumpOf("guava", "guava_mitz64_long"));
  put("out", "what was there");
  assertFails(["convert", "in", "-o", "out"], /pass --funnel/);
  assertFails(
    ["convert", "--funnel", "long", "--to", "spark", "in", "-o", "out"],
    /in: spark cannot read a filter of scheme guava-mitz64/,
  );
  assert.deepEqual(readdirSync(at()).sort(), ["in", "out"]);
});

test("check reads decimal integers if the keys are integers", () => {
  put("in", dumpOf("guava", "guava_mitz64_int"));
  works(["convert", "--funnel", "int", "in", "-o", "int"], { says: "in: read as guava" });
  assert.equal(
    works(["check", "int", "--", "-1", "00042", "2147483647"]).stdout,
    "maybe\t-1\nmaybe\t00042\nmaybe\t2147483647\n",
  );
  assert.equal(works(["check", "int"], { input: "-1\r\n\n42\n" }).stdout, "maybe\t-1\nmaybe\t42\n");
  const wrong = (text, message) => {
    assertFails(["check", "int", "42", "--", text], message, "", "maybe\t42\n");
    if (text) assertFails(["check", "int"], message, `42\n${text}\n`, "maybe\t42\n");
  };
  for (const text of ["x", "4.5", "1e3", "0x10", "+1", " 1", ""]) {
    wrong(
      text,
      `key: expected a whole number in decimal, because this filter's keys are integers of 32 bits, got ${JSON.stringify(text)}`,
    );
  }
  wrong("2147483648", "key: expected a whole number in decimal from -2^31 to 2^31 - 1, got 2147483648");
  put("in", dumpOf("rbloom", "rbloom_sha256_small"));
  works(["convert", "--from", "rbloom", "in", "-o", "rbloom"]);
  const rbloom =
    "key: expected a whole number in decimal, the hash of the key, because no hash function was given, got";
  assertFails(["check", "rbloom", "a"], `${rbloom} "a"`);
  assertFails(["check", "rbloom"], `${rbloom} "a"`, "a\n");
  assertFails(
    ["check", "rbloom", String(2n ** 127n)],
    `key: expected a whole number in decimal from -2^127 to 2^127 - 1, got ${2n ** 127n}`,
  );
});

test("check looks digits up as text and as an integer if the filter takes both", () => {
  const filter = createFilter({ scheme: "spark-v1", capacity: 1000, errorRate: 1e-6 });
  filter.add("17");
  filter.add(18n);
  put("spark", filter.toBytes());
  assert.equal(works(["check", "spark", "17", "18", "19"]).stdout, "maybe\t17\nmaybe\t18\nno\t19\n");

  const own = BloomFilter.from(["17", 18n, -19n, -1n, "x5"], { errorRate: 1e-9 });
  put("own", own.toBytes());
  const queries = [
    "17",
    "18",
    "-19",
    String(2n ** 64n - 1n),
    "x5",
    "20",
    "-17",
    String(2n ** 64n + 18n),
    "9".repeat(60),
    "x6",
    "5x",
  ];
  const answers = queries.map((query, i) => `${i < 5 ? "maybe" : "no"}\t${query}\n`).join("");
  assert.equal(works(["check", "own", "--", ...queries]).stdout, answers);
  assert.equal(works(["check", "own"], { input: `${queries.join("\r\n")}\n` }).stdout, answers);

  const map = StaticMap.from(
    [
      [18n, "an integer"],
      ["17", "a text"],
    ],
    { errorRate: 1e-9 },
  );
  put("map", map.toBytes());
  const values = "maybe\t17\ta text\nmaybe\t18\tan integer\nno\t19\n";
  assert.equal(works(["check", "map", "17", "18", "19"]).stdout, values);
  assert.equal(works(["check", "map"], { input: "17\n18\n19\n" }).stdout, values);
});

test("merge and fold accept filters of other systems", () => {
  const make = (funnel, key) => {
    const filter = createFilter({ scheme: "guava-mitz64", funnel, bits: 1024, hashes: 3 });
    filter.add(key);
    return filter;
  };
  const [a, b] = [make("string_utf8", "a"), make("string_utf8", "b")];
  put("a", a.toBytes());
  put("b", b.toBytes());
  put("long", make("long", 1n).toBytes());
  works(["merge", "a", "b", "-o", "both"]);
  assert.deepEqual(get("both"), a.union(b).toBytes());
  works(["fold", "--divisor", "4", "a", "-o", "small"]);
  assert.deepEqual(get("small"), a.fold(4).toBytes());
  assertFails(["fold", "--divisor", "32", "a", "-o", "x"], /--divisor: expected a divisor/);
  assertFails(
    ["merge", "a", "long", "-o", "x"],
    "a and long cannot be merged (different kinds of keys or counters): both need the same scheme, shape and kind of keys",
  );
  put("native", new BloomFilter({ bits: 1024, hashes: 3 }).toBytes());
  assertFails(
    ["merge", "a", "native", "-o", "x"],
    /a and native cannot be merged \(scheme guava-mitz64 and native\): both need the same scheme/,
  );
  // A block of Parquet has 256 bits, a block of edgebloom 512.
  const parquet = createFilter({ scheme: "parquet-sbbf", type: "BYTE_ARRAY", bits: 768, hashes: 8 });
  parquet.add("a");
  put("parquet", parquet.toBytes());
  works(["fold", "--divisor", "3", "parquet", "-o", "block"]);
  assert.deepEqual(get("block"), parquet.fold(3).toBytes());
});

test("a scalable filter can be converted, but not merged or folded", () => {
  put("own", new ScalableBloomFilter({ capacity: 10, errorRate: 0.1 }).toBytes());
  put("fixed", new BloomFilter({ capacity: 10, errorRate: 0.1 }).toBytes());
  put("in", dumpOf("redisbloom", "redisbloom_scaling_small"));
  works(["convert", "--from", "redisbloom", "in", "-o", "redis"]);
  for (const name of ["own", "redis"]) {
    const message = `${name}: a scalable filter cannot be merged or folded; build a filter with --capacity`;
    assertFails(["merge", name, name, "-o", "x"], message);
    assertFails(["merge", "fixed", name, "-o", "x"], message);
    assertFails(["fold", "--divisor", "2", name, "-o", "x"], message);
    assertFails(["fold", "--error-rate", "0.5", name, "-o", "x"], message);
  }
});

test("the help of convert names every option and format", () => {
  const { stdout } = works(["convert", "--help"]);
  assert.match(stdout, /^edgebloom convert [^]*\nExample: edgebloom convert .*\n$/);
  for (const word of [
    ...SYSTEMS,
    "redis-bitmap",
    ...FIELDS.map((field) => `--${field} `),
    "--from ",
    "--to ",
    "--encoding ",
    "--name ",
    "--version ",
    "--base64 ",
    "--output ",
  ]) {
    assert.ok(stdout.includes(word), word);
  }
  for (const [, choices] of Object.values(CHOICES))
    for (const choice of choices.split(", ")) assert.ok(stdout.includes(choice), choice);
  assert.deepEqual(
    stdout.split("\n").filter((line) => line.length > 80),
    [],
    "fits a terminal",
  );
  assert.match(works(["--help"]).stdout, /\n {2}convert /);
});

const script = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

test("prints a summary but no bytes to a terminal", {
  skip: !script && "NOT RUN: needs the script command of util-linux for a terminal",
}, () => {
  put("in", dumpOf("spark", "spark_v1_string_small"));
  const run = (...args) => {
    const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(" ");
    const done = spawnSync("script", ["-qec", command, "/dev/null"], {
      cwd: at(),
      timeout: LIMIT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { code: done.status, seen: done.stdout.toString() };
  };
  const { bits, hashes, estimatedCount } = importFilter(get("in"), { format: "spark" }).stats;
  const done = run("convert", "--from", "spark", "in", "-o", "out");
  const length = get("out").length;
  assert.deepEqual(done, {
    code: 0,
    seen: `edgebloom: about ${Math.round(estimatedCount)} keys, ${bits} bits, ${hashes} hashes, scheme spark-v1, ${length} bytes\r\n`,
  });
  assert.match(
    run("convert", "in").seen,
    /^edgebloom: a terminal cannot show a binary filter file: pass -o FILE or --base64\r\n$/,
  );
  assert.match(
    run("convert", "--from", "spark", "--to", "spark", "in").seen,
    /^edgebloom: a terminal cannot show a binary file: pass -o FILE\r\n$/,
  );
  put("json", dumpOf("npm-bloomfilter", "npm_bloomfilter_1_1_small"));
  assert.match(
    run("convert", "--from", "npm-bloomfilter", "--hash", "fnv1a64", "--to", "npm-bloomfilter", "json").seen,
    /^\{"version":1,/,
  );
});
