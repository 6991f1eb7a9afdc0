// docs/FEATURES.md: every row is there, and what it names exists. And the small things that no other
// file tests.

import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, test } from "node:test";
import { BloomFilter, CountingBloomFilter, falsePositiveRate, optimalBits } from "edgebloom";
import { createFilter, importFilter, stringHash } from "edgebloom/compat";
import { RedisFilter } from "../../examples/redis-bitmap/bitmap.mjs";

const at = (path) => new URL(`../../${path}`, import.meta.url);
const isFile = (path) => existsSync(at(path)) && statSync(at(path)).isFile();
const texts = new Map();
function text(path) {
  if (!texts.has(path)) texts.set(path, readFileSync(at(path), "utf8"));
  return texts.get(path);
}

const COUNTS = { A: 16, B: 14, C: 11, D: 14, E: 22 };
const IDS = Object.entries(COUNTS).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, i) => `${letter}${i + 1}`),
);

const escaped = (literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What tests of a file may be called: a pattern for each. */
function patternsIn(source) {
  // `claim(id, ...)` of articles.test.mjs makes the test "claim <id>: ...".
  const call = /^[ \t]*(?:await )?(test|describe|claim)\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/gm;
  const patterns = [];
  for (const [, callee, plain, template] of source.matchAll(call)) {
    if (callee === "claim") patterns.push(new RegExp(`^claim ${escaped(plain)}$`));
    else if (plain !== undefined) patterns.push(new RegExp(`^${escaped(JSON.parse(`"${plain}"`))}$`));
    else {
      const literals = template.split(/\$\{[^{}]*\}/);
      // A name without words of its own would be that of any test.
      if (literals.some((literal) => /\w{2}/.test(literal)) && !template.startsWith("claim ")) {
        patterns.push(new RegExp(`^${literals.map(escaped).join(".+")}$`));
      }
    }
  }
  return patterns;
}

function isTest(path, name, read) {
  if (!path.endsWith(".rs")) return patternsIn(read(path)).some((pattern) => pattern.test(name));
  return new RegExp(`#\\[test\\]\\s+(?:#\\[[^\\]]*\\]\\s+)*fn ${escaped(name)}\\(`).test(read(path));
}

/** All that is wrong with the page; `read` gives the text of a file. */
function problems(page, read = text) {
  const found = [];
  const rows = [...page.matchAll(/^\| ([A-E]\d+) \|(.*)\|$/gm)].map(([, id, rest]) => [
    id,
    ...rest.split(/(?<= )\|(?= )/).map((cell) => cell.trim()),
  ]);
  const ids = rows.map(([id]) => id);
  if (ids.join() !== IDS.join()) {
    const missing = IDS.filter((id) => !ids.includes(id));
    found.push(missing.length ? `missing: ${missing}` : `rows that are doubled or out of order: ${ids}`);
  }
  for (const [id, ...cells] of rows) {
    const wrong = (message) => found.push(`${id}: ${message}`);
    if (cells.length !== 4 || cells.some((cell) => !cell)) {
      wrong("expected five cells that are not empty");
      continue;
    }
    const [, code, tests, shown] = cells;
    for (const part of code.split("; ")) {
      const match = part.match(/^((?:`\w+`(?:, )?)+) in `([^`]+)`$/);
      if (!match) wrong(`expected names in a file: ${part}`);
      else if (!isFile(match[2])) wrong(`no file ${match[2]}`);
      else {
        for (const [, name] of match[1].matchAll(/`(\w+)`/g)) {
          if (!new RegExp(`\\b${name}\\b`).test(read(match[2]))) wrong(`no ${name} in ${match[2]}`);
        }
      }
    }
    for (const part of tests.split(/; (?=`tests\/)/)) {
      const match = part.match(/^`(tests\/[^`]+)`: ((?:"[^"]+"|`\w+`)(?:, (?:"[^"]+"|`\w+`))*)$/);
      if (!match) wrong(`expected a file and names of tests: ${part}`);
      else if (!isFile(match[1])) wrong(`no file ${match[1]}`);
      else {
        for (const [, quoted, rust] of match[2].matchAll(/"([^"]+)"|`(\w+)`/g)) {
          const name = quoted ?? rust;
          if (!isTest(match[1], name, read)) wrong(`no test ${JSON.stringify(name)} in ${match[1]}`);
        }
      }
    }
    for (const part of shown.split(", ")) {
      const [, path] = part.match(/^`([^`]+)`$/) ?? [];
      if (!path || !existsSync(at(path))) wrong(`nothing at ${part}`);
      else if (path.startsWith("examples/")) {
        const starts = ["main.mjs", "package.json"].some((name) => isFile(`${path}/${name}`));
        if (!starts) wrong(`no example in ${path}`);
      } else if (path.startsWith("pkg/") && !read(path).includes("@example")) {
        wrong(`no @example in ${path}`);
      }
    }
  }
  return found;
}

