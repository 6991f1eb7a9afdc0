// `node scripts/tables.mjs` writes the tables of docs/reference/mathematics.md, which it computes with the package. It writes those of
// docs/reference/format from tests/golden/schemes.json and format-examples.json. `--check` writes nothing and fails if a page is not fresh.

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as edgebloom from "edgebloom";
import { Failure, at, mainOf } from "./run.mjs";

const { capacityFor, falsePositiveRate, hashesForRate, lowerBoundBits, memoryComparison, minimalRate } = edgebloom;
const { optimalBits, optimalHashes } = edgebloom;

/**
 * @param {number} from
 * @param {number} to
 */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** @param {number} x */
const count = (x) => x.toLocaleString("en");
/** @param {number} exponent */
const ten = (exponent) => `10${"⁰¹²³⁴⁵⁶⁷⁸⁹"[exponent]}`;
/** @param {number} p */
const rate = (p) => (p >= 0.001 ? p.toPrecision(3) : p.toExponential(2));
/** @param {number} p */
const percent = (p) => `${+(100 * p).toPrecision(3)} %`;
/**
 * @param {number} m
 * @param {number} n
 * @param {number} k
 */
const ones = (m, n, k) => percent(falsePositiveRate(m, n * k, 1));

/**
 * Three digits and a decimal unit: 1 MB is 10^6 bytes.
 * @param {number} bytes
 */
function size(bytes) {
  const unit = Math.max(0, Math.min(4, Math.floor(Math.log10(bytes) / 3)));
  return `${+(bytes / 1000 ** unit).toPrecision(3)} ${["B", "kB", "MB", "GB", "TB"][unit]}`;
}

/** A number of bits so large that rounding down the number of keys makes no difference. */
const MANY = 1e14;
const bitsAKey = (/** @type {number} */ p, /** @type {number} */ k) => MANY / capacityFor(MANY, p, k);

/** @type {{ claims: { id: string, verdict: string, claim: string, correct: string }[] }} */
const { claims } = JSON.parse(readFileSync(at("tests/golden/articles/claims.json"), "utf8"));
const WRONG = /^(wrong|half right|right except|overstated|imprecise|differs)/;
const escaped = (/** @type {string} */ words) => words.replace(/[*|]/g, "\\$&").replaceAll("->", "→");

const KS = [1, 2, 3, 4, 8];
const COLUMNS = [6, 8, 9].flatMap((exponent) => [0.01, 0.001].map((p) => ({ exponent, p })));
const memories = COLUMNS.map(({ exponent, p }) => memoryComparison(10 ** exponent, p));
const M = 2 ** 32;
const N = 2 ** 30;

/**
 * The blocks by their names in the page: heads and rows of tables, the text of other blocks.
 * @typedef {Record<string, string | [heads: string[], rows: (string | number)[][]]>} Blocks
 */

/** @type {Blocks} */
export const TABLES = {
  rates: [
    ["m/n", "best k", ...range(1, 8).map((k) => `k = ${k}`)],
    range(2, 32).map((ratio) => {
      const cells = range(1, 8).map((k) => rate(falsePositiveRate(ratio, 1, k)));
      const best = optimalHashes(ratio, 1) - 1;
      if (best in cells) cells[best] = `**${cells[best]}**`;
      return [ratio, hashesForRate(minimalRate(ratio, 1)).toPrecision(3), ...cells];
    }),
  ],
  "bits per key": [
    ["p", ...KS.map((k) => `k = ${k}`), "best k", "at the best k", "at the real k", "lower bound"],
    [0.1, 0.01, 0.001, 0.0001].map((p) => {
      const best = optimalHashes(optimalBits(MANY, p), MANY);
      const bits = [bitsAKey(p, best), optimalBits(MANY, p) / MANY, lowerBoundBits(1, p)];
      const digits = (/** @type {number} */ x) => x.toFixed(2);
      return [percent(p), ...KS.map((k) => digits(bitsAKey(p, k))), best, ...bits.map(digits)];
    }),
  ],
  "fixed setting": [
    ["m/n", "k", "p", "bits that are 0"],
    [10, 12, 13, 14, 15, 16].map((k) => [
      20,
      k,
      rate(falsePositiveRate(20, 1, k)),
      percent(1 - falsePositiveRate(20, k, 1)),
    ]),
  ],
  "hash width": [
    [
      "k",
      "keys when half full",
      "p when half full",
      "keys at 1 %",
      "keys at 0.1 %",
      "bits set at 2³⁰ keys",
      "p at 2³⁰ keys",
    ],
    range(1, 5).map((k) => {
      const keys = [0.5 ** k, 0.01, 0.001].map((p) => count(capacityFor(M, p, k)));
      return [k, keys[0], rate(0.5 ** k), ...keys.slice(1), ones(M, N, k), rate(falsePositiveRate(M, N, k))];
    }),
  ],
  "few keys": [
    ["keys", "bits per key", "bits set", "p at k = 3", "size for 1 %", "of the 537 MB"],
    range(3, 9).map((exponent) => {
      const n = 10 ** exponent;
      const { bloomFilter } = memoryComparison(n, 0.01);
      const full = [ones(M, n, 3), rate(falsePositiveRate(M, n, 3))];
      return [
        ten(exponent),
        count(+(M / n).toPrecision(3)),
        ...full,
        size(bloomFilter),
        percent((bloomFilter * 8) / M),
      ];
    }),
  ],
  "large k": [
    ["k", "bits set", "p"],
    [1, 2, 4, 6, 7, 8, 10, 16, 32, 64].map((k) => [k, ones(10, 1, k), rate(falsePositiveRate(10, 1, k))]),
  ],
  memory: [
    ["", ...COLUMNS.map(({ exponent, p }) => `${ten(exponent)}, ${percent(p)}`)],
    /** @type {(keyof typeof memories[0])[]} */ (Object.keys(memories[0])).map((name) => [
      `\`${name}\``,
      ...memories.map((bytes) => size(bytes[name])),
    ]),
  ],
  claims: [
    ["", "claim", "verdict", "correct"],
    claims
      .filter(({ verdict }) => WRONG.test(verdict))
      .map(({ id, claim, verdict, correct }) => [id, claim, verdict, correct].map(escaped)),
  ],
};

