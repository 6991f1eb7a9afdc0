// How filters appear in a console, JSON.stringify, structuredClone, assert.deepStrictEqual and a Proxy.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { inspect } from "node:util";
import { BloomFilter, CountingBloomFilter, ScalableBloomFilter, SparseBloomFilter, load } from "edgebloom";
import { createFilter, load as loadAny } from "edgebloom/compat";
import { KeyedBloomFilter } from "edgebloom";
import { LiveFilter } from "edgebloom/live";

const SIZE = { capacity: 100, errorRate: 0.01 };
const LIST = { name: '列表 "a"', version: "7" };
/** A fixed secret key: with another one, two positions of "a" may be equal, which changes the fill ratio. */
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
class Mine extends BloomFilter {}

/** Each class, with the function that reads its file and the console output of a filter with one key. */
const CLASSES = [
  {
    make: (list) => new BloomFilter({ ...SIZE, ...list }),
    read: load,
    shown: "standard, 960 bits, 7 hashes, 0.7% full",
  },
  {
    make: (list) => new BloomFilter({ ...SIZE, layout: "blocked", ...list }),
    read: load,
    shown: /^blocked, 1024 bits, \d hashes, 0\.\d% full$/,
  },
  {
    make: (list) => new BloomFilter({ ...SIZE, onSaturated: "rotate", ...list }),
    read: load,
    shown: "standard, 960 bits, 7 hashes, 0.7% full",
  },
  { make: (list) => new Mine({ ...SIZE, ...list }), read: load, shown: "standard, 960 bits, 7 hashes, 0.7% full" },
  {
    make: (list) => new CountingBloomFilter({ ...SIZE, ...list }),
    read: load,
    shown: "standard, 960 bits, 7 hashes, 0.7% full",
  },
  {
    make: (list) => new ScalableBloomFilter({ ...SIZE, ...list }),
    read: load,
    shown: /^standard, \d+ bits, \d+ hashes, 0\.\d% full$/,
  },
  {
    make: (list) => new SparseBloomFilter({ bits: 2 ** 32, hashes: 3, ...list }),
    read: load,
    shown: "standard, 4294967296 bits, 3 hashes, 0.0% full",
  },
  {
    make: (list) => new KeyedBloomFilter({ ...SIZE, key, ...list }),
    read: (text) => KeyedBloomFilter.fromBase64(text, { key }),
    shown: "keyed, 960 bits, 7 hashes, 0.7% full",
  },
  {
    make: (list) => Object.assign(createFilter({ scheme: "guava-mitz64", funnel: "string_utf8", ...SIZE }), list),
    read: loadAny,
    shown: "guava-mitz64, 960 bits, 7 hashes, 0.7% full",
  },
];

