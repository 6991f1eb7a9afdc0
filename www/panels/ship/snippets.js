// The code that queries a filter, for each runtime. tests/snippets runs these snippets unchanged.

/** @typedef {"browser" | "vite" | "node" | "deno" | "bun" | "worker"} Runtime */
/**
 * @typedef {"readable" | "variant" | "foreign"} Kind a filter that edgebloom/reader reads, another class, the scheme of
 *   another system
 */

/**
 * @typedef {object} Snippet
 * @property {{ name: string, text: string }[]} files
 * @property {string} install the command that brings the package; "" where none is needed
 * @property {string} run the command that runs it; "" where it is any web server
 * @property {"beside" | "served" | "besideBin"} note where the file of the filter goes
 */

const INSTALL = "npm install edgebloom";

/** Characters that could end a script in HTML, or that an editor hides or shows as others. */
const UNSAFE = /[<\u007f-\u009f\u2028\u2029\p{Cf}]/gu;

/**
 * A value as a literal in code. Its content cannot break out of the quotes.
 * @param {string | bigint} value
 */
export const literal = (value) =>
  typeof value === "bigint"
    ? `${value}n`
    : JSON.stringify(value).replace(
        UNSAFE,
        (char) => `\\u{${/** @type {number} */ (char.codePointAt(0)).toString(16)}}`,
      );

/** What the code imports and calls. `path` is the file of the entry point, for pages without a bundler. */
const PARTS = {
  readable: {
    name: "FilterReader",
    read: "FilterReader.fromBytes",
    entry: "edgebloom/reader",
    path: "reader/index.js",
  },
  variant: { name: "load", read: "load", entry: "edgebloom", path: "index.js" },
  foreign: { name: "load", read: "load", entry: "edgebloom/compat", path: "compat.js" },
};

/** The example address of the published set. */
export const MANIFEST_URL = "https://example.org/published/manifest.json";

/**
 * The commands that build a filter from a list, once or repeatedly, and the code that queries the published one.
 * @param {{ fileName: string, key: string | bigint }} what
 */
export const buildSnippet = ({ fileName, key }) => ({
  build: `npx edgebloom build --error-rate 0.01 domains.txt -o ${fileName}`,
  publish: "npx edgebloom publish --static --error-rate 0.01 domains.txt -o published",
  live: {
    name: "live.mjs",
    text: `import { LiveFilter } from "edgebloom/live";

const filter = new LiveFilter(${literal(MANIFEST_URL)});
await filter.ready();
console.log(filter.has(${literal(String(key))}) ? "maybe" : "no");
`,
  },
});

/**
 * @param {Runtime} runtime
 * @param {{ kind: Kind, fileName: string, key: string | bigint }} what the file has the ending for the runtime
 * @returns {Snippet}
 */
export function snippetFor(runtime, { kind, fileName, key }) {
  const { name, read, entry, path } = PARTS[kind];
  const file = literal(fileName);
  const nearby = literal(`./${fileName}`);
  const answer = `filter.has(${literal(key)}) ? "maybe" : "no"`;
  const show = `document.querySelector("#answer").textContent = ${answer};`;
  const importFrom = (/** @type {string} */ from) => `import { ${name} } from "${from}";`;

  /** A script that reads the file beside it: a runtime differs in how it reads bytes. */
  const script = (/** @type {string} */ name, /** @type {string} */ from, /** @type {string} */ bytes, first = "") => [
    {
      name,
      text: `${first}${importFrom(from)}

const filter = ${read}(await ${bytes});
console.log(${answer});
`,
    },
  ];
  switch (runtime) {
    case "browser":
      return {
        files: [
          {
            name: "index.html",
            text: `<!doctype html>
<meta charset="utf-8">
<title>edgebloom</title>
<p id="answer"></p>
<script type="module">
  ${importFrom(`./node_modules/edgebloom/${path}`)}

  const response = await fetch(${nearby});
  const filter = ${read}(new Uint8Array(await response.arrayBuffer()));
  ${show}
</script>
`,
          },
        ],
        install: INSTALL,
        run: "",
        note: "served",
      };
    case "vite":
      return {
        files: [
          {
            name: "index.html",
            text: `<!doctype html>
<meta charset="utf-8">
<title>edgebloom</title>
<p id="answer"></p>
<script type="module" src="./main.js"></script>
`,
          },
          {
            name: "main.js",
            text: `${importFrom(entry)}
import url from ${literal(`./${fileName}?url`)};

const response = await fetch(url);
const filter = ${read}(new Uint8Array(await response.arrayBuffer()));
${show}
`,
          },
        ],
        install: `${INSTALL} vite`,
        run: "npx vite",
        note: "beside",
      };
    case "node":
      return {
        files: script("check.mjs", entry, `readFile(${file})`, 'import { readFile } from "node:fs/promises";\n'),
        install: INSTALL,
        run: "node check.mjs",
        note: "beside",
      };
    case "deno":
      return {
        files: script("check.js", `npm:${entry}`, `Deno.readFile(${file})`),
        install: "",
        run: "deno run --allow-read check.js",
        note: "beside",
      };
    case "bun":
      return {
        files: script("check.js", entry, `Bun.file(${file}).bytes()`),
        install: "bun add edgebloom",
        run: "bun check.js",
        note: "beside",
      };
    case "worker":
      return {
        files: [
          {
            name: "worker.js",
            text: `${importFrom(entry)}
import bytes from ${nearby};

const filter = ${read}(new Uint8Array(bytes));

export default {
  fetch(request) {
    const key = new URL(request.url).searchParams.get("key") ?? ${literal(String(key))};
    return new Response(filter.has(${typeof key === "bigint" ? "BigInt(key)" : "key"}) ? "maybe" : "no");
  },
};
`,
          },
          {
            name: "wrangler.toml",
            text: `name = "filter"
main = "worker.js"
compatibility_date = "2026-04-01"
`,
          },
        ],
        install: `${INSTALL} wrangler`,
        run: "npx wrangler dev",
        note: "besideBin",
      };
  }
}