describe("docs/FEATURES.md", () => {
  const page = text("docs/FEATURES.md");

  test("has every row, once and in order, and names what exists", () => {
    assert.equal(IDS.length, 77);
    assert.deepEqual(problems(page), []);
  });

  test("a row that is missing, doubled or moved is found", () => {
    const lines = page.split("\n");
    for (const id of IDS) {
      const row = lines.findIndex((line) => line.startsWith(`| ${id} |`));
      assert.deepEqual(problems(lines.toSpliced(row, 1).join("\n")), [`missing: ${id}`]);
      assert.equal(problems(lines.toSpliced(row, 0, lines[row]).join("\n")).length, 1);
    }
    const first = lines.findIndex((line) => line.startsWith("| A1 |"));
    const swapped = lines.with(first, lines[first + 1]).with(first + 1, lines[first]);
    assert.equal(problems(swapped.join("\n")).length, 1);
  });

  test("every test that is named is missed when it is called otherwise", () => {
    for (const [, path, names] of page.matchAll(/`(tests\/[^`]+)`: ((?:(?:"[^"]+"|`\w+`)(?:, )?)+)/g)) {
      for (const [, quoted, rust] of names.matchAll(/"([^"]+)"|`(\w+)`/g)) {
        const name = quoted ?? rust;
        assert.ok(isTest(path, name, text), `${path}: ${name}`);
        // None of these changes is within a hole of a template.
        for (const other of [`x${name}`, name.slice(1), name.replace(/\w+/, "$&x")]) {
          assert.equal(isTest(path, other, text), false, `${path}: ${other}`);
        }
      }
    }
  });

  test("a row without a test, a file that is gone and a name that is gone are found", () => {
    const changed = (from, to) => {
      assert.ok(page.includes(from), from);
      return problems(page.replace(from, to));
    };
    assert.match(changed('"formulas"', '""').join(), /^B1: /);
    const cell = '| `tests/js/counting.test.mjs`: "2,000';
    assert.match(changed(cell, `| ${cell}`).join(), /^C2: expected five cells/);
    assert.match(changed("`tests/rates.rs`", "`tests/rate.rs`").join(), /^A6: no file/);
    assert.match(changed("in `src/filter/fold.rs`", "in `src/fold.rs`").join(), /^C1: no file/);
    assert.match(changed("`minimal_rate` in", "`minimum_rate` in").join(), /^B4: no minimum_rate/);
    assert.match(changed("| `examples/crawler` |", "| `examples/crawlers` |").join(), /^E14: nothing/);
  });

  test("a test that is renamed, skipped or commented out is found", () => {
    const path = "tests/js/counting.test.mjs";
    const name = 'test("4 bits are usual"';
    for (const to of ['test("4 bits are rare"', 'test.skip("4 bits are usual"', `// ${name}`]) {
      const read = (file) => (file === path ? text(path).replace(name, to) : text(file));
      assert.match(problems(page, read).join(), /^C5: no test "4 bits are usual"/);
    }
    const rust = (file) => text(file).replace("#[test]\nfn b4_", "fn b4_");
    assert.match(problems(page, rust).join(), /^B4: no test "b4_the_lowest_rate"/);
  });
});

const keys = (n) => Array.from({ length: n }, (_, i) => `key-${i}`);

test("B12: too many hashes raise the rate, too many bits are wasted", () => {
  const n = 2000;
  const rates = [2, 7, 20, 40].map((hashes) => {
    const filter = BloomFilter.from(keys(n), { bits: 10 * n, hashes });
    const { estimatedErrorRate } = filter.stats;
    assert.ok(Math.abs(estimatedErrorRate / falsePositiveRate(10 * n, n, hashes) - 1) < 0.2);
    return estimatedErrorRate;
  });
  assert.ok(rates[1] < rates[0] && rates[1] < rates[2] && rates[2] < rates[3]);
  const large = BloomFilter.from(keys(n), { bits: 2 ** 20, hashes: 7 });
  assert.ok(large.stats.fillRatio < 0.02);
  const enough = large.shrink({ errorRate: 0.01 }).stats;
  assert.ok(enough.bits <= 2 * optimalBits(n, 0.01) && enough.estimatedErrorRate <= 0.01);
});

