// Recomputes the arithmetic of the articles with the package. Correct values come from tests/golden/articles, so this
// file does not repeat them. tests/golden/articles/features.md lists the features of the articles and their tests.

import assert from "node:assert/strict";
import test from "node:test";
import {
  BloomFilter,
  capacityFor,
  falsePositiveRate,
  hashesForRate,
  lowerBoundBits,
  memoryComparison,
  minimalRate,
  optimalBits,
  optimalHashes,
} from "edgebloom";
import { goldenJson, keys } from "../helpers/helpers.mjs";
const golden = (name) => goldenJson(`articles/${name}`);
const fpTable = golden("fp_table.json");
const { claims } = golden("claims.json");

const exactly = { exact: true };
const GIB = 2 ** 30;
/** A key count so large that rounding up to whole bits makes no difference. */
const MANY = 1e12;
const SHAPES = [
  [8, 1, 3],
  [10, 2, 4],
  [100, 10, 7],
  [1000, 250, 3],
  [4096, 300, 9],
  [20_000, 1000, 14],
  [2 ** 32, 2 ** 30, 3],
];

function near(found, expected, tolerance = 1e-12) {
  assert.ok(Math.abs(found / expected - 1) <= tolerance, `${found} for ${expected}`);
}

/** Asserts that `value`, rounded to as many digits as `written` has, equals `written`. */
function prints(value, written) {
  const [, mantissa, decimals = "", exponent = 0] = written.match(/^(-?\d+(?:\.(\d+))?)(?:e(-?\d+))?$/);
  assert.equal((value / 10 ** exponent).toFixed(decimals.length), mantissa, `${value} for ${written}`);
}

// The table of article 000.

const cells = fpTable.rows.flatMap(({ m_over_n: ratio, cells }) => cells.map((cell) => ({ ratio, ...cell })));
const printed = cells.filter((cell) => cell.printed !== null);
const threeDigits = (x) => Number(x.toPrecision(3));

test("claim 000-table: falsePositiveRate gives every cell", () => {
  assert.equal(cells.length, 31 * 8);
  for (const { ratio, k, exact, rounded3 } of cells) {
    near(falsePositiveRate(ratio, 1, k), exact);
    near(falsePositiveRate(ratio * 12_345_678, 12_345_678, k), exact);
    // With very many bits the exact formula gives the same value.
    near(falsePositiveRate(ratio * 1e14, 1e14, k, exactly), exact);
    assert.equal(threeDigits(falsePositiveRate(ratio, 1, k)), Number(rounded3));
  }
});

test("claim 000-table: printed cells agree to three digits, except the one listed", () => {
  const [, count, rows] = figuresIn("000-table", /(\d+) printed .* (\d+) optimal k/, "claim");
  assert.equal(printed.length, Number(count));
  assert.equal(printed.length, fpTable.cells_printed);
  assert.equal(fpTable.rows.length, Number(rows));
  const wrong = [];
  for (const { ratio, k, printed: cell, agrees } of printed) {
    const rate = falsePositiveRate(ratio, 1, k);
    const same = threeDigits(rate) === Number(cell);
    assert.equal(same, agrees);
    if (!same) wrong.push([ratio, k, cell, rate]);
    // Each printed value is rounded to the printed decimals.
    prints(rate, cell);
  }
  const named = fpTable.cells_that_disagree;
  assert.deepEqual([wrong.length, named.length], [1, 1]);
  assert.deepEqual(wrong[0].slice(0, 3), [named[0].m_over_n, named[0].k, named[0].printed]);
  near(wrong[0][3], named[0].exact);
  const [, ratio, k, right, cell] = figuresIn("000-table", /m\/n=(\d+),k=(\d+): ([\d.]+) \(printed ([\d.]+)\)/);
  assert.deepEqual([Number(ratio), Number(k), cell], wrong[0].slice(0, 3));
  prints(wrong[0][3], right);
});

