// Keys as texts or bytes, in two forms that cannot be taken for each other.

import { decode, encode } from "../base64.js";
import { isBytes, plain } from "../bytes.js";
import { argumentError, wrongType } from "../errors.js";
import { compute } from "./backend.js";
import { isPoint } from "./points.js";

/**
 * A pair of keys, as texts that can be kept in a file or in a secret of a worker.
 * @typedef {object} SigningKeys
 * @property {string} publicKey goes to everybody who verifies: 44 characters, the 32 bytes of RFC 8032 in base64
 * @property {string} privateKey stays with who signs: 64 characters, PKCS#8 in base64, which begin with "MC4CAQAwBQYDK2VwBCIE"
 */

/** What stands before the 32 bytes of the seed in PKCS#8 (RFC 8410, 10.3). */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/**
 * A new pair of keys.
 * @returns {Promise<SigningKeys>}
 * @throws {Error} (as the promise's rejection) a platform without Ed25519 and without the library for it
 * @example
 * const { publicKey, privateKey } = await generateKeys();
 * publicKey.length // 44
 * privateKey.length // 64
 */
export async function generateKeys() {
  const privateKey = Uint8Array.of(...PKCS8, ...crypto.getRandomValues(new Uint8Array(32)));
  return { publicKey: encode(await compute("publicKeyOf", privateKey)), privateKey: encode(privateKey) };
}

/**
 * The name of a public key: the first 8 bytes of its SHA-256.
 * @param {Uint8Array} publicKey
 */
export const keyIdOf = async (publicKey) => (await compute("sha256", publicKey)).subarray(0, 8);

/**
 * The bytes of a key. What was found is not told: it may be a secret.
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
    throw argumentError(RangeError, field, `${expected}, found a text that is no base64`);
  }
  if (!bytes) wrongType(field, expected, typeof key);
  if (!fits(bytes)) throw argumentError(RangeError, field, `${expected}, found ${bytes.length} bytes that are none`);
  return bytes;
}

/** @param {unknown} key */
export const readPublicKey = (key) =>
  bytesOf(
    key,
    "publicKey",
    "a public key of 32 bytes, or its base64 text",
    (bytes) => bytes.length === 32 && isPoint(bytes),
  );

/** @param {unknown} key */
export const readPrivateKey = (key) =>
  bytesOf(
    key,
    "privateKey",
    "a private key of 48 bytes (PKCS#8), or its base64 text",
    (bytes) => bytes.length === 48 && PKCS8.every((byte, i) => byte === bytes[i]),
  );

/**
 * @param {Uint8Array} privateKey
 * @returns {Promise<Uint8Array>} the name of its public key
 */
export const keyIdOfPrivate = async (privateKey) => keyIdOf(await compute("publicKeyOf", privateKey));
