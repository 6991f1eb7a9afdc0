// The map in the card, and what flies over it: threads from the letters of a field to the bits of a key.

import { onColours } from "../../lib/colours.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { inSlices, latest } from "../../lib/slices.js";
import { paintMap, placeIn } from "../../drawing/map.js";
import { FLIGHT, STEP, lettersOf, threadsIn } from "../../drawing/threads.js";
import { windowOn } from "../../drawing/windows.js";
import { pictureOf } from "./picture.js";

/** Pixels of a bit that needs no window. */
const LARGE = 7;

/** Milliseconds between the threads of a key that is added. */
const TOGETHER = 22;

/**
 * @param {object} elements
 * @param {HTMLInputElement} elements.input
 * @param {HTMLElement} elements.field
 * @param {HTMLCanvasElement} elements.canvas
 * @param {SVGElement} elements.svg
 * @param {HTMLElement} elements.windows
 */
export function stageOf({ input, field, canvas, svg, windows }) {
  const threads = threadsIn(svg);
  /** @type {import("./picture.js").Picture | undefined} */
  let picture;

  const paint = latest(async (signal) => {
    if (picture) await inSlices(paintMap(canvas, picture.bits), signal);
  });
  onColours(paint);

  /** Where a bit is, in the picture of the threads. @param {number} position @returns {[number, number]} */
  function pointOf(position) {
    const { bits, each } = /** @type {import("./picture.js").Picture} */ (picture);
    const [x, y] = placeIn(bits, Math.floor(position / each));
    const { left, top, width, height } = field.getBoundingClientRect();
    return threads.pointAt(left + x * width, top + y * height);
  }

  /**
   * Sends a thread to each bit.
   * @param {number[]} positions
   * @param {number} step milliseconds between two threads
   * @param {(position: number) => "" | "hit" | "miss"} kindOf
   * @param {string} key of whose letters they leave; the field can have more, such as the name before an @
   */
  function fly(positions, step, kindOf, key) {
    threads.clear();
    const at = input.value.toLowerCase().lastIndexOf(key);
    const range = at < 0 ? [] : [at, at + key.length];
    const letters = threads.startsAt(lettersOf(input, positions.length, ...range));
    return positions.map((position, i) => {
      const to = pointOf(position);
      const kind = kindOf(position);
      const ring = threads.ring(to, kind, isStill() ? 0 : i * step + FLIGHT);
      const thread = isStill() ? undefined : threads.add(letters[i], to, { kind, delay: i * step });
      return { ring, thread };
    });
  }

  function clear() {
    threads.clear();
    windows.replaceChildren();
    delete field.dataset.kind;
  }
  // The bits move with the size of their place.
  const place = /** @type {HTMLElement} */ (field.parentElement);
  let width = place.clientWidth;
  // Measured here, because measuring at each step would cost a layout.
  let aspect = width / place.clientHeight || 2;
  new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - width) >= 1) clear();
    ({ width } = contentRect);
    aspect = width / contentRect.height || 2;
  }).observe(place);

  return {
    clear,
    fly,

    /**
     * Draws all bits.
     * @param {Uint8Array} bytes
     * @param {number} count
     * @returns {{ each: number, drawn: Promise<void> }} `each`: if every n-th bit is drawn
     */
    draw(bytes, count) {
      const next = pictureOf(bytes, count, aspect);
      const { columns, rows } = next.bits;
      if (columns !== picture?.bits.columns || rows !== picture?.bits.rows) {
        const shape = columns / rows;
        field.style.aspectRatio = `${columns} / ${rows}`;
        field.style.width = `${Math.min(1, shape / aspect) * 100}%`;
        field.style.setProperty("--columns", String(columns));
        field.style.setProperty("--rows", String(rows));
        field.classList.toggle("cells", width / columns >= LARGE);
      }
      picture = next;
      return { each: next.each, drawn: paint() };
    },

    /** Whether all bits of a key are 1. @param {number[]} positions */
    holds: (positions) => positions.length > 0 && positions.every((position) => picture?.all.at(position)),

    /** Adds a key: all of its threads fly, nearly at once. @param {number[]} positions @param {string} key */
    add: (positions, key) => fly(positions, TOGETHER, () => "", key),

    /**
     * Looks at the bits of a key, one after the other, up to the first 0.
     * @param {number[]} positions
     * @param {string} key
     * @param {AbortSignal} signal
     * @returns {Promise<number>} the index of the 0; -1 if there is none
     */
    async probe(positions, key, signal) {
      clear();
      const { all } = /** @type {import("./picture.js").Picture} */ (picture);
      const zero = positions.findIndex((position) => !all.at(position));
      const seen = zero < 0 ? positions : positions.slice(0, zero + 1);
      const flying = fly(seen, STEP, (position) => (all.at(position) ? "hit" : "miss"), key);
      for (const [i, position] of seen.entries()) {
        if (!isStill()) await pauseFor(i ? STEP : FLIGHT);
        if (signal.aborted) return zero;
        windows.append(windowOn(all, position, i));
      }
      for (const [i, { thread, ring }] of flying.entries()) {
        if (zero < 0) [thread, ring].forEach((part) => part?.classList.add("maybe"));
        else if (thread) (i === zero ? threads.snap : threads.retract)(thread);
      }
      field.dataset.kind = zero < 0 ? "maybe" : "no";
      return zero;
    },
  };
}