test("claim 000-table: the best k agrees, except the one listed", () => {
  const wrong = [];
  for (const row of fpTable.rows) {
    const { m_over_n: ratio, k_optimal: exact, k_optimal_printed: cell, k_optimal_rounded3: rounded } = row;
    const best = hashesForRate(minimalRate(ratio, 1));
    near(best, exact);
    assert.equal(threeDigits(best), Number(rounded));
    const same = threeDigits(best) === Number(cell);
    assert.equal(same, row.k_optimal_ok);
    if (!same) wrong.push({ m_over_n: ratio, printed: cell, correct_rounded: rounded });
    const whole = optimalHashes(ratio, 1);
    assert.ok(whole === Math.floor(best) || whole === Math.ceil(best));
    const rates = row.cells.map((cell) => cell.exact);
    if (whole <= 8) assert.equal(Math.min(...rates), rates[whole - 1]);
  }
  assert.equal(wrong.length, 1);
  assert.deepEqual(
    wrong,
    fpTable.optimal_k_that_disagree.map(({ note, ...named }) => named),
  );
  const [, ratio, right, cell] = figuresIn("000-table", /optimal k for m\/n=(\d+): ([\d.]+) \(printed ([\d.]+)\)/);
  assert.deepEqual([Number(ratio), right, cell], [wrong[0].m_over_n, wrong[0].correct_rounded, wrong[0].printed]);
});

// The claims.

const byId = new Map(claims.map((claim) => [claim.id, claim]));
const recomputed = new Set(["000-table"]);

/** The figures in a claim, its correction or its note. */
function figuresIn(id, pattern, field = "correct") {
  const match = byId.get(id)[field].match(pattern);
  assert.ok(match, `${id}, ${field}: ${byId.get(id)[field]}`);
  return match;
}

function claim(id, body) {
  recomputed.add(id);
  test(`claim ${id}: ${byId.get(id).claim} (${byId.get(id).verdict})`, () =>
    body((pattern, field) => figuresIn(id, pattern, field)));
}

/** A formula as a claim writes it, as a function. */
function formula(written) {
  const code = written
    .replaceAll("^", "**")
    .replace(/(ln2|[mn]) (?=[lmn])/g, "$1*")
    .replace(/\b(nk|kn)\b/g, "(n*k)")
    .replace(/\bln2\b/g, "Math.LN2")
    .replace(/\bln\b/g, "Math.log")
    .replace(/\blg\b/g, "Math.log2")
    .replace(/\be\b/g, "Math.E");
  return new Function("{ m, n, k, E, f }", `return ${code};`);
}

claim("000-memory", (figures) => {
  const [, exponent, recordBytes, doubled] = figures(/10\^(\d+) records of (\d+) bytes .* need (\d+) G/, "claim");
  const [, bytes, gigabytes, gibibytes] = figures(/([\de]+) bytes = (\d+) GB \(([\d.]+) GiB\)/);
  const { records, hashSet } = memoryComparison(10 ** exponent, 0.01, { recordBytes: Number(recordBytes) });
  prints(records, bytes);
  prints(records / 1e9, gigabytes);
  prints(records / GIB, gibibytes);
  const [, load] = figures(/^\d+ GB only if the table is half full \((\d+) % load\)/, "note");
  assert.equal(records / hashSet, load / 100);
  prints(hashSet / 1e9, doubled);
});

claim("000-bit-probability", (figures) => {
  const [, hit, spared, all] = figures(/given bit = (\S+), stays 0 = (\S+), .* (\S+)$/, "claim");
  for (const [m, n, k] of SHAPES) {
    const shape = { m, n, k };
    near(falsePositiveRate(m, 1, 1, exactly), formula(hit)(shape), 1e-12);
    near(1 - falsePositiveRate(m, 1, 1, exactly), formula(spared)(shape), 1e-12);
    near(1 - falsePositiveRate(m, n * k, 1, exactly), formula(all)(shape), 1e-6);
  }
});

