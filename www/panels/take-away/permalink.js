// A small filter in the address of the page: "#f=" and its file in base64, in the URL-safe alphabet and without
// padding. No function here knows the page: tests use them, too.

import { MOST_CELLS } from "../../lib/shape.js";

/** Bytes of a filter file; its link has 8,000 characters, which mail and chat programs still leave whole. */
export const MOST_BYTES = 6_000;

/** Characters of a hash that are looked at: more than any link of this page has. */
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
 * The filter file in a hash, as base64 with its padding; nobody has checked it yet.
 * @param {string} hash
 */
export function base64In(hash) {
  const text = hash.slice(MARK.length);
  return text + "=".repeat(-text.length & 3);
}
