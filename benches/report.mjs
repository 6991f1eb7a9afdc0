// Writes benches/results/benchmarks.md and its pictures from the results of a run.

import { goalsOf, limitsOf } from "./goals.mjs";
import { plot } from "./plot.mjs";
import { highestButOne, median as medianOf } from "./rounds.mjs";
import { rowsOf } from "./rows.mjs";

const COMMAND = "npm run bench -- --write";
const short = (/** @type {number} */ value) =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));

/**
 * The median of the processes and the worst but one, in a unit of `unit` nanoseconds.
 * @param {number[] | undefined} numbers
 * @param {number} [unit]
 */
const cell = (numbers, unit = 1) => {
  if (!numbers) return "–";
  return `${short(medianOf(numbers) / unit)} (${short(highestButOne(numbers) / unit)})`;
};

/**
 * The median alone: this table has no room for more.
 * @param {number[] | undefined} numbers
 * @param {number} [unit]
 */
const median = (numbers, unit = 1) => (numbers ? short(medianOf(numbers) / unit) : "–");

/**
 * @param {string[]} heads
 * @param {(string | number)[][]} rows
 */
function table(heads, rows) {
  const lines = [heads, ["---", ...heads.slice(1).map(() => "--:")], ...rows];
  return lines.map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const bytes = (/** @type {number} */ number) =>
  number >= 1 << 20 ? `${number / (1 << 20)} MiB` : `${number / 1024} KiB`;

/**
 * The figures that most readers look for.
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 */
function summaryTable(rows, engines) {
  const strings = (/** @type {string} */ engine, /** @type {string} */ question) =>
    rowsOf(rows, "strings").find(
      (row) => row.engine === engine && row.question === question && row.kind === "32 ASCII" && row.size === "1 MB",
    )?.found;
  const lines = (/** @type {string} */ question) =>
    rowsOf(rows, "lines").find((row) => row.question === question && row.size === "1 MB")?.found;
  const files = rowsOf(rows, "dumps").find(({ size }) => size === "1 MB");
  const both = (/** @type {(question: string) => number[] | undefined} */ numbers) =>
    `${median(numbers("misses"))} / ${median(numbers("hits"))}`;
  /** @type {[string, (engine: string) => string][]} */
  const kinds = [
    [
      "ns per `has` of edgebloom/reader, misses / hits",
      (engine) => both((q) => strings(engine, q)?.["edgebloom/reader"]),
    ],
    ["ns per `has` of bloomfilter", (engine) => both((q) => strings(engine, q)?.bloomfilter)],
    ["ns per line of `hasLines`", (engine) => both((q) => lines(q)?.[`${engine}, standard`])],
    [
      "ms to load the filter with `fromBytes`",
      (engine) => (files ? median(files.found[`${engine} fromBytes`], 1e6 / files.bytes) : "–"),
    ],
    [
      "ms from `import` of edgebloom/reader to the first answer, 146 kB of base64",
      (engine) =>
        median(rowsOf(rows, "cold start").find((row) => row.engine === engine)?.found["edgebloom/reader"], 1e6),
    ],
  ];
  const measured = kinds
    .map(([kind, figure]) => [kind, ...engines.map(figure)])
    .filter(([, ...cells]) => cells.some((cell) => /\d/.test(cell)));
  return measured.length ? table(["", ...engines], measured) : "";
}

/** @param {import("./rows.mjs").Results} results */
function machineTable({ machine, leftOut, date, quick, seconds, load }) {
  const { cpu, cores, memory, system, caches, engines, rustc, packages, crates } = machine;
  const list = (/** @type {Record<string, string>} */ versions) =>
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", ");
  return table(
    ["", ""],
    [
      [
        "date and duration",
        `${date}, ${Math.round(seconds / 60)} minutes${quick ? " (a quick run: three processes)" : ""}`,
      ],
      ["machine", `${cpu}, ${cores} cores, ${Math.round(memory / 2 ** 30)} GiB, ${system}`],
      [
        "caches of one core",
        caches.map(({ level, bytes: size }) => `L${level}${level === 1 ? "d" : ""} ${bytes(size)}`).join(", ") ||
          "unknown",
      ],
      ["load at start and end", load.map((one) => one.toFixed(1)).join(", ")],
      ["engines", list(engines)],
      ["rustc", rustc],
      ["npm", list(packages)],
      ["crates", list(crates)],
      ...(leftOut.length ? [["left out", leftOut.join("; ")]] : []),
    ],
  );
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 */
function goalTable(rows, engines) {
  const goals = goalsOf(rows, engines);
  const columns = [...new Set(goals.flatMap(({ cells }) => Object.keys(cells)))];
  return table(
    ["goal", "wanted", ...columns],
    goals.map(({ goal, want, cells }) => [
      goal,
      want,
      ...columns.map((column) =>
        cells[column] ? `${cells[column].met ? "met" : "**not met**"}: ${cells[column].text}` : "–",
      ),
    ]),
  );
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 */
function stringTables(rows, engines) {
  return engines
    .map((engine) => {
      const own = rowsOf(rows, "strings").filter((row) => row.engine === engine);
      const names = [...new Set(own.flatMap(({ found }) => Object.keys(found)))];
      const call = (/** @type {{ question: string }} */ { question }) =>
        question === "add" ? "`add`" : `\`has\`, ${question}`;
      return own.length
        ? `### ${engine}\n\n${table(
            ["", "keys", "filter", ...names],
            own.map((row) => [call(row), row.kind, row.size, ...names.map((name) => cell(row.found[name]))]),
          )}\n`
        : "";
    })
    .join("\n");
}

/** @param {import("./rows.mjs").Row[]} rows */
function lineTables(rows) {
  const own = rowsOf(rows, "lines");
  return [...new Set(own.map(({ size }) => size))]
    .map((size) => {
      const some = own.filter((row) => row.size === size);
      const names = [...new Set(some.flatMap(({ found }) => Object.keys(found)))];
      return `### ${size}\n\n${table(
        ["", ...some.map(({ question }) => question)],
        names.map((name) => [name, ...some.map(({ found }) => cell(found[name]))]),
      )}\n`;
    })
    .join("\n");
}

/** @param {import("./rows.mjs").Row[]} rows */
function hasherTable(rows) {
  const own = rowsOf(rows, "hashers");
  return own.length
    ? table(
        ["", ...own.map(({ question }) => question)],
        Object.keys(own[0].found).map((name) => [name, ...own.map(({ found }) => cell(found[name]))]),
      )
    : "";
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 */
function fileTables(rows, engines) {
  return rowsOf(rows, "dumps")
    .map(({ size, bytes: length, found }) => {
      const ways = [
        ...new Set(
          engines.flatMap((engine) =>
            Object.keys(found)
              .filter((name) => name.startsWith(`${engine} `))
              .map((name) => name.slice(engine.length + 1)),
          ),
        ),
      ];
      const time = (/** @type {number[] | undefined} */ numbers) =>
        numbers ? `${short((medianOf(numbers) * length) / 1e6)} ms, ${short(1 / medianOf(numbers))} GB/s` : "–";
      return `### ${size}\n\n${table(
        ["", ...engines],
        [
          ...ways.map((way) => [
            `\`${way}\``.replace(/`copy( and checksum)?`/, "copy$1"),
            ...engines.map((engine) => time(found[`${engine} ${way}`])),
          ]),
          ["native copy and checksum", time(found["native copy and checksum"]), ...engines.slice(1).map(() => "")],
        ],
      )}\n`;
    })
    .join("\n");
}

/** @param {import("./rows.mjs").Row[]} rows */
function memoryTable(rows) {
  const own = rowsOf(rows, "memory");
  /** @type {(found: import("./rows.mjs").Memory[], key: "dump" | "peak" | "module") => string} */
  const part = (found, key) => cell(found.map((one) => one[key] / one.size));
  return own.length
    ? table(
        ["", "file", "peak, with the filter", "memory of the module"],
        own.map(({ engine, way, found }) => [
          `${engine}, \`${way}\``,
          part(found, "dump"),
          part(found, "peak"),
          part(found, "module"),
        ]),
      )
    : "";
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {"cold start" | "first answer"} group
 */
