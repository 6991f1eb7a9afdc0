// Public and private keys, as base64 or bytes. The two differ in length.

import { decode, encode } from "../base64.js";
import { isBytes, plain } from "../bytes.js";
import { argumentError, wrongType } from "../errors.js";
import { compute } from "./backend.js";
import { isPoint } from "./points.js";

/**
 * A key pair, as strings that you can store in a file or in a worker's secret.
 * @typedef {object} SigningKeys
 * @property {string} publicKey verifies; you can publish it: 44 characters, the 32 bytes of RFC 8032 in base64
 * @property {string} privateKey signs; keep it secret: 64 characters, PKCS#8 in base64, starting with "MC4CAQAwBQYDK2VwBCIE"
 */

/** The bytes before the 32 bytes of the seed in PKCS#8 (RFC 8410, 10.3). */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/**
 * Generates a new key pair.
 * @returns {Promise<SigningKeys>}
 * @throws {Error} the platform has no Ed25519, and the entry point has no library for it. The error rejects the promise
 * @example
 * import { generateSigningKeys } from "edgebloom/sign";
 *
 * const { publicKey, privateKey } = await generateSigningKeys();
 * publicKey.length; // 44
 * privateKey.length; // 64
 */
export async function generateSigningKeys() {
  const privateKey = Uint8Array.of(...PKCS8, ...crypto.getRandomValues(new Uint8Array(32)));
  return { publicKey: encode(await compute("publicKeyOf", privateKey)), privateKey: encode(privateKey) };
}

/**
 * The id of a public key: the first 8 bytes of its SHA-256.
 * @param {Uint8Array} publicKey
 */
export const keyIdOf = async (publicKey) => (await compute("sha256", publicKey)).subarray(0, 8);

/**
 * The bytes of a key. No message shows it, because it may be a private key.
 * @param {unknown} key
 * @param {string} field
 * @param {string} expected
 * @param {(bytes: Uint8Array) => boolean} fits
 */
function bytesOf(key, field, expected, fits) {
  let bytes;
  try {
    bytes =
      typeof key === "string" ? decode(key) : isBytes(key) ? plain(/** @type {Uint8Array} */ (key)).slice() : undefined;
  } catch {
    throw argumentError(RangeError, field, `${expected}, got a string that is not base64`);
  }
  if (!bytes) wrongType(field, expected, typeof key);
  if (!fits(bytes)) throw argumentError(RangeError, field, `${expected}, got ${bytes.length} other bytes`);
  return bytes;
}

/** @param {unknown} key */
export const readPublicKey = (key) =>
  bytesOf(
    key,
    "publicKey",
    "a public key of 32 bytes, or its base64 string",
    (bytes) => bytes.length === 32 && isPoint(bytes),
  );

/** @param {unknown} key */
export const readPrivateKey = (key) =>
  bytesOf(
    key,
    "privateKey",
    "a private key of 48 bytes (PKCS#8), or its base64 string",
    (bytes) => bytes.length === 48 && PKCS8.every((byte, i) => byte === bytes[i]),
  );

/**
 * @param {Uint8Array} privateKey
 * @returns {Promise<Uint8Array>} the id of its public key
 */
export const keyIdOfPrivate = async (privateKey) => keyIdOf(await compute("publicKeyOf", privateKey));
