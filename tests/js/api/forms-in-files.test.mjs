// The option `keys`: the file names the form of its keys, and whoever looks up must use it.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  BloomFilter,
  CountingBloomFilter,
  KeyedBloomFilter,
  ScalableBloomFilter,
  SparseBloomFilter,
  StaticFilter,
  StaticMap,
  generateSecretKey,
  load,
  readHeader,
} from "edgebloom";
import { domain, email, sha1, sha1Hex, sha256, url } from "edgebloom/keys";
import { FilterReader, MapReader } from "edgebloom/reader";
import { read } from "../helpers/format-reader.mjs";

const NAMES = ["Mailinator.COM", "guerrillamail.com"];
const key = generateSecretKey();
/** A filter of each class with these names as email domains. */
const CLASSES = {
  BloomFilter: (options) => BloomFilter.from(NAMES, { errorRate: 1e-6, ...options }),
  "BloomFilter by lines": (options) => BloomFilter.fromLines(NAMES.join("\r\n"), { errorRate: 1e-6, ...options }),
  "BloomFilter by capacity": (options) => BloomFilter.from(NAMES, { errorRate: 1e-6, capacity: 9, ...options }),
  "with onSaturated": (options) => BloomFilter.from(NAMES, { errorRate: 1e-6, onSaturated: "rotate", ...options }),
  CountingBloomFilter: (options) => CountingBloomFilter.from(NAMES, { errorRate: 1e-6, ...options }),
  ScalableBloomFilter: (options) => ScalableBloomFilter.from(NAMES, { errorRate: 1e-6, ...options }),
  SparseBloomFilter: (options) => SparseBloomFilter.from(NAMES, { bits: 2 ** 20, hashes: 9, ...options }),
  StaticFilter: (options) => StaticFilter.from(NAMES, { errorRate: 1e-6, ...options }),
  "StaticFilter by lines": (options) => StaticFilter.fromLines(NAMES.join("\n"), { errorRate: 1e-6, ...options }),
  StaticMap: (options) =>
    StaticMap.from(
      NAMES.map((name) => [name, "x"]),
      { errorRate: 1e-6, ...options },
    ),
  KeyedBloomFilter: (options) => KeyedBloomFilter.from(NAMES, { errorRate: 1e-6, key, ...options }),
};
const QUERIES = ["Bob@Mailinator.COM", "x@sub.guerrillamail.com", "bob@example.org", "???"];

for (const [name, make] of Object.entries(CLASSES)) {
  test(`${name}: normalizes entries and queries, and the file names the form`, () => {
    const filter = make({ keys: email });
    assert.equal(filter.keyForm, "email");
    assert.deepEqual(
      QUERIES.map((query) => filter.has(query)),
      [true, true, false, true],
    );
    assert.deepEqual([...filter.hasMany(QUERIES)], [1, 1, 0, 1]);
    assert.deepEqual([...filter.hasLines(`${QUERIES.join("\n")}\n`)], [1, 1, 0, 1]);
    const bytes = filter.toBytes();
    assert.equal(readHeader(bytes).keyForm, "email");
    const isKeyed = name === "KeyedBloomFilter";
    const again = (options) =>
      isKeyed ? KeyedBloomFilter.fromBytes(bytes, { key, ...options }) : load(bytes, options);
    assert.deepEqual([...again({ keys: email }).hasMany(QUERIES)], [1, 1, 0, 1]);
    assert.deepEqual(Buffer.from(again({ keys: email }).toBytes()), Buffer.from(bytes));
    assert.throws(() => again({}), {
      name: "TypeError",
      code: "INCOMPATIBLE",
      field: "keys",
      message: /pass \{ keys: email \}/,
    });
    assert.throws(() => again({ keys: domain }), { name: "RangeError", code: "INCOMPATIBLE", field: "keys" });
    if (isKeyed) return;
    if (name !== "StaticMap") assert.equal(read(bytes, "variants").header.keyForm, "email");
    if (/Counting|Sparse/.test(name)) return;
    const Reader = name === "StaticMap" ? MapReader : FilterReader;
    for (const reader of [
      Reader.fromBytes(bytes.buffer.slice(0), { keys: email }),
      Reader.fromBase64(filter.toBase64(), { keys: email }),
    ]) {
      assert.deepEqual(
        QUERIES.map((query) => reader.has(query)),
        [true, true, false, true],
      );
      assert.deepEqual([...reader.hasMany(QUERIES)], [1, 1, 0, 1]);
      assert.equal(reader.keyForm, "email");
    }
    assert.throws(() => Reader.fromBytes(bytes), { name: "TypeError", code: "INCOMPATIBLE", field: "keys" });
    assert.throws(() => Reader.fromBytes(bytes, { keys: domain }), { name: "RangeError", code: "INCOMPATIBLE" });
    assert.throws(() => Reader.fromBytes(bytes, { key: email }), { name: "TypeError", field: "options" });
  });
}

