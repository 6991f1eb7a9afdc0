import { compatEngine } from "../engines.js";
import { headerIn } from "../read-header.js";

/**
 * As `readHeader` of the default entry, and of filters in the schemes of other systems.
 * @param {Uint8Array | string} dump a dump or its base64 text
 * @returns {import("../types.js").Header}
 * @throws {TypeError} neither bytes nor a text
 * @throws {FilterFormatError} a bad head
 * @example
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * readHeader(filter.toBytes()).scheme // "crc32-mt"
 */
export function readHeader(dump) {
  return headerIn(compatEngine(), dump, ["plain", "counting", "scalable", "sparse", "static", "keyed", "foreign"]);
}
