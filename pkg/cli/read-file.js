// Reads files, and parts of files. Standard input, pipes and lists are for input.js.

import { readFileSync, readSync } from "node:fs";
import { named, naming } from "./failure.js";

/** @param {string} path */
export const readFile = (path) => naming(path, () => readFileSync(path));

/**
 * A file that may be missing.
 * @param {string} path
 * @returns {Buffer | undefined}
 */
export function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw named(path, error);
  }
}

/**
 * Fills `bytes` from a file, as far as the file goes.
 * @param {number} fd
 * @param {Uint8Array} bytes
 * @param {number} position in the file
 * @returns {number} how many bytes it has read
 */
export function readFully(fd, bytes, position) {
  let length = 0;
  while (length < bytes.length) {
    const count = readSync(fd, bytes, length, bytes.length - length, position + length);
    if (!count) break;
    length += count;
  }
  return length;
}