for (const { make, read, shown } of CLASSES) {
  const filter = make();
  filter.add("a");
  const listed = make(LIST);
  listed.add("a");
  const Class = filter.constructor;

  describe(`${Class.name} ${inspect(shown)}`, () => {
    test("prints a summary in a console", () => {
      const text = inspect(filter);
      assert.ok(text.startsWith(`${Class.name} { 1 key, `) && text.endsWith(" }"), text);
      const what = text.slice(`${Class.name} { 1 key, `.length, -2);
      if (typeof shown === "string") assert.equal(what, shown);
      else assert.match(what, shown);
      assert.equal(inspect(listed), text.replace("{ ", `{ ${LIST.name} ${LIST.version}: `));
      // At every depth up to the limit; beyond it like any other object.
      for (const depth of [0, 2, 9]) assert.ok(inspect({ filter }, { depth, showHidden: true }).includes(text));
      assert.ok(inspect({ a: { b: { c: [filter] } } }, { depth: 9, breakLength: 1e9 }).includes(text));
      assert.equal(inspect({ a: { b: { c: { filter } } } }, { compact: true }), "{ a: { b: { c: [Object] } } }");
      assert.equal(`${filter}`, "[object Object]");
    });

    test("prints any name and version safely", () => {
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
        // byteLength does not include a name or version that toBytes rejects.
        if (typeof text !== "string" || text.length > 341) assert.equal(one.stats.byteLength, filter.stats.byteLength);
        assert.equal(one.stats.inserted, 1);
      }
      one.name = "";
      one.version = "";
      assert.equal(inspect(one), inspect(filter));
    });

    test("does not throw behind a Proxy", () => {
      assert.equal(typeof inspect(new Proxy(filter, {})), "string");
      assert.ok(inspect(new Proxy(filter, {}), { showProxy: true }).includes(inspect(filter)));
    });

    test("JSON.stringify gives base64 that load reads", () => {
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

    test("structuredClone gives a plain object without a filter", () => {
      const clone = structuredClone(listed);
      assert.deepEqual([Object.getPrototypeOf(clone), clone], [Object.prototype, LIST]);
      assert.throws(() => filter.equals(clone), {
        name: "TypeError",
        message: /^other: expected a BloomFilter, got an object$/,
      });
      const sent = structuredClone(listed.toBytes());
      assert.deepEqual(sent, listed.toBytes());
    });

    test("assert.deepStrictEqual compares class, name and version, not contents", () => {
      const other = make();
      other.addMany(["b", "c"]);
      assert.deepStrictEqual(other, filter);
      assert.equal(other.equals(filter), false);
      assert.equal(filter.clone().equals(filter), true);
      assert.notDeepStrictEqual(listed, filter);
    });

    test("prints a freed filter", () => {
      const freed = make(LIST);
      freed.free();
      assert.equal(inspect(freed), `${Class.name} { freed }`);
      assert.equal(inspect({ a: [freed] }), `{ a: [ ${Class.name} { freed } ] }`);
      assert.throws(() => JSON.stringify(freed), {
        name: "TypeError",
        message: "filter has been freed",
      });
    });
  });
}

test("prints classes and prototypes like any others", () => {
  for (const Class of [BloomFilter, CountingBloomFilter, Mine]) {
    assert.match(inspect(Class), /^\[class /);
    assert.equal(typeof inspect(Class.prototype), "string");
    assert.equal(inspect(Object.create(Class.prototype)), `${Class.name} {}`);
  }
});

test("prints the number of keys and the fill in percent", () => {
  const filter = new BloomFilter(SIZE);
  assert.match(inspect(filter), /^BloomFilter \{ 0 keys, .*, 0\.0% full \}$/);
  filter.addMany(Array.from({ length: 100 }, (_, i) => `key ${i}`));
  assert.match(inspect(filter), /^BloomFilter \{ 100 keys, .*, 5\d\.\d% full \}$/);
});

describe("LiveFilter", () => {
  const URL_SHOWN = "https://lists.example/blocked.bloom";
  const dump = BloomFilter.from(["a"], { ...SIZE, ...LIST }).toBytes();
  const FILTER = 'FilterReader { 列表 "a" 7: 1 key, standard, 960 bits, 7 hashes, 0.7% full }';
  const live = (answer, url = URL_SHOWN) => new LiveFilter(url, { fetch: answer, store: null, refreshEvery: Infinity });

  test("prints URL, filter and state in a console", async () => {
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

  test("prints errors of any type", async () => {
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

  test("prints a keyed filter without its secret key, and custom filter objects", async () => {
    const keyed = new KeyedBloomFilter({ ...SIZE, key });
    const own = { has: () => true, hasMany: () => Uint8Array.of(1) };
    const shown = "KeyedBloomFilter { 0 keys, keyed, 960 bits, 7 hashes, 0.0% full }";
    for (const [load, text] of [
      [() => keyed, shown],
      [() => own, "a filter"],
    ]) {
      const one = new LiveFilter(URL_SHOWN, { fetch: async () => new Response(dump), store: null, load });
      await one.ready();
      one.stop();
      assert.equal(inspect(one, { showHidden: true, depth: 9 }), `LiveFilter { ${URL_SHOWN}: ${text}, stopped }`);
    }
  });

  test("prints no secrets", () => {
    const one = live(async () => new Response(dump), "https://user:word@lists.example/a?key=secret&b=2#c");
    assert.equal(inspect(one), "LiveFilter { https://lists.example/a?...: no filter yet }");
  });

  test("prints a subclass, a prototype and a Proxy", () => {
    class Blocked extends LiveFilter {}
    assert.match(inspect(new Blocked(URL_SHOWN, { store: null })), /^Blocked \{ https:/);
    assert.equal(typeof inspect(LiveFilter.prototype), "string");
    assert.equal(typeof inspect(new Proxy(live(), {})), "string");
  });
});
