// Turns a large text into a blob, in pieces, because encoding all of it at once would block the page.

/** Characters per piece. */
const PIECE = 2 ** 20;

/**
 * A generator that returns the blob.
 * @param {string} text
 * @returns {Generator<void, Blob>}
 */
export function* blobOf(text) {
  /** @type {Blob[]} */
  const pieces = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + PIECE, text.length);
    // Do not split a surrogate pair.
    if ((text.charCodeAt(to - 1) & 0xfc00) === 0xd800 && to < text.length) to++;
    pieces.push(new Blob([text.slice(from, to)]));
    yield;
  }
  return new Blob(pieces);
}
