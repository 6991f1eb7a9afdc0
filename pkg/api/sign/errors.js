/**
 * Why a signed dump is not taken: a FilterSignatureError's `code`.
 * @typedef {"wrong_key" | "altered" | "expired" | "rolled_back"} SignatureErrorCode
 */

/**
 * A whole container that is not to be used: signed with another key, altered, expired, or older than one that was taken
 * before. (What is no container, or not all of one, is a FilterFormatError.)
 *
 * @example
 * import { FilterSignatureError, generateKeys, sign, verify } from "edgebloom/sign";
 *
 * const { publicKey, privateKey } = await generateKeys();
 * const dump = BloomFilter.from(["a"], { errorRate: 0.01 }).toBytes();
 * const old = await sign(dump, { privateKey, sequence: 6 });
 *
 * const refusal = await verify(old, { publicKey, minSequence: 7 }).catch((error) => error);
 * refusal instanceof FilterSignatureError // true
 * [refusal.code, refusal.sequence, refusal.minSequence].join() // "rolled_back,6,7"
 */
export class FilterSignatureError extends Error {
  /**
   * @param {SignatureErrorCode} code what kind of thing is wrong: `wrong_key` (signed with none of the keys), `altered` (the signature
   *   is not that of these bytes), `expired` or `rolled_back` (a smaller sequence number than `minSequence`)
   * @param {string} field the field of docs/format/signed.md: `keyId`, `signature`, `expires` or `sequence`
   * @param {string} expected
   * @param {unknown} found
   * @param {string} keyId
   * @param {{ sequence?: number, minSequence?: number, expires?: number | null }} [known] what the signature has proved
   */
  constructor(code, field, expected, found, keyId, { sequence, minSequence, expires } = {}) {
    super(`${field}: expected ${expected}, found ${found}`);
    this.name = "FilterSignatureError";
    /** What kind of thing is wrong. */
    this.code = code;
    /** The field that tells. */
    this.field = field;
    /** The key that the container names: of one that is `altered` or of a `wrong_key`, only what it says. */
    this.keyId = keyId;
    /** Its sequence number; undefined where nothing proves it, as in all that follows. */
    this.sequence = sequence;
    /** The smallest sequence number that would have been taken. */
    this.minSequence = minSequence;
    /** When it expires, in milliseconds since 1970; null for never. */
    this.expires = expires;
  }
}
