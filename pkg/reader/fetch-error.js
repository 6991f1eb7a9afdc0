import { isInstance } from "./instance.js";
import { withoutSecrets } from "./without-secrets.js";

/**
 * The `code` of a FilterFetchError: why there's no filter.
 * @typedef {"STATUS" | "LIMIT" | "NETWORK" | "TIMEOUT" | "OLDER" | "EXPIRED"} FetchErrorCode
 */

/**
 * Thrown if a filter can't be fetched: the server answers with an error, can't be reached, sends too much, or takes too long. Bytes that aren't a
 * valid filter file throw a FilterFormatError instead.
 *
 * @example
 * import { FilterFetchError, load } from "edgebloom";
 *
 * try {
 *   await load(new Response("not here", { status: 404 }));
 * } catch (error) {
 *   error instanceof FilterFetchError; // true
 *   error.code; // "STATUS"
 *   error.status; // 404
 * }
 */
export class FilterFetchError extends Error {
  /**
   * @param {FetchErrorCode} code `STATUS` (not 200 to 299), `LIMIT` (more bytes than `limit`), `NETWORK` (no response, or an incomplete
   *   one), `TIMEOUT`, `OLDER` (an older version of the list) or `EXPIRED` (an expired manifest)
   * @param {string} field `status`, `length`, `body`, `version`, `sequence` or `expires`
   * @param {string} expected what was expected
   * @param {unknown} got the actual value
   * @param {string} url the address of the filter
   * @param {number} [status] the HTTP status; 0 if there was no response
   * @param {unknown} [cause] the platform's error, for `NETWORK` and `TIMEOUT`
   */
  constructor(code, field, expected, got, url, status = 0, cause) {
    const shown = withoutSecrets(url);
    const found = url ? `${String(got).replaceAll(url, shown)} (${shown})` : got;
    super(`${field}: expected ${expected}, got ${found}`, cause === undefined ? undefined : { cause });
    this.name = "FilterFetchError";
    /**
     * The kind of error: `STATUS` (not 200 to 299), `LIMIT` (more bytes than `limit`), `NETWORK` (no response, or an incomplete one),
     * `TIMEOUT`, `OLDER` (an older version of the list) or `EXPIRED` (an expired manifest).
     */
    this.code = code;
    /** The value that is wrong: `status`, `length`, `body`, `version`, `sequence` or `expires`. */
    this.field = field;
    /** The address of the filter; "" if unknown. */
    this.url = url;
    /** The HTTP status; 0 if there was no response. */
    this.status = status;
  }

  /**
   * @internal
   * @param {unknown} error
   */
  static [Symbol.hasInstance](error) {
    return isInstance(this, "FilterFetchError", error);
  }
}
