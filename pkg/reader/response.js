// Reads the response of a server piece by piece, and stops as soon as it cannot be valid.

import { decode } from "./base64.js";
import { wrongType } from "./errors.js";
import { FilterFetchError } from "./fetch-error.js";
import { FIRST_BYTE, MAX_HEADER_BYTES } from "./header.js";
import { latin1 } from "./utf8.js";

/** 64 MiB: 56 million keys at 1 %. */
export const USUAL_LIMIT = 2 ** 26;
/** The first byte of a manifest of a published set, which is JSON. */
export const BRACE = 0x7b;

/**
 * The members of a `Response` that are used. (The type `Response` needs `lib: ["DOM"]`.)
 * @typedef {object} ResponseLike
 * @property {boolean} ok true for a status from 200 to 299
 * @property {number} status the HTTP status
 * @property {string} url the address after redirects; can be empty
 * @property {{ get(name: string): string | null }} headers the response headers; `content-length` is read
 * @property {boolean} [bodyUsed] true if the body has already been read
 * @property {{ locked: boolean, getReader(): BodyReader } | null} [body] a ReadableStream of bytes, or null; without this
 *   property, the body is read with `arrayBuffer`
 * @property {() => Promise<ArrayBuffer>} arrayBuffer returns the whole body
 */

/**
 * The members of a body reader that are used.
 * @typedef {object} BodyReader
 * @property {() => Promise<{ done: boolean, value?: Uint8Array | undefined }>} read returns the next bytes
 * @property {(reason?: any) => Promise<void>} cancel stops reading
 */

/**
 * Options for reading a response.
 * @typedef {object} ResponseOptions
 * @property {number} [limit] maximum size of the body in bytes: 1 to 2^53 − 1; 67,108,864 (64 MiB) by default
 */

/**
 * @param {unknown} value
 * @returns {value is ResponseLike}
 */
export function isResponse(value) {
  const { headers, status } = /** @type {any} */ (value ?? {});
  return typeof status === "number" && typeof headers?.get === "function";
}

/**
 * The bytes of the filter file in a response. It stops reading a body that is too long or is not a filter file.
 * @param {ResponseLike} response
 * @param {ResponseOptions | undefined} options
 * @param {((start: Uint8Array) => { byteLength: number, most?: number }) | undefined} readHeader throws if the first bytes are not those of a
 *   filter file; without it, the body is returned unchanged. `most` is a lower limit
 * @param {string[]} [known] the options of the caller
 * @returns {Promise<Uint8Array>}
 */
export async function readResponse(response, options = {}, readHeader, known = ["limit"]) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options) if (!known.includes(name)) wrongType("options", `only ${known.join(", ")}`, name);
  const { limit = USUAL_LIMIT } = options;
  if (typeof limit !== "number") wrongType("limit", "a whole number from 1 to 2^53 - 1", limit);
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw Object.assign(new RangeError(`limit: expected a whole number from 1 to 2^53 - 1, got ${limit}`), {
      field: "limit",
    });
  }
  if (!isResponse(response) || response.bodyUsed || response.body?.locked) {
    wrongType("response", "a Response whose body has not been read", response);
  }
  const { body, status, url } = response;

  let most = limit;
  /** @param {number} length */
  const within = (length) => {
    if (length > most) throw new FilterFetchError("LIMIT", "length", `at most ${most} bytes`, length, url, status);
  };
  let bytes = new Uint8Array();
  let total = 0;
  /** The length that the header declares; 0 before the header has been read. It avoids growing the buffer several times. */
  let expected = 0;
  // Neither a filter file nor a manifest starts as base64 does.
  const isText = () => !!readHeader && bytes[0] !== FIRST_BYTE && bytes[0] !== BRACE;
  /** @param {number} length of a file, as bytes or as base64 */
  const encodedLength = (length) => (isText() ? Math.ceil(length / 3) * 4 : length);
  /** @param {number} end */
  const fileOf = (end) => {
    const part = bytes.subarray(0, end);
    return isText() ? decode(latin1(part)) : part;
  };
  /** @param {Uint8Array} piece */
  const take = (piece) => {
    const start = total;
    within((total += piece.length));
    const before = bytes;
    if (total > before.length) (bytes = new Uint8Array(Math.min(Math.max(total * 2, expected), limit))).set(before);
    bytes.set(piece, start);
    const needed = encodedLength(MAX_HEADER_BYTES);
    // The header declares the length of the file before the rest arrives.
    if (readHeader && start < needed && total >= needed) {
      const header = readHeader(fileOf(needed));
      most = Math.min(most, header.most ?? most);
      within((expected = Math.max(total, encodedLength(header.byteLength))));
    }
  };

  const reader = body?.getReader?.();
  try {
    if (!response.ok) throw new FilterFetchError("STATUS", "status", "200 to 299", status, url, status);
    // For a compressed body, this length is too small. `take` checks the real one.
    within(Number(response.headers.get("content-length")));
    if (reader) {
      for (;;) {
        const { done, value } = await receive(() => reader.read(), url, status);
        if (done) break;
        if (value) take(value);
      }
    } else {
      take(new Uint8Array(await receive(() => response.arrayBuffer(), url, status)));
    }
  } catch (error) {
    // Do not wait for it: a cloned body ends only when the other one does.
    if (reader) quietly(() => reader.cancel());
    throw error;
  }
  return fileOf(total);
}

/**
 * Gets something from the network. An error of the network becomes a FilterFetchError.
 * @template T
 * @param {() => Promise<T>} get
 * @param {string} url
 * @param {number} [status]
 * @returns {Promise<T>}
 */
export async function receive(get, url, status) {
  try {
    return await get();
  } catch (cause) {
    throw new FilterFetchError("NETWORK", "body", "a complete response", reason(cause), url, status, cause);
  }
}

/**
 * Runs a function without waiting for it, and ignores its errors. A rejected promise would end a Node process.
 * @param {() => unknown} act
 */
export function quietly(act) {
  (async () => act())().catch(() => {});
}

/**
 * The message of an error of the network. Node's `fetch` only says "fetch failed"; the cause has the reason.
 * @param {any} error
 */
function reason(error) {
  const { message, code } = error?.cause ?? {};
  const why = message || code;
  return why ? `${error}: ${why}` : String(error);
}
