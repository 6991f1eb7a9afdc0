// SHA-256, as the platform computes it.

import { wrongType } from "../errors.js";

/** False on pages of http, which have no `crypto.subtle`. */
export const hasSha256 = () => !!globalThis.crypto?.subtle;

/**
 * The SHA-256 of some bytes, in hexadecimal.
 * @param {Uint8Array} bytes
 */
export async function sha256Of(bytes) {
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) wrongType("crypto.subtle", "an object (pages have it on https and localhost only)", subtle);
  const digest = new Uint8Array(await subtle.digest("SHA-256", /** @type {any} */ (bytes)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
