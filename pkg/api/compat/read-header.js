import { publicHeader } from "../header.js";
import { checkKind, headerIn } from "../loading.js";
import { compatEngine } from "./engine.js";

/**
 * Reads the header of a filter file with a filter from another system, without the payload. `readHeader` from `edgebloom` reads all others.
 * @param {Uint8Array | string} bytes a filter file or its base64 string, or the beginning of one
 * @returns {import("../types.js").Header}
 * @throws {TypeError} `bytes` is not a Uint8Array or a string
 * @throws {FilterFormatError} the header is not valid; `code` "WRONG_CLASS" for a filter that `edgebloom` reads
 * @example
 * import { createFilter, readHeader } from "edgebloom/compat";
 *
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * readHeader(filter.toBytes()).scheme; // "crc32-mt"
 */
export function readHeader(bytes) {
  const header = headerIn(compatEngine(), bytes);
  checkKind(header.kind, ["foreign"], "another system");
  return publicHeader(header);
}
