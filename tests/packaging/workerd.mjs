// Runs a Cloudflare worker in workerd, bundled in the same way as wrangler does.

import { join } from "node:path";

/** How wrangler treats a file, by its extension. */
const TYPES = /** @type {const} */ ({ bin: "Data", js: "ESModule", txt: "Text", wasm: "CompiledWasm" });

/**
 * The modules to upload: one with the code, and each .bin, .txt and .wasm file unchanged.
 * @param {string} folder
 * @param {string} entry
 */
async function bundle(folder, entry) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [join(folder, entry)],
    outdir: join(folder, "build"),
    write: false,
    bundle: true,
    format: "esm",
    target: "es2022",
    conditions: ["workerd", "worker", "browser"],
    loader: { ".bin": "copy", ".txt": "copy", ".wasm": "copy" },
    assetNames: "[name]",
    logLevel: "warning",
  });
  return (
    outputFiles
      .map(({ path, text, contents }) => {
        const type = TYPES[/** @type {keyof typeof TYPES} */ (path.split(".").pop())];
        return {
          type,
          path: path.slice(join(folder, "build").length + 1),
          contents: type === "ESModule" ? text : new Uint8Array(contents),
        };
      })
      // workerd starts the first module.
      .sort((a, b) => Number(b.type === "ESModule") - Number(a.type === "ESModule"))
  );
}

/**
 * Runs the worker of a folder.
 * @template T
 * @param {string} folder
 * @param {string} compatibilityDate
 * @param {(ask: (query?: string, at?: string) => Promise<string>, modules: { type: string }[], miniflare: import("miniflare").Miniflare) => Promise<T>} use
 *   `ask` sends a request and returns the text of the response; `modules` are the worker's modules
 * @param {string} [entry]
 * @param {object} [options] more options for miniflare
 * @returns {Promise<T>}
 */
export async function withWorker(folder, compatibilityDate, use, entry = "worker.js", options = {}) {
  const { Miniflare } = await import("miniflare");
  const modules = await bundle(folder, entry);
  // `cf: false`: otherwise miniflare requests the location of this machine from the network.
  const miniflare = new Miniflare({ host: "127.0.0.1", cf: false, modules, compatibilityDate, ...options });
  try {
    return await use(
      async (query = "", at = "http://localhost/") => (await miniflare.dispatchFetch(at + query)).text(),
      modules,
      miniflare,
    );
  } finally {
    await miniflare.dispose();
  }
}
