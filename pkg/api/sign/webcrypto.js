// Ed25519 and SHA-256 of the platform. `fallback.js` has the same functions.

import { decode } from "../base64.js";

const ED25519 = "Ed25519";
/** @type {() => any} */
const subtle = () => crypto.subtle;

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) => new Uint8Array(await subtle().digest("SHA-256", bytes));

/**
 * The public key of a private key. WebCrypto has no function for it, but a JWK has both.
 * @param {Uint8Array} privateKey PKCS#8
 */
export async function publicKeyOf(privateKey) {
  const { x } = await subtle().exportKey("jwk", await subtle().importKey("pkcs8", privateKey, ED25519, true, ["sign"]));
  return decode(`${x}=`);
}

/**
 * @param {Uint8Array} message
 * @param {Uint8Array} privateKey PKCS#8
 */
export async function sign(message, privateKey) {
  const key = await subtle().importKey("pkcs8", privateKey, ED25519, false, ["sign"]);
  return new Uint8Array(await subtle().sign(ED25519, key, message));
}

/**
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @param {Uint8Array} publicKey 32 bytes
 * @returns {Promise<boolean>}
 */
export async function verify(signature, message, publicKey) {
  let key;
  try {
    key = await subtle().importKey("raw", publicKey, ED25519, false, ["verify"]);
  } catch (error) {
    // Some platforms check here whether the key is a point of the curve. Others check later.
    if (/** @type {Error} */ (error).name === "DataError") return false;
    throw error;
  }
  return subtle().verify(ED25519, key, signature, message);
}
