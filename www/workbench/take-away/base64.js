// The base64 text of a large filter file, in pieces: eight megabytes at once would block the page.

/** Bytes; a multiple of 3, so that pieces join without padding between them. */
const PIECE = 0x6000;

/** @param {number} bytes */
export const base64Length = (bytes) => 4 * Math.ceil(bytes / 3);

/**
 * Generates the text that `toBase64` writes for the same filter file, in parts. A file can be saved without joining them.
 * @param {Uint8Array} dump the filter file
 * @returns {Generator<undefined, string[]>}
 */
export function* writeBase64(dump) {
  const parts = [];
  for (let i = 0; i < dump.length; i += PIECE) {
    parts.push(btoa(String.fromCharCode(...dump.subarray(i, i + PIECE))));
    yield;
  }
  return parts;
}
