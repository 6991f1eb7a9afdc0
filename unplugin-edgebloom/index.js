// `import blocked from "./domains.txt?filter&keys=email"`: a FilterReader of the list, made while the bundler runs.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { createUnplugin } from "unplugin";
import { CACHED, builtFilter } from "./build.js";
import { fetchingModule, inlinedModule } from "./code.js";
import { readPluginOptions, readQuery } from "./options.js";

/** @typedef {import("./options.js").PluginOptions} PluginOptions */

/** The folder of the bundler's command. Ids contain paths relative to it, so a build is the same on every machine. */
const ROOT = process.cwd();

/** What users import, and what this plugin makes of it. */
const MARKED = /[?&]filter\b/;
const OWN = /\.edgebloom\.js\?filter=([\w-]+)$/;

export default createUnplugin((/** @type {PluginOptions | undefined} */ given, { framework }) => {
  const options = readPluginOptions(given, ROOT);
  let isServed = false;
  return {
    name: "unplugin-edgebloom",
    // Otherwise Vite itself finds the list, and takes it for an asset.
    enforce: "pre",

    resolveId: {
      filter: { id: MARKED },
      async handler(address, importer) {
        const [, path = "", query = ""] = /^(.+)\?([^?]*)$/s.exec(address) ?? [];
        // ?filter=blur is for another plugin, and ids are ready.
        if (new URLSearchParams(query).get("filter") !== "") return null;
        return idOf(await find(this, path, importer), query);
      },
    },

    load: {
      filter: { id: OWN },
      async handler(id, ...more) {
        const { path, query } = partsOf(id);
        const list = resolve(ROOT, path);
        const naming = (/** @type {string} */ message) => `${path}?${query}: ${message.replace(`${list}: `, "")}`;
        this.addWatchFile(list);
        try {
          const { args, form, inlineLimit = options.inlineLimit } = readQuery(query);
          const { bytes, file, warnings } = await builtFilter(list, args, form, options.cacheDir);
          for (const warning of warnings) this.warn(naming(warning));
          if (bytes.length <= inlineLimit || isServed || isForNode(this, more)) return inlinedModule(bytes, form);
          return fetchingModule(bytes, form, placeOf(this, framework, { list, bytes, file }));
        } catch (error) {
          // Not an exception: webpack would wait forever, and esbuild would not watch the list.
          this.error(naming(/** @type {Error} */ (error).message));
          return "export default undefined;";
        }
      },
    },

    vite: {
      // Otherwise the development server discovers them late, and loads the page a second time.
      config: () => ({ optimizeDeps: { include: ["edgebloom/reader", "edgebloom/keys"] } }),
      configResolved({ command }) {
        isServed = command === "serve";
      },
    },

    esbuild: {
      onResolveFilter: MARKED,
      onLoadFilter: OWN,
      setup({ onLoad }) {
        onLoad({ filter: CACHED }, async ({ path }) => ({ contents: await readFile(path), loader: "file" }));
      },
    },
  };
});

/**
 * The id of a module. It has no characters that a bundler, an address or a file system treats specially, and does not look like a list: other
 * plugins load JSON and text.
 * @param {string} list
 * @param {string} query
 */
function idOf(list, query) {
  const path = relative(ROOT, list).split(sep).join("/");
  const parts = Buffer.from(JSON.stringify([path, query])).toString("base64url");
  return `${plainName(list)}.edgebloom.js?filter=${parts}`;
}

/** @param {string} list */
const plainName = (list) => basename(list).replace(/[^\w.-]/g, "_");

/** @param {string} id */
function partsOf(id) {
  const [, parts = ""] = OWN.exec(id) ?? [];
  /** @type {string[]} */
  const [path, query] = JSON.parse(Buffer.from(parts, "base64url").toString());
  return { path, query };
}

/** @param {string} id */
const withoutQuery = (id) => id.replace(/\?.*$/s, "");

/**
 * The file of a list. It need not exist: the error comes later, when the bundler watches it.
 * @param {any} context
 * @param {string} path
 * @param {string | undefined} importer
 * @returns {Promise<string>}
 */
async function find(context, path, importer) {
  // Rollup and Vite know aliases. The others cannot be asked.
  const found = await context.resolve?.(path, importer, { skipSelf: true });
  if (found && !found.external) return resolve(ROOT, found.id);
  const folder = importer ? resolve(ROOT, dirname(withoutQuery(importer))) : ROOT;
  if (!isAbsolute(path) && !/^\.\.?[\\/]/.test(path)) {
    try {
      return createRequire(resolve(folder, "_")).resolve(path);
    } catch {
      // Not in a package.
    }
  }
  return resolve(folder, path);
}

/**
 * True if the output runs in Node, where a file next to the code cannot be fetched.
 * @param {any} context
 * @param {{ ssr?: boolean }[]} more what Vite passes
 */
function isForNode(context, [how]) {
  const { compiler, build } = context.getNativeBuildContext?.() ?? {};
  return !!(how?.ssr || compiler?.options.externalsPresets.node || build?.initialOptions.platform === "node");
}

/**
 * The file as an asset of the bundler, which gives it a name with a hash.
 * @param {any} context
 * @param {string} framework
 * @param {{ list: string, bytes: Uint8Array, file: string }} filter
 * @returns {import("./code.js").Place}
 */
function placeOf(context, framework, { list, bytes, file }) {
  if (framework === "esbuild") return { asset: file, url: "new URL(asset, import.meta.url)" };
  if (framework === "webpack" || framework === "rspack")
    return { url: `new URL(${JSON.stringify(file)}, import.meta.url)` };
  const name = `${plainName(list).replace(/\.\w+$/, "")}.bloom`;
  return { url: `import.meta.ROLLUP_FILE_URL_${context.emitFile({ type: "asset", name, source: bytes })}` };
}
