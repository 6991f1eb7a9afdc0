// The map in the card, and the show of a query on it.

import { onColours } from "../../lib/colours.js";
import { inSlices, latest } from "../../lib/slices.js";
import { paintMap } from "../../drawing/map.js";
import { showOn } from "../../drawing/show.js";
import { pictureOf } from "./picture.js";

/** Pixels of a bit that needs no window. */
const LARGE = 7;

/**
 * @param {object} elements
 * @param {HTMLInputElement} elements.input
 * @param {HTMLElement} elements.field
 * @param {HTMLCanvasElement} elements.canvas
 * @param {SVGElement} elements.svg
 * @param {HTMLElement} elements.windows
 */
export function stageOf({ input, field, canvas, svg, windows }) {
  /** @type {import("./picture.js").Picture} */
  let picture;
  const show = showOn({ input, map: field, windows, svg }, () => picture);

  const paint = latest(async (signal) => {
    if (picture) await inSlices(paintMap(canvas, picture.bits), signal);
  });
  onColours(paint);

  // The bits move with the size of their place.
  const place = /** @type {HTMLElement} */ (field.parentElement);
  let width = place.clientWidth;
  // Measured here, because measuring at each step would cost a layout.
  let aspect = width / place.clientHeight || 2;
  new ResizeObserver(([{ contentRect }]) => {
    const isOther = Math.abs(contentRect.width - width) >= 1;
    ({ width } = contentRect);
    aspect = width / contentRect.height || 2;
    if (picture) lay();
    if (isOther) show.redraw();
  }).observe(place);

  function lay() {
    const { columns, rows } = picture.bits;
    const room = Math.min(width / columns, width / aspect / rows);
    const isLarge = room >= LARGE;
    // Large bits have whole pixels, so the gaps between them are all alike.
    field.style.width = `${(isLarge ? Math.floor(room) : room) * columns}px`;
    field.style.aspectRatio = `${columns} / ${rows}`;
    field.style.setProperty("--columns", String(columns));
    field.style.setProperty("--rows", String(rows));
    field.classList.toggle("cells", isLarge);
  }

  return {
    clear: () => show.clear(),

    /**
     * Draws all bits.
     * @param {Uint8Array} bytes
     * @param {number} count
     * @returns {{ each: number, drawn: Promise<void> }} `each`: if every n-th bit is drawn
     */
    draw(bytes, count) {
      const next = pictureOf(bytes, count, aspect);
      const { columns, rows } = next.bits;
      const isOther = columns !== picture?.bits.columns || rows !== picture?.bits.rows;
      picture = next;
      if (isOther) lay();
      return { each: next.each, drawn: paint() };
    },

    /** Whether all bits of a key are 1. @param {number[]} positions */
    holds: (positions) => positions.length > 0 && positions.every((position) => picture.all.at(position)),

    /** @param {number[]} positions @param {string} key */
    add: (positions, key) => show.add(key, positions),

    /**
     * Looks at the bits of a key, one after the other, up to the first 0.
     * @param {number[]} positions
     * @param {string} key
     * @param {AbortSignal} signal
     * @returns {Promise<number>} the index of the 0; -1 if there is none
     */
    async probe(positions, key, signal) {
      const zero = positions.findIndex((position) => !picture.all.at(position));
      await show.probe({ key, positions, zero }, signal);
      return zero;
    },
  };
}
