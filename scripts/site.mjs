// `npm run site`: writes the demo page as a folder of static files to build/site, for any host and any path.
// `npm run site -- --out FOLDER` writes it elsewhere.

import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build as buildPackage } from "./build.mjs";
import { Failure, at, filesBelow, main } from "./run.mjs";

export const SITE = at("build", "site");

/** The example list, and where it comes from. */
const LIST = "disposable-email-domains";
const LIST_FILE = `lists/${LIST}.txt.gz`;

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
  if (existsSync(out) && readdirSync(out).length && !existsSync(join(out, "sw.js"))) {
    throw new Failure(`${out}: expected an empty folder or an older site`);
  }
  // Whole or not at all: it may be served while it is built.
  mkdirSync(dirname(out), { recursive: true });
  const fresh = mkdtempSync(`${out}.`);
  chmodSync(fresh, 0o755);
  let outputs;
  try {
    outputs = await writeSite(fresh, plugins);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
  rmSync(out, { recursive: true, force: true });
  renameSync(fresh, out);
  return outputs;
}

async function writeSite(out, plugins) {
  mkdirSync(join(out, dirname(LIST_FILE)), { recursive: true });
  const { build: bundle } = await import("esbuild");
  const { metafile } = await bundle({
    ...OPTIONS,
    metafile: true,
    // The texts have names that early.js knows.
    entryPoints: { main: at("www/main.js"), "texts-en": at("www/texts/en.js"), "texts-zh": at("www/texts/zh.js") },
    outdir: out,
    splitting: true,
    chunkNames: "chunk-[hash]",
    plugins,
  });
  // Each worker has all it needs in its file, which is named by the panel that starts it, and nothing else.
  await bundle({ ...OPTIONS, entryPoints: workers(), outdir: out, plugins });
  await bundle({ ...OPTIONS, entryPoints: [at("www/style.css"), at("www/early.js")], outdir: out });
  writeFileSync(join(out, "index.html"), page(chunksOf(metafile.outputs, "www/main.js")));
  copyFileSync(at("www/icon.svg"), join(out, "icon.svg"));
  writeList(out);
  const files = filesOf(out);
  await bundle({
    ...OPTIONS,
    entryPoints: [at("www/sw.js")],
    outdir: out,
    define: {
      FILES: JSON.stringify(["./", ...files.filter((name) => name !== "index.html")]),
      VERSION: JSON.stringify(versionOf(out, files)),
    },
  });
  return metafile.outputs;
}

/** The files of a folder with forward slashes, sorted. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
}

/** A name for what is in the files. */
function versionOf(folder, files) {
  const hash = createHash("sha256");
  for (const name of files) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 16);
}

/** Each file of www/panels that ends in -worker.js. */
function workers() {
  const files = filesBelow("www/panels").filter((name) => name.endsWith("-worker.js"));
  return Object.fromEntries(files.map((name) => [name.replace(/^.*\/|\.js$/g, ""), at(name)]));
}

/** The files that a script imports before it runs, and those that they import. */
export function chunksOf(outputs, source) {
  const named = Object.fromEntries(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const importedBy = (name) =>
    named[name].imports
      .filter(({ kind }) => kind === "import-statement")
      .flatMap(({ path }) => [basename(path), ...importedBy(basename(path))]);
  const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
  return [...new Set(importedBy(basename(path)))];
}

/**
 * index.html with its panels in their places, without what indents it. The browser is told of the files that the
 * script will import, so that it does not learn of them one after the other.
 */
function page(chunks) {
  const links = chunks.map((name) => `<link rel="modulepreload" href="${name}">`);
  return readFileSync(at("www/index.html"), "utf8")
    .replace(/^ *<!-- panel: (\S+) -->$/gm, (_, name) => {
      const text = readFileSync(at(`www/panels/${name}/panel.html`), "utf8");
      if (!text.includes(`id="${name}"`))
        throw new Failure(`www/panels/${name}/panel.html: expected the section ${name}`);
      return text.trimEnd();
    })
    .replace("</head>", `${links.join("\n")}\n</head>`)
    .replace(/^ +/gm, "");
}

function writeList(out) {
  const require = createRequire(import.meta.url);
  const keys = JSON.parse(readFileSync(require.resolve(`${LIST}/index.json`), "utf8"));
  const { version, license, repository } = require(`${LIST}/package.json`);
  writeFileSync(join(out, LIST_FILE), gzipSync(keys.join("\n"), { level: 9 }));
  writeFileSync(
    join(out, "lists/README.txt"),
    `${LIST}.txt.gz: npm ${LIST} ${version}, ${license}, ${repository.url}\n`,
  );
}

/** Where the site is wanted. */
function readOut() {
  try {
    return parseArgs({ options: { out: { type: "string", default: SITE } } }).values.out;
  } catch (error) {
    throw new Failure(`${error.message} (npm run site -- --out FOLDER)`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const out = resolve(readOut());
    await buildPackage();
    await buildSite(out);
    console.log(`The page is in ${out}`);
  });
}