test("a file without a form can be looked up in any", () => {
  const bytes = BloomFilter.from(["mailinator.com"], { errorRate: 1e-6 }).toBytes();
  for (const filter of [FilterReader.fromBytes(bytes, { keys: email }), load(bytes, { keys: email })]) {
    assert.equal(filter.has("Bob@Mailinator.COM"), true);
  }
  assert.equal(FilterReader.fromBytes(bytes).keyForm, "raw");
  assert.equal(readHeader(bytes).keyForm, undefined);
});

test("invalid: what a query gets that does not have the form", async () => {
  const bytes = BloomFilter.from(
    [await sha1("pw")].map((digest) => Buffer.from(digest).toString("hex")),
    {
      errorRate: 1e-6,
      keys: sha1Hex,
    },
  ).toBytes();
  const reader = FilterReader.fromBytes(bytes, { keys: sha1Hex });
  assert.equal(reader.has(await sha1("pw")), true);
  // The hash was forgotten. The message does not show the password.
  assert.throws(() => reader.has("pw77"), {
    name: "RangeError",
    field: "key",
    message: /sha1\(text\).*got another text \(4 characters\)$/,
  });
  assert.deepEqual(
    [...reader.hasMany(["pw77", await sha1("pw"), await sha1("pw77")])],
    [1, 1, 0],
    "one bad key costs one answer",
  );
  assert.throws(() => reader.hasMany([7]), { name: "TypeError", field: "key" });
  const answers = (invalid) => FilterReader.fromBytes(bytes, { keys: sha1Hex, invalid }).has("pw77");
  assert.deepEqual([answers("maybe"), answers("no")], [true, false]);
  assert.throws(() => answers("perhaps"), { name: "TypeError", field: "invalid" });
  // No value means "maybe".
  const map = StaticMap.from([["a.example", "x"]], { errorRate: 1e-6, keys: domain });
  assert.throws(() => map.get("???"), { name: "RangeError", field: "key" });
  assert.equal(map.has("???"), true);
  assert.equal(StaticMap.fromBytes(map.toBytes(), { keys: domain, invalid: "no" }).get("???"), undefined);
  assert.equal(map.get("https://www.A.example"), "x");
});

test("adding what does not have the form throws", () => {
  const filter = new CountingBloomFilter({ capacity: 9, errorRate: 1e-6, keys: domain });
  assert.throws(() => filter.add("???"), { name: "RangeError", field: "key" });
  assert.equal(filter.add("*.A.example"), true);
  assert.equal(filter.add("a.example"), false);
  assert.equal(filter.count("A.EXAMPLE"), 2);
  assert.equal(filter.remove("||a.example^"), true);
  assert.equal(filter.addLines("b.example\n\nC.example\n"), 2);
  assert.equal(filter.addMany(["d.example"]), 1);
  assert.deepEqual([...filter.hasMany(["www.b.example", "c.example", "x.example"])], [1, 1, 0]);
  assert.throws(() => BloomFilter.from(["???"], { errorRate: 0.1, keys: domain }), {
    name: "RangeError",
    field: "key",
  });
});

