import { core } from "../core.js";
import { dumpBytes } from "../header.js";
import { loadIn } from "../load.js";
import { compat, putText } from "./engine.js";

/**
 * As `load` of the default entry, and of filters in the schemes of other systems.
 * @param {Uint8Array | string} dump
 * @returns {ReturnType<typeof import("../load.js").load>}
 * @throws {TypeError} neither bytes nor a text
 * @throws {FilterFormatError} anything but one whole and sound dump
 * @example
 * const filter = createFilter({ scheme: "crc32-mt", bits: 10, capacity: 2, generator: "php8" });
 * filter.add("test1");
 * load(filter.toBase64()).has("test1") // true
 */
export function load(dump) {
  return loadIn(compat(), core, dumpBytes(dump), putText);
}
