// edgebloom/keys: a list entry and a query for it give the same key, whatever their spelling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BloomFilter } from "edgebloom";
import { FilterReader } from "edgebloom/reader";
import { domain, email, sha1, sha1Hex, sha256, sha256Hex, url } from "edgebloom/keys";
import { raw } from "../../../pkg/api/keys/key-forms.js";

test("a host name has one spelling", () => {
  const spellings = {
    "example.org": ["Example.ORG", " example.org ", "example.org.", "*.example.org", ".example.org", "||example.org^"],
    "xn--bcher-kva.example": ["bücher.example", "BÜCHER.example", "xn--bcher-kva.example", "b%FCcher.example"],
    "127.0.0.1": ["127.0.0.1", "127.1", "0x7f.1", "2130706433"],
    "_dmarc.example.org": ["_DMARC.example.org"],
  };
  for (const [key, all] of Object.entries(spellings)) {
    for (const text of all.filter((one) => !one.includes("%"))) assert.deepEqual(domain.entries(text), [key], text);
  }
  for (const text of ["", "not a host", "a/b", "a..b", "user@example.org", "example.org:80", "x".repeat(64), "x.123"]) {
    assert.deepEqual(domain.entries(text), [], text);
  }
});

test("an entry of a list of URLs may say that it is for subdomains, and one that no page can have is refused", () => {
  for (const [entry, key] of [
    ["*.Wild.example", "wild.example/"],
    [".dot.example/a", "dot.example/a"],
    ["https://*.w2.example/login?b", "w2.example/login?b"],
    ["//*.w3.example", "w3.example/"],
    ["||ad.example^", "ad.example/"],
    ["*.1.2.3.4", "1.2.3.4/"],
  ]) {
    assert.deepEqual(url.entries(entry), [key], entry);
    assert.ok(url.lookups(`http://a.${key}`).includes(key) || /\d/.test(key), entry);
  }
  assert.deepEqual(
    url.entries("it's.example/a"),
    url.lookups("http://it's.example/a").slice(0, 1),
    "browsers allow it",
  );
  for (const entry of ['"quoted.example"', "foo*.example", "a.*.example", "'b.example'", "*.", "*"])
    assert.deepEqual(url.entries(entry), [], entry);
});

test("a query looks up the host and the domains above it, but not the last label", () => {
  assert.deepEqual(domain.lookups("A.b.c.example"), ["a.b.c.example", "b.c.example", "c.example"]);
  assert.deepEqual(domain.lookups("a.b.example:8080"), ["a.b.example", "b.example"]);
  assert.deepEqual(domain.lookups("localhost"), ["localhost"], "a host, and a certain no");
  assert.deepEqual(domain.lookups("127.1"), ["127.0.0.1"]);
  // The first label is invalid, but an entry covers all names below it.
  assert.deepEqual(domain.lookups("xn--a.evil.example"), ["evil.example"]);
  for (const text of ["", "not a host", "http://", "///", "xn--a.example", "..example"])
    assert.deepEqual(domain.lookups(text), [], text);
});

test("one label is no entry: it would list everything below it", () => {
  for (const form of [domain, email]) {
    for (const text of ["zip", "com.", "*.com", ".com", "||com^", "localhost", "bob@com"])
      assert.deepEqual(form.entries(text), [], `${form.name} ${text}`);
    // As the filter was built by another program.
    const filter = BloomFilter.from(["com"], { errorRate: 1e-9 });
    const reader = FilterReader.fromBytes(filter.toBytes(), { keys: form });
    assert.equal(reader.has("bob@gmail.com"), false);
  }
});

test("a URL gives the host that the platform's URL class gives", () => {
  const urls = [
    "https://evil.example/a?b=c#d",
    "https://user:secret@evil.example:8443/x",
    "http://evil.example\\@good.example/",
    "http:\\\\evil.example\\x",
    "http:/evil.example/",
    "http:evil.example",
    "http:///evil.example/",
    "http://ev%69l.example/",
    "http://evil\t.example/",
    "http://EVIL.example./",
    "wss://evil.example",
    "ftp://evil.example/x",
  ];
  for (const url of urls) {
    assert.equal(new URL(url).hostname.replace(/\.$/, ""), "evil.example", url);
    assert.deepEqual(domain.lookups(url), ["evil.example"], url);
  }
});

