// `npm run site`: writes the demo page as a folder of static files to build/site, for any host and any path.
// `npm run site -- --out FOLDER` writes it elsewhere.

import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build as buildPackage } from "./build.mjs";
import { Failure, at, filesBelow, mainOf } from "./run.mjs";

export const SITE = at("build", "site");

/** The example list. */
const LIST = "disposable-email-domains";

/** The packages of the two faces. */
const FONTS = ["@fontsource-variable/figtree", "@fontsource/ibm-plex-mono"];

/** @satisfies {import("esbuild").BuildOptions} */
const OPTIONS = {
  // Paths in what esbuild tells of its work are from there.
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
 * Writes the site; the package has to be built.
 * @param {string} [out]
 * @param {import("esbuild").Plugin[]} [plugins] for who wants to know what it is made of
 * @returns {Promise<import("esbuild").Metafile["outputs"]>} what is in each script
 */
export async function buildSite(out = SITE, plugins = []) {
  // What is not a site is somebody's folder.
  if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, "sw.js")))
    throw new Failure(`${out}: expected an empty folder or an older site`);
  // Whole or not at all: it may be served while it is built.
  const fresh = `${out}.${process.pid}`;
  try {
    mkdirSync(join(fresh, "lists"), { recursive: true });
    const outputs = await writeSite(fresh, plugins);
    rmSync(out, { recursive: true, force: true });
    renameSync(fresh, out);
    return outputs;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/**
 * @param {string} outdir
 * @param {import("esbuild").Plugin[]} plugins
 */
async function writeSite(outdir, plugins) {
  const { build } = await import("esbuild");
  const example = await writeExample(join(outdir, "lists"));
  const define = { "globalThis.EDGEBLOOM_EXAMPLE": JSON.stringify(example) };
  /**
   * @param {import("esbuild").BuildOptions["entryPoints"]} entryPoints
   * @param {import("esbuild").BuildOptions} [more]
   */
  const bundle = (entryPoints, more) => build({ ...OPTIONS, outdir, entryPoints, ...more });
  // The texts have names that early.js knows.
  const scripts = { main: at("www/main.js"), "texts-en": at("www/texts/en.js"), "texts-zh": at("www/texts/zh.js") };
  const split = { splitting: true, chunkNames: "chunk-[hash]", plugins };
  const { outputs } = (await build({ ...OPTIONS, outdir, entryPoints: scripts, metafile: true, define, ...split }))
    .metafile;
  // Each worker has all it needs in its file, which is named by the panel that starts it, and nothing else.
  const workers = filesBelow("www/panels").filter((name) => name.endsWith("-worker.js"));
  await bundle(
    workers.map((name) => ({ in: at(name), out: basename(name, ".js") })),
    { plugins },
  );
  await bundle([at("www/style.css"), at("www/early.js")]);
  writeFileSync(join(outdir, "index.html"), page(chunksOf(outputs, "www/main.js"), { ...example, ...links() }));
  // Whether the host answers /check; `npm start`, which does, says so in its place.
  writeFileSync(join(outdir, "worker.json"), JSON.stringify({ worker: false }));
  copyFileSync(at("www/icon.svg"), join(outdir, "icon.svg"));
  for (const font of FONTS)
    copyFileSync(at("node_modules", font, "LICENSE"), join(outdir, "fonts", `${basename(font)}.LICENSE.txt`));
  // Its version is a name for what is in the files.
  const files = readdirSync(outdir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(outdir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\0`).update(readFileSync(join(outdir, name)));
  const FILES = JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]);
  await bundle([at("www/sw.js")], { define: { FILES, VERSION: JSON.stringify(hash.digest("hex").slice(0, 16)) } });
  return outputs;
}

/**
 * The files that a script imports before it runs, and those that they import.
 * @param {import("esbuild").Metafile["outputs"]} outputs
 * @param {string} source
 */
export function chunksOf(outputs, source) {
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
 * index.html with its panels and figures in their places, without what indents it. The browser is told of the files that the
 * script will import, so that it does not learn of them one after the other.
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
 * A panel may have others in it.
 * @type {(html: string) => string}
 */
const withPanels = (html) =>
  html.replace(/^ *<!-- panel: (\S+) -->$/gm, (_, name) =>
    withPanels(readFileSync(at(`www/panels/${name}/panel.html`), "utf8").trimEnd()),
  );

/** Where the footer leads. Until a release puts the repository's address into the manifest, npm shows source and README. */
function links() {
  const { name, repository } = JSON.parse(readFileSync(at("pkg/package.json"), "utf8"));
  const npm = `https://www.npmjs.com/package/${name}`;
  const source = repository?.url.replace(/^git\+|\.git$/g, "");
  return {
    npm,
    source: source ?? `${npm}?activeTab=code`,
    docs: `${source ?? npm}#readme`,
    benchmarks: source ? `${source}/blob/main/docs/BENCHMARKS.md` : `${npm}#compared-with-others`,
    workerSource: source ? `${source}/tree/main/examples/edge-worker` : `${npm}?activeTab=code`,
  };
}

/**
 * The example list, its filter, and where it comes from.
 * @param {string} folder
 */
async function writeExample(folder) {
  const [{ BloomFilter }, { StaticFilter }, { email }] = await Promise.all([
    import("edgebloom"),
    import("edgebloom/static"),
    import("edgebloom/keys"),
  ]);
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

await mainOf(import.meta, async () => {
  const { values } = parseArgs({ options: { out: { type: "string", default: SITE } } });
  const out = resolve(values.out);
  await buildPackage();
  await buildSite(out);
  console.log(`The page is in ${out}`);
});
