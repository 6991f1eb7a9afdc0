// A map: all bits of a filter as a picture, one pixel per bit.

import { colour } from "../lib/colours.js";

/** Bits per row. */
export const COLUMNS = 1216;

/** Bits between two pauses. */
const STEP = 30_000;

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
 * Paints all bits, at once: every piece would cost the browser as much as the whole. Can pause at each yield before.
 * @param {HTMLCanvasElement} canvas
 * @param {Bits} bits
 */
export function* paintMap(canvas, { count, columns, rows, at }) {
  const [zero, one] = [colour("cell"), colour("bit")].map(pixel);
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let from = 0; from < count; from += STEP) {
    const to = Math.min(from + STEP, count);
    for (let i = from; i < to; i++) pixels[i] = at(i) ? one : zero;
    yield;
  }
  // Setting the size clears the canvas, even if it stays the same.
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).putImageData(image, 0, 0);
}

/** A colour as a pixel of image data, whose bytes are red, green, blue and opacity. @param {string} hex */
export function pixel(hex) {
  const [red, green, blue] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
}