test("a query in any spelling finds the entry", () => {
  for (const text of ["Example.org", "bücher.example", "a.B.c.d", "127.1", "xn--bcher-kva.example", "_x.example"]) {
    const [key] = domain.entries(text);
    for (const query of [text, `sub.${text}`, `https://${text}/x`, `${text}.`]) {
      // An IP address has no names below it.
      if (query.startsWith("sub.127")) continue;
      assert.ok(domain.lookups(query).includes(key), `${query}: ${key}`);
    }
  }
});

test("normalizes email addresses", () => {
  for (const text of ["Bob@Example.ORG", "a#b@example.org", "!x@example.org", '"a@b"@example.org', "example.org"]) {
    assert.deepEqual(email.entries(text), ["example.org"], text);
    const [first, last] = [email.lookups(text)[0], email.lookups(text).at(-1)];
    assert.equal(last, "example.org", text);
    // A browser would read "a#b@example.org" as the host "a".
    assert.ok([last, "a"].includes(first), `${text}: ${first}`);
  }
  for (const text of ["bob@", "", "?", "bob@[1.2.3.4]", "bob@a b"]) assert.deepEqual(email.lookups(text), [], text);
  for (const text of ["*.Example.org", ".example.org", "||example.org^", "*@example.org"])
    assert.deepEqual(email.entries(text), ["example.org"], text);
  assert.deepEqual(email.lookups("x@sub.mailinator.com"), ["sub.mailinator.com", "mailinator.com"]);
  // To a mail server, the part before the last "@" is the user.
  assert.deepEqual(email.lookups("bob/x@mailinator.com"), ["bob", "mailinator.com"]);
});

test("normalizes digests", async () => {
  const digest = await sha1("password");
  for (const text of ["5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8", "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8"]) {
    assert.deepEqual(sha1Hex.entries(text), [digest]);
    assert.deepEqual(sha1Hex.entries(`${text}:123`), [digest]);
    assert.deepEqual(sha1Hex.lookups(text), [digest]);
  }
  assert.deepEqual(sha1Hex.lookups(digest), [digest]);
  assert.deepEqual(sha1Hex.lookups(digest.subarray(1)), []);
  for (const text of ["", "5baa", `${"0".repeat(40)}0`, "g".repeat(40)]) assert.deepEqual(sha1Hex.entries(text), []);
  await assert.rejects(sha1(7), { name: "TypeError", field: "text" });
});

test("a SHA-256 digest is one key, in capitals or not, as text or bytes", () => {
  const digest = Uint8Array.from({ length: 32 }, (_, i) => 8 * i);
  const text = Buffer.from(digest).toString("hex");
  for (const one of [text, text.toUpperCase(), ` ${text} `, `${text}:12`])
    assert.deepEqual(sha256Hex.entries(one), [digest], one);
  for (const one of [text, text.toUpperCase(), digest]) assert.deepEqual(sha256Hex.lookups(one), [digest]);
  // What sha256sum prints is no digest alone: it is skipped with a warning, and never becomes another key.
  for (const one of ["", text.slice(1), `${text}0`, `${text}  file.txt`, "Service unavailable"])
    assert.deepEqual(sha256Hex.entries(one), []);
  assert.deepEqual(sha256Hex.lookups(digest.subarray(1)), []);
  const filter = BloomFilter.from([text.toUpperCase()], { errorRate: 1e-6, keys: sha256Hex });
  assert.deepEqual([filter.has(text), filter.has(digest), filter.has("0".repeat(64))], [true, true, false]);
  assert.throws(() => filter.has("mailinator.com"), /expected a SHA-256 digest/);
});

test("sha256 gives the digest of texts and bytes", () => {
  const hex = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
  const bytes = new TextEncoder().encode("hello");
  for (const [digest, ...more] of [sha256.entries("hello"), sha256.lookups("hello"), sha256.lookups(bytes)]) {
    assert.deepEqual([Buffer.from(digest).toString("hex"), more], [hex, []]);
  }
  for (const wrong of [7n, 7, null, {}])
    assert.throws(() => sha256.lookups(wrong), { name: "TypeError", field: "key" });
});

test("raw keys stay unchanged; other forms need strings", () => {
  assert.deepEqual([raw.entries(" A "), raw.lookups(7n)], [[" A "], [7n]]);
  for (const form of [domain, email]) assert.throws(() => form.lookups(7), { name: "TypeError", field: "key" });
  assert.throws(() => sha1Hex.lookups(7), { name: "TypeError", field: "key" });
});