test("filters with other forms cannot be combined", () => {
  const options = { capacity: 9, errorRate: 0.01 };
  const [one, other] = [new BloomFilter({ ...options, keys: domain }), new BloomFilter(options)];
  assert.throws(() => one.merge(other), { name: "RangeError", code: "INCOMPATIBLE", field: "keys" });
  assert.throws(() => other.union(one), { name: "RangeError", code: "INCOMPATIBLE", field: "keys" });
  assert.deepEqual([one.isCompatible(other), one.equals(other)], [false, false]);
  for (const same of [one.clone(), one.union(one.clone()), one.fold(1), one.shrink({ errorRate: 0.5 })]) {
    assert.equal(same.keyForm, "domain");
    assert.equal(same.add("A.example"), true);
  }
  assert.equal(
    CountingBloomFilter.from(["A.example"], { errorRate: 0.01, keys: domain }).toBloomFilter().keyForm,
    "domain",
  );
});

test("what must never be found has the form, or is rejected: it would not be protected", () => {
  const unfit = { name: "RangeError", field: "never" };
  for (const keys of [domain, sha1Hex]) {
    const entry = keys === domain ? "a.example" : "a".repeat(40);
    const options = { errorRate: 0.01, keys };
    assert.throws(() => StaticFilter.from([entry], { ...options, never: [entry, "???"] }), unfit);
    assert.throws(() => StaticFilter.fromLines(entry, { ...options, never: `${entry}\n???` }), unfit);
  }
});

test("a form of one's own", () => {
  const trimmed = {
    name: "trimmed",
    entries: (text) => [text.trim()],
    lookups: (text) => (text.trim() ? [text.trim()] : []),
  };
  const bytes = StaticFilter.from([" a", "b "], { errorRate: 1e-6, keys: trimmed, never: [" c ", "d"] }).toBytes();
  const reader = FilterReader.fromBytes(bytes, { keys: trimmed });
  assert.deepEqual([...reader.hasMany(["a ", " b", "x", " "])], [1, 1, 0, 1]);
  assert.throws(() => FilterReader.fromBytes(bytes), {
    message: /pass \{ keys: [^}]+ \}, a form of edgebloom\/keys or your own/,
  });
  assert.throws(() => BloomFilter.from([], { errorRate: 0.1, keys: { name: "x" } }), {
    name: "TypeError",
    field: "keys",
  });
});

test("what has a host is looked up by it, as browsers read it", () => {
  const found = [
    "mailinator.com/x",
    "bob@mailinator.com",
    "//mailinator.com",
    "HTTP:\\\\mailinator.com",
    "http:mailinator.com",
    "mailinator.com:8080",
    "mailinator.com:8080/x?y#z",
    "https://user:pass@www.Mailinator.com.:443/x",
    "mailina\ttor.com",
    "a/b@mailinator.com",
    "mailto:bob@mailinator.com",
    "http://mailinator%2ecom/",
    "mailinator.com?x",
    "mailinator.com#x",
    " mailinator.com. ",
  ];
  for (const form of [domain, email]) {
    for (const query of found) assert.ok(form.lookups(query).includes("mailinator.com"), `${form.name}: ${query}`);
    for (const query of ["", "???", "about:blank", "javascript:alert(1)", "http://", "bob@", "http://[::1]/"]) {
      assert.deepEqual(form.lookups(query), [], `${form.name}: ${query}`);
    }
  }
  assert.deepEqual(domain.lookups("https://medium.com/@user"), ["medium.com"]);
});

