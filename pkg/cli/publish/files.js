// Writes files completely or not at all, and files whose name is their SHA-256.

import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathOf } from "../../api/live/manifest.js";
import { naming } from "../failure.js";

/** @typedef {import("../../api/live/manifest.js").FileRef} FileRef */

/**
 * Writes a temporary file in the same folder and renames it.
 * @param {string} path
 * @param {Uint8Array | string} data
 */
export function writeWhole(path, data) {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  writeWholeWith(path, (fd) => {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
  });
}

/**
 * @param {string} path
 * @param {(fd: number) => void} write
 */
export function writeWholeWith(path, write) {
  const temporary = join(dirname(path), `.edgebloom-${randomBytes(6).toString("hex")}.tmp`);
  naming(path, () => {
    const fd = openSync(temporary, "wx");
    try {
      try {
        write(fd);
        // Without this, a power cut could leave an empty file under the name.
        fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** @param {Uint8Array | string} data */
export const sha256Of = (data) => createHash("sha256").update(data).digest("hex");

/**
 * True if the content of a file matches its name.
 * @param {string} path
 * @param {FileRef} ref
 */
function isThere(path, { sha256, bytes }) {
  if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) return false;
  try {
    return sha256Of(naming(path, () => readFileSync(path))) === sha256;
  } catch (error) {
    // Another run may delete the file at any time.
    if (existsSync(path)) throw error;
    return false;
  }
}

/**
 * Writes a file of a published set under its name, unless the file exists.
 * @param {string} folder of the set
 * @param {Uint8Array} bytes
 * @param {"bloom" | "json"} type
 * @returns {FileRef}
 */
export function writeNamed(folder, bytes, type) {
  const ref = { sha256: sha256Of(bytes), bytes: bytes.length };
  const path = join(folder, pathOf(ref, type));
  if (!isThere(path, ref)) writeWhole(path, bytes);
  return ref;
}
