import { compatEngine } from "../engines.js";
import { headerIn } from "../read-header.js";

/**
 * Reads the header of a filter file, without the payload. Unlike `readHeader` of `edgebloom`, it also reads headers of filters in the schemes
 * of other systems.
 * @param {Uint8Array | string} bytes a filter file or its base64 string, or the beginning of one
 * @returns {import("../types.js").Header}
 * @throws {TypeError} `bytes` is not a Uint8Array or a string
 * @throws {FilterFormatError} the header is not valid
 * @example
 * import { createFilter, readHeader } from "edgebloom/compat";
 *
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * readHeader(filter.toBytes()).scheme; // "crc32-mt"
 */
export function readHeader(bytes) {
  return headerIn(compatEngine(), bytes, ["plain", "counting", "scalable", "sparse", "static", "keyed", "foreign"]);
}
