// The budgets of what users download, as bundlers and servers leave it: minified and gzipped.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { Failure, at, main } from "./run.mjs";
import { buildSite, chunksOf } from "./site.mjs";

const KB = 1000;
const BUDGETS = [
  {
    name: "default entry, BloomFilter (JavaScript, module inlined)",
    budget: 16 * KB,
    bytes: () => bundled("pkg/index.js", "BloomFilter, FilterFormatError"),
  },
  { name: "default entry, everything (two modules inlined)", budget: 44 * KB, bytes: () => bundled("pkg/index.js") },
  { name: "compat entry, everything (one module inlined)", budget: 60 * KB, bytes: () => bundled("pkg/compat.js") },
  ...["core", "variants", "compat"].map((name, i) => ({
    name: `module ${name}`,
    budget: [12, 24, 52][i] * KB,
    bytes: () => readFileSync(at(`pkg/wasm/${name}.wasm`)),
  })),
];

/** The demo page without its WebAssembly. */
const PAGE_BUDGET = 50 * KB;

/** What a bundler makes of an entry, or of some names that are imported from it. */
async function bundled(entry, names) {
  const { build: bundle } = await import("esbuild");
  const { outputFiles } = await bundle({
    stdin: { contents: `export ${names ? `{ ${names} }` : "*"} from "./${entry}";`, resolveDir: at() },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    external: ["*.wasm"],
  });
  return outputFiles[0].contents;
}

/**
 * What a visit of the demo page loads in a language, each file gzipped, with empty modules; and what else there
 * is, for who brings a filter of another system, builds a list or times the filter.
 */
async function pageSizes() {
  const folder = mkdtempSync(join(tmpdir(), "edgebloom-size-"));
  const withoutModules = {
    name: "without modules",
    setup: ({ onLoad }) =>
      onLoad({ filter: /-inline\.js$/ }, () => ({ contents: "export const bytes = () => new Uint8Array();" })),
  };
  try {
    const outputs = await buildSite(folder, [withoutModules]);
    const scripts = new Map(Object.entries(outputs).map(([path, { entryPoint }]) => [basename(path), entryPoint]));
    const loadedWith = (source) => [
      [...scripts].find(([, entryPoint]) => entryPoint === source)[0],
      ...chunksOf(outputs, source),
    ];
    const all = readdirSync(folder).filter((name) => /\.(html|js|css|svg)$/.test(name));
    const sum = (names) =>
      names.reduce((total, name) => total + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
    const visit = (language) => {
      const loaded = ["www/main.js", "www/later.js", `www/texts/${language}.js`].flatMap(loadedWith);
      const always = all.filter((name) => !scripts.has(name) && !name.endsWith("-worker.js"));
      return [...new Set([...always, ...loaded])];
    };
    const list = readdirSync(join(folder, "lists")).map((name) => join("lists", name));
    const listBytes = list.reduce((total, name) => total + readFileSync(join(folder, name)).length, 0);
    return { en: sum(visit("en")), zh: sum(visit("zh")), all: sum(all), list: listBytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main(async () => {
  await build();
  let over = 0;
  for (const { name, budget, bytes } of BUDGETS) {
    const raw = await bytes();
    const size = gzipSync(raw, { level: 9 }).length;
    if (size > budget) over++;
    console.log(
      `${size <= budget ? "ok  " : "OVER"} ${String(size).padStart(6)} of ${budget} bytes gzipped (${raw.length} raw): ${name}`,
    );
  }
  const pages = await pageSizes();
  for (const language of ["en", "zh"]) {
    const size = pages[language];
    if (size > PAGE_BUDGET) over++;
    console.log(
      `${size <= PAGE_BUDGET ? "ok  " : "OVER"} ${size} of ${PAGE_BUDGET} bytes gzipped: a visit of the demo page (${language}) without WebAssembly`,
    );
  }
  console.log(`     ${pages.all} bytes gzipped: all of it, which the service worker keeps for times without a network`);
  console.log(`     ${pages.list} bytes: the example list, which it keeps, too`);
  const { dependencies = {} } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  const count = Object.keys(dependencies).length;
  console.log(`${count ? "OVER" : "ok  "} ${count} of 0 runtime dependencies`);
  if (over || count) throw new Failure("a size is over its budget");
});
