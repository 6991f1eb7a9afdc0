// What others see of a filter: a console, JSON.stringify, structuredClone, assert.deepStrictEqual, and a Proxy.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { BloomFilter, CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter, load } from "edgebloom";
import { createFilter, load as loadAny } from "edgebloom/compat";
import { KeyedBloomFilter } from "edgebloom/keyed";
import { FilterHolder, LiveFilter } from "edgebloom/live";

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

    test("in a console, whatever name and version are", () => {
      const one = make(LIST);
      one.add("a");
      for (const [text, shown] of [
        [5, "5"],
        [null, "null"],
        [undefined, "undefined"],
        [Symbol("a"), "Symbol(a)"],
        [{ toString: null }, "an object"],
        ["n".repeat(1025), `${"n".repeat(80)}...`],
        ["布".repeat(342), "布".repeat(342)],
        ["\u001b[31mred\u001b[0m", '"\\u001b[31mred\\u001b[0m"'],
        ["two\r\nlines", '"two\\r\\nlines"'],
        ["\u009b\u2028\u202e\u007f", '"\\u009b\\u2028\\u202e\\u007f"'],
        [`\n${"n".repeat(2000)}`, `"\\n${"n".repeat(79)}..."`],
      ]) {
        one.name = text;
        one.version = "7";
        assert.equal(
          inspect(one),
          inspect(listed).replace(LIST.name, () => shown),
        );
        one.version = text;
        assert.equal(
          inspect(one),
          inspect(listed).replace(`${LIST.name} 7`, () => `${shown} ${shown}`),
        );
        // What toBytes refuses is not in its length.
        if (typeof text !== "string" || text.length > 341) assert.equal(one.stats.byteLength, filter.stats.byteLength);
        assert.equal(one.stats.inserted, 1);
      }
      one.name = "";
      one.version = "";
      assert.equal(inspect(one), inspect(filter));
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

describe("LiveFilter", () => {
  const URL_SHOWN = "https://lists.example/blocked.bloom";
  const dump = BloomFilter.from(["a"], { ...SIZE, ...LIST }).toBytes();
  const FILTER = 'FilterReader { 列表 "a" 7: 1 key, standard, 960 bits, 7 hashes, 0.7 % full }';
  const live = (answer, url = URL_SHOWN) => new LiveFilter(url, { fetch: answer, store: null, refreshEvery: Infinity });

  test("in a console: where it asks, what it has, and how it goes", async () => {
    let answer = new Response(dump);
    const one = live(async () => answer);
    assert.equal(inspect(one), `LiveFilter { ${URL_SHOWN}: no filter yet }`);
    await one.ready();
    assert.equal(inspect(one), `LiveFilter { ${URL_SHOWN}: ${FILTER} }`);
    assert.ok(inspect({ a: [one] }).includes(inspect(one)));
    answer = new Response("", { status: 500 });
    await assert.rejects(one.refresh());
    assert.equal(inspect(one), `LiveFilter { ${URL_SHOWN}: ${FILTER}, 1 failure: STATUS }`);
    one.stop();
    assert.equal(inspect(one), `LiveFilter { ${URL_SHOWN}: ${FILTER}, 1 failure: STATUS, stopped }`);
    assert.equal(JSON.stringify({ one }), '{"one":{}}');
  });

  test("what fails with anything is shown", async () => {
    for (const [reason, shown] of [
      [null, ""],
      [undefined, ""],
      ["secret", ""],
      [new Error("secret"), ": Error"],
      [Object.assign(new Error("secret"), { code: 5 }), ": Error"],
      [Object.assign(new Error("secret"), { code: "a\nb" }), ': "a\\nb"'],
    ]) {
      const open = () => Promise.reject(reason);
      const one = new LiveFilter(URL_SHOWN, { fetch: async () => new Response(dump), store: null, open });
      await one.ready().catch(() => {});
      assert.equal(inspect(one), `LiveFilter { ${URL_SHOWN}: no filter yet, 1 failure${shown} }`);
      one.stop();
    }
  });

  test("nothing that may be secret", () => {
    const one = live(async () => new Response(dump), "https://user:word@lists.example/a?key=secret&b=2#c");
    assert.equal(inspect(one), "LiveFilter { https://lists.example/a?...: no filter yet }");
  });

  test("a subclass, a prototype and a Proxy", () => {
    class Blocked extends LiveFilter {}
    assert.match(inspect(new Blocked(URL_SHOWN, { store: null })), /^Blocked \{ https:/);
    assert.equal(typeof inspect(LiveFilter.prototype), "string");
    assert.equal(typeof inspect(new Proxy(live(), {})), "string");
  });
});

describe("FilterHolder", () => {
  test("in a console: what it has", () => {
    const filter = BloomFilter.from(["a"], { ...SIZE, ...LIST });
    const holder = new FilterHolder(filter);
    const said = inspect(filter);
    assert.equal(inspect(holder), `FilterHolder { ${said}, 0 swaps }`);
    holder.replace(filter.clone());
    assert.equal(inspect(holder), `FilterHolder { ${said}, 1 swap }`);
    holder.current.free();
    assert.equal(inspect([holder]), "[ FilterHolder { BloomFilter { freed }, 1 swap } ]");
    assert.equal(JSON.stringify(holder), "{}");
    assert.equal(typeof inspect(FilterHolder.prototype), "string");
    assert.equal(typeof inspect(new Proxy(holder, {})), "string");
  });

  test("a reader, as a filter is shown", () => {
    const holder = new FilterHolder(BloomFilter.from(["a"], { ...SIZE, ...LIST }).toBytes());
    const shown = 'FilterReader { 列表 "a" 7: 1 key, standard, 960 bits, 7 hashes, 0.7 % full }';
    assert.equal(inspect(holder), `FilterHolder { ${shown}, 0 swaps }`);
  });

  test("a keyed filter, without its key", () => {
    const filter = new KeyedBloomFilter({ ...SIZE, key });
    assert.equal(
      inspect(new FilterHolder(filter), { showHidden: true, depth: 9 }),
      "FilterHolder { KeyedBloomFilter { 0 keys, keyed, 960 bits, 7 hashes, 0.0 % full }, 0 swaps }",
    );
  });

  test("whatever a load of one's own gives", () => {
    const load = () => ({ has: () => true, hasMany: () => Uint8Array.of(1) });
    assert.equal(inspect(new FilterHolder("text", { load })), "FilterHolder { a filter, 0 swaps }");
  });
});
