// Runs the examples in the API's documentation and in the README, and checks each `expression // value`. An example of
// the API must import all names that it uses. In a document, the imports of an example also apply to the next ones.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as edgebloom from "edgebloom";
import * as compat from "edgebloom/compat";
import * as forms from "edgebloom/keys";
import * as lite from "edgebloom/lite";
import * as live from "edgebloom/live";
import * as reader from "edgebloom/reader";
import * as signing from "edgebloom/sign";

const entries = {
  edgebloom,
  "edgebloom/compat": compat,
  "edgebloom/keys": forms,
  "edgebloom/lite": lite,
  "edgebloom/live": live,
  "edgebloom/reader": reader,
  "edgebloom/sign": signing,
};
const everything = Object.assign({}, ...Object.values(entries).reverse());
const at = (path) => new URL(`../../../${path}`, import.meta.url);

/** The published sets of the examples. The command line writes them, and `fetch` serves them at https://lists.example/. */
const SETS = {
  blocked: { list: "mailinator.com\n", args: ["--static", "--error-rate", "1e-6", "-"] },
  blocklist: {
    list: "mailinator.com\npartner.example\n",
    args: ["--static", "--error-rate", "1e-6", "--keys", "domain", "-"],
  },
  categories: { list: "mailinator.com\tdisposable\n", args: ["--map", "-", "--error-rate", "1e-6"] },
  // The SHA-1 digest of "correct horse".
  leaked: {
    list: `${createHash("sha1").update("correct horse").digest("hex")}\n`,
    args: ["--static", "--error-rate", "1e-6", "--keys", "sha1-hex", "--shards", "4", "-"],
  },
};
const php = compat.createFilter({ scheme: "php-redis", bits: 4096, functions: ["bkdr"], arithmetic: "php" });
php.add("布隆过滤器");
const comments = php.toBytes();
/** The filter at all other addresses of filter files. */
const blocked = edgebloom.BloomFilter.from(["mailinator.com", "guerrillamail.com"], {
  errorRate: 1e-6,
  version: "2026-11-21",
}).toBytes();

/** The links of the page whose examples mark them. */
const marks = new Map();
const link = (/** @type {string} */ href) => ({ href, classList: { toggle: (_, on) => marks.set(href, on) } });
globalThis.document = {
  links: [
    link("https://a.mailinator.com/x"),
    link("https://mailinator.com.example/"),
    link("https://www.partner.example/"),
    link("tel:+1"),
  ],
};

const { fetch: network } = globalThis;
const folder = mkdtempSync(join(tmpdir(), "edgebloom-examples-"));
before(() => {
  // An example stores files in its working folder.
  process.chdir(folder);
  const cli = fileURLToPath(at("pkg/cli.js"));
  for (const [name, { list, args }] of Object.entries(SETS)) {
    const command = [cli, "publish", "--quiet", ...args, "--state", `${name}.state`, "-o", name];
    execFileSync(process.execPath, command, { cwd: folder, input: list });
  }
  globalThis.fetch = async (url) => {
    const { pathname } = new URL(url, "https://lists.example/");
    try {
      return new Response(readFileSync(join(folder, pathname)));
    } catch {
      if (pathname === "/comments.bloom") return new Response(comments);
      return pathname.endsWith(".bloom") ? new Response(blocked) : new Response(null, { status: 404 });
    }
  };
});
after(() => {
  globalThis.fetch = network;
  process.chdir(fileURLToPath(at(".")));
  rmSync(folder, { recursive: true });
});

function examplesOf(file) {
  const text = readFileSync(at(file), "utf8");
  const found = file.endsWith(".md")
    ? [...text.matchAll(/^( *)```js\n(.*?)^\1```/gms)].map(([, indent, code]) =>
        code.replace(RegExp(`^${indent}`, "gm"), ""),
      )
    : [...text.matchAll(/^ *\* @example\n((?: *\*(?!\/| @).*\n)+)/gm)].map(([, code]) => code.replace(/^ *\* ?/gm, ""));
  return found.map((code, i) => ({ name: `${file}, example ${i + 1}`, code }));
}

/** The code with each `expression // value` replaced by a check, and the number of checks. */
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
  return {
    checks,
    text: lines.join("\n").replace(/^import (\{[^}]*\}) from ("edgebloom(?:\/\w+)?");$/gm, "const $1 = entries[$2];"),
  };
}

const files = [
  ...["pkg/api", "pkg/lite", "pkg/reader"].flatMap((folder) =>
    readdirSync(at(folder), { recursive: true })
      .filter((name) => name.endsWith(".js"))
      .map((name) => `${folder}/${name}`),
  ),
  "README.md",
  ...["docs/guide", "docs/deploy", "docs/interop"].flatMap((folder) =>
    readdirSync(at(folder)).map((name) => `${folder}/${name}`),
  ),
  "docs/reference/errors.md",
];
const examples = files.flatMap(examplesOf);

test("there are examples, and most of them state a value", () => {
  assert.ok(examples.length >= 35, `${examples.length}`);
  assert.ok(examples.filter(({ code }) => checked(code).checks).length >= 33);
});

for (const { name, code } of examples) {
  test(name, async () => {
    const { text } = checked(code);
    const isDocument = /\.md,/.test(name);
    const prelude = isDocument ? `const { ${Object.keys(everything).join(", ")} } = everything;` : "";
    const body = `${prelude} return (async () => { ${text}\n})();`;
    await new Function("entries", "everything", "check", body)(entries, everything, assert.deepEqual);
  });
}

test("docs/deploy/browsers.md marks the links of a page", async () => {
  for (let waits = 0; marks.size < 4 && waits < 500; waits++) await setTimeout(10);
  assert.deepEqual(Object.fromEntries(marks), {
    "https://a.mailinator.com/x": true,
    "https://mailinator.com.example/": false,
    "https://www.partner.example/": false,
    "tel:+1": false,
  });
});
