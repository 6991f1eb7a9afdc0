// Tests the story's filter without a browser: its bits, counts and rates are those of the package.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BloomFilter, optimalHashes } from "edgebloom";
import { madeUp } from "../../../www/lib/made-up.js";
import {
  ADDED,
  BITS,
  MOST_KEYS,
  PROBES,
  STRANGERS,
  absentKey,
  ask,
  distinctOf,
  fallingIn,
  falsePositive,
  keysOf,
  newBitsOf,
  ownersOf,
  positionsOf,
  rateOf,
  strangersTo,
} from "../../../www/panels/story/bits.js";
import { en } from "../../../www/panels/story/en.js";
import { FILES } from "../../../www/panels/story/trade-files.js";
import { LEAST, LISTED, MOST, listed, trade } from "../../../www/panels/story/trade.js";

/** The bits that some keys set in the package's filter, halved. */
const _onesOf = (keys) => {
  const filter = new BloomFilter({ bits: 2 * BITS, hashes: PROBES });
  const ones = new Set(keys.flatMap((key) => filter.positions(key).map((position) => position >> 1)));
  filter.free();
  return ones;
};
const sorted = (positions) => [...new Set(positions)].sort((a, b) => a - b);

describe("the story's filter", () => {
  test("has the package's positions, halved", () => {
    const filter = new BloomFilter({ bits: 2 * BITS, hashes: PROBES });
    for (const key of [...keysOf([]), "lychee", "fig", "", "词", "a longer key"])
      assert.deepEqual(
        positionsOf(key),
        filter.positions(key).map((position) => position >> 1),
      );
    assert.deepEqual(sorted(ownersOf(ADDED).keys()), sorted(_onesOf(ADDED)));
  });

  test("a query stops at the first 0, which no key has set", () => {
    for (const key of [absentKey(ADDED), ...Array.from({ length: 200 }, (_, i) => `key-${i}`)]) {
      const { probes, kind } = ask(ADDED, key);
      const ones = _onesOf(ADDED);
      const zeros = probes.filter((position) => !ones.has(position));
      assert.equal(kind, zeros.length ? "no" : "maybe");
      if (kind === "no") assert.deepEqual(zeros, probes.slice(-1));
      else assert.equal(probes.length, PROBES);
    }
  });

  test("the key of a step fits whatever the reader has added", () => {
    for (const own of [[], ["lychee"], ["fig"], ["fig", "lychee", "kiwi", "banana"]]) {
      const keys = [...ADDED, ...own];
      const [no, maybe] = [absentKey(keys), falsePositive(keys).key];
      assert.ok(!keys.includes(no) && !keys.includes(maybe));
      assert.equal(ask(keys, no).probes.length, 2, "a 1, then a 0");
      assert.equal(ask(keys, no).kind, "no");
      assert.ok(positionsOf(maybe).every((position) => _onesOf(keys).has(position)));
    }
    assert.equal(falsePositive(ADDED).key, "fig");
    const { next } = falsePositive(ADDED);
    assert.ok(falsePositive(ADDED, next).next > next, "the next one is another");
  });

  test("only of three places does the answer say that they are the same", () => {
    const said = (probes, distinct) => en["story.falsePositive"]({ key: "fig", probes, distinct });
    assert.match(said(1, 1), /^Maybe\. The only bit of fig is 1, though/);
    assert.match(said(2, 1), /^Maybe\. The only bit of fig is 1, though/);
    assert.match(said(3, 1), /is 1 \(all three places are the same\), though/);
    assert.match(said(3, 2), /are 1 \(two of its three places are the same\), though/);
    assert.match(said(7, 6), /^Maybe\. All 6 bits of fig are 1, though/);
  });

  test("what a key adds, counted bit by bit", () => {
    for (let i = 0; i < 100; i++) {
      const fresh = [..._onesOf([`word-${i}`])].filter((position) => !_onesOf(ADDED).has(position));
      assert.equal(newBitsOf(ADDED, `word-${i}`), fresh.length);
    }
    assert.equal(newBitsOf([...ADDED, "word"], "word"), 0);
    assert.deepEqual(
      ["apple", "zebra"].map((key) => [distinctOf(key), _onesOf([key]).size]),
      [
        [3, 3],
        [2, 2],
      ],
    );
  });

  test("the rate of a row is that of all queries", () => {
    for (const count of [3, 9, 20]) {
      const ones = _onesOf(keysOf([]).slice(0, count));
      const tries = 20_000;
      let maybes = 0;
      for (let i = 0; i < tries; i++)
        if (positionsOf(`stranger-${i}`).every((position) => ones.has(position))) maybes++;
      const rate = rateOf(ones.size);
      const deviation = Math.sqrt((rate * (1 - rate)) / tries);
      assert.ok(Math.abs(maybes / tries - rate) < 4 * deviation, `${count} keys: ${maybes / tries}, ${rate}`);
    }
  });

  /** Whether a hundred keys, asked at random, can get so many answers. */
  const canBe = (count, rate) => Math.abs(count - 100 * rate) < 1 + 3 * Math.sqrt(100 * rate * (1 - rate));

  test("the strangers are not picked: the words after those of the list, whose answers follow the chance", () => {
    const strangers = fallingIn(keysOf([]));
    assert.deepEqual(
      strangersTo([]),
      Array.from({ length: STRANGERS }, (_, i) => madeUp(LISTED + i)),
    );
    assert.equal(new Set([...strangers.map(({ name }) => name), ...keysOf([])]).size, STRANGERS + MOST_KEYS);
    for (let count = 0; count <= MOST_KEYS; count++) {
      const ones = _onesOf(keysOf([]).slice(0, count));
      const maybes = strangers.map(({ name }) => positionsOf(name).every((position) => ones.has(position)));
      assert.deepEqual(
        strangers.map(({ from }) => from <= count),
        maybes,
      );
      const found = maybes.filter(Boolean).length;
      assert.ok(canBe(found, rateOf(ones.size)), `${count} keys: ${found}`);
    }
    // A stranger that the reader has added is none.
    const [{ name }] = strangers;
    const others = fallingIn(keysOf([name]));
    assert.ok(others.length === STRANGERS && others.every((other) => other.name !== name));
  });

  test("the files of the last step are the package's, with the best k", () => {
    assert.deepEqual([FILES.length, LEAST, MOST], [15, 2, 16]);
    const { at, steady } = trade();
    const found = [];
    const shown = [];
    for (let perKey = LEAST; perKey <= MOST; perKey++) {
      const bits = LISTED * perKey;
      const filter = new BloomFilter({ bits, hashes: optimalHashes(bits, LISTED) });
      for (const name of listed) filter.add(name);
      assert.equal(FILES[perKey - LEAST], filter.toBase64(), `${perKey} bits per key`);
      const { names, answers, count, rate, bits: map, reader } = at(perKey);
      assert.equal(new Set([...names, ...listed]).size, LISTED + STRANGERS, "no stranger is on the list");
      assert.deepEqual(names, strangersTo(listed), "each keeps its dot");
      assert.deepEqual(
        names.map((name) => filter.has(name)),
        answers,
      );
      assert.equal(answers.filter(Boolean).length, count);
      for (const name of names) assert.equal(reader.positions(name).every(map.at) ? 1 : 0, Number(filter.has(name)));
      const { bitsSet, hashes } = filter.stats;
      assert.equal(rate, (bitsSet / bits) ** hashes);
      assert.ok(canBe(count, rate), `${perKey} bits per key: ${count}, ${rate}`);
      found.push(count);
      shown.push(filter.has(steady));
    }
    assert.ok(
      found.every((count, i) => !i || count <= found[i - 1]),
      `${found}`,
    );
    assert.ok(Math.abs(at(10).rate - 0.01) < 0.002, "10 bits per key: 1%");
    assert.ok(
      shown[0] && shown.lastIndexOf(true) < shown.indexOf(false),
      "the name whose probes are shown vanishes once",
    );
  });
});
