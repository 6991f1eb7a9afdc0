// What the package wants to be, as ratios within rounds, and whether it is.

import { ratios, spread } from "./rounds.mjs";
import { rowsOf } from "./rows.mjs";

/** @typedef {import("./rows.mjs").Times} Times */
/** @typedef {import("./rows.mjs").Strings} Strings */
/** @typedef {{ text: string, met: boolean }} Cell */
/** @typedef {{ goal: string, want: string, cells: Record<string, Cell | undefined> }} Goal */

const OWN_BASE64 = ["Uint8Array.fromBase64, fromBytes", "toBytes, Uint8Array.toBase64"];
const number = (/** @type {number} */ value) => value.toPrecision(value < 10 ? 3 : 4);
const shown = (/** @type {number[]} */ values, unit = "") => {
  const { median, low, high } = spread(values);
  return `${number(median)}${unit} (${number(low)}–${number(high)})`;
};

/** A cell for a ratio that has to be at least, or at most, so large. */
const atLeast = (/** @type {number[]} */ values, /** @type {number} */ limit) => ({
  text: shown(values),
  met: spread(values).median >= limit,
});
const atMost = (/** @type {number[]} */ values, /** @type {number} */ limit) => ({
  text: shown(values),
  met: spread(values).median <= limit,
});

/**
 * How many times as fast one is, where both were measured.
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
  const own = rowsOf(rows, "strings").filter((row) => row.question !== "add" && !row.json);
  /** The same cell in every engine. */
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
  const first = own.filter((row) => row.engine === own[0].engine);
  return [
    ...first.map((row) => ({
      goal: `reader's \`has\` to the fastest other filter: ${row.kind}, ${row.question}, ${row.size}`,
      want: "≥ 1",
      cells: cellsOf(row, (found) => faster(found, fastestPeer(found), READER, 1)),
    })),
    ...first
      .filter(({ kind }) => kind in TO_BLOOMFILTER)
      .map((row) => ({
        goal: `reader's \`has\` to npm's bloomfilter: ${row.kind}, ${row.question}, ${row.size}`,
        want: `≥ ${TO_BLOOMFILTER[row.kind]}`,
        cells: cellsOf(row, (found) => faster(found, "bloomfilter", READER, TO_BLOOMFILTER[row.kind])),
      })),
  ];
}

const READER = "edgebloom/reader";
/** @type {Record<string, number>} */
const TO_BLOOMFILTER = { "32 ASCII": 1.2, "20 CJK": 1.1 };

/** The other package's filter with the lowest median; a Set is no filter. */
const fastestPeer = (/** @type {Times} */ found) =>
  Object.keys(found)
    .filter((name) => !name.startsWith("edgebloom") && name !== "Set")
    .sort((a, b) => spread(found[a]).median - spread(found[b]).median)[0];

/**
 * @param {import("./rows.mjs").Row[]} rows
 * @param {string[]} engines
 * @returns {Goal[]}
 */
