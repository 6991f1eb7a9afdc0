// Reads filter files of edgebloom and, with `edgebloom/compat`, of other systems.

import { load, readHeader } from "edgebloom";

/**
 * @template T
 * @param {() => T} read
 * @param {() => T} readOther for a file that another entry point reads
 */
function either(read, readOther) {
  try {
    return read();
  } catch (error) {
    if (/** @type {any} */ (error).code !== "WRONG_CLASS") throw error;
    return readOther();
  }
}

/**
 * @param {Uint8Array | string} input a filter file or its base64 string
 * @param {typeof import("edgebloom/compat")} compat
 * @returns {any}
 */
export const loadAny = (input, compat) =>
  either(
    () => /** @type {any} */ (load(input)),
    () => compat.load(input),
  );

/**
 * @param {Uint8Array} bytes
 * @param {typeof import("edgebloom/compat")} compat
 */
export const readAnyHeader = (bytes, compat) =>
  either(
    () => readHeader(bytes),
    () => compat.readHeader(bytes),
  );

/**
 * True for the positions of edgebloom's own layouts: of its filters, and of bitmaps in Redis with such positions.
 * @param {{ scheme: string, layout: string }} stats
 */
export const hasOwnLayout = ({ scheme, layout }) => scheme === "native" || scheme === layout;
