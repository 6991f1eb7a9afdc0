// The files of a published set, whose names are their SHA-256.

import { createHash } from "node:crypto";
import { join } from "node:path";
import { pathOf } from "../../api/live/manifest.js";
import { readIfThere } from "../read-file.js";
import { replaceFile } from "../replace-file.js";

/** @typedef {import("../../api/live/manifest.js").FileRef} FileRef */

/** @param {Uint8Array | string} data */
export const sha256Of = (data) => createHash("sha256").update(data).digest("hex");

/**
 * Writes a file of a published set under its name, unless it is there with the same content.
 * @param {string} folder of the set
 * @param {Uint8Array} bytes
 * @param {"bloom" | "json" | "shards"} type
 * @returns {FileRef}
 */
export function writeNamed(folder, bytes, type) {
  const ref = { sha256: sha256Of(bytes), bytes: bytes.length };
  const path = join(folder, pathOf(ref, type));
  const old = readIfThere(path);
  if (!old?.equals(bytes)) replaceFile(path, bytes);
  return ref;
}
