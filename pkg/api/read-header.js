import { publicHeader } from "./header.js";
import { checkKind, headerIn } from "./loading.js";
import { engine } from "./own-engine.js";

/** @typedef {import("./types.js").Header} Header */

/**
 * Reads the header of a filter file, without the payload. The first 2,744 bytes of the file, or the first 3,660 characters of its base64
 * string, are enough.
 * @param {Uint8Array | string} bytes a filter file or its base64 string, or the beginning of one
 * @returns {Header}
 * @throws {TypeError} `bytes` isn't a Uint8Array or a string
 * @throws {FilterFormatError} the header isn't valid; `code` "WRONG_CLASS" for a filter from another system
 * @example
 * import { BloomFilter, readHeader } from "edgebloom";
 *
 * const bytes = BloomFilter.from(["a", "b"], { errorRate: 0.01, name: "blocked" }).toBytes();
 * readHeader(bytes).name; // "blocked"
 */
export function readHeader(bytes) {
  const header = headerIn(engine(), bytes);
  checkKind(header.kind, ["plain", "counting", "scalable", "sparse", "static", "map", "keyed"], "edgebloom");
  return publicHeader(header);
}
