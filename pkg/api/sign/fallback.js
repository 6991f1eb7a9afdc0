// Ed25519 and SHA-256 for platforms without them: browsers before 2025, and pages on http, which have no WebCrypto.

import {
  Point,
  getPublicKey,
  hashes,
  sha256 as digest,
  sha512,
  sign as signWith,
  verify as verifyWith,
} from "../../vendor/noble.js";
import { number } from "./points.js";

Object.assign(hashes, { sha512 });

/** The last 32 bytes of PKCS#8 are the seed. */
const seedOf = (/** @type {Uint8Array} */ privateKey) => privateKey.subarray(-32);

/** @param {Uint8Array} bytes */
export const sha256 = async (bytes) => digest(bytes);

/** @param {Uint8Array} privateKey PKCS#8 */
export const publicKeyOf = async (privateKey) => getPublicKey(seedOf(privateKey));

/**
 * @param {Uint8Array} message
 * @param {Uint8Array} privateKey PKCS#8
 */
export const sign = async (message, privateKey) => signWith(message, seedOf(privateKey));

/**
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @param {Uint8Array} publicKey 32 bytes
 * @returns {Promise<boolean>}
 */
export async function verify(signature, message, publicKey) {
  return verifyWith(signature, message, publicKey, { zip215: false }) && isExact(signature, message, publicKey);
}

/**
 * Checks the equation S·B = R + k·A. The library multiplies both sides by 8, and WebCrypto does not. Otherwise a signer could make a
 * signature that only some platforms accept.
 * @param {Uint8Array} signature
 * @param {Uint8Array} message
 * @param {Uint8Array} publicKey
 */
function isExact(signature, message, publicKey) {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
  const signed = new Uint8Array(64 + message.length);
  signed.set(r);
  signed.set(publicKey, 32);
  signed.set(message, 64);
  const kA = Point.fromBytes(publicKey).multiply(number(sha512(signed)) % Point.CURVE().n, false);
  return Point.BASE.multiply(number(s), false).equals(Point.fromBytes(r).add(kA));
}
