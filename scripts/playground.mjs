// Builds the demo page as a folder of static files, for any host and any path.

import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { Failure, at, filesBelow } from "./run.mjs";

export const PLAYGROUND = at("build", "playground");

/** The example list. */
const LIST = "disposable-email-domains";

/** The packages of the two fonts. */
const FONTS = ["@fontsource-variable/figtree", "@fontsource/ibm-plex-mono"];

/** @satisfies {import("esbuild").BuildOptions} */
const OPTIONS = {
  // The paths in the output of esbuild are relative to this folder.
  absWorkingDir: at(),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]",
  legalComments: "none",
  logLevel: "warning",
};

/**
 * Writes the page. The package must be built.
 * @param {string} [out]
 * @param {string} [docs] the address of the documentation, relative to the page; the default is the package's home page
 */
export async function buildPlayground(out = PLAYGROUND, docs = undefined) {
  // Do not delete a folder that this script did not make.
  if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, "sw.js")))
    throw new Failure(`${out}: expected an empty folder or an older demo page`);
  // Replace the folder at once: a server may be reading it.
  const fresh = `${out}.${process.pid}`;
  try {
    mkdirSync(join(fresh, "lists"), { recursive: true });
    await writePage(fresh, docs);
    rmSync(out, { recursive: true, force: true });
    renameSync(fresh, out);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * Says in a built page where the worker of its host is. Other hosts answer no /check.
 * @param {string} folder
 * @param {string} worker the address of the worker's own page
 */
export const nameWorker = (folder, worker) =>
  writeFileSync(join(folder, "worker.json"), JSON.stringify({ worker: true, page: worker }));

/**
 * @param {string} outdir
 * @param {string} [docs]
 */
async function writePage(outdir, docs) {
  const { build } = await import("esbuild");
  const example = await writeExample(join(outdir, "lists"));
  const define = { "globalThis.EDGEBLOOM_EXAMPLE": JSON.stringify(example) };
  /**
   * @param {import("esbuild").BuildOptions["entryPoints"]} entryPoints
   * @param {import("esbuild").BuildOptions} [more]
   */
  const bundle = (entryPoints, more) => build({ ...OPTIONS, outdir, entryPoints, ...more, metafile: true });
  // early.js contains the names of the text files.
  const scripts = { main: at("www/main.js"), "texts-en": at("www/texts/en.js"), "texts-zh": at("www/texts/zh.js") };
  const { metafile } = await bundle(scripts, { define, splitting: true, chunkNames: "chunk-[hash]" });
  // Each worker is one file, and only the panel that starts it contains its name.
  const workers = filesBelow("www/panels").filter((name) => name.endsWith("-worker.js"));
  await bundle(workers.map((name) => ({ in: at(name), out: basename(name, ".js") })));
  await bundle([at("www/style.css"), at("www/early.js")]);
  writeFileSync(join(outdir, "index.html"), page(chunksOf(metafile, "www/main.js"), { ...example, ...links(docs) }));
  writeFileSync(join(outdir, "worker.json"), JSON.stringify({ worker: false }));
  copyFileSync(at("www/icon.svg"), join(outdir, "icon.svg"));
  for (const font of FONTS)
    copyFileSync(at("node_modules", font, "LICENSE"), join(outdir, "fonts", `${basename(font)}.LICENSE.txt`));
  // It is in the bundle of the list's worker.
  copyFileSync(at("node_modules/papaparse/LICENSE"), join(outdir, "papaparse.LICENSE.txt"));
  // The version is a hash of the files.
  const files = readdirSync(outdir, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(outdir, name)).isFile())
    .map((name) => name.replaceAll("\\", "/"))
    .sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\0`).update(readFileSync(join(outdir, name)));
  const FILES = JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]);
  await bundle([at("www/sw.js")], { define: { FILES, VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)) } });
}

/**
 * The files that a script imports before it runs, and those that they import.
 * @param {import("esbuild").Metafile} metafile
 * @param {string} source
 */
function chunksOf({ outputs }, source) {
  const named = Object.fromEntries(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  /** @type {(name: string) => string[]} */
  const importedBy = (name) =>
    named[name].imports
      .filter(({ kind }) => kind === "import-statement")
      .flatMap(({ path }) => [basename(path), ...importedBy(basename(path))]);
  const script = Object.keys(named).find((name) => named[name].entryPoint === source);
  if (script === undefined) throw new Failure(`${source}: nothing was made of it`);
  return [...new Set(importedBy(script))];
}

/**
 * index.html with its panels and figures, without indentation. It lists the files that the script imports, so the browser fetches
 * them at the same time.
 * @param {string[]} chunks
 * @param {Record<string, unknown>} figures for the names in braces
 */
function page(chunks, figures) {
  const links = chunks.map((name) => `<link rel="modulepreload" href="${name}">`);
  return withPanels(readFileSync(at("www/index.html"), "utf8"))
    .replace(/\{(\w+)\}/g, (_, name) => {
      if (!(name in figures)) throw new Failure(`index.html: nothing is known for {${name}}`);
      return String(figures[name]);
    })
    .replace("</head>", `${links.join("\n")}\n</head>`)
    .replace(/^ +/gm, "");
}

/**
 * Inserts panels, also those inside of other panels.
 * @type {(html: string) => string}
 */
const withPanels = (html) =>
  html.replace(/^ *<!-- panel: (\S+) -->$/gm, (_, name) =>
    withPanels(readFileSync(at(`www/panels/${name}/panel.html`), "utf8").trimEnd()),
  );

/**
 * The addresses in the footer.
 * @param {string} [docs] the address of the documentation, relative to the page
 */
function links(docs) {
  const { name, repository, homepage } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  const source = repository.url.replace(/^git\+|\.git$/g, "");
  return {
    npm: `https://www.npmjs.com/package/${name}`,
    source,
    docs: docs ?? homepage,
    benchmarks: `${docs ?? homepage}reference/benchmarks.html`,
    workerSource: `${source}/tree/main/examples/edge-worker`,
  };
}

