// Cells that flip when a thread lands on them: elements above the canvas, which shows the final state from the start.

import { makeSvg } from "../../lib/dom.js";
import { cornerOf } from "./geometry.js";
import { MARGIN } from "./paint.js";

/** The most cells that flip: the eye cannot follow more. */
const MOST_FLIPS = 400;

/** Milliseconds in which the cells of many keys flip. */
const STREAM = 1200;

/** When change number i of many appears, in milliseconds. @param {number} i @param {number} count */
export const streamed = (i, count) => (i / Math.min(count, MOST_FLIPS)) * STREAM;

/**
 * @param {SVGElement} svg that covers the cells
 * @param {HTMLElement} view of the cells
 * @param {import("./geometry.js").Geometry} geometry
 * @param {{ position: number, delay: number, before: number, after: number }[]} changes
 */
export function flip(svg, view, geometry, changes) {
  const { side } = geometry;
  const gap = side >= 8 ? 2 : side >= 4 ? 1 : 0;
  const origin = svg.getBoundingClientRect();
  const box = view.getBoundingClientRect();
  const cells = changes.slice(0, MOST_FLIPS).map(({ position, delay, before, after }) => {
    const [x, y] = cornerOf(geometry, position);
    const cell = makeSvg("rect", {
      class: before === after ? "pulse" : before ? "unset" : "set",
      x: x + MARGIN + box.left - origin.left + gap / 2,
      y: y + MARGIN + box.top - origin.top + gap / 2,
      width: side - gap,
      height: side - gap,
      rx: side >= 12 ? 3 : 0,
    });
    cell.style.animationDelay = `${delay}ms`;
    return cell;
  });
  svg.append(...cells);
}
