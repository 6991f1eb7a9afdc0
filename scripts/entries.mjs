// The entry points of the package. `exports`, the build and the tests follow this list.

import { readFileSync, writeFileSync } from "node:fs";
import { at } from "./run.mjs";

/**
 * The name of each entry point, the file of its API, and its module. Its file NAME.js is at the root of the package, where bundlers without
 * `exports` look for it, too; of `reader` and `lite`, that is a folder. An entry point with a module also has files NAME-workerd.js and
 * NAME-edge-light.js for runtimes that compile no bytes (of the default entry point, without the name). These files are generated. The
 * JavaScript of an entry point that is `plain` is the same everywhere.
 */
export const ENTRIES = [
  {
    name: "index",
    api: "api/index.js",
    module: "edgebloom",
    about: "Bloom filters and static sets: builds, changes, combines and queries them.",
  },
  { name: "compat", api: "api/compat/index.js", module: "compat", about: "Reads and writes filters of other systems." },
  {
    name: "reader",
    api: "reader/index.js",
    module: undefined,
    plain: true,
    about: "Queries filter files, without WebAssembly.",
  },
  {
    name: "lite",
    api: "lite/index.js",
    module: undefined,
    plain: true,
    about: "Builds, changes and queries small Bloom filters, without WebAssembly.",
  },
  {
    name: "live",
    api: "api/live/index.js",
    module: undefined,
    plain: true,
    about: "Fetches filters and keeps them up to date.",
  },
  {
    name: "keys",
    api: "api/keys/index.js",
    module: undefined,
    plain: true,
    about: "Normalizes domains, email addresses and digests.",
  },
  { name: "sign", api: "api/sign/index.js", module: undefined, about: "Signs filter files and verifies them." },
];

/** The reader for a script tag. */
export const SCRIPT = "edgebloom-reader.iife.js";

/** The modules, and the features of the crate that each is built with. They have no class in common. */
export const MODULES = { edgebloom: "std", compat: "std,compat", publish: "std,publish" };

/**
 * The source of an entry point for all runtimes, in the folder of the package.
 * @param {typeof ENTRIES[number]} entry
 */
export const sourceOf = ({ name, api }) => (isFolder({ name, api }) ? api : `${name}.js`);

/**
 * True if the entry point is a folder.
 * @param {Pick<typeof ENTRIES[number], "name" | "api">} entry
 */
const isFolder = ({ name, api }) => api === `${name}/index.js`;

/**
 * The file of an entry point for a runtime, in the folder of the package. For "sign", the edge runtime takes the usual file.
 * @param {string} name
 * @param {string} [runtime]
 */
export const fileFor = (name, runtime) => {
  if (!runtime || (name === "sign" && runtime === "edge-light")) return `${name}.js`;
  return name === "index" ? `${runtime}.js` : `${name}-${runtime}.js`;
};

const RUNTIMES = ["workerd", "edge-light"];

/** The generated files of entry points, with their texts. */
export function entryFiles() {
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const { name, api, module, plain } of ENTRIES) {
    if (plain && !isFolder({ name, api })) files.set(`${name}.js`, `export * from "./${api}";\n`);
    if (!module) continue;
    const provide = name === "compat" ? ["compat/engine", "provideCompatEngine"] : ["own-engine", "provideEngine"];
    for (const runtime of [undefined, ...RUNTIMES]) {
      files.set(fileFor(name, runtime), entryText(module, `./${api}`, provide, runtime));
    }
  }
  return files;
}

/**
 * The text of an entry point: it makes the engine of a module while it loads. The usual one inlines the module and compiles it. Cloudflare
 * workers cannot compile bytes, and import compiled modules; so does the edge runtime of Vercel and Next, with `?module`.
 * @param {string} module
 * @param {string} api
 * @param {string[]} provide the file and the function that take the engine
 * @param {string} [runtime]
 */
function entryText(module, api, [file, provide], runtime) {
  const source = runtime
    ? [`import compiledModule from "./wasm/${module}.wasm${runtime === "edge-light" ? "?module" : ""}";`]
    : ['import { compiled } from "./api/compiled.js";', `import { bytes } from "./wasm/${module}-inline.js";`];
  return `${[
    'import { Engine } from "./api/engine.js";',
    `import { ${provide} } from "./api/${file}.js";`,
    `import * as wasm from "./wasm/${module}.js";`,
    ...source,
    "",
    `const engine = new Engine(wasm, ${runtime ? "compiledModule" : "compiled(bytes)"});`,
    `${provide}(() => engine);`,
    "",
    `export * from "${api}";`,
  ].join("\n")}\n`;
}

/** Writes the entry points into package.json. */
export function writeManifest() {
  const path = at("pkg/package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const text = `${JSON.stringify({ ...manifest, ...manifestOf() }, null, 2)}\n`;
  if (text !== readFileSync(path, "utf8")) writeFileSync(path, text);
}

function manifestOf() {
  /** @type {Record<string, unknown>} */
  const exports = {};
  const files = new Set(["api", "cjs", "lite", "node", "reader", "types", "vendor", "wasm", "cli.js", SCRIPT]);
  const sideEffects = new Set([
    "./cli.js",
    "./api/sign/fallback.js",
    "./cjs/**",
    "./node/**",
    "./vendor/noble.js",
    "./wasm/edgebloom.js",
    "./wasm/compat.js",
  ]);
  for (const entry of ENTRIES) {
    const { name, plain } = entry;
    const runtimes = plain ? [] : RUNTIMES;
    const types = (/** @type {"ts" | "cts"} */ suffix) => `./types/${name}.d.${suffix}`;
    /** @type {Record<string, unknown>} */
    const conditions = {};
    for (const runtime of runtimes) {
      conditions[runtime] = { types: types("ts"), default: `./${fileFor(name, runtime)}` };
    }
    const required = { types: types("cts"), default: `./cjs/${name}.js` };
    conditions.node = { require: required, default: { types: types("ts"), default: `./node/${name}.js` } };
    conditions.require = required;
    conditions.default = { types: types("ts"), default: `./${sourceOf(entry)}` };
    exports[name === "index" ? "." : `./${name}`] = conditions;
    if (plain) {
      if (!isFolder(entry)) files.add(`${name}.js`);
      continue;
    }
    for (const runtime of [undefined, ...runtimes]) {
      files.add(fileFor(name, runtime));
      // All except the one that only re-exports.
      if (fileFor(name, runtime) !== "sign-workerd.js") sideEffects.add(`./${fileFor(name, runtime)}`);
    }
  }
  exports["./package.json"] = "./package.json";
  const named = ENTRIES.map(({ name }) => name).filter((name) => name !== "index");
  return {
    typesVersions: { "*": Object.fromEntries(named.map((name) => [name, [`./types/${name}.d.ts`]])) },
    exports,
    unpkg: `./${SCRIPT}`,
    jsdelivr: `./${SCRIPT}`,
    sideEffects: [...sideEffects],
    files: [
      ...files,
      "LICENSE-APACHE",
      "LICENSE-MIT",
      "!vendor/papaparse.js",
      "!wasm/BUILD.json",
      "!wasm/publish.js",
      "!wasm/*.d.ts",
    ],
  };
}
