import { isInstance } from "../../reader/instance.js";

/**
 * The `code` of a FilterSignatureError: why a signed file is rejected.
 * @typedef {"wrong_key" | "altered" | "expired" | "rolled_back"} SignatureErrorCode
 */

/**
 * Thrown for a signed file that you must not use: it was signed with another key or altered, has expired, or is older than `minSequence`. Bytes that
 * aren't one whole signed file throw a FilterFormatError instead.
 *
 * @example
 * import { BloomFilter } from "edgebloom";
 * import { FilterSignatureError, generateSigningKeys, sign, verify } from "edgebloom/sign";
 *
 * const { publicKey, privateKey } = await generateSigningKeys();
 * const bytes = BloomFilter.from(["a"], { errorRate: 0.01 }).toBytes();
 * const old = await sign(bytes, { privateKey, sequence: 6 });
 *
 * try {
 *   await verify(old, { publicKey, minSequence: 7 });
 * } catch (error) {
 *   error instanceof FilterSignatureError; // true
 *   error.code; // "rolled_back"
 *   error.sequence; // 6
 * }
 */
export class FilterSignatureError extends Error {
  /**
   * @param {SignatureErrorCode} code `wrong_key` (signed with another key), `altered` (the signature doesn't match the bytes),
   *   `expired`, or `rolled_back` (the sequence number is below `minSequence`)
   * @param {string} field the field of the signed file: `keyId`, `signature`, `expires` or `sequence`
   * @param {string} expected
   * @param {unknown} got
   * @param {string} keyId
   * @param {{ sequence?: number, minSequence?: number, expires?: number | null }} [fields] the fields that the signature has confirmed
   */
  constructor(code, field, expected, got, keyId, { sequence, minSequence, expires } = {}) {
    super(`${field}: expected ${expected}, got ${got}`);
    this.name = "FilterSignatureError";
    /**
     * The kind of fault: `wrong_key` (signed with another key), `altered` (the signature doesn't match the bytes), `expired`, or
     * `rolled_back` (the sequence number is below `minSequence`).
     */
    this.code = code;
    /** The field of the signed file that is wrong: `keyId`, `signature`, `expires` or `sequence`. */
    this.field = field;
    /** The id of the key that the file names. With `wrong_key` and `altered`, it isn't verified. */
    this.keyId = keyId;
    /** The sequence number; undefined if it isn't verified, as are the following fields. */
    this.sequence = sequence;
    /** The smallest sequence number accepted. */
    this.minSequence = minSequence;
    /** When the file expires, in milliseconds since 1970; null for never. */
    this.expires = expires;
  }

  /**
   * @internal
   * @param {unknown} error
   */
  static [Symbol.hasInstance](error) {
    return isInstance(this, "FilterSignatureError", error);
  }
}
