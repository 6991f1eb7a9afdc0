// Lines that are already in the form of their keys take a short way. They must give the same keys as the long way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Random } from "../../../fuzz/mutate.mjs";
import { domain, email, sha1Hex, sha256Hex } from "../../../pkg/api/keys/key-forms.js";
import { DigestReader, endOfHost, splitLines } from "../../../pkg/cli/lines-in-form.js";
import { BloomFilter } from "../../../pkg/index.js";
import { useFolder } from "../helpers/command-line.mjs";

const { put, get, edgebloom } = useFolder();

const label = (length) => "a".repeat(length);
const longName = (length) =>
  `${`${label(63)}.`
    .repeat(4)
    .slice(0, length - 4)
    .replace(/\.$/, "a")}.com`;
const HOSTS = [
  ...["example.org", "a.b.co", "1-2_3.example.org", "-.org", "x.xn--", "xn-a.org", "axn--b.org", "example.museum"],
  ...["xn--bcher-kva.example", "a.xn--p1ai", "bücher.example", "Example.org", "example", "a.b.c1", "1.2.3.4", "a.0x1"],
  ...[
    "a..b.org",
    ".example.org",
    "*.example.org",
    "example.org.",
    "||example.org^",
    "a b.org",
    "a.o",
    "example.org:80",
  ],
  ...[
    "# comment",
    "! comment",
    "a.org # comment",
    "b.org #comment",
    "",
    " a.org",
    "a.org ",
    "a.org\rb.org",
    "\r",
    "bob@example.org",
    "a/b.org",
  ],
  ...[63, 64].map((length) => `${label(length)}.org`),
  ...[63, 64].map((length) => `x.${label(length)}`),
  ...[252, 253, 254, 255].map(longName),
  "a\u2028b.org",
  "x@y@z.org",
  "\u0000.org",
];
const DIGEST = "0123456789abcdefABCDEF0123456789abcdef01";
const DIGESTS = [
  ...[DIGEST, `${DIGEST}:`, `${DIGEST}:12`, `${DIGEST}:1 `, ` ${DIGEST}`, `${DIGEST}:x`, `${DIGEST}x`, `${DIGEST}\r`],
  ...[
    DIGEST.slice(1),
    `${DIGEST}0`,
    `${DIGEST.slice(1)}g`,
    `${DIGEST.slice(1)}:`,
    `# ${DIGEST}`,
    "",
    "\r",
    `${DIGEST}\r\r`,
  ],
];

test("a host name takes the short way only if it is its own key", () => {
  let short = 0;
  for (const name of HOSTS) {
    for (const end of ["\n", "\r\n"]) {
      const lines = Buffer.from(`x\n${name}${end}y.org\n`);
      const found = endOfHost(lines, 2);
      if (!found) continue;
      short++;
      assert.equal(found, lines.length - 6, name);
      for (const form of [domain, email]) assert.deepEqual(form.entries(name), [name]);
    }
  }
  assert.equal(short, 22);
  assert.equal(endOfHost(Buffer.from("example.org"), 0), 0, "a line without an end could go on");
  assert.equal(longName(253).length, 253);
});

test("a digest takes the short way only if it is one", () => {
  let short = 0;
  for (const text of DIGESTS) {
    const lines = Buffer.from(`x\n${text}\nanother\n`);
    const reader = new DigestReader(lines, 20);
    const end = reader.read(2);
    if (!end) {
      assert.equal(reader.digests.length, 0);
      continue;
    }
    short++;
    assert.equal(end, lines.length - 8, text);
    assert.deepEqual(sha1Hex.entries(text), [new Uint8Array(reader.digests)]);
  }
  assert.equal(short, 4);
  assert.equal(new DigestReader(Buffer.from(DIGEST), 20).read(0), 0);
  const longer = `${DIGEST}${DIGEST.slice(0, 24)}`;
  for (const line of [longer, longer.toUpperCase(), `${longer}:7`]) {
    const reader = new DigestReader(Buffer.from(`${line}\r\n`), 32);
    assert.equal(reader.read(0), line.length + 2);
    assert.deepEqual(sha256Hex.entries(line), [new Uint8Array(reader.digests)]);
  }
  assert.equal(new DigestReader(Buffer.from(`${DIGEST}\n`), 32).read(0), 0);
});

test("splits lines into two parts, without a loss", () => {
  const random = new Random(1);
  for (let i = 0; i < 300; i++) {
    const text = Array.from({ length: random.below(9) }, () => random.of(["in\n", "out\n", "\n", "in\r\n"])).join("");
    const lines = Buffer.from(text + random.of(["", "in", "o"]));
    const asked = [];
    const { inForm, others } = splitLines(lines, (start) => {
      asked.push(start);
      const end = lines.indexOf(10, start) + 1;
      return end && lines[start] === 105 ? end : 0;
    });
    const sorted = (yes) =>
      lines
        .toString()
        .match(/[^\n]*\n|[^\n]+$/g)
        ?.filter((line) => /^in\r?\n/.test(line) === yes);
    assert.equal(Buffer.concat(inForm).toString(), sorted(true)?.join("") ?? "");
    assert.equal(Buffer.concat(others).toString(), sorted(false)?.join("") ?? "");
    assert.equal(new Set(asked).size, asked.length, "each line once: asking takes a digest");
  }
});

for (const [form, lines] of /** @type {const} */ ([
  [domain, HOSTS],
  [email, HOSTS],
  [sha1Hex, DIGESTS],
  [sha256Hex, DIGESTS.map((text) => text.replace(DIGEST, DIGEST + DIGEST.slice(0, 24)))],
])) {
  test(`${form.name}: build gives the keys of each line, in any order of lines`, () => {
    const random = new Random(2);
    const keysIn = (line) => line.replace(/(?:^#\s|\s#).*|^! .*/, "").trim();
    for (let i = 0; i < 12; i++) {
      const some = lines.filter(() => random.once(2)).sort(() => random.below(3) - 1);
      const keys = some.flatMap((line) => form.entries(keysIn(line)));
      if (!keys.length) continue;
      put("list", some.join(random.of(["\n", "\r\n"])) + random.of(["", "\n"]));
      for (const more of [[], ["--capacity", "1000"]]) {
        const { code, stderr } = edgebloom([
          "build",
          "--keys",
          form.name,
          "--input",
          "lines",
          ...more,
          "-o",
          "out",
          "list",
        ]);
        assert.equal(code, 0, stderr);
        const options = more.length ? { capacity: 1000, errorRate: 0.01 } : { errorRate: 0.01 };
        // The keys are in the form already.
        const as = { name: form.name, entries: (key) => [key], lookups: (key) => [key] };
        const expected = BloomFilter.from(keys, { ...options, keys: as });
        assert.ok(BloomFilter.fromBytes(get("out"), { keys: form }).equals(expected), JSON.stringify(some));
      }
    }
  });
}
