// Threads: they leave the letters of a key and land on its bits. A thread that finds a 0 snaps, and the others go back. These are CSS
// animations of SVG paths (drawing.css); whoever draws them decides when.

import { makeSvg } from "../lib/dom.js";

/** Milliseconds that a thread flies. */
export const FLIGHT = 180;

/** Milliseconds between the starts of two threads: seven take 1.6 seconds. */
export const STEP = 235;

/** @typedef {[x: number, y: number]} Point */

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

    /**
     * Adds a thread.
     * @param {Point} from
     * @param {Point} to
     * @param {object} [how]
     * @param {"" | "still" | "hit" | "miss" | "maybe"} [how.kind] `still`: it does not fly, because it follows what is typed
     * @param {number} [how.delay] milliseconds before it starts
     */
    add(from, to, { kind = "", delay = 0 } = {}) {
      const thread = makeSvg("path", { class: `thread ${kind}`, d: pathOf(from, to), pathLength: 1 });
      if (delay) thread.style.animationDelay = `${delay}ms`;
      svg.append(thread);
      return thread;
    },

    /** Rings a bit. @param {Point} at @param {"" | "hit" | "miss" | "maybe"} [kind] @param {number} [delay] */
    ring(at, kind = "", delay = 0) {
      const ring = makeSvg("circle", { class: `ring ${kind}`, cx: at[0], cy: at[1], r: 7 });
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

/** Leaves downwards, like something that hangs from the letters, and arrives straight. @param {Point} from @param {Point} to */
function pathOf([x0, y0], [x1, y1]) {
  const [across, down] = [x1 - x0, y1 - y0];
  const reach = Math.max(24, Math.hypot(across, down) * 0.3);
  return `M${[x0, y0]}C${[x0 + across * 0.05, y0 + reach]} ${[x1 - across * 0.35, y1 - down * 0.1]} ${[x1, y1]}`;
}

/**
 * Points below the text of a field, spread over its letters: where the threads of a key begin.
 * @param {HTMLInputElement} input
 * @param {number} count
 * @returns {[x: number, y: number][]} in pixels of the window
 */
export function lettersOf(input, count) {
  const style = getComputedStyle(input);
  const box = input.getBoundingClientRect();
  const context = /** @type {CanvasRenderingContext2D} */ ((pen ??= document.createElement("canvas").getContext("2d")));
  context.font = style.font;
  const [start, end] = [parseFloat(style.paddingLeft), parseFloat(style.paddingRight)];
  const room = box.width - start - end;
  const length = Math.min(context.measureText(input.value).width, room);
  const indent = style.textAlign === "center" ? (room - length) / 2 : 0;
  const line = parseFloat(style.fontSize) * 0.6;
  return Array.from({ length: count }, (_, i) => [
    box.left + start + indent + (length * (i + 0.5)) / count,
    box.top + box.height / 2 + line,
  ]);
}

/** @type {CanvasRenderingContext2D | null} */
let pen = null;
