// `node scripts/tables.mjs`: writes the tables of docs/MATHEMATICS.md, computed with the package. The
// test of the page asks whether they are still what this script gives.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import {
  capacityFor,
  falsePositiveRate,
  hashesForRate,
  lowerBoundBits,
  memoryComparison,
  minimalRate,
  optimalBits,
  optimalHashes,
} from "edgebloom";
import { count, percent, table, withParts } from "./page.mjs";
import { at, main } from "./run.mjs";

const PAGE = at("docs/MATHEMATICS.md");

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const raised = (x) => `${x}`.replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);
const rate = (p) => (p >= 0.001 ? p.toPrecision(3) : p.toExponential(2));

/** Three digits and a decimal unit: 1 MB is 10^6 bytes. */
function size(bytes) {
  const unit = Math.max(0, Math.min(4, Math.floor(Math.log10(bytes) / 3)));
  return `${+(bytes / 1000 ** unit).toPrecision(3)} ${["B", "kB", "MB", "GB", "TB"][unit]}`;
}

/** Of bits so many that a rounded-down number of keys is as good as a real one. */
const MANY = 1e14;
const bitsAKey = (p, k) => MANY / capacityFor(MANY, p, k);

const WRONG = /^(wrong|half right|right except|overstated|imprecise|differs)/;

/** The tables by the names that the page calls them. */
const TABLES = {
  rates() {
    return table(
      ["m/n", "best k", ...range(1, 8).map((k) => `k = ${k}`)],
      range(2, 32).map((ratio) => {
        const best = optimalHashes(ratio, 1);
        const cells = range(1, 8).map((k) => {
          const cell = rate(falsePositiveRate(ratio, 1, k));
          return k === best ? `**${cell}**` : cell;
        });
        return [ratio, hashesForRate(minimalRate(ratio, 1)).toPrecision(3), ...cells];
      }),
    );
  },

  "bits a key"() {
    const ks = [1, 2, 3, 4, 8];
    return table(
      ["p", ...ks.map((k) => `k = ${k}`), "best k", "with it", "k not whole", "lower bound"],
      [0.1, 0.01, 0.001, 0.0001].map((p) => {
        const best = optimalHashes(optimalBits(MANY, p), MANY);
        const bits = [bitsAKey(p, best), optimalBits(MANY, p) / MANY, lowerBoundBits(1, p)];
        const digits = (x) => x.toFixed(2);
        return [percent(p), ...ks.map((k) => digits(bitsAKey(p, k))), best, ...bits.map(digits)];
      }),
    );
  },

  "fixed setting"() {
    return table(
      ["m/n", "k", "p", "share of zeros"],
      [10, 12, 13, 14, 15, 16].map((k) => [
        20,
        k,
        rate(falsePositiveRate(20, 1, k)),
        percent(1 - falsePositiveRate(20, k, 1)),
      ]),
    );
  },

  "hash width"() {
    const m = 2 ** 32;
    const n = 2 ** 30;
    return table(
      ["k", "keys when half full", "p then", "keys at 1 %", "keys at 0.1 %", "ones at 2³⁰ keys", "p at 2³⁰ keys"],
      range(1, 5).map((k) => [
        k,
        count(capacityFor(m, 0.5 ** k, k)),
        rate(0.5 ** k),
        ...[0.01, 0.001].map((p) => count(capacityFor(m, p, k))),
        percent(falsePositiveRate(m, n * k, 1)),
        rate(falsePositiveRate(m, n, k)),
      ]),
    );
  },

  "few keys"() {
    const m = 2 ** 32;
    return table(
      ["keys", "bits a key", "ones", "p with k = 3", "enough for 1 %", "of the 537 MB"],
      range(3, 9).map((exponent) => {
        const n = 10 ** exponent;
        const { bloomFilter } = memoryComparison(n, 0.01);
        return [
          `10${raised(exponent)}`,
          count(+(m / n).toPrecision(3)),
          percent(falsePositiveRate(m, n * 3, 1)),
          rate(falsePositiveRate(m, n, 3)),
          size(bloomFilter),
          percent((bloomFilter * 8) / m),
        ];
      }),
    );
  },

  "large k"() {
    return table(
      ["k", "ones", "p"],
      [1, 2, 4, 6, 7, 8, 10, 16, 32, 64].map((k) => [
        k,
        percent(falsePositiveRate(10, k, 1)),
        rate(falsePositiveRate(10, 1, k)),
      ]),
    );
  },

  memory() {
    const columns = [6, 8, 9].flatMap((exponent) => [0.01, 0.001].map((p) => ({ exponent, p })));
    const found = columns.map(({ exponent, p }) => memoryComparison(10 ** exponent, p));
    return table(
      ["", ...columns.map(({ exponent, p }) => `10${raised(exponent)}, ${percent(p)}`)],
      Object.keys(found[0]).map((name) => [`\`${name}\``, ...found.map((bytes) => size(bytes[name]))]),
    );
  },

  claims() {
    const { claims } = JSON.parse(readFileSync(at("tests/golden/articles/claims.json"), "utf8"));
    const text = (words) => words.replace(/[*|]/g, "\\$&").replaceAll("->", "→");
    return table(
      ["", "claim", "it is", "right is"],
      claims
        .filter(({ verdict }) => WRONG.test(verdict))
        .map(({ id, claim, verdict, correct }) => [id, claim, verdict, correct].map(text)),
    );
  },
};

/** The page with every table as it is now. */
export const withTables = (page) => withParts(page, TABLES);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await main(() => writeFileSync(PAGE, withTables(readFileSync(PAGE, "utf8"))));
