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
import { repositoryAddress } from "./address.mjs";
import { Failure, at, filesBelow } from "./run.mjs";
import { shareCard } from "./share-card.mjs";
import { POOL, nameOf } from "../www/panels/hero/pool.js";

export const PLAYGROUND = at("build", "playground");

/** The example list. */
const LIST = "disposable-email-domains";

/** The packages of the two fonts. */
const FONTS = ["@fontsource-variable/figtree", "@fontsource/ibm-plex-mono"];

/** The pages: their scripts, and the HTML that each has of its own. */
const PAGES = { "index.html": "www/main.js", "workbench.html": "www/workbench.js" };

/** The elements of index.html that another page replaces. */
const OWN = [
  /<meta name="description".*>/,
  /<title.*<\/title>/,
  /<link rel="stylesheet".*>(\n<link rel="stylesheet".*>)*/,
  /<script type="module".*<\/script>/,
  /<a class="skip".*<\/a>/,
  /<nav[^]*<\/nav>/,
  /<main>[^]*<\/main>/,
  /<p data-t="\w+\.footer">.*<\/p>/,
];

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
 * @param {string} [docs] the address of the documentation, relative to the page
 */
export async function buildPlayground(out = PLAYGROUND, docs = "docs/") {
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
 * @param {string} docs
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
  const scripts = [
    ...Object.values(PAGES).map((script) => ({ in: at(script), out: basename(script, ".js") })),
    ...["en", "zh"].map((language) => ({ in: at(`www/texts/${language}.js`), out: `texts-${language}` })),
  ];
  const { metafile } = await bundle(scripts, { define, splitting: true, chunkNames: "chunk-[hash]" });
  // Each worker is one file, and only the panel that starts it contains its name.
  const workers = filesBelow("www/panels").filter((name) => name.endsWith("-worker.js"));
  await bundle(workers.map((name) => ({ in: at(name), out: basename(name, ".js") })));
  await bundle([at("www/style.css"), at("www/workbench.css"), at("www/early.js")]);
  const figures = { ...example, ...links(docs) };
  for (const [name, script] of Object.entries(PAGES))
    writeFileSync(join(outdir, name), page(name, chunksOf(metafile, script), figures));
  writeFileSync(join(outdir, "worker.json"), JSON.stringify({ worker: false }));
  copyFileSync(at("www/icon.svg"), join(outdir, "icon.svg"));
  const filter = readFileSync(join(outdir, "lists", `${LIST}.bloom`));
  writeFileSync(join(outdir, "card.jpg"), await shareCard(filter, example));
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
  const FILES = JSON.stringify([
    "./",
    ...files.filter((name) => !["index.html", "card.jpg"].includes(name) && !name.endsWith(".txt.gz")),
  ]);
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
 * A page with its panels and figures, without indentation. It lists the files that the script imports, so the browser fetches
 * them at the same time.
 * @param {string} name
 * @param {string[]} chunks
 * @param {Record<string, unknown>} figures for the names in braces
 */
function page(name, chunks, figures) {
  const links = chunks.map((chunk) => `<link rel="modulepreload" href="${chunk}">`);
  return withPanels(frame(name))
    .replace(/<a href="\{(\w+)\}[^"]*"(.*?)<\/a>/gs, (link, to, rest) =>
      figures[to] ? link : `<span class="unlinked"${rest}</span>`,
    )
    .replace(/\{(\w+)\}/g, (_, figure) => {
      if (!(figure in figures)) throw new Failure(`${name}: nothing is known for {${figure}}`);
      return String(figures[figure]);
    })
    .replace("</head>", `${links.join("\n")}\n</head>`)
    .replace(/^ +/gm, "");
}

/** index.html, with the elements that a page has of its own. @param {string} name @returns {string} */
function frame(name) {
  const html = readFileSync(at("www", name), "utf8");
  if (name === "index.html") return html;
  return OWN.reduce((page, element) => {
    const own = element.exec(html)?.[0];
    if (own === undefined || !element.test(page))
      throw new Failure(`${name}: expected an element like ${element}, as in index.html`);
    return page.replace(element, () => own);
  }, frame("index.html"));
}

/**
 * Inserts panels, also those inside of other panels.
 * @type {(html: string) => string}
 */
const withPanels = (html) =>
  html.replace(/^ *<!-- (panel|workbench): (\S+) -->$/gm, (_, where, name) =>
    withPanels(readFileSync(at("www", where === "panel" ? "panels" : where, name, "panel.html"), "utf8").trimEnd()),
  );

/**
 * The addresses that the pages link to. An address that does not exist yet is empty.
 * @param {string} docs the address of the documentation, relative to the page
 */
function links(docs) {
  const source = repositoryAddress();
  return {
    npm: source && "https://www.npmjs.com/package/edgebloom",
    source,
    docs,
    // Messengers want the whole address of the picture.
    address: process.env.EDGEBLOOM_ADDRESS ?? "",
  };
}

