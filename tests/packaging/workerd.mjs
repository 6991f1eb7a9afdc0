// Runs a Cloudflare worker in workerd, bundled as wrangler does it.

import { join } from "node:path";

/** What wrangler makes of a file, by its ending. */
const TYPES = /** @type {const} */ ({ bin: "Data", js: "ESModule", txt: "Text", wasm: "CompiledWasm" });

/**
 * The modules that are uploaded: code in one, a .bin, a .txt and a .wasm as they are.
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
      // workerd starts with the first.
      .sort((a, b) => Number(b.type === "ESModule") - Number(a.type === "ESModule"))
  );
}

/**
 * Runs the worker of a folder.
 * @template T
 * @param {string} folder
 * @param {string} compatibilityDate
 * @param {(ask: (query?: string, at?: string) => Promise<string>, modules: { type: string }[]) => Promise<T>} use `ask` gives what it
 *   answers, `modules` are those that it consists of
 * @param {string} [entry]
 * @param {object} [options] more of miniflare's
 * @returns {Promise<T>}
 */
export async function withWorker(folder, compatibilityDate, use, entry = "worker.js", options = {}) {
  const { Miniflare } = await import("miniflare");
  const modules = await bundle(folder, entry);
  // Otherwise it queries the network for the location of this machine.
  const miniflare = new Miniflare({ host: "127.0.0.1", cf: false, modules, compatibilityDate, ...options });
  try {
    return await use(
      async (query = "", at = "http://localhost/") => (await miniflare.dispatchFetch(at + query)).text(),
      modules,
    );
  } finally {
    await miniflare.dispose();
  }
}