function startTable(rows, group) {
  const own = rowsOf(rows, group);
  const names = [...new Set(own.flatMap(({ found }) => Object.keys(found)))];
  return own.length
    ? table(
        ["", ...own.map(({ engine }) => engine)],
        names.map((name) => [name, ...own.map(({ found }) => cell(found[name], 1e6))]),
      )
    : "";
}

/** @param {import("./rows.mjs").Row[]} rows */
function growthTable(rows) {
  const own = rowsOf(rows, "growth");
  if (!own.length) return "";
  const names = Object.keys(own[0].found);
  return table(
    ["keys", "kB", ...names],
    own.map(({ keys, bytes: size, found }) => [
      keys.toLocaleString("en"),
      short(size / 1000),
      ...names.map((name) => median(found[name])),
    ]),
  );
}

/**
 * The pictures by their file names.
 * @param {import("./rows.mjs").Results} results
 */
export function pictures({ rows, machine }) {
  const own = rowsOf(rows, "growth");
  const last = own.at(-1);
  if (!last) return {};
  // The size grows in proportion to the keys: 9.585 bits per key at 1 %.
  const marks = machine.caches.map(({ level, bytes: size }) => ({
    name: `L${level}${level === 1 ? "d" : ""}`,
    x: (size / last.bytes) * last.keys,
  }));
  return Object.fromEntries(
    ["misses", "hits"].map((question) => {
      const lines = ["standard", "partitioned", "blocked"].flatMap((layout, colour) =>
        ["wasm", "native"].map((side) => ({
          name: `${layout}, ${side}`,
          colour,
          dashed: side === "native",
          points: own.map(
            ({ keys, found }) =>
              /** @type {[number, number]} */ ([keys, medianOf(found[`${layout} ${question} ${side}`])]),
          ),
        })),
      );
      const title = `Nanoseconds per key, ${question}, at 1 % (${own[0].engine} and native)`;
      return [`growth-${question}.svg`, plot({ title, axes: ["keys in the filter", "ns"], lines, marks })];
    }),
  );
}

