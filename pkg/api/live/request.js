// Requests to one address: their conditions, and the answers.

import { FilterFetchError, wrongType } from "../errors.js";
import { isResponse, quietly, readResponse, receive } from "../../reader/response.js";

/** @typedef {import("../../reader/response.js").ResponseLike} ResponseLike */
/** @typedef {import("./options.js").Options} Options */

/**
 * The headers of the response that had a file, with which a server can say that the file has not changed.
 * @typedef {object} Validators
 * @property {string} etag "" if there was none
 * @property {string} lastModified "" if there was none
 */

/**
 * Sends a request.
 * @param {string} url
 * @param {Pick<Options, "fetch" | "limit" | "redirect">} options
 * @param {Validators | undefined} current those of the file in use, if there is one
 * @param {AbortSignal} signal
 */
export async function request(url, options, current, signal) {
  const { fetch, limit } = options;
  const headers = conditionalHeaders(url, current);
  // Without conditional headers, a browser would answer from its cache and send no request.
  const cache = pageLocation() && !Object.keys(headers).length ? { cache: "no-cache" } : {};
  const init = { ...requestOptions(options, signal), headers, ...cache };
  const response = notRedirected(await receive(async () => fetch(url, init), url), url);
  return new Answer(response, limit, signal, url);
}

/**
 * What `fetch` gets for every request. With "error" for `redirect`, Cloudflare workers send no request at all.
 * @param {Pick<Options, "redirect">} options
 * @param {AbortSignal} signal
 */
export const requestOptions = ({ redirect }, signal) => ({
  headers: /** @type {Record<string, string>} */ ({}),
  redirect: /** @type {"follow" | "manual"} */ (redirect === "follow" ? "follow" : "manual"),
  signal,
});

/**
 * Rejects a redirect that was not followed. A page sees only a response of the type "opaqueredirect".
 * @param {unknown} response
 * @param {string} url
 * @returns {ResponseLike}
 */
export function notRedirected(response, url) {
  if (!isResponse(response)) return wrongType("fetch", "a function that returns a Response", response);
  const { status } = response;
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  if (isRedirect || /** @type {any} */ (response).type === "opaqueredirect") {
    quietly(() => response.body?.getReader?.().cancel());
    const got = 'a redirect; to follow it, pass redirect: "follow"';
    throw new FilterFetchError("STATUS", "status", "200 to 299", got, url, status);
  }
  return response;
}

/** The address of the page; undefined outside of browsers. */
const pageLocation = () => /** @type {any} */ (globalThis).location;

/**
 * The headers with which a server answers 304 if the file has not changed. A request of a page to another origin has none: they would
 * need a preflight.
 * @param {string} url
 * @param {Validators | undefined} current
 */
function conditionalHeaders(url, current) {
  /** @type {Record<string, string>} */
  const headers = {};
  const location = pageLocation();
  const { origin = location?.origin } = /** @type {any} */ (globalThis);
  if (!current || (location && origin !== new URL(url).origin)) return headers;
  if (current.etag) headers["if-none-match"] = current.etag;
  if (current.lastModified) headers["if-modified-since"] = current.lastModified;
  return headers;
}

/** The answer to a request. */
class Answer {
  #response;
  #limit;
  #signal;
  #url;

  /**
   * @param {ResponseLike} response
   * @param {number | undefined} limit the most bytes of the body
   * @param {AbortSignal} signal
   * @param {string} url that was requested
   */
  constructor(response, limit, signal, url) {
    const { headers } = response;
    this.#response = response;
    this.#limit = limit;
    this.#signal = signal;
    this.#url = url;
    this.checkedAt = Date.now();
    this.etag = headerValue(headers.get("etag"));
    this.lastModified = headerValue(headers.get("last-modified"));
    /** Milliseconds that `Retry-After` requires. */
    this.minWait = parseRetryAfter(headers.get("retry-after"), this.checkedAt);
  }

  /**
   * True if the file in use has not changed.
   * @param {Validators} current
   */
  isUnchanged({ etag }) {
    const { ok, status } = this.#response;
    // The same ETag with status 200 is not a new version: a browser answers so from its cache after a 304.
    return status === 304 || (ok && this.etag !== "" && this.etag === etag);
  }

  /** Does not read the body. */
  discard() {
    quietly(() => this.#response.body?.getReader?.().cancel());
  }

  /**
   * Reads the body.
   * @param {(start: Uint8Array) => { byteLength: number }} readHeader as in `readResponse`
   */
  async bytes(readHeader) {
    return readResponse(abortable(this.#response, this.#signal, this.#url), { limit: this.#limit }, readHeader);
  }
}

/** A valid value of an HTTP header. */
const HEADER_VALUE = /^[\x20-\x7e\x80-\xff]*$/;

/**
 * The value of an HTTP header, from a response or a store; "" if it is not valid.
 * @param {unknown} value
 */
export const headerValue = (value) => (typeof value === "string" && HEADER_VALUE.test(value) ? value : "");

/**
 * The wait that `Retry-After` requires, in milliseconds. The header is in seconds, or a date (RFC 9110, 10.2.3).
 * @param {string | null} header
 * @param {number} now
 */
export function parseRetryAfter(header, now) {
  if (!header) return 0;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return wait > 0 ? wait : 0;
}

/**
 * A response whose body stops when a signal aborts, even if `fetch` ignores the signal.
 * @param {ResponseLike} response
 * @param {AbortSignal} signal
 * @param {string} address that was requested
 * @returns {ResponseLike}
 */
export function abortable(response, signal, address) {
  const { ok, status, headers, bodyUsed, body } = response;
  // A response that a program made itself has none.
  const url = response.url || address;
  // It came too late, from a `fetch` that ignores the signal.
  if (signal.aborted) {
    quietly(() => body?.getReader?.().cancel());
    throw signal.reason;
  }
  const arrayBuffer = () => response.arrayBuffer();
  if (!body?.getReader) return { ok, status, url, headers, bodyUsed, body, arrayBuffer };
  const getReader = () => {
    const reader = body.getReader();
    const onAbort = () => quietly(() => reader.cancel());
    const removeListener = () => signal.removeEventListener("abort", onAbort);
    signal.addEventListener("abort", onAbort);
    return {
      async read() {
        const piece = await reader.read();
        if (piece.done) removeListener();
        return piece;
      },
      cancel() {
        removeListener();
        return reader.cancel();
      },
    };
  };
  return { ok, status, url, headers, bodyUsed, body: { locked: body.locked, getReader }, arrayBuffer };
}

/**
 * The error for an answer that took too long.
 * @param {string} url
 * @param {number} timeout milliseconds
 */
export function timeoutError(url, timeout) {
  const cause = new DOMException(`No complete response within ${timeout} ms`, "TimeoutError");
  const expected = `a complete response within ${timeout} ms`;
  return new FilterFetchError("TIMEOUT", "body", expected, "a part of it", url, 0, cause);
}