for (const id of ["000-fp-formula", "003-formula"]) {
  claim(id, (figures) => {
    const [, exact, about] = figures(/^p = (\S+?),? (?:approx|~) (\S+)$/, "claim");
    for (const [m, n, k] of SHAPES) {
      // Computed as written, 1 − 1/m loses digits.
      near(falsePositiveRate(m, n, k, exactly), formula(exact)({ m, n, k }), 1e-6);
      near(falsePositiveRate(m, n, k), formula(about)({ m, n, k }), 1e-9);
      const above = falsePositiveRate(m, n, k, exactly) / falsePositiveRate(m, n, k) - 1;
      assert.ok(above > -1e-12 && above < (1.2 * k) / (2 * m) + 1e-12, `${above}`);
    }
  });
}

claim("002-f", (figures) => {
  const [, about] = figures(/^f = (\S+)$/, "claim");
  for (const [m, n, k] of SHAPES) near(falsePositiveRate(m, n, k), formula(about)({ m, n, k }), 1e-9);
});

for (const id of ["000-k-opt", "001-k-opt"]) {
  claim(id, (figures) => {
    const [, best] = figures(/k = (ln2 \* m\/n)/, "claim");
    for (const [m, n] of SHAPES) {
      near(hashesForRate(minimalRate(m, n)), formula(best)({ m, n }));
      const whole = optimalHashes(m, n);
      assert.ok(Math.abs(whole - formula(best)({ m, n })) < 1);
      for (let k = 1; k < 40; k++) assert.ok(falsePositiveRate(m, n, whole) <= falsePositiveRate(m, n, k));
    }
    if (id === "001-k-opt") return;
    prints(hashesForRate(minimalRate(1, 1)), figures(/= ([\d.]+) m\/n/, "claim")[1]);
    prints(hashesForRate(minimalRate(1, 1)), figures(/^([\d.]+) m\/n/)[1]);
  });
}

claim("000-min-fp", (figures) => {
  const [, halves, base] = figures(/minimal p = (.+) = ([\d.]+)\^\(m\/n\)/, "claim");
  for (const [m, n] of SHAPES) near(minimalRate(m, n), formula(halves)({ m, n }));
  prints(minimalRate(1, 1), base);
  prints(minimalRate(1, 1), figures(/^([\d.]+)\^/)[1]);
});

claim("000-m-usual", (figures) => {
  const [, exponent, bytes, mebibytes] = figures(/^2\^(\d+) bits = (\d+) bytes = (\d+) MiB/);
  assert.equal(figures(/2\^(\d+)$/, "claim")[1], exponent);
  for (const p of [0.5, 0.125, 0.01]) {
    const { bloomFilter } = memoryComparison(capacityFor(2 ** exponent, p), p);
    assert.equal(bloomFilter, Number(bytes));
    assert.equal(bloomFilter / 2 ** 20, Number(mebibytes));
  }
});

claim("000-three-hashes", (figures) => {
  const [, bits, keys, best] = figures(/m=2\^(\d+) and 2\^(\d+) items the optimum is (\d)/, "claim");
  const [m, n] = [2 ** bits, 2 ** keys];
  assert.equal(optimalHashes(m, n), Number(best));
  const [, ratio, real, whole, rates] = figures(/^ln2\*(\d) = ([\d.]+) -> (\d) \(p: (.+)\)/);
  assert.equal(m / n, Number(ratio));
  prints(hashesForRate(minimalRate(m, n)), real);
  assert.equal(whole, best);
  const listed = [...rates.matchAll(/k=(\d+) ([\d.]+)/g)];
  assert.equal(listed.length, 3);
  for (const [, k, p] of listed) prints(falsePositiveRate(m, n, Number(k)), p);
});

claim("000-limit-2^30", (figures) => {
  const m = 2 ** 32;
  const [, k, half, share, then, exponent, fill, rate] = figures(
    /= m ln2\/(\d) = (\d+) = ([\d.]+) \* 2\^30 \(p = ([\d.]+)\); at 2\^(\d+) the fill is ([\d.]+) % and p = ([\d.]+)/,
  );
  assert.equal(capacityFor(m, Number(then), Number(k)), Number(half));
  prints(half / 2 ** 30, share);
  near(falsePositiveRate(m, half * k, 1), 0.5, 1e-8);
  prints(falsePositiveRate(m, Number(half), Number(k)), then);
  const n = 2 ** exponent;
  prints(100 * falsePositiveRate(m, n * k, 1), fill);
  prints(falsePositiveRate(m, n, Number(k)), rate);
  const [, ...limits] = figures(/([\d.]+) % at (\d+) items and ([\d.]+) % at (\d+);/, "note");
  for (const [percent, keys] of [limits.slice(0, 2), limits.slice(2)]) {
    // The file rounds to the nearest, the package rounds down.
    assert.ok(Math.abs(capacityFor(m, percent / 100, Number(k)) - keys) <= 1);
    near(falsePositiveRate(m, Number(keys), Number(k)), percent / 100, 1e-7);
  }
});

