// The entry points of the package: the one list from which `exports`, the build and the tests follow.

import { readFileSync, writeFileSync } from "node:fs";
import { at } from "./run.mjs";

/**
 * Names, where the API of each is, and which module it brings. Of each there is a file NAME.js, and one for runtimes
 * that compile no bytes, NAME-workerd.js and NAME-edge-light.js (of the default entry, without the name).
 */
export const ENTRIES = [
  { name: "index", api: "api/index.js", module: "edgebloom" },
  { name: "compat", api: "api/compat/index.js", module: "compat" },
  { name: "keyed", api: "api/keyed/index.js", module: "compat" },
  { name: "live", api: "api/live/index.js", module: "edgebloom" },
  { name: "sign", api: "api/sign/index.js", module: undefined },
];

/** The modules, and the features of the crate that each is built with. */
export const MODULES = { edgebloom: "std", compat: "std,compat" };

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
  const files = new Set(["api", "cjs", "node", "types", "vendor", "wasm", "cli.js"]);
  const sideEffects = new Set([
    "./cli.js",
    "./api/sign/fallback.js",
    "./cjs/**",
    "./node/**",
    "./vendor/noble.js",
    "./wasm/edgebloom.js",
    "./wasm/compat.js",
  ]);
  for (const { name } of ENTRIES) {
    const types = (/** @type {"ts" | "cts"} */ suffix) => `./types/${name}.d.${suffix}`;
    /** @type {Record<string, unknown>} */
    const conditions = {};
    for (const runtime of RUNTIMES) {
      conditions[runtime] = { types: types("ts"), default: `./${fileFor(name, runtime)}` };
    }
    const required = { types: types("cts"), default: `./cjs/${name}.js` };
    conditions.node = { require: required, default: { types: types("ts"), default: `./node/${name}.js` } };
    conditions.require = required;
    conditions.default = { types: types("ts"), default: `./${name}.js` };
    exports[name === "index" ? "." : `./${name}`] = conditions;
    for (const runtime of [undefined, ...RUNTIMES]) {
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
