/**
 * The bytes of hexadecimal digits that the build has written. They need no check.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function fromHex(text) {
  const { Buffer, Uint8Array: Bytes } = /** @type {any} */ (globalThis);
  if (Bytes.fromHex) return Bytes.fromHex(text);
  if (Buffer) return Buffer.from(text, "hex");
  const bytes = new Uint8Array(text.length / 2);
  // The low four bits of "0" to "9" are the digit, those of "a" to "f" are 9 less.
  const digit = (/** @type {number} */ code) => (code & 15) + 9 * (code >> 6);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = 16 * digit(text.charCodeAt(2 * i)) + digit(text.charCodeAt(2 * i + 1));
  return bytes;
}
