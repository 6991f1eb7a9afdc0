// What servers and stores give, made safe.

import { quietly } from "../response.js";

/** @typedef {import("../response.js").ResponseLike} ResponseLike */

/** What a header may hold. */
const HEADER_VALUE = /^[\x20-\x7e\x80-\xff]*$/;

/**
 * A header's value, or what was kept of one; "" for what is none.
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
 * A response whose body is read no further once a signal says so, also where its `fetch` did not heed it.
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
