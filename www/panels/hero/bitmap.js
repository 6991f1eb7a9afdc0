// The bits of a filter file as a picture, one pixel per bit.

import { colour } from "../../lib/colours.js";

/** Bits per row. */
export const COLUMNS = 1216;

/** Rows that are painted at once. */
const ROWS = 96;

/**
 * The bits of a standard filter in its file: the payload, which is followed by the checksum of 8 bytes
 * (docs/reference/format/index.md).
 * @param {Uint8Array} file
 * @param {number} count
 */
export function bitsIn(file, count) {
  const payload = file.subarray(file.length - 8 - count / 8, file.length - 8);
  return {
    count,
    rows: Math.ceil(count / COLUMNS),
    at: (/** @type {number} */ position) => (payload[position >> 3] >> (position & 7)) & 1,
  };
}

/** @typedef {ReturnType<typeof bitsIn>} Bits */

/**
 * Paints all bits; can pause at each yield.
 * @param {HTMLCanvasElement} canvas
 * @param {Bits} bits
 */
export function* paintBitmap(canvas, bits) {
  canvas.height = bits.rows;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [zero, one] = [colour("cell"), colour("bit")].map(pixel);
  for (let row = 0; row < bits.rows; row += ROWS) {
    const image = context.createImageData(COLUMNS, Math.min(ROWS, bits.rows - row));
    const pixels = new Uint32Array(image.data.buffer);
    const first = row * COLUMNS;
    for (let i = 0; i < pixels.length && first + i < bits.count; i++) pixels[i] = bits.at(first + i) ? one : zero;
    context.putImageData(image, 0, row);
    yield;
  }
}

/** A colour as a pixel of image data, whose bytes are red, green, blue and opacity. @param {string} hex */
function pixel(hex) {
  const [red, green, blue] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
}
