// docs/BENCHMARKS.md and its pictures, of what a run has found.

import { goalsOf, limitsOf } from "./goals.mjs";
import { plot } from "./plot.mjs";
import { spread } from "./rounds.mjs";
import { rowsOf } from "./rows.mjs";

const COMMAND = "npm run bench -- --write";
const short = (/** @type {number} */ value) =>
  value >= 1000 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));

/**
 * Median and quartiles, in a unit of so many nanoseconds.
 * @param {number[] | undefined} numbers
 * @param {number} [unit]
 */
const cell = (numbers, unit = 1) => {
  if (!numbers) return "–";
  const { median, low, high } = spread(numbers.map((ns) => ns / unit));
  return `${short(median)} (${short(low)}–${short(high)})`;
};

/**
 * The quartiles are of so few rounds that one number is what a table has room for.
 * @param {number[] | undefined} numbers
 * @param {number} [unit]
 */
const median = (numbers, unit = 1) => (numbers ? short(spread(numbers).median / unit) : "–");

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
      ["date", `${date}${quick ? ", a quick run: three rounds" : ""}, ${Math.round(seconds / 60)} minutes`],
      ["machine", `${cpu}, ${cores} cores, ${Math.round(memory / 2 ** 30)} GiB, ${system}`],
      [
        "caches of a core",
        caches.map(({ level, bytes: size }) => `L${level}${level === 1 ? "d" : ""} ${bytes(size)}`).join(", ") ||
          "not told by the system",
      ],
      ["load when it began and ended", load.map((one) => one.toFixed(1)).join(", ")],
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
      const asked = (/** @type {{ question: string }} */ { question }) =>
        question === "add" ? "`add`" : `\`has\`, ${question}`;
      return own.length
        ? `### ${engine}\n\n${table(
            ["", "keys", "filter", ...names],
            own.map((row) => [
              asked(row),
              `${row.kind}${row.json ? ", by JSON.parse" : ""}`,
              row.size,
              ...names.map((name) => cell(row.found[name])),
            ]),
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
function dumpTables(rows, engines) {
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
        numbers
          ? `${short((spread(numbers).median * length) / 1e6)} ms, ${short(1 / spread(numbers).median)} GB/s`
          : "–";
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
        ["", "the dump", "with the filter, at the peak", "memory of the module"],
        own.map(({ engine, way, found }) => [
          `${engine}, \`${way}\``,
          part(found, "dump"),
          part(found, "peak"),
          part(found, "module"),
        ]),
      )
    : "";
}

/** @param {import("./rows.mjs").Row[]} rows */
function startTable(rows) {
  const own = rowsOf(rows, "cold start");
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
  // A key at 1 % is 9.585 bits.
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
              /** @type {[number, number]} */ ([keys, spread(found[`${layout} ${question} ${side}`]).median]),
          ),
        })),
      );
      const title = `Nanoseconds a key, ${question}, at 1 % (${own[0].engine}, and natively)`;
      return [`growth-${question}.svg`, plot({ title, axes: ["keys in the filter", "ns"], lines, marks })];
    }),
  );
}

/**
 * Why goals are not met.
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 */
const limitList = (rows, engines) =>
  limitsOf(goalsOf(rows, engines))
    .map(({ goals, text }) => `- ${goals.join("; ")}. ${text}`)
    .join("\n");

