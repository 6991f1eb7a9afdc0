// Tests how the page's calculator parses input and computes results, without a browser.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { StaticFilter } from "edgebloom";
import { capacityFor, falsePositiveRate, optimalBits, optimalHashes } from "edgebloom";
import { addressOf, readAddress } from "../../../www/panels/calculator/address.js";
import { grouped, percent } from "../../../www/lib/format.js";
import { parseKeys, parseRate, readKeys } from "../../../www/lib/parse-number.js";
import { parseBits, parseHashes } from "../../../www/workbench/calculator/parse.js";
import { factsOf, solve } from "../../../www/workbench/calculator/solve.js";
import { staticBytes } from "../../../www/panels/calculator/static-size.js";
import { KEY_STOPS, RATE_STOPS } from "../../../www/panels/calculator/stops.js";
import { en } from "../../../www/panels/calculator/en.js";
import { zh } from "../../../www/panels/calculator/zh.js";

/** @param {(text: string) => number} parse */
function reads(parse, good, bad) {
  for (const [text, expected] of Object.entries(good)) assert.equal(parse(text), expected, text);
  for (const text of [
    ...bad,
    "",
    " ",
    "-1",
    "NaN",
    "1e999",
    "1e",
    "abc",
    "1,5",
    "1,00",
    "0x10",
    "1.2.3",
    "constructor",
    "1 constructor",
    "10²",
    "<b>",
    "1".repeat(400),
  ]) {
    assert.ok(Number.isNaN(parse(text)), `${text}: ${parse(text)}`);
  }
}

describe("user input", () => {
  test("parses n", () => {
    const good = {
      1000000: 1e6,
      "1,000,000": 1e6,
      "1 000 000": 1e6,
      "1\u202f000\u00a0000": 1e6,
      "1_000": 1000,
      "120k": 120e3,
      "120 K": 120e3,
      "1.5M": 1.5e6,
      "1e6": 1e6,
      "1E+6": 1e6,
      "2 million": 2e6,
      "1.1M": 1.1e6,
      "3 bn": 3e9,
      "1,234.5k": 1234500,
      "0.5k": 500,
      "150万": 1.5e6,
      十万: 1e5,
      百万: 1e6,
      "1.2 亿": 1.2e8,
      "１０００": 1000,
      "5 keys": 5,
      "1.5M keys": 1.5e6,
      "100 万个键": 1e6,
      "1,5M": 1.5e6,
      "2,5 million": 2.5e6,
      "250 thousand": 250e3,
      "1,25 亿": 1.25e8,
      // Three digits are a group, as before.
      "1,500k": 1.5e6,
      "1000.0": 1000,
      "1.000.000": 1e6,
      "40.000": 40e3,
      "007": 7,
      9007199254740991: 2 ** 53 - 1,
    };
    reads(parseKeys, good, [
      "0",
      "1.5",
      "0.5",
      "1.0005k",
      "9007199254740992",
      "1e16",
      "2 MB",
      "1 %",
      "1 in 5",
      ".",
      "1,00 keys",
      "1,234,5M",
      "1234,567k",
      "1.000.00",
      "1.000.0000",
      "-5",
    ]);
    assert.equal(readKeys("-5"), -5);
  });

  test("parses p", () => {
    const good = {
      "1%": 0.01,
      "1 %": 0.01,
      "0.1 %": 0.001,
      "0,1 %": 0.001,
      "0,01": 0.01,
      "0,001": 0.001,
      0.01: 0.01,
      ".5": 0.5,
      "1e-3": 0.001,
      "1E-18": 1e-18,
      "1 in 1000": 0.001,
      "1 in 1,000": 0.001,
      "1 in 2 million": 5e-7,
      "1/1000": 0.001,
      "1:8": 0.125,
      "1/1万": 1e-4,
      百分之一: 0.01,
      千分之五: 0.005,
      "1,000 分之一": 0.001,
      "10 亿分之一": 1e-9,
      "1％": 0.01,
      "5‰": 0.005,
      "99.9 %": 0.999,
    };
    reads(parseRate, good, [
      "0",
      "1",
      "120%",
      "100%",
      "1e-19",
      "1 in 0",
      "1 in",
      "5/4",
      "0.5 k",
      "1 in x",
      "2 个分之一",
    ]);
  });

  test("parses m", () => {
    const good = {
      9585059: 9585059,
      "9,585,059 bits": 9585059,
      "1 bit": 1,
      "64 KiB": 64 * 8192,
      "64KIB": 64 * 8192,
      "1 BYTES": 8,
      "64 kiB": 64 * 8192,
      "1.5 MB": 12e6,
      "146 kB": 1168e3,
      "2 GiB": 2 ** 34,
      "12 Mbit": 12e6,
      "1 Kibit": 1024,
      "8 bytes": 64,
      "1 Byte": 8,
      "0.1 KiB": 820,
      "1.1 MB": 8.8e6,
      "3 million bits": 3e6,
      "1亿位": 1e8,
      "64 字节": 512,
      "2 TB": 16e12,
      "1 PB": 8e15,
      "5M": 5e6,
    };
    reads(parseBits, good, ["0", "64 kb", "1 b", "12.5", "2 PiB", "1 iB", "1 XB", "5 keys", "1 %"]);
  });

  test("parses k", () => reads(parseHashes, { 1: 1, 7: 7, " 64 ": 64, "7.0": 7 }, ["0", "65", "2.5", "7 %", "1k"]));
});

