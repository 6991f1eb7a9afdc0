// Few files in place of many: pkg/node, which Node imports, and pkg/cjs, for `require`. Node takes a third of a millisecond
// and more for each file of an import, and the default entry is 27. Bundlers get pkg/api, of which they take what is used.
//
// What entries share is written once, so that they have the same classes. docs/DESIGN.md has the figures.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { at, filesBelow } from "./run.mjs";

const ENTRIES = ["index", "compat", "keyed", "live", "sign"].map((name) => `pkg/${name}.js`);
/**
 * What stays a file of its own. npm packs files of one name next to each other, so that the second of two that are alike
 * costs next to nothing.
 */
const APART = [
  ...["core", "variants", "keyed", "compat"].map((name) => `wasm/${name}-inline.js`),
  ...["variants", "compat"].map((name) => `wasm/${name}-rest.js`),
  "api/compat/unpack.js",
  "api/sign/fallback.js",
  "api/sign/points.js",
  "vendor/noble.js",
];
/**
 * The modules of the default entry. Node reads them as base64, which takes a tenth of a millisecond where the text for
 * bundlers takes three.
 */
const IN_BASE64 = ["core", "variants"].map((name) => at(`pkg/wasm/${name}-inline.js`));
const OPTIONS = {
  // It may write paths from there into comments.
  absWorkingDir: at(),
  platform: "neutral",
  target: "es2022",
  logLevel: "warning",
  bundle: true,
  format: "esm",
  // Names are not made short: those of classes are seen.
  minifyWhitespace: true,
  minifySyntax: true,
};

/** @param {string} notice what the files say of themselves */
export async function writeFlat(notice) {
  const { build, transform } = await import("esbuild");
  const options = { ...OPTIONS, banner: { js: `// ${notice}` }, splitting: true };
  const plugins = [asBase64, apart("..")];
  const inputs = async (entryPoints) => {
    const { metafile } = await build({
      ...options,
      entryPoints,
      outdir: "pkg/node",
      write: false,
      metafile: true,
      plugins,
    });
    return Object.keys(metafile.inputs);
  };
  const [index, ...others] = ENTRIES;
  const ofOthers = await inputs(others);
  const base = (await inputs([index])).filter((path) => ofOthers.includes(path));
  await build({
    ...options,
    entryPoints: ENTRIES,
    outdir: "pkg/node",
    plugins: [...plugins, over(base)],
    // It refuses a second file of the same name.
    chunkNames: "base",
    // What does nothing yet is there all the same.
    ignoreAnnotations: true,
  });

  // As bundlers leave nothing of these out, what only some entries need is kept from the others.
  await build({
    ...options,
    entryPoints: ENTRIES,
    outdir: "pkg/cjs",
    plugins: [apart(".")],
    chunkNames: "base-[hash]",
  });
  for (const name of APART) {
    mkdirSync(at("pkg/cjs", dirname(name)), { recursive: true });
    writeFileSync(at("pkg/cjs", name), readFileSync(at("pkg", name)));
  }
  for (const name of filesBelow("pkg/cjs")) {
    const { code } = await transform(readFileSync(at(name), "utf8"), {
      format: "cjs",
      target: "es2022",
      banner: `// ${notice}`,
      minifyWhitespace: true,
      minifySyntax: true,
      // No class that anybody sees is in these.
      minifyIdentifiers: APART.some((one) => name.endsWith(one)),
      // `import()` becomes `require`, so that all of it is CommonJS.
      supported: { "dynamic-import": false },
    });
    writeFileSync(at(name), code);
  }
  writeFileSync(at("pkg/cjs/package.json"), '{ "type": "commonjs" }\n');
}

/** Leaves the files that stay by themselves where they are, seen from the folder; and the default entry as the one that starts it. */
const apart = (home) => ({
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: /^\./, namespace: "file" }, ({ path, resolveDir, kind }) => {
      const name = relative(at("pkg"), join(resolveDir, path)).replaceAll("\\", "/");
      if (APART.includes(name)) return { path: `${home}/${name}`, external: true };
      if (name === "index.js" && kind !== "entry-point") return { path: "./index.js", external: true };
    });
  },
});

/** Has every entry import all of the base: what all of them import esbuild puts into one file. */
const over = (base) => ({
  name: "over a base",
  setup({ onLoad }) {
    const imports = base.map((path) => `import ${JSON.stringify(at(path))};\n`).join("");
    const entries = ENTRIES.map((path) => at(path));
    onLoad({ filter: /\.js$/ }, ({ path }) =>
      entries.includes(path) ? { contents: imports + readFileSync(path, "utf8") } : undefined,
    );
  },
});

const asBase64 = {
  name: "as base64",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /-inline\.js$/ }, ({ path, resolveDir }) => {
      const file = join(resolveDir, path);
      return IN_BASE64.includes(file) ? { path: file } : undefined;
    });
    onLoad({ filter: /-inline\.js$/ }, ({ path }) => {
      const text = readFileSync(path.replace("-inline.js", ".wasm")).toString("base64");
      return { contents: `export const bytes = () => Buffer.from("${text}", "base64");` };
    });
  },
};
