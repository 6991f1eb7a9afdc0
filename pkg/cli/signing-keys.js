// Files of signing keys, as edgebloom keygen writes them.

import { Failure } from "./failure.js";
import { readFile } from "./read-file.js";

/**
 * The keys in a file, one per line.
 * @param {string | undefined} path
 * @param {string} usage
 * @returns {string[]}
 */
export function readSigningKeys(path, usage) {
  if (path === undefined) throw new Failure(`--key: the file is missing: ${usage}`);
  const keys = readFile(path).toString("latin1").split(/\s+/).filter(Boolean);
  if (!keys.length) throw new Failure(`${path}: the file has no key; edgebloom keygen makes one`);
  return keys;
}

/**
 * The only key in a file.
 * @param {string | undefined} path
 * @param {string} usage
 */
export function readSigningKey(path, usage) {
  const [key, ...more] = readSigningKeys(path, usage);
  if (more.length) throw new Failure(`${path}: expected one key, got ${more.length + 1}`);
  return key;
}
