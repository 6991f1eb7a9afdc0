// The budgets of what users download, as bundlers and servers leave it: minified and gzipped.

import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "./build.mjs";
import { Failure, at, main, npm } from "./run.mjs";
import { buildSite, chunksOf } from "./site.mjs";

const KB = 1000;
/** What is downloaded together, each file compressed by itself. */
const BUDGETS = [
  {
    name: "default entry, BloomFilter (JavaScript, module inlined)",
    budget: 16 * KB,
    files: () => bundled("pkg/index.js", "BloomFilter, FilterFormatError"),
  },
  { name: "default entry, everything (two modules inlined)", budget: 44 * KB, files: () => bundled("pkg/index.js") },
  { name: "compat entry, everything (one module inlined)", budget: 60 * KB, files: () => bundled("pkg/compat.js") },
  { name: "keyed entry, everything (one module inlined)", budget: 18.5 * KB, files: () => bundled("pkg/keyed.js") },
  {
    name: "live entry, FilterHolder (two modules inlined)",
    budget: 46 * KB,
    files: () => bundled("pkg/live.js", "FilterHolder"),
  },
  { name: "live entry, everything (two modules inlined)", budget: 46 * KB, files: () => bundled("pkg/live.js") },
  {
    name: "sign entry, verify (the library for older browsers apart)",
    budget: 4 * KB,
    files: () => bundled("pkg/sign-workerd.js", "verify"),
  },
  { name: "sign entry, everything (with that library)", budget: 13 * KB, files: () => bundled("pkg/sign.js") },
  ...["workerd", "edge-light"].flatMap((kind) => [
    { name: `${kind} entry and its modules`, budget: 44 * KB, files: () => bundled(`pkg/${kind}.js`) },
    { name: `compat entry for ${kind} and its module`, budget: 66 * KB, files: () => bundled(`pkg/compat-${kind}.js`) },
    { name: `keyed entry for ${kind} and its module`, budget: 20 * KB, files: () => bundled(`pkg/keyed-${kind}.js`) },
    { name: `live entry for ${kind} and its modules`, budget: 46 * KB, files: () => bundled(`pkg/live-${kind}.js`) },
  ]),
  ...["index", "compat", "keyed", "live", "sign"].map((name, i) => ({
    name: `CommonJS: ${name}`,
    budget: [46, 70, 21.5, 51, 17][i] * KB,
    files: () => bundled(`pkg/cjs/${name}.js`),
  })),
  { name: "command line, with the compat entry: what every command loads", budget: 101 * KB, files: commandLine },
  { name: "command line, all of it", budget: 104 * KB, files: () => bundled("pkg/cli.js", "", "node") },
  ...["core", "variants", "compat", "keyed"].map((name, i) => ({
    name: `module ${name}`,
    budget: [12, 24, 52, 13][i] * KB,
    files: () => [readFileSync(at(`pkg/wasm/${name}.wasm`))],
  })),
];

/** The tarball, and what npm makes of it. */
const PACKED_BUDGET = 470 * KB;
const UNPACKED_BUDGET = 1400 * KB;

/** The demo page without its WebAssembly. */
const PAGE_BUDGET = 50 * KB;

/** What a bundler makes of an entry, or of some names that are imported from it; and the modules that stay files. */
async function bundled(entry, names, platform = "browser") {
  const { build: bundle } = await import("esbuild");
  const what = { "": "{}", undefined: "*" }[names] ?? `{ ${names} }`;
  const { outputFiles, metafile } = await bundle({
    stdin: { contents: `export ${what} from "./${entry}";`, resolveDir: at() },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    write: false,
    metafile: true,
    absWorkingDir: at(),
    external: ["*.wasm", "*.wasm?module"],
  });
  const outside = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external));
  const modules = outside.map(({ path }) => path.match(/([\w-]+\.wasm)(\?module)?$/)?.[1]).filter(Boolean);
  return [outputFiles[0].contents, ...modules.map((name) => readFileSync(at("pkg/wasm", name)))];
}

/** The command line without what only some commands ask for. */
async function commandLine() {
  const { build: bundle } = await import("esbuild");
  const { outputFiles, metafile } = await bundle({
    entryPoints: [at("pkg/cli.js")],
    outdir: at("build/size"),
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
    metafile: true,
    absWorkingDir: at(),
  });
  const first = Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint === "pkg/cli.js");
  const loaded = new Set([first]);
  // A set also gives what is added while it is walked through.
  for (const path of loaded) {
    for (const { path: next, kind } of metafile.outputs[path].imports) {
      if (metafile.outputs[next] && kind === "import-statement") loaded.add(next);
    }
  }
  return outputFiles
    .filter(({ path }) => loaded.has(relative(at(), path).replaceAll("\\", "/")))
    .map(({ contents }) => contents);
}

/** The size of the tarball, and of its files. */
function tarballSizes() {
  const { stdout } = npm(["pack", "--dry-run", "--json", "--silent"], { cwd: at("pkg"), quiet: true });
  const [{ size, unpackedSize }] = JSON.parse(stdout);
  return { size, unpackedSize };
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
    const sizeOf = (names) => sum(names.map((name) => gzipped(readFileSync(join(folder, name)))));
    const visit = (language) => {
      const loaded = ["www/main.js", "www/later.js", `www/texts/${language}.js`].flatMap(loadedWith);
      const always = all.filter((name) => !scripts.has(name) && !name.endsWith("-worker.js"));
      return [...new Set([...always, ...loaded])];
    };
    const list = readdirSync(join(folder, "lists")).map((name) => join("lists", name));
    const listBytes = sum(list.map((name) => readFileSync(join(folder, name)).length));
    return { en: sizeOf(visit("en")), zh: sizeOf(visit("zh")), all: sizeOf(all), list: listBytes };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints a size, and counts what is over its budget. */
function report(size, budget, name, unit = "bytes gzipped") {
  const fits = size <= budget;
  if (!fits) over++;
  console.log(`${fits ? "ok  " : "OVER"} ${String(size).padStart(7)} of ${budget} ${unit}: ${name}`);
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;
let over = 0;

await main(async () => {
  await build();
  for (const { name, budget, files } of BUDGETS) {
    const all = await files();
    report(sum(all.map(gzipped)), budget, name, `bytes gzipped (${sum(all.map(({ length }) => length))} raw)`);
  }
  const { size, unpackedSize } = tarballSizes();
  report(size, PACKED_BUDGET, "the tarball", "bytes");
  report(unpackedSize, UNPACKED_BUDGET, "its files", "bytes");
  const pages = await pageSizes();
  for (const language of ["en", "zh"]) {
    report(pages[language], PAGE_BUDGET, `a visit of the demo page (${language}) without WebAssembly`);
  }
  console.log(`     ${pages.all} bytes gzipped: all of it, which the service worker keeps for times without a network`);
  console.log(`     ${pages.list} bytes: the example list, which it keeps, too`);
  const { dependencies = {} } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  report(Object.keys(dependencies).length, 0, "what the package brings with it", "runtime dependencies");
  if (over) throw new Failure("a size is over its budget");
});
