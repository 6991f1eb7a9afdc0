// Files of signing keys, as edgebloom keygen writes them.

import { existsSync } from "node:fs";
import { Failure } from "./failure.js";
import { readFile } from "./read-file.js";

/** As long as a key: no message may show it. */
const MAY_BE_KEY = /[\w+/=-]{40}/;

/**
 * The keys in a file, one per line.
 * @param {string | undefined} path
 * @param {string} usage
 * @param {string} [option] that names the file
 * @returns {string[]}
 */
export function readSigningKeys(path, usage, option = "--key") {
  if (path === undefined) throw new Failure(`${option}: the file is missing: ${usage}`);
  if (MAY_BE_KEY.test(path) && !existsSync(path)) {
    throw new Failure(
      `${option}: expected the name of a file, got what may be a key, or no such file; it is not shown`,
    );
  }
  const keys = readFile(path).toString("latin1").split(/\s+/).filter(Boolean);
  if (!keys.length) throw new Failure(`${path}: the file has no key; edgebloom keygen makes one`);
  return keys;
}

/**
 * The only key in a file.
 * @param {string | undefined} path
 * @param {string} usage
 * @param {string} [option] that names the file
 */
export function readSigningKey(path, usage, option) {
  const [key, ...more] = readSigningKeys(path, usage, option);
  if (more.length) throw new Failure(`${path}: expected one key, got ${more.length + 1}`);
  return key;
}
