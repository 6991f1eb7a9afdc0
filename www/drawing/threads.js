// Threads: they leave the letters of a key and land on its bits. A thread that finds a 0 snaps, and the others go back. These are CSS
// animations of SVG paths (drawing.css); whoever draws them decides when.

import { makeSvg } from "../lib/dom.js";

/** Milliseconds that a thread flies. */
export const FLIGHT = 180;

/** Pixels from the letters down to the knot. */
const KNOT = 18;

/** Milliseconds between the starts of two threads: seven take 1.6 seconds. */
export const STEP = 235;

/** @typedef {[x: number, y: number]} Point */
/**
 * Where a thread begins, the knot that it goes through (the whole key is hashed, not a letter), and the place at the edge of the picture
 * to which all threads run together, perhaps around a corner, so that they cross nothing that is read.
 * @typedef {Point | [...Point, ...Point] | [...Point, ...Point, ...Point] | [...Point, ...Point, ...Point, ...Point]} Start
 */

/**
 * @param {SVGElement} svg that covers the letters and the bits
 */
export function threadsIn(svg) {
  return {
    clear: () => svg.replaceChildren(),

    /** A point of the window, in the picture. @param {number} x @param {number} y @returns {Point} */
    pointAt(x, y) {
      const { left, top } = svg.getBoundingClientRect();
      return [x - left, y - top];
    },

    /** As `pointAt`, for starts of threads. @param {Start[]} starts @returns {Start[]} */
    startsAt(starts) {
      const { left, top } = svg.getBoundingClientRect();
      return starts.map((start) => /** @type {Start} */ (start.map((at, i) => at - (i % 2 ? top : left))));
    },

    /**
     * Adds a thread.
     * @param {Start} from
     * @param {Point} to
     * @param {object} [how]
     * @param {string} [how.kind] a class: `still` does not fly, because it follows what is typed; `hit`, `miss` and `maybe` have colours
     * @param {number} [how.delay] milliseconds before it starts
     */
    add(from, to, { kind = "", delay = 0 } = {}) {
      const thread = makeSvg("path", { class: `thread ${kind}`, d: pathOf(from, to), pathLength: 1 });
      if (delay) thread.style.animationDelay = `${delay}ms`;
      // Below all rings: they move in layers of their own, and a thread between two of them would need one, too.
      svg.insertBefore(thread, svg.querySelector(".ring"));
      return thread;
    },

    /**
     * Rings a bit.
     * @param {Point} at
     * @param {string} [kind]
     * @param {number} [delay]
     * @param {number | string} [number] of the probe, from 1
     */
    ring(at, kind = "", delay = 0, number = undefined) {
      const circle = makeSvg("circle", { cx: at[0], cy: at[1], r: 7 });
      const ring = makeSvg("g", { class: `ring ${kind}` }, circle);
      if (number) ring.append(makeSvg("text", { x: at[0], y: at[1] + 4, "text-anchor": "middle" }, number));
      if (delay) ring.style.animationDelay = `${delay}ms`;
      svg.append(ring);
      return ring;
    },

    /** @param {Element} thread whose bit is 0 */
    snap: (thread) => thread.classList.add("snapped"),

    /** @param {Element} thread that goes back to its letter */
    retract: (thread) => thread.classList.add("retracted"),
  };
}

/** From a letter to the knot below the key, and from there to the bit. @param {Start} from @param {Point} to */
function pathOf([x, y, x0 = x, y0 = y, ...edge], [x1, y1]) {
  const gather = x === x0 && y === y0 ? "" : `C${[x, y + (y0 - y) * 0.7]} ${[x0, y + (y0 - y) * 0.3]} ${[x0, y0]}`;
  const [ex, ey] = edge.length ? edge.slice(-2) : [x0, y0];
  const [across, down] = [x1 - ex, y1 - ey];
  const hang = Math.min(64, 16 + Math.hypot(across, down) * 0.1);
  // From an edge at the side, threads go on sideways at first.
  const turn = ex > x0 ? [ex + across * 0.5, ey] : [ex + across * 0.1, ey + hang];
  return `M${[x, y]}${gather}${edge.length ? `L${edge}` : ""}C${turn} ${[x1 - across * 0.4, y1 - down * 0.15]} ${[x1, y1]}`;
}

/**
 * Where the threads of a key begin: below the text of a field, spread over its letters, with one knot for all.
 * @param {HTMLInputElement} input
 * @param {number} count
 * @param {number} [from] the first letter
 * @param {number} [to] the end of the letters
 * @returns {Start[]} in pixels of the window
 */
export function lettersOf(input, count, from = 0, to = input.value.length) {
  const style = getComputedStyle(input);
  const box = input.getBoundingClientRect();
  pen ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  pen.font = style.font;
  const left = box.left + parseFloat(style.paddingLeft);
  const room = box.right - parseFloat(style.paddingRight) - left;
  const widthOf = (/** @type {number} */ letters) =>
    // The end of a long text is out of sight.
    Math.min(/** @type {CanvasRenderingContext2D} */ (pen).measureText(input.value.slice(0, letters)).width, room);
  const indent = style.textAlign === "center" ? (room - widthOf(input.value.length)) / 2 : 0;
  const [start, end] = [from, to].map((letters) => indent + widthOf(letters));
  const below = box.top + box.height / 2 + parseFloat(style.fontSize) * 0.75;
  const knot = [left + (start + end) / 2, below + KNOT];
  return Array.from({ length: count }, (_, i) => {
    const x = left + start + ((end - start) * (i + 0.5)) / count;
    return /** @type {Start} */ ([x, below, ...knot]);
  });
}

/** Measures texts. @type {CanvasRenderingContext2D | undefined} */
let pen;