/**
 * A part of the page, if anything of it was measured.
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

Generated by \`${COMMAND}\`, which measures all of it in one run. Do not edit.

${machineTable(results)}

${part("Goals", GOALS, goalTable(rows, engines))}${part("What is not met", "", limitList(rows, engines))}${part("Keys one by one", STRINGS, stringTables(rows, engines))}${part(
  "Many keys at once",
  LINES,
  lineTables(rows),
)}${part("fastbloom's hashers", HASHERS, hasherTable(rows))}${part(
  "Loading, saving, base64",
  DUMPS,
  dumpTables(rows, engines),
)}${part("Memory of loading 100 MB", MEMORY, memoryTable(rows))}${part("Cold start", STARTS, startTable(rows))}${part(
  "Growth",
  GROWTH,
  growthTable(rows),
)}${part("What is not measured", "", NOT_MEASURED)}`;
  return `${text.trimEnd()}\n`;
}

const GOALS = `A ratio is that of two blocks of the same round; its median over the rounds is compared, with the quartiles in brackets. Above 1 is faster,
except where "≤" is wanted. A block lasts 20 ms or more; all take turns, and each round begins with another. What counts of a block is its median pass (up to 20,000 keys): a pause in a pass, of
the collector's or of another program's, is in nobody's time, not even in that of who has left garbage. Before, each is called 100,000 times or more; a dump is loaded and saved some times.`;

const STRINGS = `Nanoseconds a call: the median of the rounds, with the quartiles. All filters are sized for the same keys at 1 %, are full, and give
answers that are checked. The strings are new in each pass, decoded from bytes while no time is taken, so that no engine has their hashes yet. Each
filter computes what its README says: edgebloom one MurmurHash3 of 128 bits of the UTF-8; bloomfilter one FNV-1a of 64 bits of the UTF-16 units (of the whole unit, not of its bytes);
mnemonist a MurmurHash3 of 32 bits for each of its probes; bloom-filters a 64-bit xxHash of the text for its probes, written in JavaScript;
@pacote/bloom-filter two xxHashes of 64 bits for each probe, which it remembers for ever, so that it is asked new keys only. \`Set\` is exact. The bits of the other packages are set by chance, to the share that so many keys leave, and the keys
that are asked as hits are added; so are those of the 100 MB. \`add\` is to filters that begin empty and end full.`;

const LINES = `Nanoseconds a line of 32 characters. "native" is a program in Rust (\`benches/native\`, optimised for this processor) that takes the same bytes apart by \`memchr\` and
asks, in turns with the engines. fastbloom has the bits and hashes of edgebloom's standard layout, and the hasher that was the fastest for the
question; "already taken apart" leaves out the search for line ends. bloomfilter (the crate) hashes twice by SipHash; sbbf-rs sets 8 bits in 256, of a rapidhash,
and is wrong up to twice as often with the same bits. \`add\` begins with an empty filter in each pass. "strings" are \`hasMany\` and \`addMany\` of new strings.`;

const HASHERS = `Nanoseconds a line in a filter of 1 MB. "by-hash" is a hash of the key's bytes given to \`contains_hash\` and \`insert_hash\`; the others hash the
length of the key, too, as Rust does for slices. gxhash is there on processors with AES only.`;

const DUMPS = `Of a standard filter. "copy and checksum" copies the dump to memory that is there already, and has the module compute the
checksum of the whole dump as it does for saving: what no loading that checks can do without. Natively it is the same with the crate's MurmurHash3. A filter is freed after each \`fromBytes\`, so that
the next one has its memory; what new memory costs comes to both. "Uint8Array.fromBase64, fromBytes" is what a user does with what the engine has.`;

const MEMORY = `Peaks of the process above what it had before the dump was there, to the size of the dump. \`fromBytes\` is given all of it, so that the dump and the filter
are 2 already; \`fromResponse\` reads it as it comes.`;

const STARTS = `Milliseconds from \`import\` to the first answer, in a new process or isolate each time: a filter of 91,300 keys at 1 % is loaded, from base64 of 146 kB in the code
(bloomfilter: from JSON), and asked. Each is one file, as esbuild bundles it; "as it is installed" is the package in \`node_modules\`. In workerd, which stops its clocks while code runs,
isolates are loaded by a worker loader, and the time is the first request less the second; a section in each WebAssembly module differs, so that none is taken from those that were compiled before.`;

const GROWTH = `Nanoseconds a line of 32 characters, medians, at 1 %. The lists are 100,000 lines, from a million keys on a million, so that what they look at is not left in a cache. The bits are set by
chance, as above. The marks are where a filter is as large as a cache.

![misses](images/growth-misses.svg)

![hits](images/growth-hits.svg)`;

const NOT_MEASURED = `- \`@pacote/bloom-filter\` takes more than a millisecond a key. It is called 100 times before, a pass has 20 keys, and only 32 characters in 1 MB are measured. \`bloom-filters\`, 8 µs: there only, too.
- A \`Set\` ends at 16.7 million keys, so that there is none beside 100 MB.
- Memory in Chromium: a page does not see its process. Node tells for the same engine.
- Cold start in Chromium: a page that is fetched and parsed is another matter.
- A shared machine: the load is in the table above, and the quartiles say how steady it was.`;