/**
 * The reasons for the goals that are not met.
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 */
const limitList = (rows, engines) =>
  limitsOf(goalsOf(rows, engines))
    .map(({ title, text }) => `- **${title}.** ${text}`)
    .join("\n");

/**
 * A part of the page; empty if the run did not measure it.
 * @param {string} title
 * @param {string} text
 * @param {string} content
 */
const part = (title, text, content) =>
  content.trim() ? `## ${title}\n\n${text}${text && "\n\n"}${content.trim()}\n\n` : "";

/**
 * The page.
 * @param {import("./rows.mjs").Results} results
 */
export function page(results) {
  const { rows, machine } = results;
  const engines = Object.keys(machine.engines).filter((name) => name !== "workerd");
  const text = `# Benchmarks

${INTRODUCTION}

Generated by \`${COMMAND}\` in one run. Do not edit.

${part("Summary", SUMMARY, summaryTable(rows, engines))}${part("How to read the tables", "", HOW_TO_READ)}${part("Machine", "", machineTable(results))}${part("One key at a time", STRINGS, stringTables(rows, engines))}${part(
  "Many keys at once",
  LINES,
  lineTables(rows),
)}${part("fastbloom's hashers", HASHERS, hasherTable(rows))}${part(
  "Loading, saving, base64",
  FILES,
  fileTables(rows, engines),
)}${part("Memory of loading 100 MB", MEMORY, memoryTable(rows))}${part("Cold start", STARTS, startTable(rows, "cold start"))}${part("First answer", FIRST, startTable(rows, "first answer"))}${part(
  "Growth",
  GROWTH,
  growthTable(rows),
)}${part("Goals", GOALS, goalTable(rows, engines))}${part("Goals not met", "", limitList(rows, engines))}${part("Not measured", "", NOT_MEASURED)}`;
  return `${text.trimEnd()}\n`;
}

const INTRODUCTION = `These tables compare the speed and memory of edgebloom with other Bloom filters: npm packages in Node and Chromium, and crates in native Rust. For a short
comparison, see [Comparison with other packages](peers.md).`;

const SUMMARY = `Medians of ten processes, in a filter of 1 MB at 1 %, with keys of 32 characters. The tables below have the other sizes, keys and packages.`;

const HOW_TO_READ = `- Each cell is measured in ten new processes (in Chromium, ten new pages with a process each). It shows their median and, in brackets, the worst but one. An
  engine can compile the same code well in one process and badly in the next, so a median of one process says little.
- In a process, the *contenders* (a package with an engine) take turns: three *blocks* each, of at least 7 ms. The figure of the process is the median block. Each process
  begins with another contender, and every other process measures hits, misses and \`add\` in the opposite order.
- A block is many *passes* of up to 20,000 keys. Only the median pass counts. So a pause in one pass, for garbage collection or another program, counts for no contender,
  not even for the one that left the garbage.
- A *ratio* compares two figures of the same process, so it is the same on a slow and on a fast machine. The tables show the median ratio and the worst but one.
- Before the first block, each contender is called at least 100,000 times (\`bloom-filters\`: 5,000 times). Loading and saving get two rounds of warm-up.
- *Hits* are queries for members, *misses* are queries for non-members.
- Native programs are compiled before they run, so they are measured in one process.`;

const GOALS = `A goal is met if the worst process but one reaches it. Above 1 means that edgebloom is faster. A goal with "≤" is a ratio of times or of memory: lower is better.
For base64, "the engine's speed" is that of \`Uint8Array.fromBase64\` and \`fromBytes\`, or of \`toBytes\` and \`Uint8Array.toBase64\`. First answers are few milliseconds, so
their goal is a ratio of medians.`;

const STRINGS = `Nanoseconds per call. All filters are sized for the same keys at 1 % and are full. The answers are checked. Each package is a bundle of its own, as on a page that
uses only that package. The strings of each pass are new: they are decoded from bytes before the clock starts, so no engine has their hashes yet.

Each package computes what its README says:

- edgebloom: one 128-bit MurmurHash3 of the UTF-8.
- bloomfilter: one 64-bit FNV-1a of the UTF-16 units, each as a whole, not as two bytes.
- mnemonist: one 32-bit MurmurHash3 for each probe.
- bloom-filters: a 64-bit xxHash of the text for its probes, written in JavaScript.
- \`Set\`: exact.

Filters first get as many random bits as a full filter has. Then the keys of the hits are added. \`add\` starts with an empty filter and ends with a full one. "beside" is
another checkout of edgebloom, if there is one.`;