describe("computed values", () => {
  const none = { n: NaN, p: NaN, m: NaN, k: NaN };

  test("computes the rest from each pair", () => {
    assert.deepEqual(solve(["n", "p"], { ...none, n: 1e6, p: 0.01 }), { n: 1e6, p: 0.01, m: 9585059, k: 7 });
    assert.deepEqual(solve(["m", "n"], { ...none, n: 1e6, m: 8e6 }), {
      n: 1e6,
      p: falsePositiveRate(8e6, 1e6, 6),
      m: 8e6,
      k: 6,
    });
    assert.deepEqual(solve(["m", "p"], { ...none, m: 9585059, p: 0.01 }), { n: 1e6, p: 0.01, m: 9585059, k: 7 });
    assert.deepEqual(solve(["k", "n"], { ...none, n: 1000, k: 7 }), {
      n: 1000,
      p: 1 / 128,
      m: optimalBits(1000, 1 / 128),
      k: 7,
    });
    assert.deepEqual(solve(["k", "m"], { ...none, m: 1e6, k: 10 }), {
      n: capacityFor(1e6, 1 / 1024, 10),
      p: 1 / 1024,
      m: 1e6,
      k: 10,
    });
    assert.deepEqual(solve(["n", "m", "k"], { ...none, n: 10, m: 100, k: 3 }), {
      n: 10,
      p: falsePositiveRate(100, 10, 3),
      m: 100,
      k: 3,
    });
  });

  test("computes the least m for n, p and k", () => {
    for (const n of [1, 10, 1000, 1e6, 1e9]) {
      for (const p of [0.5, 0.01, 1e-6]) {
        for (const k of [1, 2, 7, 20, 64]) {
          const { m } = solve(["k", "p", "n"], { ...none, n, p, k });
          if (m === undefined) {
            assert.ok(falsePositiveRate(2 ** 53 - 1, n, k) > p, `${n} ${p} ${k}`);
            continue;
          }
          assert.ok(falsePositiveRate(m, n, k) <= p, `${n} ${p} ${k}`);
          assert.ok(m === 1 || falsePositiveRate(m - 1, n, k) > p, `${n} ${p} ${k}`);
          assert.ok(capacityFor(m + 1, p, k) >= n, `${n} ${p} ${k}`);
        }
      }
    }
  });

  test("gives finite numbers at the limits without an exception", () => {
    const values = {
      n: [1, 2, 1e6, 2 ** 53 - 1],
      p: [1e-18, 0.01, 0.5, 1 - 2 ** -53],
      m: [1, 7, 1e6, 2 ** 53 - 1],
      k: [1, 59, 60, 64],
    };
    const problems = new Set();
    for (const pair of ["np", "nm", "pm", "nk", "mk", "npk", "nmk"]) {
      for (const a of values[pair[0]]) {
        for (const b of values[pair[1]]) {
          for (const c of pair[2] ? values[pair[2]] : [0]) {
            const solved = solve([...pair], { ...none, [pair[0]]: a, [pair[1]]: b, [pair[2]]: c });
            if (solved.problem) {
              problems.add(solved.problem);
              continue;
            }
            const { n, p, m, k } = solved;
            const where = `${pair} ${a} ${b} ${c}`;
            for (const value of [n, m, k]) assert.ok(Number.isSafeInteger(value) && value >= 1, `${where}: ${value}`);
            assert.ok(k <= 64 && p >= 0 && p <= 1, where);
            for (const value of Object.values(factsOf(solved))) assert.ok(!Number.isNaN(value), where);
          }
        }
      }
    }
    assert.deepEqual([...problems].sort(), ["noKey", "tooLarge", "tooLow", "tooMany"]);
  });

  test("reports a best k above 64", () => {
    const solved = solve(["n", "m"], { ...none, n: 1000, m: 1e6 });
    assert.equal(solved.k, 64);
    assert.equal(factsOf(solved).beyond, optimalHashes(1e6, 1000) > 64);
  });
});