/** The part of the example list that the small sets of `never` and of labels are made of. */
const PART = "m";

/**
 * The example list, its filter, its source and its figures. All texts with figures of the list have those of here
 * (tests/page/unit/figures.test.mjs).
 * @param {string} folder
 */
export async function writeExample(folder) {
  const [{ BloomFilter, StaticFilter, StaticMap }, { email }] = await Promise.all([
    import("edgebloom"),
    import("edgebloom/keys"),
  ]);
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(at("node_modules", LIST, name), "utf8"));
  const { version, license, repository } = read("package.json");
  // The npm package has some domains twice, in Unicode and in Punycode. These are one domain.
  const keys = [
    ...new Set(/** @type {string[]} */ (read("index.json")).flatMap((entry) => email.entries(entry).map(String))),
  ];
  const text = keys.join("\n");
  const gzipped = gzipSync(text, { level: 9 });
  const options = { errorRate: 0.01, name: LIST, version };
  const filter = BloomFilter.from(keys, options);
  const bloom = filter.toBytes();
  const { bits, fillRatio, hashes } = filter.stats;
  const part = keys.filter((key) => key.startsWith(PART));
  const listed = new Set(keys);
  const known = wellKnown().filter((domain) => !listed.has(domain));
  const [plain, never] = [{}, { never: known }].map((more) => StaticFilter.from(part, { errorRate: 0.01, ...more }));
  const labels = [
    ["disposable", part],
    ["well-known", known],
  ].flatMap(([label, its]) =>
    /** @type {string[]} */ (its).map((key) => /** @type {[string, string]} */ ([key, String(label)])),
  );
  const files = {
    [`${LIST}.txt.gz`]: gzipped,
    [`${LIST}.bloom`]: bloom,
    "setters.json": JSON.stringify(settersIn(filter, keys)),
    [`${PART}.bloom`]: plain.toBytes(),
    [`${PART}-never.bloom`]: never.toBytes(),
    [`${PART}-labels.map`]: StaticMap.from(labels, { errorRate: 0.001 }).toBytes(),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const source = `npm ${LIST} ${version}, ${license}`;
  writeFileSync(
    join(folder, "README.txt"),
    `${Object.keys(files).join(", ")}: ${source}, ${repository.url ?? repository}\n${PART}*: its domains that begin with ${PART}\n`,
  );
  const bytes = {
    listBytes: Buffer.byteLength(text),
    gzipBytes: gzipped.length,
    bloomBytes: bloom.length,
    staticBytes: StaticFilter.from(keys, options).toBytes().length,
  };
  const size = (/** @type {number} */ count) => `${Math.round(count / 1000)} kB`;
  return {
    file: LIST,
    source,
    count: keys.length,
    // The names that fall onto the map: short ones from all over the list.
    sample: keys.filter((key, i) => i % 97 === 0 && key.length < 18).slice(0, 14),
    keys: keys.length.toLocaleString("en"),
    bloomSize: size(bytes.bloomBytes),
    staticSize: size(bytes.staticBytes),
    gzipSize: size(bytes.gzipBytes),
    readerSize: await readerSize(),
    bytes,
    bits,
    fillRatio,
    hashes,
    part: {
      prefix: PART,
      // The names that only `never` turns into a "no".
      saved: known.filter((domain) => plain.has(domain) && !never.has(domain)),
    },
  };
}

/**
 * Which keys have set the bits of the false positives in the pool of the page's first section: for each bit, the first that did.
 * @param {import("edgebloom").BloomFilter} filter
 * @param {string[]} keys all of its keys
 */
function settersIn(filter, keys) {
  const liars = Array.from({ length: POOL }, (_, number) => nameOf(number)).filter((name) => filter.has(name));
  const positionsOf = (/** @type {string} */ name) => filter.positions(name);
  const wanted = new Set(liars.flatMap(positionsOf));
  /** @type {Map<number, string>} */
  const found = new Map();
  for (const key of keys) {
    for (const position of positionsOf(key)) {
      if (wanted.has(position) && !found.has(position)) found.set(position, key);
    }
  }
  return Object.fromEntries(liars.map((liar) => [liar, positionsOf(liar).map((position) => found.get(position))]));
}

/** Well-known domains, the same as the worker's. */
const wellKnown = () =>
  readFileSync(at("examples/edge-worker/well-known.txt"), "utf8")
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter(Boolean);

/** The size of FilterReader in a bundle, gzipped. */
async function readerSize() {
  const { build } = await import("esbuild");
  const stdin = { contents: 'export { FilterReader } from "edgebloom/reader";', resolveDir: at() };
  const { outputFiles } = await build({ ...OPTIONS, stdin, write: false, loader: {} });
  return `${(gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000).toFixed(1)} kB`;
}
