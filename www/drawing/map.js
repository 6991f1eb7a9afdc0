// A map: all bits of a filter as a picture, one pixel per bit.

import { colour } from "../lib/colours.js";

/** Bits per row. */
export const COLUMNS = 1216;

/** Rows that are painted at once. */
const ROWS = 24;

/** @typedef {ReturnType<typeof bitsIn>} Bits */

/**
 * The bits of a standard filter in its file: the payload, which is followed by the checksum of 8 bytes
 * (docs/reference/format/index.md).
 * @param {Uint8Array} file
 * @param {number} count
 */
export const bitsIn = (file, count) => bitsOf(file.subarray(file.length - 8 - count / 8, file.length - 8), count);

/**
 * The bits in an array of bytes, as rows of a map.
 * @param {Uint8Array} bytes
 * @param {number} count
 * @param {number} [columns] bits per row
 */
export function bitsOf(bytes, count, columns = COLUMNS) {
  return {
    count,
    columns,
    rows: Math.ceil(count / columns),
    at: (/** @type {number} */ position) => (bytes[position >> 3] >> (position & 7)) & 1,
  };
}

/**
 * The middle of a bit, as shares of the width and height of the map.
 * @param {Bits} bits
 * @param {number} position
 * @returns {[x: number, y: number]}
 */
export const placeIn = ({ columns, rows }, position) => [
  ((position % columns) + 0.5) / columns,
  (Math.floor(position / columns) + 0.5) / rows,
];

/**
 * Paints all bits; can pause at each yield.
 * @param {HTMLCanvasElement} canvas
 * @param {Bits} bits
 */
export function* paintMap(canvas, { count, columns, rows, at }) {
  // Setting the size clears the canvas, even if it stays the same.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [zero, one] = [colour("cell"), colour("bit")].map(pixel);
  for (let row = 0; row < rows; row += ROWS) {
    const image = context.createImageData(columns, Math.min(ROWS, rows - row));
    const pixels = new Uint32Array(image.data.buffer);
    const first = row * columns;
    for (let i = 0; i < pixels.length && first + i < count; i++) pixels[i] = at(first + i) ? one : zero;
    context.putImageData(image, 0, row);
    yield;
  }
}

/** A colour as a pixel of image data, whose bytes are red, green, blue and opacity. @param {string} hex */
export function pixel(hex) {
  const [red, green, blue] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
}