const LINES = `Nanoseconds per line of 32 characters. "native" is a Rust program (\`benches/native\`), optimised for this processor. It splits the same bytes with \`memchr\` and queries
each line. It takes turns with the engines.

- fastbloom has as many bits and hashes as edgebloom's standard layout. It uses its fastest hasher for each column. "keys already split" leaves out the search for line
  breaks.
- bloomfilter (the crate) hashes twice with SipHash.
- sbbf-rs sets 8 bits in 256, from one rapidhash. With the same bits, its false-positive rate is up to twice as high.
- \`add\` starts with an empty filter in each pass.
- "strings" are \`hasMany\` and \`addMany\` with new strings.`;

const HASHERS = `Nanoseconds per line, in a filter of 1 MB. "by-hash" passes a hash of the key's bytes to \`contains_hash\` and \`insert_hash\`. The others also hash the
length of the key, as Rust does for slices. gxhash needs a processor with AES.`;

const FILES = `Standard filters. "copy and checksum" shows what copying and checking cost by themselves. It copies the file to memory that is already allocated, and the module
computes the checksum of the whole file, as it does for saving. Natively, the crate's MurmurHash3 does the same. Each filter is freed after \`fromBytes\`, so the next one
reuses its memory. New memory would add the same cost to both. "Uint8Array.fromBase64, fromBytes" is what you can write with the engine's own base64.`;

const MEMORY = `Peak memory of the process, less its memory before the filter file was there, divided by the size of the file. \`fromBytes\` gets the whole file, so the file and the
filter already make 2. \`load\` reads a response as it arrives.`;

const STARTS = `Milliseconds from \`import\` to the first answer, each time in a new process or isolate. The code loads a filter of 91,300 keys at 1 % from 146 kB of base64 in its source
(bloomfilter: from JSON) and queries it once. Each contender is one file, bundled with esbuild; "not bundled" is the package in \`node_modules\`.

workerd stops its clocks while code runs. There, a worker loader starts the isolates, and the time is that of the first request minus that of the second. Each WebAssembly
module differs in one section, so workerd cannot reuse a compiled one.`;

const FIRST = `Milliseconds from \`import\` to the first answer of a small filter, each time in a new process or page.

- Node: \`node -e\`, which imports a package by its name. An empty package shows what Node itself needs: it starts its loader for the first import.
- Chromium: a page imports one file, bundled with esbuild, from a server on the same machine.

Where the time goes (Node 20, Intel Xeon at 60 % of its usual speed; \`performance.now()\` around each step, median of 25):

| step | reader, ms | edgebloom, ms |
| --- | --: | --: |
| Node starts its loader, and finds the package | 7.2 | 7.2 |
| it reads, compiles and runs the files (one of 33 kB; two of 280 kB, 150 kB of it the module's text) | 0.9 | 5.5 |
| the module: compiling, instantiating | – | 1.6, 0.5 |
| the file is read for the first time, in code that is compiled just then | 0.9 | 2.4 |
| the first query | 0.3 | 0.3 |

Each further file that an entry point imports takes 0.4 to 1.3 ms, whatever its size. The module's text costs 0.8 ms as base64 and 1.4 ms as hexadecimal digits.`;

const GROWTH = `Median nanoseconds per line of 32 characters, at 1 %, in the newest Node and natively. The lists have 100,000 lines; for filters of a million keys
or more, they have a million. So the bits that they read do not stay in a cache. Random bits are set, as above. The marks show where a filter is as large as a cache.

![misses](growth-misses.svg)

![hits](growth-hits.svg)`;

const NOT_MEASURED = `- \`@pacote/bloom-filter\`: it takes 0.4 to 1.8 milliseconds per key, so ten processes would take hours.
- A \`Set\` holds at most 16.7 million keys, so the rows of 100 MB have none.
- Memory in Chromium: a page cannot read the memory of its process. Node shows it for the same engine.
- Cold start with 146 kB of base64 in Chromium: fetching and parsing a page is a different measurement.
- Calls before the engine has optimized them. In Node 20, the first 20,000 queries of the reader take about 1 µs each, those of \`bloomfilter\` 0.45.`;

/** The words of the page. */
export const TEXTS = [
  INTRODUCTION,
  SUMMARY,
  HOW_TO_READ,
  GOALS,
  STRINGS,
  LINES,
  HASHERS,
  FILES,
  MEMORY,
  STARTS,
  FIRST,
  GROWTH,
  NOT_MEASURED,
];
