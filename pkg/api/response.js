// The answer of a server, read piece by piece, no further than it is worth.

import { FIRST_BYTE, MAX_HEADER_BYTES } from "../reader/header.js";
import { decode } from "./base64.js";
import { FilterFetchError, whole, wrongType } from "./errors.js";
import { checkNames } from "./option-names.js";

/** 64 MiB: 56 million keys at 1 %. */
export const USUAL_LIMIT = 2 ** 26;
/** The first byte of a manifest of a published set, which is JSON. */
export const BRACE = 0x7b;
/** What every byte means in ASCII; others are no base64, which `decode` says. */
const latin1 = /* @__PURE__ */ new TextDecoder("latin1");

/**
 * What is used of a `Response`. (Not the type of that name, so that this works where `lib` has no DOM.)
 * @typedef {object} ResponseLike
 * @property {boolean} ok true for a status from 200 to 299
 * @property {number} status the HTTP status
 * @property {string} url where the answer comes from, after redirections; may be empty
 * @property {{ get(name: string): string | null }} headers of the answer; `content-length` is looked at
 * @property {boolean} [bodyUsed] true if somebody has read the body
 * @property {{ locked: boolean, getReader(): BodyReader } | null} [body] a ReadableStream of bytes, or null for none; without
 *   the property, the body is read at once
 * @property {() => Promise<ArrayBuffer>} arrayBuffer gives the whole body
 */

/**
 * What is used of a reader of a body.
 * @typedef {object} BodyReader
 * @property {() => Promise<{ done: boolean, value?: Uint8Array | undefined }>} read gives the next bytes
 * @property {(reason?: any) => Promise<void>} cancel says that no more are wanted
 */

/**
 * How to read an answer.
 * @typedef {object} ResponseOptions
 * @property {number} [limit] how many bytes of body are accepted, 1 to 2^53 − 1; 67,108,864 (64 MiB) by default
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
 * The dump in an answer whose body is a dump or its base64 text. What is too long, or no dump, is not read further.
 * @param {ResponseLike} response
 * @param {ResponseOptions | undefined} options
 * @param {((head: Uint8Array) => { byteLength: number }) | undefined} readHeader throws where the first bytes are those of no dump; without it, the
 *   body is taken as it is
 * @param {string[]} [known] the options that the caller takes
 * @returns {Promise<Uint8Array>}
 */
export async function readResponse(response, options = {}, readHeader, known = ["limit"]) {
  checkNames(options, known);
  const { limit = USUAL_LIMIT } = options;
  whole(limit, "limit", 1);
  if (!isResponse(response) || response.bodyUsed || response.body?.locked) {
    wrongType("response", "a Response that nobody has read", response);
  }
  const { body, status, url } = response;

  /** @param {number} length */
  const within = (length) => {
    if (length > limit) throw new FilterFetchError("LIMIT", "length", `at most ${limit} bytes`, length, url, status);
  };
  let bytes = new Uint8Array();
  let total = 0;
  /** How long the head says that it is; 0 before it is there. Room is made at once, as far as the limit goes. */
  let expected = 0;
  // No base64 text begins as a dump or a manifest does.
  const isText = () => !!readHeader && bytes[0] !== FIRST_BYTE && bytes[0] !== BRACE;
  /** @param {number} length of a dump, as it is written here */
  const written = (length) => (isText() ? Math.ceil(length / 3) * 4 : length);
  /** @param {number} end */
  const dump = (end) => {
    const part = bytes.subarray(0, end);
    return isText() ? decode(latin1.decode(part)) : part;
  };
  /** @param {Uint8Array} piece */
  const take = (piece) => {
    const start = total;
    within((total += piece.length));
    const held = bytes;
    if (total > held.length) (bytes = new Uint8Array(Math.min(Math.max(total * 2, expected), limit))).set(held);
    bytes.set(piece, start);
    const head = written(MAX_HEADER_BYTES);
    // The header says how long it will be, before the rest is there.
    if (readHeader && start < head && total >= head) within((expected = written(readHeader(dump(head)).byteLength)));
  };

  const reader = body?.getReader?.();
  try {
    if (!response.ok) throw new FilterFetchError("STATUS", "status", "200 to 299", status, url, status);
    // Of a compressed body this is the smaller length; the larger one is counted as it comes.
    within(Number(response.headers.get("content-length")));
    if (reader) {
      for (;;) {
        const { done, value } = await received(() => reader.read(), url, status);
        if (done) break;
        if (value) take(value);
      }
    } else {
      take(new Uint8Array(await received(() => response.arrayBuffer(), url, status)));
    }
  } catch (error) {
    // What still comes is not wanted. (Not waited for: half of a clone ends when the other half does.)
    if (reader) quietly(() => reader.cancel());
    throw error;
  }
  return dump(total);
}

/**
 * What the network gives; what it fails with, as an error of ours.
 * @template T
 * @param {() => Promise<T>} get
 * @param {string} url
 * @param {number} [status]
 * @returns {Promise<T>}
 */
export async function received(get, url, status) {
  try {
    return await get();
  } catch (cause) {
    throw new FilterFetchError("NETWORK", "body", "a whole answer", reason(cause), url, status, cause);
  }
}

/**
 * Does what nobody waits for, and whose failure changes nothing: it does not end the process either.
 * @param {() => unknown} act
 */
export function quietly(act) {
  (async () => act())().catch(() => {});
}

/**
 * An error of the network in words: Node's `fetch` says no more than "fetch failed", and its cause why.
 * @param {any} error
 */
function reason(error) {
  const { message, code } = error?.cause ?? {};
  const why = message || code;
  return why ? `${error}: ${why}` : String(error);
}
