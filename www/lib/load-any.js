// Reads filter files of edgebloom and, with `edgebloom/compat`, of other systems.

import { load, readHeader } from "edgebloom";
import { domain, email, url } from "edgebloom/keys";

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
    () => /** @type {any} */ (loadOwn(input)),
    () => compat.load(input),
  );

/** The forms whose keys are texts. Those of others, such as digests, cannot be typed, so such a file is refused. */
export const TYPED_FORMS = new Map([domain, email, url].map((form) => [form.name, form]));

/**
 * Keys are taken as the file has them, because the workbench shows the bits of each.
 * @param {Uint8Array | string} input
 */
function loadOwn(input) {
  const name = readHeader(input).keyForm ?? "";
  const asTheyAre = (/** @type {string} */ key) => [key];
  return load(input, TYPED_FORMS.has(name) ? { keys: { name, entries: asTheyAre, lookups: asTheyAre } } : {});
}

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
