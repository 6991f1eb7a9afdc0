// The golden files: the package and the independent reader report the recorded values, and the keys give the recorded
// bits or counters.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { load } from "../../../pkg/index.js";
import { FilterReader } from "../../../pkg/reader/index.js";
import { agree } from "../helpers/agree.mjs";
import { readText } from "../helpers/format-reader.mjs";
import { goldenJson, textOf, utf8 } from "../helpers/helpers.mjs";

describe("golden files", () => {
  // The Rust tests use the same index.json.
  const { dumps, variants } = goldenJson("native/index.json");
  const FIELDS = ["layout", "bits", "hashes", "seed", "capacity", "errorRate", "inserted", "name", "version"];
  const saysOf = ({ header }, golden, fields) => {
    for (const field of fields) assert.equal(header[field], golden[field], field);
  };
  const keysOf = ({ prefix, count }) => Array.from({ length: count }, (_, i) => prefix + i);

  test("every file is in the index", () => {
    const files = readdirSync(new URL("../../golden/native/", import.meta.url)).filter((name) => name.endsWith(".b64"));
    assert.deepEqual(files.sort(), [...dumps, ...variants].map((dump) => dump.file).sort());
  });

  for (const golden of dumps) {
    test(golden.file, () => {
      const text = textOf(`tests/golden/native/${golden.file}`);
      assert.equal(text, golden.base64);
      const { filter, reader } = agree(readText(text));
      assert.equal(load(text).toBase64(), text);
      saysOf(reader, golden, [...FIELDS, "byteLength"]);
      assert.equal(filter.stats.bitsSet, golden.bitsSet);
      const has = (key) => {
        const answer = reader.has(utf8(key));
        assert.equal(filter.has(key), answer);
        return answer;
      };
      const [keys, asked] = [keysOf(golden.keys), keysOf(golden.asked)];
      assert.ok(keys.every(has) && golden.members.every((key) => keys.includes(key)));
      const possibly = asked.filter(has);
      assert.equal(possibly.length, golden.asked.possibly);
      assert.deepEqual(possibly.slice(0, 12), golden.falsePositives);
      assert.deepEqual(asked.filter((key) => !filter.has(key)).slice(0, 12), golden.absent);
      assert.equal(golden.positions.length, 3);
      for (const { key, positions } of golden.positions) {
        assert.deepEqual(filter.positions(key), positions);
        assert.deepEqual(reader.positions(utf8(key)), positions);
      }
      // Computes the bits from the keys without the package.
      const bits = new Uint8Array(reader.payload.length);
      for (const key of keys) for (const i of reader.positions(utf8(key))) bits[i >> 3] |= 1 << (i & 7);
      assert.deepEqual(bits, reader.payload);
    });
  }

  for (const golden of variants) {
    test(golden.file, () => {
      const text = textOf(`tests/golden/native/${golden.file}`);
      assert.equal(text, golden.base64);
      const isPlain = golden.kind === "BloomFilter";
      const { filter, reader } = agree(readText(text), isPlain ? "core" : "variants");
      assert.deepEqual([filter.constructor.name, load(text).toBase64()], [golden.kind, text]);
      saysOf(reader, golden, [...FIELDS, "counterBits"]);
      const { bitsSet, byteLength } = filter.stats;
      assert.deepEqual([bitsSet, byteLength], [golden.bitsSet, golden.byteLength]);
      const has = (key) => {
        const answer = reader.has(utf8(key));
        assert.equal(filter.has(key), answer);
        return answer;
      };
      const keys = keysOf(golden.keys);
      assert.ok(keys.every(has) && golden.members.every((key) => keys.includes(key)));
      const queries = keysOf(golden.asked);
      const possibly = queries.filter(has);
      assert.equal(possibly.length, golden.asked.possibly);
      assert.deepEqual(possibly.slice(0, 12), golden.falsePositives);
      assert.deepEqual(queries.filter((key) => !has(key)).slice(0, 12), golden.absent);
      for (const { key, stage, positions } of golden.positions)
        assert.deepEqual(reader.chain[stage].positions(utf8(key)), positions);
      if (golden.stages) {
        const { growth, tightening, rate, stages } = golden;
        assert.deepEqual(reader.growth, { subFilters: stages.length, growth, tightening });
        assert.equal(reader.header.errorRate, rate);
        for (const [index, { header }] of reader.chain.entries()) {
          const { bits, hashes, capacity, inserted } = header;
          assert.deepEqual({ bits, hashes, capacity, inserted }, stages[index]);
        }
        assert.equal(reader.chain.length, stages.length);
        assert.ok(stages.length >= 3);
      } else {
        for (const { key, positions } of golden.positions) assert.deepEqual(filter.positions(key), positions);
      }
      if (golden.allowed) {
        assert.deepEqual(reader.exceptions, golden.allowed.map(utf8));
        assert.ok(!golden.allowed.some(has));
      }
      for (const { key, count } of golden.counts ?? []) {
        assert.equal(filter.count(key), count);
        assert.equal(reader.count(utf8(key)), count);
      }

      // Computes the counters from the keys without the package.
      const cells = new Map();
      const most = 2 ** golden.counterBits - 1;
      const each = (key, stage, change) => {
        for (const i of stage.positions(utf8(key))) cells.set(i, change(cells.get(i) ?? 0));
      };
      const up = (cell) => Math.min(cell + 1, most);
      const down = (cell) => (cell === most ? cell : cell - 1);
      const [first] = reader.chain;
      if (golden.often) {
        for (const key of keys) each(key, first, up);
        for (const [i, key] of keys.entries()) if (i % 3 === 0) each(key, first, up);
        const often = first.positions(utf8("often"));
        for (let i = 0; i < golden.often; i++) for (const at of often) cells.set(at, up(cells.get(at) ?? 0));
        for (const key of keysOf(golden.removed)) each(key, first, up);
        for (const key of keysOf(golden.removed)) each(key, first, down);
        assert.equal([...cells.values()].filter((cell) => cell === most).length, golden.stuck);
      } else if (!golden.stages) {
        for (const key of keys) each(key, first, up);
      } else {
        // Skips keys that answer maybe. After a full sub-filter comes another one.
        const stages = reader.chain.map((stage) => ({ stage, set: new Set(), held: 0 }));
        let newest = 0;
        for (const key of keys) {
          const isIn = ({ stage, set }) => stage.positions(utf8(key)).every((i) => set.has(i));
          if (stages.slice(0, newest + 1).some(isIn)) continue;
          if (stages[newest].held === golden.stages[newest].capacity) newest++;
          for (const i of stages[newest].stage.positions(utf8(key))) stages[newest].set.add(i);
          stages[newest].held++;
        }
        for (const [index, { stage, set, held }] of stages.entries()) {
          assert.equal(held, golden.stages[index].inserted);
          for (let i = 0; i < stage.header.bits; i++) assert.equal(stage.cell(i), Number(set.has(i)));
        }
        return;
      }
      const nonZero = [...cells].filter(([, cell]) => cell > 0);
      assert.equal(nonZero.length, golden.bitsSet);
      for (const [i, cell] of nonZero) assert.equal(reader.cell(i), cell);
    });
  }
});

describe("files to reject", () => {
  for (const { what, code, field, base64 } of goldenJson("native/rejected.json")) {
    test(what, () => {
      assert.throws(() => load(base64), { name: "FilterFormatError", code, field });
      // The reader checks several fields at once, and does not look further into files of other classes.
      assert.throws(
        () => FilterReader.fromBase64(base64),
        ({ code: its }) => its === code || its === "WRONG_CLASS",
      );
    });
  }
});