test("url: canonical forms and lookups as in Safe Browsing", () => {
  // From the examples of https://developers.google.com/safe-browsing/reference/URLs.and.Hashing, without those that no browser can open.
  for (const [text, canonical] of [
    ["http://host/%25%32%35", "host/%25"],
    ["http://host/%25%32%35%25%32%35", "host/%25%25"],
    ["http://host/%2525252525252525", "host/%25"],
    ["http://host/asdf%25%32%35asd", "host/asdf%25asd"],
    ["http://host/%%%25%32%35asd%%", "host/%25%25%25asd%25%25"],
    ["http://www.google.com/", "www.google.com/"],
    [
      "http://%31%36%38%2e%31%38%38%2e%39%39%2e%32%36/%2E%73%65%63%75%72%65/%77%77%77%2E%65%62%61%79%2E%63%6F%6D/",
      "168.188.99.26/.secure/www.ebay.com/",
    ],
    [
      "http://195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdata/",
      "195.127.0.11/uploads/%20%20%20%20/.verify/.eBaysecure=updateuserdata/",
    ],
    ["http://3279880203/blah", "195.127.0.11/blah"],
    ["http://www.google.com/blah/..", "www.google.com/"],
    ["www.google.com/", "www.google.com/"],
    ["www.google.com", "www.google.com/"],
    ["http://www.evil.com/blah#frag", "www.evil.com/blah"],
    ["http://www.GOOgle.com/", "www.google.com/"],
    ["http://www.google.com.../", "www.google.com/"],
    ["http://www.google.com/foo\tbar\rbaz\n2", "www.google.com/foobarbaz2"],
    ["http://www.google.com/q?", "www.google.com/q?"],
    ["http://www.google.com/q?r?", "www.google.com/q?r?"],
    ["http://www.google.com/q?r?s", "www.google.com/q?r?s"],
    ["http://evil.com/foo#bar#baz", "evil.com/foo"],
    ["http://evil.com/foo;", "evil.com/foo;"],
    ["http://evil.com/foo?bar;", "evil.com/foo?bar;"],
    ["http://notrailingslash.com", "notrailingslash.com/"],
    ["http://www.gotaport.com:1234/", "www.gotaport.com/"],
    ["  http://www.google.com/  ", "www.google.com/"],
    ["https://www.securesite.com/", "www.securesite.com/"],
    ["http://host.com/ab%23cd", "host.com/ab%23cd"],
    ["http://host.com//twoslashes?more//slashes", "host.com/twoslashes?more//slashes"],
  ]) {
    assert.deepEqual(url.entries(text), [canonical], text);
  }
  const sorted = (text) => url.lookups(text).sort();
  assert.deepEqual(sorted("http://a.b.com/1/2.html?param=1"), [
    "a.b.com/",
    "a.b.com/1/",
    "a.b.com/1/2.html",
    "a.b.com/1/2.html?param=1",
    "b.com/",
    "b.com/1/",
    "b.com/1/2.html",
    "b.com/1/2.html?param=1",
  ]);
  assert.deepEqual(sorted("http://a.b.c.d.e.f.com/1.html"), [
    "a.b.c.d.e.f.com/",
    "a.b.c.d.e.f.com/1.html",
    "c.d.e.f.com/",
    "c.d.e.f.com/1.html",
    "d.e.f.com/",
    "d.e.f.com/1.html",
    "e.f.com/",
    "e.f.com/1.html",
    "f.com/",
    "f.com/1.html",
  ]);
  assert.deepEqual(sorted("http://1.2.3.4/1/"), ["1.2.3.4/", "1.2.3.4/1/"]);
  assert.equal(url.lookups("http://a.b.c.d.e.f.com/1/2/3/4/5/6?x").length, 30);
  for (const text of ["", "???", "mailto:a@b.c"])
    assert.deepEqual([url.lookups(text), url.entries(text)], [[], []], text);
});

test("what a stranger nests or repeats costs no more than its length", () => {
  const start = performance.now();
  assert.deepEqual(url.entries(`http://a.example/${"%3".repeat(100_000)}2`), ["a.example/2"]);
  assert.deepEqual(url.entries(`http://a.example/%${"25".repeat(100_000)}`), ["a.example/%25"]);
  assert.deepEqual(email.lookups(`x@${"a..".repeat(30_000)}b.example`), ["b.example"]);
  assert.deepEqual(domain.lookups(`${"?".repeat(100_000)}${".".repeat(100_000)}`), []);
  // A loop over the whole text for each level took minutes.
  assert.ok(performance.now() - start < 5000, `${performance.now() - start} ms`);
});

test("sha256: any text, and lines that are not UTF-8", () => {
  const line = Uint8Array.of(0xff, 0x61);
  const filter = BloomFilter.fromLines(Buffer.concat([line, Buffer.from("\ntext\n")]), {
    errorRate: 1e-6,
    keys: sha256,
  });
  assert.deepEqual([filter.has(line), filter.has("text"), filter.has("other")], [true, true, false]);
  assert.deepEqual([...filter.hasLines(Buffer.concat([line, Buffer.from("\nother\n")]))], [1, 0]);
});
