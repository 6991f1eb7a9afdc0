// What the package wants to be, as ratios within rounds, and whether it is.

import { ratios, spread } from "./rounds.mjs";

/** @typedef {{ goal: string, want: string, cells: Record<string, { text: string, met: boolean }> }} Goal */

const OWN_BASE64 = ["Uint8Array.fromBase64, fromBytes", "toBytes, Uint8Array.toBase64"];
const number = (value) => value.toPrecision(value < 10 ? 3 : 4);
const shown = (values, unit = "") => {
  const { median, low, high } = spread(values);
  return `${number(median)}${unit} (${number(low)}–${number(high)})`;
};

/** A cell for a ratio that has to be at least, or at most, so large. */
const atLeast = (values, limit) => ({ text: shown(values), met: spread(values).median >= limit });
const atMost = (values, limit) => ({ text: shown(values), met: spread(values).median <= limit });

/** How many times as fast one is, where both were measured. */
const faster = (found, other, own, limit) => (found[other] && found[own] ? atLeast(ratios(found[other], found[own]), limit) : undefined);

function hasGoals(rows, engines) {
  const goals = [];
  for (const size of ["1 MB", "10 kB", "100 MB"]) {
    for (const question of ["misses", "hits"]) {
      const cells = {};
      for (const engine of engines) {
        const row = rows.find((one) => one.group === "strings" && one.engine === engine && one.size === size && one.question === question &&
          one.kind === "32 ASCII" && !one.json);
        cells[engine] = row && faster(row.found, "bloomfilter", "edgebloom", 2);
      }
      goals.push({ goal: `\`has\` of 32 characters to npm's bloomfilter: ${question}, ${size}`, want: "≥ 2", cells });
    }
  }
  return goals;
}

function lineGoals(rows, engines) {
  return rows.filter(({ group }) => group === "lines").map(({ size, question, found, fastest }) => ({
    goal: `\`${question === "add" ? "addLines" : "hasLines"}\` to native fastbloom (${fastest.replace("fastbloom-", "")}): ${question === "add" ? "" : `${question}, `}${size}`,
    want: "≥ 1",
    cells: Object.fromEntries(engines.map((engine) => [engine, faster(found, "native fastbloom", `${engine}, standard`, 1)])),
  }));
}

function blockedGoals(rows, engines) {
  const ofLines = rows.find(({ group, size, question }) => group === "lines" && size === "100 MB" && question === "misses");
  const ofStrings = (engine) =>
    rows.find((row) => row.group === "strings" && row.engine === engine && row.size === "100 MB" && row.question === "misses");
  return [
    {
      goal: "blocked to standard, 100 MB, misses: `hasLines`", want: "≥ 1.5",
      cells: Object.fromEntries(engines.map((engine) => [engine, ofLines && faster(ofLines.found, `${engine}, standard`, `${engine}, blocked`, 1.5)])),
    },
    {
      goal: "the same: `has`", want: "≥ 1.5",
      cells: Object.fromEntries(engines.map((engine) => [engine, ofStrings(engine) && faster(ofStrings(engine).found, "edgebloom", "edgebloom blocked", 1.5)])),
    },
  ];
}

function dumpGoals(rows, engines) {
  const of = (size) => rows.find((row) => row.group === "dumps" && row.size === size)?.found;
  const [large, text] = [of("100 MB"), of("10 MB")];
  const cells = (make) => Object.fromEntries(engines.map((engine) => [engine, make(engine)]));
  const load = (other) => large && cells((engine) => large[`${engine} fromBytes`] && atMost(ratios(large[`${engine} fromBytes`], large[other(engine)]), 2));
  const memory = (way) => cells((engine) => {
    const row = rows.find((one) => one.group === "memory" && one.engine === engine && one.way === way);
    return row && atMost(row.found.map(({ peak, size }) => peak / size), 2);
  });
  // A byte a nanosecond is a gigabyte a second.
  const base64 = (call, own) => cells((engine) => {
    const times = text[`${engine} ${call}`];
    if (!times) return undefined;
    const speeds = times.map((ns) => 1 / ns);
    const theirs = text[`${engine} ${own}`] && ratios(text[`${engine} ${own}`], times);
    const asFast = theirs ? `, ${shown(theirs)} of the engine's` : "";
    return { text: `${shown(speeds, " GB/s")}${asFast}`, met: spread(speeds).median >= 1 || (!!theirs && spread(theirs).median >= 1) };
  });
  return [
    ...(large ? [
      { goal: "loading 100 MB to copying and checksumming it, by the same module", want: "≤ 2", cells: load((engine) => `${engine} copy and checksum`) },
      { goal: "the same, natively", want: "≤ 2", cells: load(() => "native copy and checksum") },
      { goal: "peak memory of loading 100 MB as it comes (`fromResponse`), to its size", want: "≤ 2", cells: memory("fromResponse") },
      { goal: "the same of a dump that is held (`fromBytes`), it and the filter", want: "≤ 2", cells: memory("fromBytes") },
    ] : []),
    ...(text ? [
      { goal: "`fromBase64` of 10 MB, with all checks", want: "≥ 1 GB/s or the engine's own", cells: base64("fromBase64", OWN_BASE64[0]) },
      { goal: "`toBase64` of 10 MB", want: "≥ 1 GB/s or the engine's own", cells: base64("toBase64", OWN_BASE64[1]) },
    ] : []),
  ];
}

function startGoals(rows) {
  const starts = rows.filter(({ group }) => group === "cold start");
  const ways = { "as it is installed": "edgebloom", "bundled to one file": "edgebloom, one file" };
  // Where the module comes compiled there is one of each kind only.
  const kinds = ["module (code)", "module (data)"];
  const others = {
    "as it is installed": [...kinds, "package", "package, .wasm beside it"], "bundled to one file": [...kinds, "module, base64"],
  };
  return Object.entries(ways).flatMap(([way, name]) => others[way].map((other) => ({
    goal: `cold start, ${way}, to an empty ${other}`, want: "≤ 1.5",
    cells: Object.fromEntries(starts.map(({ engine, found }) => {
      const empty = found[`empty ${other}`] ?? found[`empty ${other.replace("module", "modules")}`];
      return [engine, found[name] && empty && atMost(ratios(found[name], empty), 1.5)];
    })),
  })));
}

/** @returns {Goal[]} */
export function goalsOf(rows, engines) {
  const all = [...hasGoals(rows, engines), ...lineGoals(rows, engines), ...blockedGoals(rows, engines), ...dumpGoals(rows, engines), ...startGoals(rows)];
  return all.filter(({ cells }) => Object.values(cells).some((cell) => cell));
}