function lineGoals(rows, engines) {
  return rowsOf(rows, "lines").map(({ size, question, found, fastest }) => ({
    goal: `\`${question === "add" ? "addLines" : "hasLines"}\` to native fastbloom (${fastest.replace("fastbloom-", "")}): ${question === "add" ? "" : `${question}, `}${size}`,
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
      goal: "blocked to standard, 100 MB, misses: `hasLines`",
      want: "≥ 1.5",
      cells: Object.fromEntries(
        engines.map((engine) => [
          engine,
          ofLines && faster(ofLines.found, `${engine}, standard`, `${engine}, blocked`, 1.5),
        ]),
      ),
    },
    {
      goal: "the same: `has`",
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
function dumpGoals(rows, engines) {
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
  // A byte a nanosecond is a gigabyte a second.
  /** @type {(found: import("./rows.mjs").Times, call: string, own: string) => Goal["cells"]} */
  const base64 = (found, call, own) =>
    cells((engine) => {
      const times = found[`${engine} ${call}`];
      if (!times) return undefined;
      const speeds = times.map((ns) => 1 / ns);
      const theirs = found[`${engine} ${own}`] && ratios(found[`${engine} ${own}`], times);
      const asFast = theirs ? `, ${shown(theirs)} of the engine's` : "";
      return {
        text: `${shown(speeds, " GB/s")}${asFast}`,
        met: spread(speeds).median >= 1 || (!!theirs && spread(theirs).median >= 1),
      };
    });
  return [
    ...(large
      ? [
          {
            goal: "loading 100 MB to copying and checksumming it, by the same module",
            want: "≤ 2",
            cells: load(large, (engine) => `${engine} copy and checksum`),
          },
          { goal: "the same, natively", want: "≤ 2", cells: load(large, () => "native copy and checksum") },
          {
            goal: "peak memory of loading 100 MB as it comes (`fromResponse`), to its size",
            want: "≤ 2",
            cells: memory("fromResponse"),
          },
          {
            goal: "the same of a dump that is held (`fromBytes`), it and the filter",
            want: "≤ 2",
            cells: memory("fromBytes"),
          },
        ]
      : []),
    ...(text
      ? [
          {
            goal: "`fromBase64` of 10 MB, with all checks",
            want: "≥ 1 GB/s or the engine's own",
            cells: base64(text, "fromBase64", OWN_BASE64[0]),
          },
          {
            goal: "`toBase64` of 10 MB",
            want: "≥ 1 GB/s or the engine's own",
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
  return ["an empty module", "the base64 alone"].map((least) => ({
    goal: `the reader's cold start with 146 kB of base64 to that of ${least}`,
    want: "≤ 1.5",
    cells: Object.fromEntries(
      starts.map(({ engine, found }) => [engine, atMost(ratios(found[READER], found[least]), 1.5)]),
    ),
  }));
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
    ...dumpGoals(rows, engines),
    ...startGoals(rows),
  ];
  return all.filter(({ cells }) => Object.values(cells).some((cell) => cell));
}

/** Where goals are not met: what was tried, and what the limit seems to be. */
const LIMITS = [
  {
    of: /^reader's `has`/,
    text: `What bounds it is the loop over the characters, which takes 16 ns for 8, 44 for 32 and 37 for 20 CJK characters in Node 20 and does nothing else. bloomfilter multiplies once per character. The
reader writes the UTF-8 of other text than ASCII first and hashes three bytes for each CJK character; it takes a third less than before and is still behind. In filters of 100 MB all wait for the same memory.
Tried: an unrolled hash, state in a typed array, writing UTF-8 in whole words, other ways from x to a word (no faster); constants and \`Math.imul\` that no bundler turns into variables, hashes that engines
see to be 32-bit, one store per character, \`encodeInto\` for more than 32 characters in Node (all kept: 10 to 45 % less).`,
  },
  {
    of: /Lines` to native fastbloom/,
    text: `Of the 18.5 ns of a miss in a filter of 16 kB (Node 20), the hash takes 7.5, the probes 7.2, the newlines and the call 4. fastbloom's fastest hashers multiply 64 by 64 bits, which WebAssembly cannot.
Its vectors of four 32-bit numbers have no rotation and no gather: a rotation is three instructions, and the 16 loads of four probes of four keys are one by one. docs/DESIGN.md, "Four keys at a time", has what was tried.`,
  },
  {
    of: /^the same: `has`$/,
    text: `One question waits for one line of a blocked filter, and for the first four words of a standard one at once, so that both wait about as long; only many questions at a
time (\`hasLines\`) have their lines on the way together. Writing the string is in both.`,
  },
  {
    of: /memory of loading|a dump that is held/,
    text: `The dump and the filter are 2 already; the rest is code and what else the engine takes, 4 to 5 MB. As it comes, the pieces of the stream are garbage that the collector leaves for a while.
Tried: room for all of it as soon as the head says how long it is (kept). Pieces that go straight into the module's memory would be near 1, and are not there.`,
  },
  {
    of: /^`(from|to)Base64` of 10 MB/,
    text: `Node 20 has neither call of \`Uint8Array\`; what \`Buffer\` has read is written again and compared, as \`Buffer\` accepts what is no base64.`,
  },
  {
    of: /^the reader's cold start/,
    text: `Code that runs once is interpreted. The checksum of 109 kB takes about 2 ms so, and base64 2.4 where the engine has no \`Uint8Array.fromBase64\` (Node 20). Tried: a DataView in place of
bytes (kept, a third of the time), an Int32Array (the same, but files need not be aligned), a hash without calls (0.2 ms less).`,
  },
];

/**
 * What is to be said of goals that are not met somewhere.
 * @param {Goal[]} goals
 * @returns {{ goals: string[], text: string }[]}
 */
export function limitsOf(goals) {
  const unmet = goals
    .filter(({ cells }) => Object.values(cells).some((cell) => cell && !cell.met))
    .map(({ goal }) => goal);
  const unsaid = unmet.filter((goal) => !LIMITS.some(({ of }) => of.test(goal)));
  const said = LIMITS.map(({ of, text }) => ({
    goals: unmet.filter((goal) => of.test(goal)),
    text: text.replaceAll("\n", " "),
  }));
  return [...said, { goals: unsaid, text: "Nobody has said why." }].filter((limit) => limit.goals.length);
}