/** The largest integer below which doubles are exact: the limit of schemes without a limit of their own. */
const ANY = 2 ** 53 - 1;

/**
 * The limits of a scheme.
 * @typedef {object} Scheme
 * @property {string} scheme
 * @property {string} name
 * @property {string} [variant]
 * @property {{ multipleOf: number, most: number }} bits
 * @property {[least: number, most: number]} [hashes]
 * @property {boolean} [hashesAtMostBits]
 * @property {string} seed
 * @property {(string | number)[]} keyEncodings
 * @property {string} [parameters]
 */

/** @param {Scheme["bits"]} bits */
export function bitsOf({ multipleOf, most }) {
  const least = multipleOf === 1 ? "1" : `a multiple of ${multipleOf}`;
  if (most === ANY) return multipleOf === 1 ? "any" : least;
  const exponent = Math.log2(most);
  // The computed logarithm of a number close to a power of two is whole, too.
  const end = 2 ** Math.round(exponent) === most ? `2^${exponent}` : count(most);
  return `${least}${multipleOf === 1 ? " to" : ", up to"} ${end}`;
}

/** @param {Scheme} scheme */
function hashesOf({ hashes, hashesAtMostBits }) {
  if (!hashes) return "computed";
  const [least, most] = hashes.map(count);
  return `${least === most ? least : `${least} to ${most}`}${hashesAtMostBits ? ", at most m" : ""}`;
}

/** @type {Scheme[]} */
const schemes = JSON.parse(readFileSync(at("tests/golden/schemes.json"), "utf8"));

/**
 * @type {{ header: string[][], keyEncodings: Cell[][], payloadEncodings: Cell[][], otherHashes: RowsByKey,
 *   siphash: [length: number, ...halves: string[]][], keyed: Parameters<typeof keyedValues>[0], murmur3: RowsByKey,
 *   murmur3x86: RowsByKey, hashes: RowsByKey, numbers: RowsByKey, positions: RowsByKey,
 *   file: [offset: number, bytes: string, what: string][],
 *   filters: { options: { layout?: string, bits: number }, text: string, answers: RowsByKey }[] }}
 */
const examples = JSON.parse(readFileSync(at("tests/golden/format-examples.json"), "utf8"));

/** @typedef {string | number} Cell
 * @typedef {[key: string | number, ...cells: (Cell | number[])[]][]} RowsByKey
 */
const keyCell = (/** @type {Cell} */ key) =>
  key === "" ? "(empty)" : typeof key === "string" ? `\`${key}\`` : `−${-key}`;
/** Rows with a key as the first cell. Positions are lists. */
const byKey = (/** @type {RowsByKey} */ rows) =>
  rows.map(([key, ...cells]) => [keyCell(key), ...cells.map((cell) => [cell].flat().join(", "))]);
const fenced = (/** @type {string[]} */ lines) => `\`\`\`text\n${lines.join("\n")}\n\`\`\``;
/** @type {Record<number, string>} */
const COUNTED = { 0: "none", 1: "one, `00`", 63: "63, `00 01 … 3e`" };

/**
 * @param {{ hashKey: string, check: string, hashes: string[][],
 *   positions: [id: string, key: string, bits: number, positions: number[]][] }} values
 */
function keyedValues({ hashKey, check, hashes, positions }) {
  const [cat, dog] = hashes;
  const [first, second, third] = positions.map(([id, , bits, list]) => `at ${list.join(", ")} (${id}, m = ${bits})`);
  return [
    `- the hash key is \`${hashKey}\`, the check \`${check}\`;`,
    `- \`${cat[0]}\` has s1 = ${cat[1]} and s2 = ${cat[2]}, \`${dog[0]}\` ${dog[1]} and ${dog[2]};`,
    `- with k = 3 \`cat\` is ${first}, ${second}, and ${third}.`,
  ].join("\n");
}

