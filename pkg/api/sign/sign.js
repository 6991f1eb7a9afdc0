import { isBytes, plain } from "../bytes.js";
import { wrongType, wrongValue, whole } from "../errors.js";
import { compute } from "./backend.js";
import { LAST_MOMENT, SIGNATURE_BYTES, writeContainer } from "./container.js";
import { keyIdOfPrivate, readPrivateKey } from "./keys.js";

/**
 * Options for `sign`.
 * @typedef {object} SignOptions
 * @property {string | Uint8Array} privateKey the private key from `generateSigningKeys`, or its bytes
 * @property {number} sequence the number of this version: 0 to 2^53 − 1. Use a larger one for each new version
 * @property {Date | number} [expires] when clients start to reject the file, as a date or in milliseconds since 1970; never by default
 */

/**
 * Signs a filter file with Ed25519. It can sign any other bytes too.
 * @param {Uint8Array} bytes the file to sign
 * @param {SignOptions} options
 * @returns {Promise<import("../types.js").Bytes>} the signed file, which is 120 bytes longer
 * @throws {TypeError} `bytes` is not a Uint8Array, or an option is missing, unknown, or of the wrong type. All these errors reject the
 *   promise
 * @throws {RangeError} an option is out of range, or `privateKey` is not a private key
 * @example
 * import { BloomFilter } from "edgebloom";
 * import { generateSigningKeys, sign, verify } from "edgebloom/sign";
 *
 * const { publicKey, privateKey } = await generateSigningKeys();
 * const bytes = BloomFilter.from(["a"], { errorRate: 0.01 }).toBytes();
 * const signed = await sign(bytes, { privateKey, sequence: 7, expires: Date.now() + 30 * 86_400_000 });
 * signed.length - bytes.length; // 120
 * (await verify(signed, { publicKey })).sequence; // 7
 */
export async function sign(bytes, options) {
  if (!isBytes(bytes)) wrongType("bytes", "a Uint8Array", bytes);
  const { privateKey, sequence, expires } = only(options, ["privateKey", "sequence", "expires"]);
  const key = readPrivateKey(privateKey);
  whole(sequence, "sequence", 0);
  const until = expires === undefined ? null : moment(expires, "expires");
  // Copy the bytes before the first await: the caller may change them after that.
  const signed = writeContainer(plain(bytes), new Uint8Array(8), sequence, until);
  signed.set(await keyIdOfPrivate(key), 24);
  const end = signed.length - SIGNATURE_BYTES;
  signed.set(await compute("sign", signed.subarray(0, end), key), end);
  return signed;
}

/**
 * Checks that options are an object without unknown names: with a typing error in `expires`, a file would never expire.
 * @template {object} T
 * @param {T} options
 * @param {string[]} known
 * @returns {T}
 */
export function only(options, known) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) wrongType("options", `only ${known.join(", ")}`, unknown);
  return options;
}

/**
 * A time in milliseconds since 1970.
 * @param {unknown} value
 * @param {string} field
 */
export function moment(value, field) {
  if (!(value instanceof Date)) return whole(value, field, 0, LAST_MOMENT);
  const time = value.getTime();
  return time >= 0 ? time : wrongValue(field, "a date since 1970", String(value));
}