claim("001-url-memory", (figures) => {
  const [, exponent, recordBytes, gigabytes] = figures(/10\^(\d+) URLs of (\d+) characters .* need (\d+) GB/, "claim");
  const [, bytes, gibibytes] = figures(/^([\d.e]+) bytes = ([\d.]+) GiB/);
  const { records } = memoryComparison(10 ** exponent, 0.01, { recordBytes: Number(recordBytes) });
  prints(records, bytes);
  prints(records / 1e9, gigabytes);
  prints(records / GIB, gibibytes);
  assert.equal(memoryComparison(10 ** exponent, 0.01).records, records, "these are what is taken for granted");
});

claim("001-digests", (figures) => {
  const [, md5, sha1] = figures(/MD5 digest (\d+) bit, SHA-1 (\d+) bit/, "claim");
  const { md5Digests, sha1Digests } = memoryComparison(1, 0.01);
  assert.deepEqual([8 * md5Digests, 8 * sha1Digests], [Number(md5), Number(sha1)]);
});

claim("001-digest-saving", (figures) => {
  const [, record, md5, byMd5, again, sha1, bySha1] = figures(
    /^(\d+)\/(\d+) = ([\d.]+) times with MD5, (\d+)\/(\d+) = ([\d.]+) times with SHA-1/,
  );
  assert.equal(again, record);
  const { records, md5Digests, sha1Digests } = memoryComparison(1000, 0.01);
  assert.deepEqual(
    [records, md5Digests, sha1Digests],
    [record, md5, sha1].map((each) => 1000 * each),
  );
  prints(records / md5Digests, byMd5);
  prints(records / sha1Digests, bySha1);
});

claim("001-single-hash", (figures) => {
  const [, percent, times] = figures(/get (\d) % .* (\d+) times/, "claim");
  const [, right, ratio, rate] = figures(/^([\d.]+) times: 1-e\^\(-1\/(\d+)\) = ([\d.]+)/);
  const p = percent / 100;
  const { oneHashBitmap, bloomFilter } = memoryComparison(MANY, p);
  prints((8 * oneHashBitmap) / MANY, right);
  prints((100 * MANY) / capacityFor(100 * MANY, p, 1), right);
  near(right, times, 0.01);
  assert.equal(ratio, times);
  prints(falsePositiveRate(Number(times), 1, 1), rate);
  assert.ok(oneHashBitmap > 10 * bloomFilter);
});

claim("001-k10", (figures) => {
  const [, k, ratio, printed] = figures(/k = (\d+), m = (\d+) n -> ([\d.]+)/, "claim");
  const p = falsePositiveRate(Number(ratio), 1, Number(k));
  prints(p, printed);
  const [, rate, again, best, lowest, real, ceiling, other] = figures(
    /^([\d.]+); the optimum for m\/n=(\d+) is k=(\d+): ([\d.]+); .* k = ceil\(([\d.]+)\) = (\d+), not (\d+)$/,
  );
  assert.deepEqual([again, other], [ratio, k]);
  prints(p, rate);
  assert.equal(optimalHashes(Number(ratio), 1), Number(best));
  prints(falsePositiveRate(Number(ratio), 1, Number(best)), lowest);
  prints(hashesForRate(minimalRate(Number(ratio), 1)), real);
  assert.equal(Math.ceil(hashesForRate(minimalRate(Number(ratio), 1))), Number(ceiling));
});

claim("001-demo", (figures) => {
  const [, m, n] = figures(/BloomFilter\((\d+),(\d+)\)/, "claim").map(Number);
  assert.equal(Math.ceil(hashesForRate(minimalRate(m, n))), Number(figures(/^k = (\d+)/)[1]));
});

