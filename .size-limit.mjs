// What users download, minified and gzipped. `npm run size` prints the table and fails where an entry has grown by more than
// 5 % of what is recorded in sizes.json: say why in the commit that records anew, with `npm run size:record`.

import { readFileSync } from "node:fs";
import { ENTRIES, MODULES, sourceOf } from "./scripts/entries.mjs";

const recorded = JSON.parse(readFileSync(new URL("sizes.json", import.meta.url), "utf8"));
const row = (name, path, more) => ({
  name,
  path,
  gzip: true,
  limit: recorded[name] ? `${Math.ceil(recorded[name] * 1.05)} B` : undefined,
  ...more,
});
const file = { disablePlugins: ["@size-limit/esbuild"] };

export default [
  row("import { BloomFilter } from edgebloom", "pkg/index.js", { import: "{ BloomFilter }" }),
  ...ENTRIES.map((entry) =>
    row(`everything of ${entry.name === "index" ? "edgebloom" : `edgebloom/${entry.name}`}`, `pkg/${sourceOf(entry)}`),
  ),
  ...Object.keys(MODULES).map((name) => row(`module ${name}`, `pkg/wasm/${name}.wasm`, file)),
  row("the reader for a script tag", "pkg/edgebloom-reader.iife.js", file),
  row("for Node, import", ["pkg/node/*.js", "!pkg/node/cli.js"], file),
  row("the command line", "pkg/node/cli.js", file),
  row("for Node, require", ["pkg/cjs/*.js"], file),
];
