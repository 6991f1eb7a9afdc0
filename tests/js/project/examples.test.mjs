// The examples of the API's documentation and of the README do what they say: `expression // value`
// is checked, everything else is run.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import * as compat from "edgebloom/compat";
import * as keyed from "edgebloom/keyed";
import * as forms from "edgebloom/keys";
import * as live from "edgebloom/live";
import * as reader from "edgebloom/reader";
import * as signing from "edgebloom/sign";
import * as sets from "edgebloom/static";
import { pathOf, writeManifest } from "../../../pkg/api/live/manifest.js";

const edgebloom = { ...compat, ...keyed, ...forms, ...live, ...reader, ...signing, ...sets };
const at = (path) => new URL(`../../../${path}`, import.meta.url);

/** What the examples of methods speak of. */
const SCENE = `
  const keys = Array.from({ length: 98 }, (_, i) => "key-" + i);
  let filter = BloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
  const other = BloomFilter.from(["b", "only in other"], { capacity: 100, errorRate: 0.01 });
  const counting = CountingBloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
  const scalable = ScalableBloomFilter.from(["a", "b"], { capacity: 100, errorRate: 0.01 });
  const key = generateKey();
  const secret = KeyedBloomFilter.from(["a", "b"], { key, capacity: 100, errorRate: 0.01 });
  const set = StaticFilter.from(["a", "b"], { errorRate: 0.001 });
  const sparse = SparseBloomFilter.from(["a", "b"], { bits: 2 ** 24, hashes: 3 });
`;

/** The bytes of a small published set, by the addresses of its files. */
const published = (() => {
  const errorRate = 1e-6;
  const bytes = sets.StaticFilter.from(["mailinator.com"], { errorRate }).toBytes();
  const base = { sha256: createHash("sha256").update(bytes).digest("hex"), bytes: bytes.length };
  const list = { name: "", version: "", sequence: 1, expires: null, keyForm: "raw", errorRate, seed: 0, keys: 1 };
  const manifest = writeManifest({ ...list, set: { keys: 1, base, layers: [] }, shards: undefined });
  const files = { "manifest.json": manifest, [pathOf(base, "bloom")]: bytes };
  return (url) => files[Object.keys(files).find((path) => url.endsWith(`/${path}`))];
})();

function examplesOf(file) {
  const text = readFileSync(at(file), "utf8");
  const found = file.endsWith(".md")
    ? [...text.matchAll(/^```js\n(.*?)^```/gms)].map(([, code]) => code)
    : [...text.matchAll(/^ *\* @example\n((?: *\*(?!\/).*\n)+)/gm)].map(([, code]) => code.replace(/^ *\* ?/gm, ""));
  return found.map((code, i) => ({ name: `${file}, example ${i + 1}`, code }));
}

/** The code with `expression // value` made into checks; how many there are. */
function checked(code) {
  let checks = 0;
  const lines = code.split("\n").map((line) => {
    const match = line.match(
      /^(?!\s*(?:const|let|import|\/\/))(.*?[^:\s]);?\s*\/\/ (true|false|-?\d[\d.e-]*|"[^"]*")(?=$|[:.,;])/,
    );
    if (!match) return line;
    checks++;
    const [before, last] = match[1].match(/^(.*;)?\s*(.*)$/s).slice(1);
    return `${before ?? ""} check(${last}, ${match[2]});`;
  });
  return { checks, text: lines.join("\n").replace(/^import (\{[^}]*\}) from "edgebloom(?:\/\w+)?";$/gm, "") };
}

const files = [
  ...readdirSync(at("pkg/api"), { recursive: true })
    .filter((name) => name.endsWith(".js"))
    .map((name) => `pkg/api/${name}`),
  "README.md",
  "docs/INTEROP.md",
  "docs/PHP.md",
  "docs/SIGNING.md",
];
const examples = files.flatMap(examplesOf);

test("there are examples, and most of them state a value", () => {
  assert.ok(examples.length >= 35, `${examples.length}`);
  assert.ok(examples.filter(({ code }) => checked(code).checks).length >= 33);
});

for (const { name, code } of examples) {
  test(name, async () => {
    const { text } = checked(code);
    const scene = /\b(?:const|let) filter\b/.test(text) ? "" : SCENE;
    const names = Object.keys(edgebloom);
    const body = `const { ${names.join(", ")} } = edgebloom; return (async () => { ${scene}\n${text}\n})();`;
    await new Function("edgebloom", "check", "published", body)(edgebloom, assert.deepEqual, published);
  });
}
