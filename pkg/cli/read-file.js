// Reads files, and parts of files. Standard input, pipes and lists are for input.js.

import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
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

/**
 * The SHA-256 of a file of any length, in hexadecimal digits.
 * @param {string} path
 */
export function sha256OfFile(path) {
  return naming(path, () => {
    const hash = createHash("sha256");
    const fd = openSync(path, "r");
    try {
      const buffer = new Uint8Array(1 << 20);
      for (let length = 0; (length = readSync(fd, buffer, 0, buffer.length, null)); )
        hash.update(buffer.subarray(0, length));
      return hash.digest("hex");
    } finally {
      closeSync(fd);
    }
  });
}
