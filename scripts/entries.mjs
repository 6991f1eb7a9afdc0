// The entry points of the package: the one list from which `exports`, the build and the tests follow.

import { readFileSync, writeFileSync } from "node:fs";
import { at } from "./run.mjs";

/**
 * Names, where the API of each is, and which module it brings. Of each there is a file NAME.js, and one for runtimes
 * that compile no bytes, NAME-workerd.js and NAME-edge-light.js (of the default entry, without the name); but not of one that is
 * `plain`: JavaScript that is the same everywhere.
 */
export const ENTRIES = [
  { name: "index", api: "api/index.js", module: "edgebloom" },
  { name: "compat", api: "api/compat/index.js", module: "compat" },
  { name: "static", api: "api/static/index.js", module: "compat" },
  { name: "keyed", api: "api/keyed/index.js", module: "compat" },
  { name: "reader", api: "reader/index.js", module: undefined, plain: true },
  { name: "live", api: "api/live/index.js", module: undefined, plain: true },
  { name: "keys", api: "api/keys/index.js", module: undefined, plain: true },
  { name: "sign", api: "api/sign/index.js", module: undefined },
];

/** The modules, and the features of the crate that each is built with. */
export const MODULES = { edgebloom: "std", compat: "std,compat" };

/**
 * The source of an entry, where there is no runtime to consider, in the folder of the package.
 * @param {typeof ENTRIES[number]} entry
 */
export const sourceOf = ({ name, api, plain }) => (plain ? api : `${name}.js`);

/**
 * What of an entry stands in the folder of the package for a runtime; of "sign", the edge runtime takes the usual one.
 * @param {string} name
 * @param {string} [runtime]
 */
export const fileFor = (name, runtime) => {
  if (!runtime || (name === "sign" && runtime === "edge-light")) return `${name}.js`;
  return name === "index" ? `${runtime}.js` : `${name}-${runtime}.js`;
};

const RUNTIMES = ["workerd", "edge-light"];

/** Writes what follows from the list into package.json. */
export function writeManifest() {
  const path = at("pkg/package.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const text = `${JSON.stringify({ ...manifest, ...manifestOf() }, null, 2)}\n`;
  if (text !== readFileSync(path, "utf8")) writeFileSync(path, text);
}

function manifestOf() {
  /** @type {Record<string, unknown>} */
  const exports = {};
  const files = new Set(["api", "cjs", "node", "reader", "types", "vendor", "wasm", "cli.js"]);
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
    if (plain) continue;
    for (const runtime of [undefined, ...runtimes]) {
      files.add(fileFor(name, runtime));
      // All but the one that only names what it exports.
      if (fileFor(name, runtime) !== "sign-workerd.js") sideEffects.add(`./${fileFor(name, runtime)}`);
    }
  }
  exports["./package.json"] = "./package.json";
  const named = ENTRIES.map(({ name }) => name).filter((name) => name !== "index");
  return {
    typesVersions: { "*": Object.fromEntries(named.map((name) => [name, [`./types/${name}.d.ts`]])) },
    exports,
    sideEffects: [...sideEffects],
    files: [...files, "LICENSE-APACHE", "LICENSE-MIT", "!wasm/BUILD.json", "!wasm/*.d.ts"],
  };
}
