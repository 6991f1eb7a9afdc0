// The bits of a filter as a rectangle of about the shape of the card's map. Pure functions.

import { bitsOf } from "../../drawing/map.js";

/** Pixels of a map. Of a larger filter it shows a sample: every second bit, or every third. */
const MOST_PIXELS = 1_500_000;

/** From so many bits on, nobody sees whether the last row is full. */
const MANY = 20_000;

/** How much wider or flatter than its place a map may be, if its rows are then all full. */
const FROM_ASPECT = 2.1;

/**
 * Bits per row: if possible, a number that divides them.
 * @param {number} count
 * @param {number} aspect width by height of the place
 */
export function columnsFor(count, aspect) {
  const ideal = Math.sqrt(count * aspect);
  if (count > MANY) return Math.ceil(ideal);
  let best = Math.ceil(ideal);
  let nearest = FROM_ASPECT;
  for (let columns = Math.ceil(ideal / nearest); columns < ideal * Math.sqrt(nearest); columns++) {
    const away = Math.max(columns / ideal, ideal / columns) ** 2;
    if (count % columns === 0 && away < nearest) [best, nearest] = [columns, away];
  }
  return best;
}

/**
 * @typedef {object} Picture
 * @property {import("../../drawing/map.js").Bits} bits what is drawn
 * @property {import("../../drawing/map.js").Bits} all every bit
 * @property {number} each 1, or n if every n-th bit is drawn
 */

/**
 * @param {Uint8Array} bytes
 * @param {number} count of the bits
 * @param {number} aspect of the place
 * @returns {Picture}
 */
export function pictureOf(bytes, count, aspect) {
  const each = Math.ceil(count / MOST_PIXELS);
  const drawn = Math.ceil(count / each);
  const columns = columnsFor(drawn, aspect);
  const all = bitsOf(bytes, count, columns);
  const sample = { ...bitsOf(bytes, drawn, columns), at: (/** @type {number} */ i) => all.at(i * each) };
  return { bits: each > 1 ? sample : all, all, each };
}
