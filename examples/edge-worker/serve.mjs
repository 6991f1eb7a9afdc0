// Runs the worker in workerd, on this machine only. `npm start` and the tests share it; a deployment
// does the same through wrangler.
//
// Packages are imported inside the functions: `npm start` reads this file before it installs them.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const path = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const WORKER = path("./src/worker.js");

/** The date of a deployment, said once. */
const compatibilityDate = () =>
  readFileSync(path("./wrangler.toml"), "utf8").match(/^compatibility_date = "(.+)"$/m)?.[1];

/**
 * The worker as the modules that workerd takes. build.mjs has to have run.
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
    loader: { ".txt": "text", ".html": "text", ".wasm": "copy" },
    assetNames: "[name]",
    logLevel: "warning",
  });
  const isModule = (/** @type {{ path: string }} */ { path }) => path.endsWith(".wasm");
  // workerd starts with the first.
  return outputFiles
    .sort((a, b) => Number(isModule(a)) - Number(isModule(b)))
    .map((file) =>
      isModule(file)
        ? { type: "CompiledWasm", path: basename(file.path), contents: new Uint8Array(file.contents) }
        : { type: "ESModule", path: basename(file.path), contents: file.text },
    );
}

/**
 * Starts the worker on 127.0.0.1; port 0 is any free one.
 * @param {{ port?: number, entry?: string, date?: string, options?: object }} [options] `options` are more of miniflare's
 */
export async function startWorker({ port = 0, entry, date = compatibilityDate(), options = {} } = {}) {
  const { Miniflare } = await import("miniflare");
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port,
    // Otherwise it asks the network where this machine is.
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
