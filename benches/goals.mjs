// The goals of the package as ratios within processes, and whether a run meets them.

import { highestButOne, lowestButOne, median, ratios } from "./rounds.mjs";
import { EMPTY } from "./workloads/cold-start.mjs";
import { rowsOf } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Times} Times */
/** @typedef {import("./rows.mjs").Strings} Strings */
/** @typedef {{ text: string, met: boolean }} Cell */
/** @typedef {{ goal: string, want: string, cells: Record<string, Cell | undefined> }} Goal */

/** The page must not have this sentence. */
export const NO_REASON = "No reason is recorded.";

const OWN_BASE64 = ["Uint8Array.fromBase64, fromBytes", "toBytes, Uint8Array.toBase64"];
const number = (/** @type {number} */ value) => value.toPrecision(value < 10 ? 3 : 4);
/** The median, and the worst but one of the processes. */
const shown = (/** @type {number[]} */ values, /** @type {number} */ worst, unit = "") =>
  `${number(median(values))}${unit} (${number(worst)})`;

/** A cell for a ratio with a lower or an upper limit, which the worst process but one must reach. */
const atLeast = (/** @type {number[]} */ values, /** @type {number} */ limit) => ({
  text: shown(values, lowestButOne(values)),
  met: lowestButOne(values) >= limit,
});
const atMost = (/** @type {number[]} */ values, /** @type {number} */ limit) => ({
  text: shown(values, highestButOne(values)),
  met: highestButOne(values) <= limit,
});

/**
 * How many times as fast `own` is, if both were measured.
 * @param {import("./rows.mjs").Times} found
 * @param {string} other
 * @param {string} own
 * @param {number} limit
 */
const faster = (found, other, own, limit) =>
  found[other] && found[own] ? atLeast(ratios(found[other], found[own]), limit) : undefined;

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 * @returns {Goal[]}
 */
function hasGoals(rows, engines) {
  const own = rowsOf(rows, "strings").filter((row) => row.question !== "add");
  /** One cell per engine. */
  const cellsOf = (
    /** @type {Strings} */ { size, kind, question },
    /** @type {(found: Times) => Cell | undefined} */ make,
  ) =>
    Object.fromEntries(
      engines.map((engine) => {
        const row = own.find(
          (one) => one.engine === engine && one.size === size && one.kind === kind && one.question === question,
        );
        return [engine, row && make(row.found)];
      }),
    );
  return own
    .filter((row) => row.engine === own[0].engine && row.kind.includes("ASCII"))
    .map((row) => {
      const limit = row.kind === "32 ASCII" && row.size !== "100 MB" ? 1.1 : 1;
      return {
        goal: `reader \`has\` vs bloomfilter (npm): ${row.kind}, ${row.question}, ${row.size}`,
        want: `≥ ${limit}`,
        cells: cellsOf(row, (found) => faster(found, "bloomfilter", READER, limit)),
      };
    });
}

const READER = "edgebloom/reader";
/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 * @returns {Goal[]}
 */
