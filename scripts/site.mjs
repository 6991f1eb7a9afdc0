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
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build as buildPackage } from "./build.mjs";
import { Failure, at, filesBelow, mainOf } from "./run.mjs";

export const SITE = at("build", "site");

/** The example list. */
const LIST = "disposable-email-domains";

/** @satisfies {import("esbuild").BuildOptions} */
const OPTIONS = {
  // Paths in what esbuild tells of its work are from there.
  absWorkingDir: at(),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
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
  /**
   * @param {import("esbuild").BuildOptions["entryPoints"]} entryPoints
   * @param {import("esbuild").BuildOptions} [more]
   */
  const bundle = (entryPoints, more) => build({ ...OPTIONS, outdir, entryPoints, ...more });
  // The texts have names that early.js knows.
  const scripts = { main: at("www/main.js"), "texts-en": at("www/texts/en.js"), "texts-zh": at("www/texts/zh.js") };
  const split = { splitting: true, chunkNames: "chunk-[hash]", plugins };
  const { outputs } = (await build({ ...OPTIONS, outdir, entryPoints: scripts, metafile: true, ...split })).metafile;
  // Each worker has all it needs in its file, which is named by the panel that starts it, and nothing else.
  const workers = filesBelow("www/panels").filter((name) => name.endsWith("-worker.js"));
  await bundle(
    workers.map((name) => ({ in: at(name), out: basename(name, ".js") })),
    { plugins },
  );
  await bundle([at("www/style.css"), at("www/early.js")]);
  writeFileSync(join(outdir, "index.html"), page(chunksOf(outputs, "www/main.js")));
  copyFileSync(at("www/icon.svg"), join(outdir, "icon.svg"));
  writeList(join(outdir, "lists"));
  // Its version is a name for what is in the files.
  const [top, lists] = [readdirSync(outdir), readdirSync(join(outdir, "lists"))];
  const files = [...top.filter((name) => name !== "lists"), ...lists.map((name) => `lists/${name}`)].sort();
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
 * index.html with its panels in their places, without what indents it. The browser is told of the files that the
 * script will import, so that it does not learn of them one after the other.
 * @param {string[]} chunks
 */
function page(chunks) {
  const links = chunks.map((name) => `<link rel="modulepreload" href="${name}">`);
  return readFileSync(at("www/index.html"), "utf8")
    .replace(/^ *<!-- panel: (\S+) -->$/gm, (_, name) =>
      readFileSync(at(`www/panels/${name}/panel.html`), "utf8").trimEnd(),
    )
    .replace("</head>", `${links.join("\n")}\n</head>`)
    .replace(/^ +/gm, "");
}

/**
 * The list, and where it comes from.
 * @param {string} folder
 */
function writeList(folder) {
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(at("node_modules", LIST, name), "utf8"));
  const { version, license, repository } = read("package.json");
  writeFileSync(join(folder, `${LIST}.txt.gz`), gzipSync(read("index.json").join("\n"), { level: 9 }));
  const source = `npm ${LIST} ${version}, ${license}, ${repository.url}`;
  writeFileSync(join(folder, "README.txt"), `${LIST}.txt.gz: ${source}\n`);
}

await mainOf(import.meta, async () => {
  const { values } = parseArgs({ options: { out: { type: "string", default: SITE } } });
  const out = resolve(values.out);
  await buildPackage();
  await buildSite(out);
  console.log(`The page is in ${out}`);
});
