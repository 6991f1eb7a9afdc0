// Filters of other systems through the package: every answer and position of the real systems, exported files, and
// rejected inputs. tests/rust/foreign and tests/web.rs test the same vectors with the Rust API.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMATS } from "../../../pkg/api/compat/formats/index.js";
import { CompatFilter, FilterFormatError, exportFilter, importFilter, load } from "../../../pkg/compat.js";
import { BloomFilter } from "../../../pkg/index.js";
import { SYSTEMS, answerOf, bytesOf, keyOf, keysOf, optionsOf, vectorsOf } from "../helpers/foreign-vectors.mjs";

/** The number of answers in a vector. */
const queriesOf = ({ keys_in, keys_absent, false_positives, keys_in_templates = [], probes }) =>
  [probes.template, ...keys_in_templates].reduce(
    (sum, { count }) => sum + count,
    keys_in.length + keys_absent.length + false_positives.length,
  );

const counted = { filters: 0, answers: 0, positions: 0, malformed: 0 };

/** Compares an answer. Builds the message only if it differs. */
function expectAnswer(filter, key, expected, name) {
  counted.answers++;
  if (filter.has(key) !== expected) assert.fail(`${name}: ${String(key)} should be ${expected}`);
}

function checkAnswers(filter, vector) {
  const { name, probes } = vector;
  for (const [field, expected] of [
    ["keys_in", true],
    ["keys_absent", false],
    ["false_positives", true],
  ]) {
    for (const key of vector[field]) expectAnswer(filter, keyOf(key), expected, name);
  }
  for (const template of vector.keys_in_templates ?? []) {
    for (const key of keysOf(template)) expectAnswer(filter, key, true, name);
  }
  const bitmap = bytesOf(probes.answers_bitmap_base64);
  let j = 0;
  for (const key of keysOf(probes.template)) expectAnswer(filter, key, answerOf(bitmap, j++), name);
}

/** The positions in the newest sub-filter. */
const lastOf = ({ indices_in_order, indices_by_sub_filter }) => indices_by_sub_filter?.at(-1) ?? indices_in_order;

function checkPositions(filter, { name, bit_positions }) {
  for (const one of bit_positions) {
    const expected = lastOf(one);
    assert.deepEqual(filter.positions(keyOf(one.key)), expected, `${name}: ${JSON.stringify(one.key)}`);
    counted.positions += expected.length;
  }
}

/** The result of exportFilter as bytes. */
function asBytes(written) {
  if (typeof written === "string") return new TextEncoder().encode(written);
  return Array.isArray(written) ? new Uint8Array(Buffer.concat(written.map(([, bytes]) => bytes))) : written;
}

for (const system of SYSTEMS) {
  const { vectors, malformed } = vectorsOf(system);

  test(`${system}: gives every answer and position of ${vectors.length} filters`, () => {
    for (const vector of vectors) {
      const dump = bytesOf(vector.dump_base64);
      const filter = importFilter(dump, optionsOf(system, vector));
      assert(filter instanceof CompatFilter);
      checkAnswers(filter, vector);
      checkPositions(filter, vector);
      counted.filters++;
    }
  });

  test(`${system}: exports the imported bytes, also after a native file`, () => {
    for (const vector of vectors) {
      const dump = bytesOf(vector.dump_base64);
      const options = optionsOf(system, vector);
      const filter = importFilter(dump, options);
      assert.deepEqual(asBytes(exportFilter(filter, { format: system })), dump, vector.name);
      filter.name = "of another system";
      const loaded = load(filter.toBytes(), options.hash instanceof Function ? options : undefined);
      assert.equal(loaded.name, "of another system");
      assert.equal(loaded.constructor, filter.constructor);
      assert.deepEqual(loaded.stats, filter.stats);
      assert.throws(() => BloomFilter.fromBase64(filter.toBase64()), { code: "WRONG_CLASS" });
      assert.equal(loaded.toBase64(), filter.toBase64());
      const encoding =
        typeof exportFilter(filter, { format: system }) === "string" && system.startsWith("go")
          ? { encoding: "json" }
          : {};
      assert.deepEqual(asBytes(exportFilter(loaded, { format: system, ...encoding })), dump, vector.name);
      for (const key of vector.keys_in) assert.equal(loaded.has(keyOf(key)), true);
      for (const key of vector.keys_absent) assert.equal(loaded.has(keyOf(key)), false);
    }
  });

  test(`${system}: rejects malformed inputs`, () => {
    for (const one of malformed.cases) {
      const dump = bytesOf(one.dump_base64);
      const options = { ...optionsOf(system, malformed), ...(system === "npm-bloomfilter" && { hash: "fnv1a64" }) };
      const read = () => importFilter(dump, options);
      counted.malformed++;
      if (one.reader_must === "reject") {
        assert.throws(
          read,
          (error) => error instanceof FilterFormatError && !!error.code && !!error.field,
          `${one.name}`,
        );
      } else if (one.reader_must === "accept") {
        const filter = read();
        assert.equal(typeof filter.has(options.funnel === "long" ? 5n : "a key"), "boolean");
      } else {
        try {
          read().free();
        } catch (error) {
          // The file shows another generation than the option.
          const isOption = error instanceof RangeError && error.field === "generation";
          assert(isOption || error instanceof FilterFormatError, `${one.name}: ${error}`);
        }
      }
    }
    // The WebAssembly instance still works.
    const [vector] = vectors;
    assert(importFilter(bytesOf(vector.dump_base64), optionsOf(system, vector)).has(keyOf(vector.keys_in[0])));
  });

  test(`${system}: no truncated, longer or bit-flipped input traps`, () => {
    for (const vector of vectors.toSorted((a, b) => a.dump_base64.length - b.dump_base64.length).slice(0, 2)) {
      const dump = bytesOf(vector.dump_base64).slice(0, 4096);
      const options = optionsOf(system, vector);
      const attempt = (bytes) => {
        try {
          importFilter(bytes, options).free();
        } catch (error) {
          assert(error instanceof FilterFormatError, `${vector.name}: ${error.stack}`);
        }
      };
      for (let length = 0; length < Math.min(dump.length, 300); length++) attempt(dump.slice(0, length));
      attempt(new Uint8Array([...dump, 0]));
      for (let bit = 0; bit < Math.min(dump.length, 200) * 8; bit++) {
        const flipped = dump.slice();
        flipped[bit >> 3] ^= 1 << (bit & 7);
        attempt(flipped);
      }
    }
  });
}

test("counts", (t) => {
  t.diagnostic(JSON.stringify(counted));
  const all = SYSTEMS.map(vectorsOf);
  const vectors = all.flatMap((one) => one.vectors);
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  assert.deepEqual(counted, {
    filters: vectors.length,
    answers: sum(vectors.map(queriesOf)),
    positions: sum(vectors.flatMap(({ bit_positions }) => bit_positions.map((one) => lastOf(one).length))),
    malformed: sum(all.map(({ malformed }) => malformed.cases.length)),
  });
  // At least the recorded numbers: a new system adds vectors.
  const least = { filters: 89, answers: 1125778, positions: 9004, malformed: 125 };
  for (const [what, count] of Object.entries(least)) assert.ok(counted[what] >= count, `${what}: ${counted[what]}`);
});

test("every format has vectors, except raw bitmaps", () => {
  const formats = Object.keys(FORMATS).filter((name) => name !== "redis-bitmap");
  assert.deepEqual(SYSTEMS.toSorted(), formats.toSorted());
});
