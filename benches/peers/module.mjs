// Imports a library in Node.

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { LIBRARIES, isOurs } from "./libraries.mjs";

/**
 * The module of a library, from the folder whose node_modules has it.
 * @param {string} name
 * @param {string} folder
 * @returns {Promise<any>}
 */
export async function moduleOf(name, folder) {
  const { builtIn, path = name } = LIBRARIES[name];
  if (builtIn) return {};
  // The reader reads the files of the other classes.
  if (isOurs(name)) return { ...(await import("edgebloom")), ...(await import(name)) };
  const found = await import(pathToFileURL(createRequire(join(folder, "x.js")).resolve(path)).href);
  // Some packages export the class itself, and Node does not find the export names of every CommonJS module.
  return { BloomFilter: found.BloomFilter ?? found.default.BloomFilter ?? found.default };
}
