// A shared list in the address of the page: "#list=" and a filter file in base64, in the URL-safe alphabet and without padding. The page that
// opens it is the one with this panel.

import { FilterReader } from "edgebloom/reader";
import { FORMS } from "./forms.js";

/** The most bytes of a file in a link. The link then has about 16,000 characters: browsers, mail and most messengers take it. */
export const MOST_SHARED = 12_000;

/** Some messengers cut a message that is longer. */
export const MOST_MESSAGE = 4_000;

const MARK = "#list=";

/**
 * @param {string} address of the page, with or without a hash. What is asked in the first section stays out of the link
 * @param {Uint8Array} file
 */
export function linkFor(address, file) {
  const url = new URL(address);
  url.searchParams.delete("q");
  url.hash = "";
  return url.href + MARK + base64Of(file).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** @param {Uint8Array} file */
export const base64Of = (file) => btoa(Array.from(file, (byte) => String.fromCharCode(byte)).join(""));

/** The file in a hash as base64, or undefined. It is not checked yet. @param {string} hash */
export function base64In(hash) {
  if (!hash.startsWith(MARK)) return undefined;
  const text = hash.slice(MARK.length);
  return text + "=".repeat(-text.length & 3);
}

/** @param {string} base64 */
export const fileIn = (base64) =>
  Uint8Array.from(atob(base64.replace(/-/g, "+").replace(/_/g, "/")), (character) => character.charCodeAt(0));

/**
 * Opens the list in a link.
 * @param {string} base64
 */
export function opened(base64) {
  const file = fileIn(base64);
  const { reader, form } = readFile(file);
  if (reader.stats.subFilters > 1) throw new Error("a scalable filter");
  return { file, reader, form, name: Object.keys(FORMS).find((name) => form && FORMS[name] === form) };
}

/**
 * Reads a file in the form of keys that it names.
 * @param {Uint8Array} file
 * @param {string} [name] of the form, if it is known
 * @returns {{ reader: FilterReader, form: import("./forms.js").KeyForm | undefined }}
 */
export function readFile(file, name) {
  let unknown;
  for (const form of name ? [FORMS[name]] : Object.values(FORMS)) {
    try {
      return { reader: FilterReader.fromBytes(file, { keys: form }), form };
    } catch (error) {
      if (/** @type {any} */ (error).code !== "INCOMPATIBLE") throw error;
      unknown = error;
    }
  }
  throw unknown;
}
