import { decode } from "../base64.js";
import { isBytes, plain } from "../bytes.js";
import { BRACE } from "../../reader/response.js";
import { whole, wrongType, wrongValue } from "../errors.js";
import { compute } from "./backend.js";
import { hex, readContainer } from "./container.js";
import { FilterSignatureError } from "./errors.js";
import { keyIdOf, readPublicKey } from "./keys.js";
import { detach } from "./manifest.js";
import { isSignature } from "./points.js";
import { moment, only } from "./sign.js";

/**
 * A public key: its base64 string, or its 32 bytes.
 * @typedef {string | Uint8Array} PublicKey
 */

/**
 * Options for `verify`.
 * @typedef {object} VerifyOptions
 * @property {PublicKey | readonly PublicKey[]} publicKey the public key from `generateSigningKeys`, or its bytes; or an
 *   array of keys, one of which must match
 * @property {number} [minSequence] the smallest sequence number to accept: 0 (default) to 2^53 − 1. Pass that of the last file
 *   you accepted
 * @property {Date | number} [now] the current time, as a date or in milliseconds since 1970; by default, the system clock
 */

/**
 * The content of a signed file that has been verified.
 * @typedef {object} Verified
 * @property {Uint8Array} bytes the signed bytes, as a view of the signed file
 * @property {number} sequence the number of this version; pass it as `minSequence` the next time
 * @property {number | null} expires when clients start to reject the file, in milliseconds since 1970; null for never
 * @property {string} keyId the id of the signing key: the first 8 bytes of the SHA-256 of the public key, in hexadecimal
 */

/**
 * Verifies a signed file and returns its content. It accepts a file that was signed with one of the keys, hasn't been altered, hasn't
 * expired, and isn't older than `minSequence`.
 * @param {Uint8Array | string} signed the result of `sign`, or its base64 string; or a manifest signed by `edgebloom publish`
 * @param {VerifyOptions} options
 * @returns {Promise<Verified>}
 * @throws {TypeError} `signed` is not a Uint8Array or a string, or an option is missing, unknown, or of the wrong type. All these errors
 *   reject the promise
 * @throws {RangeError} an option is out of range, or `publicKey` is not a public key
 * @throws {FilterFormatError} `signed` is not one whole signed file
 * @throws {FilterSignatureError} the file is rejected; `code` is "wrong_key", "altered", "rolled_back" or "expired", checked in this order
 * @example
 * import { BloomFilter } from "edgebloom";
 * import { generateSigningKeys, sign, verify } from "edgebloom/sign";
 *
 * const { publicKey, privateKey } = await generateSigningKeys();
 * const filter = BloomFilter.from(["a"], { errorRate: 0.01 });
 * const signed = await sign(filter.toBytes(), { privateKey, sequence: 7 });
 *
 * const { bytes, sequence } = await verify(signed, { publicKey, minSequence: 7 });
 * BloomFilter.fromBytes(bytes).has("a"); // true: maybe
 */
export async function verify(signed, options) {
  const { publicKey, minSequence = 0, now = Date.now() } = only(options, ["publicKey", "minSequence", "now"]);
  const keys = (Array.isArray(publicKey) ? publicKey : [publicKey]).map(readPublicKey);
  if (!keys.length) wrongValue("publicKey", "at least one public key", []);
  whole(minSequence, "minSequence", 0);
  const time = moment(now, "now");
  if (typeof signed !== "string" && !isBytes(signed)) wrongType("signed", "a Uint8Array or a base64 string", signed);
  const file = typeof signed === "string" ? decode(signed) : plain(signed);
  const container = file[0] === BRACE ? detach(file) : file;
  const { keyId, sequence, expires, bytes, message, signature } = readContainer(container);

  const ids = await Promise.all(keys.map(async (key) => hex(await keyIdOf(key))));
  const named = keys.filter((_, i) => ids[i] === keyId);
  if (!named.length) throw new FilterSignatureError("wrong_key", "keyId", ids.join(" or "), keyId, keyId);
  let isGenuine = false;
  if (isSignature(signature)) {
    // Two keys can have the same id.
    for (const key of named) isGenuine ||= await compute("verify", signature, message, key);
  }
  if (!isGenuine)
    throw new FilterSignatureError("altered", "signature", "the signature of these bytes", "another", keyId);
  const fields = { sequence, minSequence, expires };
  if (sequence < minSequence) {
    throw new FilterSignatureError("rolled_back", "sequence", `at least ${minSequence}`, sequence, keyId, fields);
  }
  if (expires !== null && time >= expires) {
    const [after, got] = [time, expires].map((each) => new Date(each).toISOString());
    throw new FilterSignatureError("expired", "expires", `a time after ${after}`, got, keyId, fields);
  }
  return { bytes, sequence, expires, keyId };
}
