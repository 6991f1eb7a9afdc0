import { isBytes, plain } from "../bytes.js";
import { wrongType, wrongValue, whole } from "../errors.js";
import { compute } from "./backend.js";
import { LAST_MOMENT, SIGNATURE_BYTES, writeContainer } from "./container.js";
import { keyIdOfPrivate, readPrivateKey } from "./keys.js";

/**
 * How to sign a dump.
 * @typedef {object} SignOptions
 * @property {string | Uint8Array} privateKey as `generateKeys` gives it, or its bytes
 * @property {number} sequence which edition of the list it is, 0 to 2^53 − 1: larger than those before
 * @property {Date | number} [expires] from when on it is refused, as a date or in milliseconds since 1970; never by default
 */

/**
 * Signs a dump: a native one, the file of another system, any bytes.
 * @param {Uint8Array} dump
 * @param {SignOptions} options
 * @returns {Promise<import("../types.js").Bytes>} the signed dump: 120 bytes more
 * @throws {TypeError} (as the promise's rejection, as all of these) no bytes, or an option of the wrong type, unknown, or missing
 * @throws {RangeError} an option out of its range, or what is no private key
 * @example
 * const { publicKey, privateKey } = await generateKeys();
 * const dump = filter.toBytes();
 * const signed = await sign(dump, { privateKey, sequence: 7, expires: Date.now() + 30 * 86_400_000 });
 * signed.length - dump.length // 120
 * (await verify(signed, { publicKey })).sequence // 7
 */
export async function sign(dump, options) {
  if (!isBytes(dump)) wrongType("dump", "a Uint8Array", dump);
  const { privateKey, sequence, expires } = only(options, ["privateKey", "sequence", "expires"]);
  const key = readPrivateKey(privateKey);
  whole(sequence, "sequence", 0);
  const until = expires === undefined ? null : moment(expires, "expires");
  // Before anything is waited for: the caller may write to it then.
  const signed = writeContainer(plain(dump), new Uint8Array(8), sequence, until);
  signed.set(await keyIdOfPrivate(key), 24);
  const end = signed.length - SIGNATURE_BYTES;
  signed.set(await compute("sign", signed.subarray(0, end), key), end);
  return signed;
}

/**
 * Options that are an object and have no other names: a slip of the finger must not make a dump that never expires.
 * @template {object} T
 * @param {T} options
 * @param {string[]} known
 * @returns {T}
 */
export function only(options, known) {
  if (typeof options !== "object" || !options) wrongType("options", "an object", options);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) wrongType("options", `only ${known}`, unknown);
  return options;
}

/**
 * A moment in milliseconds since 1970.
 * @param {unknown} value
 * @param {string} field
 */
export function moment(value, field) {
  if (!(value instanceof Date)) return whole(value, field, 0, LAST_MOMENT);
  const time = value.getTime();
  return time >= 0 ? time : wrongValue(field, "a date since 1970", String(value));
}