claim("002-lower-bound", (figures) => {
  const [, bound] = figures(/m >= (n lg\(1\/E\))/, "claim");
  for (const n of [1, 1000, 12_345_678]) {
    for (const E of [0.5, 0.1, 0.01, 1e-6, 1e-18]) {
      near(lowerBoundBits(n, E), formula(bound)({ n, E }));
      assert.ok(lowerBoundBits(n, E) < optimalBits(n, E));
    }
  }
});

claim("002-1.44", (figures) => {
  const [, about] = figures(/about ([\d.]+) n lg/, "claim");
  const [, factor] = figures(/lg e = ([\d.]+)/);
  for (const E of [0.5, 0.01, 1e-6]) {
    prints(optimalBits(MANY, E) / lowerBoundBits(MANY, E), about);
    prints(optimalBits(MANY, E) / lowerBoundBits(MANY, E), factor);
  }
});

claim("002-13n", (figures) => {
  const [, f, wrong] = figures(/f = ([\d.]+) -> m about (\d+) n/, "claim").map(Number);
  const [, bits, factor, share, k, withK] = figures(
    /^m = ([\d.]+) n \(([\d.]+) \* log2\((\d+)\)\); with k = (\d): ([\d.]+) n/,
  );
  prints(optimalBits(MANY, f) / MANY, bits);
  prints(optimalBits(MANY, f) / lowerBoundBits(MANY, f), factor);
  near(lowerBoundBits(1, f), Math.log2(share));
  const m = 10 * MANY;
  prints(m / capacityFor(m, f, Number(k)), withK);
  const [, ratio, rate, best] = figures(/^(\d+) n would give ([\d.]+) \(k=(\d)\)/, "note");
  assert.equal(Number(ratio), wrong);
  assert.equal(optimalHashes(wrong, 1), Number(best));
  prints(falsePositiveRate(wrong, 1, Number(best)), rate);
});

claim("002-k8", (figures) => {
  const [, f, wrong] = figures(/f = ([\d.]+) -> k about (\d+)/, "claim").map(Number);
  const [, share, real, best, again, needs, ratio, there] = figures(
    /^k = log2\((\d+)\) = ([\d.]+) -> (\d) \((\d) would need ([\d.]+) n; for m = (\d+) n the optimum is (\d)\)/,
  );
  near(hashesForRate(f), Math.log2(share));
  prints(hashesForRate(f), real);
  assert.equal(optimalHashes(optimalBits(MANY, f), MANY), Number(best));
  assert.equal(Number(again), wrong);
  const m = 10 * MANY;
  prints(m / capacityFor(m, f, wrong), needs);
  assert.equal(optimalHashes(Number(ratio), 1), Number(there));
});

claim("002-n", (figures) => {
  const [, keys] = figures(/^n = (.+)$/, "claim");
  for (const m of [1e9, 2 ** 32, 1e15]) {
    for (const f of [0.1, 0.01, 1e-6]) near(capacityFor(m, f), formula(keys)({ m, f }), 1.2e-5);
  }
  const [, base, rounded, exact] = figures(/^ln\(([\d.]+)\) = (-[\d.]+), exact constant .* = (-[\d.]+)$/);
  prints(Math.log(base), rounded);
  prints(Math.log(minimalRate(1, 1)), exact);
});

claim("002-k", (figures) => {
  const [, probes] = figures(/^k = (.+)$/, "claim");
  for (const f of [0.5, 0.125, 0.01, 1e-18]) near(hashesForRate(f), formula(probes)({ f }));
});

claim("002-half-zero", () => {
  for (let k = 1; k <= 30; k++) {
    const n = capacityFor(1e15, 0.5 ** k, k);
    assert.equal(optimalHashes(1e15, n), k, "it is the best k for so many keys");
    near(1 - falsePositiveRate(1e15, n * k, 1), 0.5, 1e-9);
    near(minimalRate(1e15, n), 0.5 ** k, 1e-9);
  }
});