function lineGoals(rows, engines) {
  return rowsOf(rows, "lines").map(({ size, question, found, fastest }) => ({
    goal: `\`${question === "add" ? "addLines" : "hasLines"}\` vs native fastbloom (${fastest.replace("fastbloom-", "")}): ${question === "add" ? "" : `${question}, `}${size}`,
    want: question === "misses" ? "≥ 1" : "≥ 0.7",
    cells: Object.fromEntries(
      engines.map((engine) => [
        engine,
        faster(found, "native fastbloom", `${engine}, standard`, question === "misses" ? 1 : 0.7),
      ]),
    ),
  }));
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 * @returns {Goal[]}
 */
function blockedGoals(rows, engines) {
  const ofLines = rowsOf(rows, "lines").find(({ size, question }) => size === "100 MB" && question === "misses");
  const ofStrings = (/** @type {string} */ engine) =>
    rowsOf(rows, "strings").find((row) => row.engine === engine && row.size === "100 MB" && row.question === "misses")
      ?.found;
  return [
    {
      goal: "blocked vs standard, 100 MB, misses: `hasLines`",
      want: "≥ 1.5",
      cells: Object.fromEntries(
        engines.map((engine) => [
          engine,
          ofLines && faster(ofLines.found, `${engine}, standard`, `${engine}, blocked`, 1.5),
        ]),
      ),
    },
    {
      goal: "blocked vs standard, 100 MB, misses: `has`",
      want: "≥ 1.5",
      cells: Object.fromEntries(
        engines.map((engine) => [engine, faster(ofStrings(engine) ?? {}, "edgebloom", "edgebloom blocked", 1.5)]),
      ),
    },
  ];
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 * @returns {Goal[]}
 */
function fileGoals(rows, engines) {
  const of = (/** @type {string} */ size) => rowsOf(rows, "dumps").find((row) => row.size === size)?.found;
  const [large, text] = [of("100 MB"), of("10 MB")];
  const cells = (/** @type {(engine: string) => Cell | undefined} */ make) =>
    Object.fromEntries(engines.map((engine) => [engine, make(engine)]));
  /** @type {(found: import("./rows.mjs").Times, other: (engine: string) => string) => Goal["cells"]} */
  const load = (found, other) =>
    cells((engine) => {
      const own = found[`${engine} fromBytes`];
      return own && atMost(ratios(own, found[other(engine)]), 2);
    });
  const memory = (/** @type {string} */ way) =>
    cells((engine) => {
      const row = rowsOf(rows, "memory").find((one) => one.engine === engine && one.way === way);
      return (
        row &&
        atMost(
          row.found.map(({ peak, size }) => peak / size),
          2,
        )
      );
    });
  // One byte per nanosecond is one gigabyte per second.
  /** @type {(found: import("./rows.mjs").Times, call: string, own: string) => Goal["cells"]} */
  const base64 = (found, call, own) =>
    cells((engine) => {
      const times = found[`${engine} ${call}`];
      if (!times) return undefined;
      const speeds = times.map((ns) => 1 / ns);
      const theirs = found[`${engine} ${own}`] && ratios(found[`${engine} ${own}`], times);
      const asFast = theirs ? `, ${shown(theirs, lowestButOne(theirs))} of the engine's speed` : "";
      return {
        text: `${shown(speeds, lowestButOne(speeds), " GB/s")}${asFast}`,
        met: lowestButOne(speeds) >= 1 || (!!theirs && lowestButOne(theirs) >= 1),
      };
    });
  return [
    ...(large
      ? [
          {
            goal: "time of `fromBytes`, 100 MB, vs copy and checksum by the same module",
            want: "≤ 2",
            cells: load(large, (engine) => `${engine} copy and checksum`),
          },
          {
            goal: "time of `fromBytes`, 100 MB, vs native copy and checksum",
            want: "≤ 2",
            cells: load(large, () => "native copy and checksum"),
          },
          {
            goal: "peak memory of `load` with a response, 100 MB, vs the size of the file",
            want: "≤ 2",
            cells: memory("load"),
          },
          {
            goal: "peak memory of `fromBytes`, 100 MB, with the file, vs the size of the file",
            want: "≤ 2",
            cells: memory("fromBytes"),
          },
        ]
      : []),
    ...(text
      ? [
          {
            goal: "`fromBase64` of 10 MB, with all checks",
            want: "≥ 1 GB/s or the engine's speed",
            cells: base64(text, "fromBase64", OWN_BASE64[0]),
          },
          {
            goal: "`toBase64` of 10 MB",
            want: "≥ 1 GB/s or the engine's speed",
            cells: base64(text, "toBase64", OWN_BASE64[1]),
          },
        ]
      : []),
  ];
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @returns {Goal[]}
 */
function startGoals(rows) {
  const starts = rowsOf(rows, "cold start");
  const firsts = rowsOf(rows, "first answer");
  return [
    ...[EMPTY, "the base64 string alone"].map((least) => ({
      goal: `cold start of the reader with 146 kB of base64 vs ${least}`,
      want: "≤ 1.5",
      cells: Object.fromEntries(
        starts.map(({ engine, found }) => [engine, atMost(ratios(found[READER], found[least]), 1.5)]),
      ),
    })),
    ...Object.entries({ [READER]: 1.3, edgebloom: 2.5 }).map(([name, limit]) => ({
      goal: `first answer of ${name} vs ${EMPTY}, ratio of the medians`,
      want: `≤ ${limit}`,
      cells: Object.fromEntries(
        firsts.map(({ engine, found }) => {
          const ratio = median(found[name]) / median(found[EMPTY]);
          return [engine, { text: number(ratio), met: ratio <= limit }];
        }),
      ),
    })),
  ];
}

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 * @returns {Goal[]}
 */
export function goalsOf(rows, engines) {
  const all = [
    ...hasGoals(rows, engines),
    ...lineGoals(rows, engines),
    ...blockedGoals(rows, engines),
    ...fileGoals(rows, engines),
    ...startGoals(rows),
  ];
  return all.filter(({ cells }) => Object.values(cells).some((cell) => cell));
}

/** The reasons for the goals that are not met: what sets the limit, and what was tried. */
const LIMITS = [
  {
    title: "`has` of the reader",
    of: /^reader `has`/,
    text: `The loop over the characters sets the limit: in Node 20 it alone takes 44 ns for 32 ASCII characters. In filters of 100 MB, all packages wait for the same memory. Kept:
the hash written out in one loop, so that its speed does not depend on which calls an engine inlines; a loop for keys that no file passes through, because V8 may not compile a
loop for short keys after it has compiled it for a file; words of four characters. Tried, but no faster: hashing straight from the characters, a DataView instead of words,
\`encodeInto\` for fewer than 33 characters.`,
  },
  {
    title: "`hasLines` and `addLines`",
    of: /Lines` vs native fastbloom/,
    text: `In a filter of 16 kB, a miss takes 18.5 ns in Node 20: 7.5 for the hash, 7.2 for the probes, 4 for the line breaks and the call. fastbloom's fastest hashers multiply 64 by 64
bits, which WebAssembly cannot. The vectors of WebAssembly hold four 32-bit numbers and have no rotation and no gather. A rotation takes three instructions, and the 16 loads of four probes
of four keys run one at a time. [Hashing and layouts](../../docs/maintainers/decisions/hashing-and-layouts.md) lists what was tried.`,
  },
  {
    title: "`has` and `hasLines` of blocked filters",
    of: /^blocked vs standard, 100 MB, misses: `has(Lines)?`$/,
    text: `A single query waits about as long in both layouts. It waits for one block of a blocked filter, or for the first four words of a standard filter at once. Only many queries
at a time (\`hasLines\`) overlap their loads, and they do so in both layouts: there, a blocked filter is 1.3 to 1.6 times as fast. Writing the string costs the same in both.`,
  },
  {
    title: "Memory of loading",
    of: /^peak memory/,
    text: `The file and the filter already make 2. Code and the engine add 4 to 5 MB. With a response, the chunks of the stream stay until the garbage collector frees them.
Kept: allocating the whole size as soon as the header declares it. Not available: reading the chunks straight into the memory of the module, which would be near 1.`,
  },
  {
    title: "Base64",
    of: /^`(from|to)Base64` of 10 MB/,
    text: `Node 20 has neither \`Uint8Array.fromBase64\` nor \`toBase64\`. There the package decodes with \`Buffer\`, which accepts invalid base64. So it encodes the result again
and compares.`,
  },
  {
    title: "Cold start",
    of: /^(cold start|first answer)/,
    text: `Code that runs once is interpreted. So the checksum of 109 kB takes about 2 ms. Decoding the base64 takes 2.4 ms if the engine has no \`Uint8Array.fromBase64\` (Node 20). Kept: a
\`DataView\` instead of bytes (a third of the time). Tried: an \`Int32Array\` (the same time, but files need not be aligned), a hash without calls (0.2 ms less).`,
  },
];

/**
 * The goals that are not met in some engine, grouped by their reason.
 * @param {Goal[]} goals
 * @returns {{ title: string, goals: string[], text: string }[]}
 */
export function limitsOf(goals) {
  const unmet = goals
    .filter(({ cells }) => Object.values(cells).some((cell) => cell && !cell.met))
    .map(({ goal }) => goal);
  const unexplained = unmet.filter((goal) => !LIMITS.some(({ of }) => of.test(goal)));
  const explained = LIMITS.map(({ title, of, text }) => ({
    title,
    goals: unmet.filter((goal) => of.test(goal)),
    text: text.replaceAll("\n", " "),
  }));
  return [...explained, { title: unexplained.join("; "), goals: unexplained, text: NO_REASON }].filter(
    (limit) => limit.goals.length,
  );
}