/**
 * The example list, its filter, and its source.
 * @param {string} folder
 */
async function writeExample(folder) {
  const [{ BloomFilter, StaticFilter }, { email }] = await Promise.all([import("edgebloom"), import("edgebloom/keys")]);
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(at("node_modules", LIST, name), "utf8"));
  const { version, license, repository } = read("package.json");
  /** @type {string[]} */
  const domains = read("index.json");
  const keys = domains.flatMap(email.entries);
  const options = { errorRate: 0.01, name: LIST, version };
  const gzipped = gzipSync(domains.join("\n"), { level: 9 });
  const filter = BloomFilter.from(keys, options);
  const bloom = filter.toBytes();
  const { bits, fillRatio, hashes } = filter.stats;
  writeFileSync(join(folder, `${LIST}.txt.gz`), gzipped);
  writeFileSync(join(folder, `${LIST}.bloom`), bloom);
  const source = `npm ${LIST} ${version}, ${license}, ${repository.url}`;
  writeFileSync(join(folder, "README.txt"), `${LIST}.txt.gz, ${LIST}.bloom: ${source}\n`);
  const bytes = {
    listBytes: Buffer.byteLength(domains.join("\n")),
    gzipBytes: gzipped.length,
    bloomBytes: bloom.length,
    staticBytes: StaticFilter.from(keys, options).toBytes().length,
  };
  const size = (/** @type {number} */ count) => `${Math.round(count / 1000)} kB`;
  return {
    file: LIST,
    source: `npm ${LIST} ${version}, ${license}`,
    count: domains.length,
    keys: domains.length.toLocaleString("en"),
    bloomSize: size(bytes.bloomBytes),
    staticSize: size(bytes.staticBytes),
    gzipSize: size(bytes.gzipBytes),
    bytes,
    bits,
    fillRatio,
    hashes,
  };
}