test("C5: counters take as many times the memory as they have bits", () => {
  const shape = { bits: 64_000, hashes: 7 };
  const bytes = new BloomFilter(shape).bits().length;
  for (const counterBits of [2, 4, 8, 16]) {
    const filter = new CountingBloomFilter({ ...shape, counterBits });
    assert.equal(filter.bits().length, counterBits * bytes);
  }
});

test("D2: the eight hashes are offered, RS is refused by name", () => {
  const arithmetic = "clean32";
  for (const name of ["js", "pjw", "elf", "bkdr", "sdbm", "djb", "dek", "fnv"]) {
    assert.equal(typeof stringHash(name, "a", { arithmetic }), "number");
  }
  for (const name of ["rs", "RS", "RSHash"]) {
    assert.throws(() => stringHash(name, "a", { arithmetic }), RangeError);
    const options = { scheme: "php-redis", bits: 64, functions: [name], arithmetic };
    assert.throws(() => createFilter(options), RangeError);
  }
});

test("D3: a part of a key is hashed by giving that part", () => {
  const key = "https://example.org/布隆过滤器";
  const bytes = new TextEncoder().encode(key);
  for (let length = 0; length <= bytes.length; length++) {
    const part = bytes.subarray(0, length);
    const bkdr = part.reduce((hash, byte) => (Math.imul(hash, 131) + byte) >>> 0, 0);
    assert.equal(stringHash("bkdr", part, { arithmetic: "clean32" }), bkdr);
  }
  for (const arithmetic of ["php", "clean32"]) {
    const djb = (part) => stringHash("djb", part, { arithmetic });
    assert.equal(djb(bytes.subarray(0, 5)), djb("https"));
  }
});

test("D6: one transaction, and so one round trip, a key", async () => {
  const bits = new Set();
  const sent = [];
  const queue = (commands, command, answer) => {
    commands.push(command);
    commands.answers.push(answer);
  };
  const redis = {
    multi() {
      const commands = Object.assign([], { answers: [] });
      return {
        setBit: (bucket, position) => {
          queue(commands, `SETBIT ${bucket} ${position}`, +bits.has(position));
          bits.add(position);
        },
        getBit: (bucket, position) => queue(commands, `GETBIT ${bucket} ${position}`, +bits.has(position)),
        exec: async () => (sent.push([...commands]), commands.answers),
      };
    },
  };
  const functions = ["bkdr", "sdbm", "js"];
  const options = { scheme: "php-redis", bits: 4096, functions, arithmetic: "php" };
  const filter = new RedisFilter(redis, "rptc", options);
  assert.deepEqual(await filter.add("First!"), [0, 0, 0]);
  assert.deepEqual(await filter.add("First!"), [1, 1, 1]);
  assert.equal(await filter.exists("First!"), true);
  assert.equal(await filter.exists("Second!"), false);
  assert.deepEqual(
    sent.map(({ length }) => length),
    [3, 3, 3, 3],
  );
  const positions = createFilter(options).positions("First!");
  assert.deepEqual(
    sent[0],
    positions.map((position) => `SETBIT rptc ${position}`),
  );
  assert.deepEqual(
    sent[2],
    positions.map((position) => `GETBIT rptc ${position}`),
  );
});

test("D11: bitmaps of Redis and dumps of its Bloom filter module are read", () => {
  const scheme = { scheme: "php-redis", bits: 64, functions: ["elf"], arithmetic: "php" };
  assert.equal(importFilter(Uint8Array.of(0x80), { format: "redis-bitmap", scheme }).stats.bitsSet, 1);
  const { dump_base64, keys_in } = JSON.parse(text("tests/golden/redisbloom/redisbloom_scaling_small.json"));
  const filter = importFilter(new Uint8Array(Buffer.from(dump_base64, "base64")), { format: "redisbloom" });
  for (const key of keys_in.filter((key) => typeof key === "string")) assert(filter.has(key));
});

test("E22: the documents say where not to use a filter", () => {
  const page = text("README.md").replace(/\s+/g, " ");
  assert.match(page, /when not to use.*"possibly" (?:cannot|can be neither|can not) .*tolerated/i);
  assert.match(text("docs/FEATURES.md").replace(/\s+/g, " "), /wrong where no error can be tolerated/);
});