test("an address restores its values; a forged one gives none", () => {
  assert.equal(addressOf(["n", "p"], { n: 1e6, p: 0.01 }), "#calculator?n=1000000&p=0.01");
  assert.deepEqual(readAddress("#calculator?m=100&n=10&k=3"), { m: "100", n: "10", k: "3" });
  for (const [name, parse, values] of [
    ["n", parseKeys, [1, 2 ** 53 - 1]],
    ["p", parseRate, [1e-18, 1 / 3]],
    ["m", parseBits, [2 ** 53 - 1]],
  ]) {
    for (const value of values)
      assert.equal(parse(readAddress(addressOf([name, "k"], { [name]: value, k: 3 }))[name]), value);
  }
  for (const hash of ["", "#calculator", "#f=abc", "#keys"]) assert.equal(readAddress(hash), undefined);
  for (const rest of ["", "n=1", "n=1&n=2", "n=1&x=2", "n=1&p=2&m=3&k=4", "n=1&p=2&m=3", "__proto__=1&n=2"])
    assert.deepEqual(readAddress(`#calculator?${rest}`), {});
});

test("the size of a static set matches real sets", () => {
  for (const [count, within] of [
    [100, 0.1],
    [1000, 0.01],
    [3000, 0.02],
    [3500, 0.02],
    [10_000, 0.01],
    [100_000, 0.005],
  ]) {
    for (const errorRate of [0.5, 0.3, 0.1, 0.01, 0.001, 2 ** -12, 1e-6, 1e-9, 2 ** -32]) {
      const keys = Array.from({ length: count }, (_, i) => `key-${i}`);
      const set = StaticFilter.from(keys, { errorRate });
      const { length } = set.toBytes();
      set.free();
      const size = staticBytes(count, errorRate);
      assert.ok(Math.abs(size / length - 1) <= within, `${count} ${errorRate}: ${size} for ${length}`);
    }
  }
});

test("static sizes match benches/results/static-sets.md and end at its limits", () => {
  for (const [count, errorRate, length] of [
    [1_000_000, 0.01, 842_584],
    [10_000_000, 0.1, 4_272_344],
    [10_000_000, 0.000001, 24_976_520],
  ])
    assert.ok(Math.abs(staticBytes(count, errorRate) / length - 1) < 0.002, `${count} ${errorRate}`);
  for (const [count, errorRate] of [
    [100, 0.500001],
    [100, 2.3e-10],
    [2 ** 32 + 1, 0.01],
  ])
    assert.equal(staticBytes(count, errorRate), undefined);
});

test("what the fields show for each stop is read as that stop", () => {
  for (const locale of ["en", "zh-CN"])
    for (const rate of RATE_STOPS) assert.equal(parseRate(percent(rate, locale)), rate);
  for (const keys of KEY_STOPS) assert.equal(parseKeys(grouped(keys)), keys);
});

test("the sliders stop at 1, 2 and 5", () => {
  assert.deepEqual(KEY_STOPS.slice(0, 5), [100, 200, 500, 1000, 2000]);
  assert.equal(KEY_STOPS[KEY_STOPS.length - 1], 1e9);
  assert.deepEqual(RATE_STOPS.slice(0, 5), [0.5, 0.2, 0.1, 0.05, 0.02]);
  assert.equal(RATE_STOPS[RATE_STOPS.length - 1], 1e-9);
  assert.deepEqual(
    KEY_STOPS,
    [...new Set(KEY_STOPS)].sort((a, b) => a - b),
  );
  assert.deepEqual(
    RATE_STOPS,
    [...new Set(RATE_STOPS)].sort((a, b) => b - a),
  );
});

test("both languages have the same dynamic texts", () => {
  for (const key of Object.keys(en)) assert.ok(key in zh, key);
});
