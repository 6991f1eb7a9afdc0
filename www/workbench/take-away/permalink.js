// A small filter in the address of the page: "#f=" and its file in base64, in the URL-safe alphabet and without
// padding. These functions do not depend on the page: tests use them, too.

import { MOST_CELLS } from "../../lib/shape.js";

/** The most bytes of a filter file in a link. The link then has 8,000 characters, which mail and chat programs do not cut. */
export const MOST_BYTES = 6_000;

/** The most characters of a hash that are read: more than any link of this page has. */
export const MOST_HASH = 20_000;

const MARK = "#f=";

/** @param {{ byteLength: number, bits: number }} stats of a filter */
export const fits = ({ byteLength, bits }) => byteLength <= MOST_BYTES && bits <= MOST_CELLS;

/**
 * @param {string} address of the page, with or without a hash
 * @param {string} base64 of the filter file
 */
export function linkFor(address, base64) {
  const text = base64.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  return address.replace(/#.*$/s, "") + MARK + text;
}

/** @param {string} hash */
export const isLink = (hash) => hash.startsWith(MARK);

/**
 * The filter file in a hash, as base64 with padding. It is not checked yet.
 * @param {string} hash
 */
export function base64In(hash) {
  const text = hash.slice(MARK.length);
  return text + "=".repeat(-text.length & 3);
}
