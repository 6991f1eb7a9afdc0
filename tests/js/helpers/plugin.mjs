// Projects that import lists through unplugin-edgebloom, and the bundlers that build them.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "node:test";
import { promisify } from "node:util";
import * as plugins from "unplugin-edgebloom";
import { at } from "../../../scripts/run.mjs";

export const plugin = plugins.default;

/** A module that prints what it finds. */
export const mainOf = (address) => `import blocked from ${JSON.stringify(address)};
globalThis.found = [blocked.has("Bob@Mailinator.COM"), blocked.has("bob@example.org")].join();
console.log(globalThis.found);
if (globalThis.document) document.title = globalThis.found;
`;
export const FOUND = "true,false";
export const LIST = "mailinator.com\nguerrillamail.com\n";
export const ADDRESS = "./domains.txt?filter&keys=email&errorRate=0.001";

/** Creates a project for each test of a file; returns functions that work in it. */
export function useProject() {
  let folder = "";
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "edgebloom-plugin-")));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(at("pkg"), join(folder, "node_modules/edgebloom"), "junction");
    put("package.json", '{ "type": "module" }');
    put("domains.txt", LIST);
    put("main.js", mainOf(ADDRESS));
    put("index.html", '<!doctype html><meta charset="utf-8"><script type="module" src="/main.js"></script>');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const path = (name = "") => join(folder, name);
  const put = (name, text) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
    return path(name);
  };
  return { path, put, cached: () => readdirSync(path("cache")).sort() };
}

/**
 * The bundlers. Each builds main.js of a folder into its folder `out`, and throws the errors of the build.
 * @type {Record<string, (folder: string, options?: object, more?: object) => Promise<{ warnings: string[] }>>}
 */
export const BUNDLERS = {
  async Vite(folder, options, more) {
    const { build, createLogger } = await import("vite");
    const warnings = [];
    const logger = { ...createLogger("silent"), warn: (text) => warnings.push(text) };
    await build(viteConfig(folder, options, { customLogger: logger, ...more }));
    return { warnings };
  },
  async Rollup(folder, options, more) {
    const { rollup } = await import("rollup");
    const warnings = [];
    const bundle = await rollup({
      input: join(folder, "main.js"),
      external: /^edgebloom\//,
      plugins: [plugin.rollup({ cacheDir: join(folder, "cache"), ...options })],
      onwarn: ({ message }) => warnings.push(message),
      ...more,
    });
    await bundle.write({ dir: join(folder, "out"), format: "es" });
    return { warnings };
  },
  async esbuild(folder, options, more) {
    const { build } = await import("esbuild");
    const { warnings } = await build(esbuildConfig(folder, options, more));
    return { warnings: warnings.map(({ text }) => text) };
  },
  async webpack(folder, options, more) {
    const { default: webpack } = await import("webpack");
    const stats = await promisify(webpack)(webpackConfig(folder, options, more));
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    if (errors.length) throw new Error(errors.map(({ message }) => message).join("\n"));
    return { warnings: warnings.map(({ message }) => message) };
  },
};

export const viteConfig = (folder, options, { build, ...more } = {}) => ({
  root: folder,
  configFile: false,
  logLevel: "silent",
  plugins: [plugin.vite({ cacheDir: join(folder, "cache"), ...options })],
  build: {
    outDir: "out",
    target: "es2022",
    // Without names that change, and code for old browsers: the output also runs in Node.
    modulePreload: false,
    rollupOptions: { output: { entryFileNames: "[name].js" }, input: { main: join(folder, "main.js") } },
    ...build,
  },
  ...more,
});

export const esbuildConfig = (folder, options, more) => ({
  entryPoints: [join(folder, "main.js")],
  outdir: join(folder, "out"),
  bundle: true,
  format: "esm",
  logLevel: "silent",
  plugins: [plugin.esbuild({ cacheDir: join(folder, "cache"), ...options })],
  ...more,
});

export const webpackConfig = (folder, options, more) => ({
  mode: "production",
  context: folder,
  entry: "./main.js",
  output: { path: join(folder, "out"), filename: "[name].js", module: true, chunkFormat: "module" },
  experiments: { outputModule: true },
  plugins: [plugin.webpack({ cacheDir: join(folder, "cache"), ...options })],
  ...more,
});

/** A page's `fetch`, for files. */
const FETCH = `globalThis.fetch = async (url) => new Response(await (await import("node:fs/promises")).readFile(new URL(url)));
await import(process.argv[1]);`;

/**
 * Runs the output of a build in Node, and returns what it prints.
 * @param {string} folder
 * @param {{ canFetch?: boolean }} [options] with `canFetch`, it can fetch files, as a page can
 */
export async function printed(folder, { canFetch = false } = {}) {
  const main = join(folder, "out/main.js");
  const args = canFetch ? ["--input-type=module", "-e", FETCH, `file://${main}`] : [main];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
  return stdout.trim();
}

/** Runs an action while all new processes of Node get options. With "--jitless", edgebloom does not start. */
export async function withNodeOptions(options, action) {
  const { NODE_OPTIONS: before } = process.env;
  process.env.NODE_OPTIONS = options;
  try {
    return await action();
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
}
export const withoutBuilding = (action) => withNodeOptions("--jitless", action);