claim("002-email-hash-table", (figures) => {
  const [, exponent, gigabytes, fingerprint, load, each] = figures(
    /^10\^(\d+) e-mail addresses need ([\d.]+) GB .*\((\d)-byte fingerprint, (\d+) % load, (\d+) bytes each\)/,
    "claim",
  );
  const n = 10 ** exponent;
  const { fingerprints } = memoryComparison(n, 0.01);
  prints(fingerprints / 1e9, gigabytes);
  assert.equal(fingerprints / n, Number(each));
  assert.equal((fingerprints * load) / 100 / n, Number(fingerprint));
  const [, bytes, gibibytes] = figures(/^([\d.e]+) bytes = ([\d.]+) GiB/);
  prints(fingerprints, bytes);
  prints(fingerprints / GIB, gibibytes);
});

claim("002-email-billions", (figures) => {
  const [, each, exponent, hundred, reached, few, many, least, most] = figures(
    /^(\d+) GB per 10\^(\d+): (\d+) GB is reached at ([\d.e]+) addresses; (\de\d)\.\.(\de\d) need (\d+)\.\.(\d+) GB/,
  ).map(Number);
  const gigabytes = (n) => memoryComparison(n, 0.01).fingerprints / 1e9;
  assert.deepEqual([10 ** exponent, reached, few, many].map(gigabytes), [each, hundred, least, most]);
});

claim("002-eighth-quarter", (figures) => {
  const [, least, most] = figures(/1\/(\d) to 1\/(\d) of the hash table/, "claim").map(Number);
  const [, low, high, p1, k1, part1, p2, k2, part2] = figures(
    /^(\d+)\.\.(\d+) bits .* f = ([\de.-]+) \(k=(\d+)\) at 1\/(\d), ([\de.-]+) \(k=(\d+)\) at 1\/(\d);/,
  );
  const [, percent, part, bits] = figures(/; (\d) % would need only 1\/([\d.]+) \(([\d.]+) bits\)/);
  const inTable = (8 * memoryComparison(MANY, 0.01).fingerprints) / MANY;
  assert.deepEqual([inTable / least, inTable / most], [Number(low), Number(high)]);
  assert.deepEqual([Number(part1), Number(part2)], [least, most]);
  for (const [ratio, p, k] of [
    [low, p1, k1],
    [high, p2, k2],
  ]) {
    assert.equal(optimalHashes(Number(ratio), 1), Number(k));
    prints(falsePositiveRate(Number(ratio), 1, Number(k)), p);
  }
  const { fingerprints, bloomFilter } = memoryComparison(MANY, percent / 100);
  prints(fingerprints / bloomFilter, part);
  prints((8 * bloomFilter) / MANY, bits);
});

claim("003-k-monotone", (figures) => {
  const [, ratio, k1, p1, k2, p2] = figures(/\(m\/n=(\d+): k=(\d) ([\d.]+), k=(\d) ([\d.]+)\)/);
  const rate = (k) => falsePositiveRate(Number(ratio), 1, Number(k));
  prints(rate(k1), p1);
  prints(rate(k2), p2);
  assert.ok(rate(k2) > rate(k1));
  for (const [m, n] of SHAPES) {
    const best = optimalHashes(m, n);
    for (let k = 1; k < best + 20; k++) {
      const here = falsePositiveRate(m, n, k);
      const next = falsePositiveRate(m, n, k + 1);
      assert.ok(k < best ? next < here : next > here || here === 1, `m ${m}, n ${n}, k ${k}`);
    }
  }
});

test("recomputes every claim that a formula can check", () => {
  const others = [
    "000-O1",
    "000-no-false-negative",
    "001-year",
    "002-range",
    "002-never-misses",
    "003-m8",
    "003-complexity",
    "004-size",
    "004-additive",
    "004-redis",
    "004-standard",
  ];
  assert.deepEqual([...recomputed, ...others].sort(), claims.map(({ id }) => id).sort());
});

// memoryComparison.

const NAMES = [
  "bloomFilter",
  "fingerprints",
  "hashSet",
  "lowerBound",
  "md5Digests",
  "oneHashBitmap",
  "records",
  "sha1Digests",
];

