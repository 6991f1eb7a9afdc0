// Rejects what only some platforms reject, so that all give the same answer: numbers that are not reduced, and points of small order, for
// which one signature fits many messages.

/** The prime of the field, and the order of the group (RFC 8032, 5.1). */
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
/** The y of two points of order 8. The other two points have P − y. */
const Y8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
/** The y of all eight points whose order divides 8. */
const SMALL = [0n, 1n, P - 1n, Y8, P - Y8];

/**
 * Bytes as a number, little-endian.
 * @param {Uint8Array} bytes
 */
export const number = (bytes) => bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);

/**
 * True for 32 bytes that can be a public key, or the first half of a signature. The backend checks whether they are a point of the curve.
 * @param {Uint8Array} bytes
 */
export function isPoint(bytes) {
  // The highest bit is the sign of x.
  const y = number(bytes) & (2n ** 255n - 1n);
  return y < P && !SMALL.includes(y);
}

/**
 * True for 64 bytes that can be a signature.
 * @param {Uint8Array} signature
 */
export const isSignature = (signature) => isPoint(signature.subarray(0, 32)) && number(signature.subarray(32)) < L;
