// What others see of a filter: a console, JSON.stringify, structuredClone, assert.deepStrictEqual, and a Proxy.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { BloomFilter, CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter, load } from "edgebloom";
import { createFilter, load as loadAny } from "edgebloom/compat";
import { KeyedBloomFilter } from "edgebloom/keyed";

const SIZE = { capacity: 100, errorRate: 0.01 };
const LIST = { name: '列表 "a"', version: "7" };
/** The same in every run: under another key two positions of "a" may be equal, and the fill is then another one. */
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
class Mine extends BloomFilter {}

/** Each class, with what reads its dump and what a console shows of one with a key in it. */
const CLASSES = [
  {
    make: (list) => new BloomFilter({ ...SIZE, ...list }),
    read: load,
    shown: "standard, 960 bits, 7 hashes, 0.7 % full",
  },
  {
    make: (list) => new BloomFilter({ ...SIZE, layout: "blocked", ...list }),
    read: load,
    shown: /^blocked, 1024 bits, \d hashes, 0\.\d % full$/,
  },
  {
    make: (list) => new BloomFilter({ ...SIZE, onSaturated: "rotate", ...list }),
    read: load,
    shown: "standard, 960 bits, 7 hashes, 0.7 % full",
  },
  { make: (list) => new Mine({ ...SIZE, ...list }), read: load, shown: "standard, 960 bits, 7 hashes, 0.7 % full" },
  {
    make: (list) => new CountingBloomFilter({ ...SIZE, ...list }),
    read: load,
    shown: "standard, 960 bits, 7 hashes, 0.7 % full",
  },
  {
    make: (list) => new ScalableBloomFilter({ ...SIZE, ...list }),
    read: load,
    shown: /^standard, \d+ bits, \d+ hashes, 0\.\d % full$/,
  },
  {
    make: (list) => new SparseBloomFilter({ bits: 2 ** 32, hashes: 3, ...list }),
    read: load,
    shown: "standard, 4294967296 bits, 3 hashes, 0.0 % full",
  },
  {
    make: (list) => new KeyedBloomFilter({ ...SIZE, key, ...list }),
    read: (text) => KeyedBloomFilter.fromBase64(text, { key }),
    shown: "keyed, 960 bits, 7 hashes, 0.7 % full",
  },
  {
    make: (list) => Object.assign(createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", ...SIZE }), list),
    read: loadAny,
    shown: "guava-mitz64, 960 bits, 7 hashes, 0.7 % full",
  },
];

for (const { make, read, shown } of CLASSES) {
  const filter = make();
  filter.add("a");
  const listed = make(LIST);
  listed.add("a");
  const Class = filter.constructor;

  describe(`${Class.name} ${inspect(shown)}`, () => {
    test("in a console", () => {
      const said = inspect(filter);
      assert.ok(said.startsWith(`${Class.name} { 1 key, `) && said.endsWith(" }"), said);
      const what = said.slice(`${Class.name} { 1 key, `.length, -2);
      if (typeof shown === "string") assert.equal(what, shown);
      else assert.match(what, shown);
      assert.equal(inspect(listed), said.replace("{ ", `{ ${LIST.name} ${LIST.version}: `));
      // At whatever depth it is shown, and beyond it as everything else.
      for (const depth of [0, 2, 9]) assert.ok(inspect({ filter }, { depth, showHidden: true }).includes(said));
      assert.ok(inspect({ a: { b: { c: [filter] } } }, { depth: 9, breakLength: 1e9 }).includes(said));
      assert.equal(inspect({ a: { b: { c: { filter } } } }, { compact: true }), "{ a: { b: { c: [Object] } } }");
      assert.equal(`${filter}`, "[object Object]");
    });

    test("a Proxy around one does not throw", () => {
      assert.equal(typeof inspect(new Proxy(filter, {})), "string");
      assert.ok(inspect(new Proxy(filter, {}), { showProxy: true }).includes(inspect(filter)));
    });

    test("by JSON.stringify, and load reads it back", () => {
      const { base64, ...rest } = JSON.parse(JSON.stringify(listed));
      assert.deepEqual(rest, LIST);
      assert.equal(base64, listed.toBase64());
      const back = read(base64);
      assert.deepEqual([back.equals(listed), back.name, back.version], [true, LIST.name, LIST.version]);
      assert.deepEqual([back.has("a"), back.has("b")], [true, false]);
      assert.deepEqual(JSON.parse(JSON.stringify({ filters: [filter] })).filters[0], {
        name: "",
        version: "",
        base64: filter.toBase64(),
      });
    });

    test("by structuredClone: a plain object without a filter; bytes are what to send", () => {
      const clone = structuredClone(listed);
      assert.deepEqual([Object.getPrototypeOf(clone), clone], [Object.prototype, LIST]);
      assert.throws(() => filter.union(clone), {
        name: "TypeError",
        message: /^other: expected a BloomFilter, found an object$/,
      });
      const sent = structuredClone(listed.toBytes());
      assert.deepEqual(sent, listed.toBytes());
    });

    test("by assert.deepStrictEqual: class, name and version, and not the contents, which equals compares", () => {
      const other = make();
      other.addMany(["b", "c"]);
      assert.deepStrictEqual(other, filter);
      assert.equal(other.equals(filter), false);
      assert.equal(filter.clone().equals(filter), true);
      assert.notDeepStrictEqual(listed, filter);
    });

    test("freed", () => {
      const gone = make(LIST);
      gone.free();
      assert.equal(inspect(gone), `${Class.name} { freed }`);
      assert.equal(inspect({ a: [gone] }), `{ a: [ ${Class.name} { freed } ] }`);
      assert.throws(() => JSON.stringify(gone), {
        name: "TypeError",
        message: "filter: expected one that was not freed",
      });
    });
  });
}

test("classes and prototypes are shown as others are", () => {
  for (const Class of [BloomFilter, CountingBloomFilter, Mine]) {
    assert.match(inspect(Class), /^\[class /);
    assert.equal(typeof inspect(Class.prototype), "string");
    assert.equal(inspect(Object.create(Class.prototype)), `${Class.name} {}`);
  }
});

test("numbers of keys are counted in words, and a fill is shown in percent", () => {
  const filter = new BloomFilter(SIZE);
  assert.match(inspect(filter), /^BloomFilter \{ 0 keys, .*, 0\.0 % full \}$/);
  filter.addMany(Array.from({ length: 100 }, (_, i) => `key ${i}`));
  assert.match(inspect(filter), /^BloomFilter \{ 100 keys, .*, 5\d\.\d % full \}$/);
});