/** @type {[layout: string, filter: typeof examples.filters[0]][]} */
const filters = examples.filters.map((filter) => [filter.options.layout ?? "standard", filter]);

/** @type {Blocks} */
const CORE = {
  header: [
    ["Offset", "Size", "Field", "Value", "Rejected as"],
    examples.header.map(([offset, size, field, ...rest]) => [offset, size, `\`${field}\``, ...rest]),
  ],
  "payload encodings": [["`payloadEncoding`", "Name", ""], examples.payloadEncodings],
  "murmur3 x86": [["Text", "Seed", "h1", "h2", "h3", "h4"], byKey(examples.murmur3x86)],
};

/** @type {Blocks} */
const OTHER_SYSTEMS = {
  limits: [
    ["`scheme`", "Name", "`hashes`", "`bits`", "`seed`", "`keyEncoding`", "Parameters"],
    schemes.map((one) => [
      one.scheme,
      one.variant ? `${one.name}, ${one.variant}` : one.name,
      hashesOf(one),
      bitsOf(one.bits),
      one.seed === "functions" ? "the functions" : one.seed,
      one.keyEncodings.join(", ").replace(/, (\d+)$/, " or $1"),
      one.parameters || "–",
    ]),
  ],
  "key encodings": [["`keyEncoding`", "Name", ""], examples.keyEncodings],
  murmur3: [["Text", "Seed", "h1", "h2"], byKey(examples.murmur3)],
  "hashes of other systems": [
    [
      "Text",
      "XXH64, seed 0",
      "spark, seed 0",
      "murmur64a, seed m",
      "murmur2, seed 0x9747b28c",
      "fnv64",
      "fnv32, seed 0",
    ],
    byKey(examples.otherHashes),
  ],
};

/** @type {Blocks} */
const KEYED = {
  siphash: [
    ["Key", "Bytes", "s1", "s2"],
    examples.siphash.map(([length, ...halves]) => ["`00 01 … 0f`", COUNTED[length], ...halves]),
  ],
  "keyed values": keyedValues(examples.keyed),
};

/** @type {Blocks} */
const EXAMPLES = {
  "hashes of the examples": [["Key", "h1", "h2", "h3", "h4"], byKey(examples.hashes)],
  "numbers of the examples": [["Key", "x(0)", "x(1)", "x(2)", "x(3)", "y(0)", "y(1)", "y(2)"], byKey(examples.numbers)],
  "positions of the examples": [
    ["Key", ...filters.map(([layout, { options }]) => `${layout}, m = ${options.bits}`)],
    byKey(examples.positions),
  ],
  "file, byte by byte": fenced(
    examples.file.map(([offset, bytes, what]) => `${`${offset}`.padStart(3)}  ${bytes.padEnd(25)}${what}`),
  ),
};
for (const [layout, { text, answers }] of filters) {
  EXAMPLES[`base64, ${layout}`] = fenced([text]);
  EXAMPLES[`answers, ${layout}`] = [["Key", "Positions", "Answer"], byKey(answers)];
}

/** The pages with tables. */
export const PAGES = /** @type {Record<string, Blocks>} */ ({
  "docs/reference/mathematics.md": TABLES,
  "docs/reference/format/index.md": CORE,
  "docs/reference/format/other-systems.md": OTHER_SYSTEMS,
  "docs/reference/format/keyed.md": KEYED,
  "docs/reference/format/examples.md": EXAMPLES,
});

/**
 * A page with fresh tables.
 * @param {string} page
 */
export function withTables(page, file = "docs/reference/mathematics.md") {
  const tables = PAGES[file];
  const left = new Set(Object.keys(tables));
  const text = page.replace(/(<!-- table: (.+?) -->\n)[^]*?(<!-- end -->)/g, (_, begin, name, end) => {
    if (!left.delete(name)) throw new Failure(`${file}: there is no table "${name}"`);
    const block = tables[name];
    if (typeof block === "string") return `${begin}\n${block}\n\n${end}`;
    const [heads, rows] = block;
    const lines = [heads, ...rows].map((row) => `| ${row.join(" | ")} |\n`);
    return `${begin}\n${lines.toSpliced(1, 0, `|${"---|".repeat(heads.length)}\n`).join("")}\n${end}`;
  });
  if (left.size) throw new Failure(`${file}: the tables ${[...left]} have no place`);
  return text;
}

await mainOf(import.meta, () => {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  for (const file in PAGES) {
    const page = readFileSync(at(file), "utf8");
    const fresh = withTables(page, file);
    if (!values.check) writeFileSync(at(file), fresh);
    else if (fresh !== page) throw new Failure(`${file} is not fresh: run node scripts/tables.mjs`);
  }
});