test("memoryComparison rounds the formulas' bits to whole bytes", () => {
  for (const n of [1, 7, 1000, 12_345_678, 10 ** 9]) {
    for (const p of [0.999, 0.5, 0.01, 1e-6, 1e-18]) {
      const bytes = memoryComparison(n, p, { recordBytes: 32 });
      assert.deepEqual(Object.keys(bytes).sort(), NAMES);
      assert.ok(Object.isFrozen(bytes));
      for (const name of NAMES) assert.ok(bytes[name] >= 1 && Number.isInteger(bytes[name]), `${name} ${bytes[name]}`);
      assert.equal(bytes.records, 32 * n);
      assert.equal(bytes.hashSet, 64 * n);
      assert.equal(bytes.bloomFilter, Math.ceil(optimalBits(n, p) / 8));
      assert.equal(bytes.lowerBound, Math.ceil(lowerBoundBits(n, p) / 8));
      assert.ok(bytes.lowerBound <= bytes.bloomFilter);
      assert.ok(bytes.bloomFilter <= bytes.oneHashBitmap || p > 0.5);
      // The bitmap meets the rate p; one byte less would not.
      const rate = (bytes) => -Math.expm1(-n / (8 * bytes));
      assert.ok(rate(bytes.oneHashBitmap) <= p * (1 + 1e-12));
      const less = bytes.oneHashBitmap - 1;
      if (less > 0 && less < 1e12) assert.ok(rate(less) > p * (1 - 1e-12));
    }
  }
  assert.equal(memoryComparison(3, 0.01).records, 3 * memoryComparison(1, 0.01, {}).records);
  assert.equal(memoryComparison(1, 0.01, { recordBytes: undefined }).records, memoryComparison(1, 0.01).records);
  const largest = memoryComparison(Number.MAX_SAFE_INTEGER, 1e-18, { recordBytes: Number.MAX_SAFE_INTEGER });
  for (const name of NAMES) assert.ok(Number.isFinite(largest[name]), name);
});

test("memoryComparison names the argument that it rejects", () => {
  const assertRejected = (Kind, field, ...given) =>
    assert.throws(
      () => memoryComparison(...given),
      (error) => {
        assert.ok(error instanceof Kind, `${error}`);
        assert.match(error.message, new RegExp(`^${field}: expected `));
        return true;
      },
    );
  for (const wrong of ["1", null, undefined, 1n, {}, true]) {
    assertRejected(TypeError, "n", wrong, 0.01);
    assertRejected(TypeError, "errorRate", 1, wrong);
    if (wrong !== undefined) assertRejected(TypeError, "recordBytes", 1, 0.01, { recordBytes: wrong });
  }
  for (const wrong of [0, -1, 1.5, NaN, Infinity, 2 ** 53]) {
    assertRejected(RangeError, "n", wrong, 0.01);
    assertRejected(RangeError, "recordBytes", 1, 0.01, { recordBytes: wrong });
  }
  for (const wrong of [0, 1, 2, -0.1, NaN, Infinity, 1e-19]) assertRejected(RangeError, "errorRate", 1, wrong);
});

test("B12: too many hashes raise the rate, too many bits are wasted", () => {
  const n = 2000;
  // A whole number of words.
  const bits = 313 * 64;
  const rates = [2, 7, 20, 40].map((hashes) => {
    const filter = BloomFilter.from(keys(n), { bits, hashes });
    const { estimatedErrorRate } = filter.stats;
    assert.ok(Math.abs(estimatedErrorRate / falsePositiveRate(bits, n, hashes) - 1) < 0.2);
    return estimatedErrorRate;
  });
  assert.ok(rates[1] < rates[0] && rates[1] < rates[2] && rates[2] < rates[3]);
  const large = BloomFilter.from(keys(n), { bits: 2 ** 20, hashes: 7 });
  assert.ok(large.stats.fillRatio < 0.02);
  const enough = large.shrink({ errorRate: 0.01 }).stats;
  assert.ok(enough.bits <= 2 * optimalBits(n, 0.01) && enough.estimatedErrorRate <= 0.01);
});
