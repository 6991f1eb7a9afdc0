import { wrongType } from "./errors.js";
import { declaredLength } from "./parts.js";
import { FilterReader } from "./filter-reader.js";
import { FilterFormatError } from "./format-error.js";
import { queryForm } from "./key-form.js";
import { isResponse, readResponse, receive } from "./response.js";

/** @typedef {import("./key-form.js").FormOptions} FormOptions */
/** @typedef {import("./response.js").ResponseLike} ResponseLike */

/**
 * The `fetchFilter` options for the request.
 * @typedef {object} FetchOnlyOptions
 * @property {number} [limit] maximum size of the body in bytes: 1 to 2^53 − 1; 67,108,864 (64 MiB) by default
 * @property {string} [sha256] the SHA-256 the file must have, as 64 hexadecimal digits; it needs `crypto.subtle`, which pages have only over https
 * @property {any} [signal] an `AbortSignal` for the request
 */

/**
 * Options for `fetchFilter`: those for the request, and the key form.
 * @typedef {FormOptions & FetchOnlyOptions} FetchOptions
 */

const OPTIONS = ["keys", "invalid", "limit", "sha256", "signal"];

/**
 * Fetches a filter file, or its base64 string, and checks all of it. It stops reading as soon as the body is longer than `limit` or doesn't start like
 * a filter file. For a list that changes, use `LiveFilter`.
 * @param {string | { href: string } | ResponseLike} source the address, or the result of `fetch`, whose body is consumed
 * @param {FetchOptions} [options] all are optional
 * @returns {Promise<FilterReader>}
 * @throws {FilterFetchError} the status is not 200 to 299 (`code` "STATUS"), the body is longer than `limit` ("LIMIT"), or there was no complete
 *   response ("NETWORK"; `cause` is the platform's error). All of these errors reject the promise
 * @throws {FilterFormatError} the body isn't a complete, valid filter file (it may be an error page), or has another SHA-256 (`code` "CHECKSUM")
 * @throws {TypeError | RangeError} an option is unknown, of the wrong type or out of range; also see `FilterReader.fromBytes`
 * @example
 * import { email } from "edgebloom/keys";
 * import { fetchFilter } from "edgebloom/reader";
 *
 * const disposable = await fetchFilter("https://lists.example/disposable.bloom", { keys: email });
 * disposable.has("Bob@Mailinator.COM"); // true: maybe
 */
export async function fetchFilter(source, options = {}) {
  const { keys, invalid, limit, sha256, signal } = checkedOptions(options);
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256)) wrongType("sha256", "64 hexadecimal digits", sha256);
  const subtle = globalThis.crypto?.subtle;
  if (sha256 !== undefined && !subtle)
    wrongType("sha256", "crypto.subtle, which pages have over https only", undefined);
  const address = typeof source === "string" ? source : /** @type {{ href?: unknown }} */ (source)?.href;
  if (typeof address !== "string" && !isResponse(source)) wrongType("source", "an address or a Response", source);
  const response =
    typeof address === "string"
      ? await receive(() => fetch(address, signal && { signal }), address)
      : /** @type {ResponseLike} */ (source);
  const readStart = (/** @type {Uint8Array} */ start) => ({ byteLength: declaredLength(start) });
  const bytes = await readResponse(response, limit === undefined ? {} : { limit }, readStart);
  if (sha256 !== undefined) {
    const digest = new Uint8Array(await subtle.digest("SHA-256", /** @type {any} */ (bytes)));
    const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    if (found !== sha256.toLowerCase())
      throw new FilterFormatError(`sha256: expected ${sha256}, got ${found}`, "CHECKSUM", "sha256", 0);
  }
  return FilterReader.fromBytes(bytes, { ...(keys && { keys }), ...(invalid && { invalid }) });
}

/**
 * @param {FetchOptions} options
 */
function checkedOptions(options) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  for (const name in options) if (!OPTIONS.includes(name)) wrongType("options", `only ${OPTIONS.join(", ")}`, name);
  queryForm("", options);
  return options;
}
