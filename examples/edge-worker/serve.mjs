// Runs the worker in workerd, on this machine only, for `npm start` and the tests. A deployment uses wrangler.
//
// Packages are imported inside the functions: `npm start` reads this file before it installs them.

import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PUBLISHED } from "./publish.mjs";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const WORKER = path("./src/worker.js");

/** A setting of wrangler.toml. */
const setting = (/** @type {string} */ name) =>
  readFileSync(path("./wrangler.toml"), "utf8").match(new RegExp(`^${name} = "?(.+?)"?$`, "m"))?.[1];

/**
 * The modules of the worker, for workerd. Run publish.mjs first.
 * @param {string} [entry]
 * @returns {Promise<import("miniflare").ModuleDefinition[]>}
 */
export async function bundleWorker(entry = WORKER) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [entry],
    outdir: path("./build"),
    write: false,
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".txt": "text", ".html": "text", ".css": "text", ".svg": "text", ".woff2": "binary", ".wasm": "copy" },
    assetNames: "[name]",
    logLevel: "warning",
  });
  const isModule = (/** @type {{ path: string }} */ { path }) => path.endsWith(".wasm");
  // workerd runs the first module.
  return outputFiles
    .sort((a, b) => Number(isModule(a)) - Number(isModule(b)))
    .map((file) =>
      isModule(file)
        ? { type: "CompiledWasm", path: basename(file.path), contents: new Uint8Array(file.contents) }
        : { type: "ESModule", path: basename(file.path), contents: file.text },
    );
}

/**
 * Starts a worker on 127.0.0.1; port 0 takes any free port.
 * @param {{ port?: number, entry?: string, date?: string, options?: object }} [options] `options` are passed to miniflare
 */
export async function startWorker({ port = 0, entry, date = setting("compatibility_date"), options = {} } = {}) {
  const { Miniflare } = await import("miniflare");
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port,
    // Otherwise miniflare fetches the location of this machine.
    cf: false,
    modules: await bundleWorker(entry),
    compatibilityDate: date,
    ...options,
  });
  const dispose = () => miniflare.dispose();
  try {
    const { origin: url } = await miniflare.ready;
    return { url, miniflare, dispatchFetch: miniflare.dispatchFetch.bind(miniflare), dispose };
  } catch (error) {
    await dispose().catch(() => {});
    throw error;
  }
}

/**
 * Starts the worker with the settings of wrangler.toml and a new bucket that contains a published folder.
 * @param {Parameters<typeof startWorker>[0] & { folder?: string, bindings?: object }} [options] `bindings` replace those of
 *   wrangler.toml
 */
export async function startExample({ folder = PUBLISHED, bindings, options, ...more } = {}) {
  const settings = { MANIFEST_URL: setting("MANIFEST_URL"), REFRESH_EVERY: setting("REFRESH_EVERY"), ...bindings };
  const worker = await startWorker({ ...more, options: { bindings: settings, r2Buckets: ["LISTS"], ...options } });
  // The types of miniflare are those of workers, not of Node.
  const bucket = /** @type {any} */ (await worker.miniflare.getR2Bucket("LISTS"));
  const put = (/** @type {string} */ name, /** @type {Uint8Array} */ bytes) =>
    bucket.put(new URL(name, settings.MANIFEST_URL).pathname.slice(1), new Uint8Array(bytes));
  /** Files first: every file of the manifest must be in the bucket before the manifest. */
  const upload = async () => {
    const names = readdirSync(join(folder, "files")).map((name) => `files/${name}`);
    for (const name of [...names, "manifest.json"]) await put(name, readFileSync(join(folder, name)));
  };
  try {
    await upload();
  } catch (error) {
    await worker.dispose();
    throw error;
  }
  return { ...worker, put, upload };
}
