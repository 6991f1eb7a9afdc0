// Makes the data from servers and stores safe.

import { quietly } from "../response.js";

/** @typedef {import("../response.js").ResponseLike} ResponseLike */

/** A valid value of an HTTP header. */
const HEADER_VALUE = /^[\x20-\x7e\x80-\xff]*$/;

/**
 * The value of an HTTP header, from a response or a store; "" if it is not valid.
 * @param {unknown} value
 */
export const headerValue = (value) => (typeof value === "string" && HEADER_VALUE.test(value) ? value : "");

/** @type {(a: Uint8Array, b: Uint8Array) => boolean} */
export function isSame(a, b) {
  let i = a.length === b.length ? 0 : -1;
  while (i >= 0 && i < a.length && a[i] === b[i]) i++;
  return i === a.length;
}

/**
 * A response whose body stops when a signal aborts, even if `fetch` ignores the signal.
 * @param {ResponseLike} response
 * @param {AbortSignal} signal
 * @returns {ResponseLike}
 */
export function abortable(response, signal) {
  const { ok, status, url, headers, bodyUsed, body } = response;
  const arrayBuffer = () => response.arrayBuffer();
  if (!body?.getReader) return { ok, status, url, headers, bodyUsed, body, arrayBuffer };
  const getReader = () => {
    const reader = body.getReader();
    signal.addEventListener("abort", () => quietly(() => reader.cancel()));
    return reader;
  };
  return { ok, status, url, headers, bodyUsed, body: { locked: body.locked, getReader }, arrayBuffer };
}
