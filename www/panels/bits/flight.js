// Animates cause and effect: lines fly from the probes of a key to their cells, and changed cells flip. These are CSS
// animations of elements above the canvas. The canvas shows the final state from the start.

import { makeSvg } from "../../lib/dom.js";
import { cornerOf } from "./geometry.js";
import { MARGIN } from "./paint.js";

/** Milliseconds of a line, and between the starts of two lines. */
export const FLIGHT = 250;
export const STAGGER = 80;

/** Milliseconds within which all lines of a key start. */
const LONGEST = 1000;

/** The most cells that flip: the eye cannot follow more. */
const MOST_FLIPS = 400;

/** Milliseconds in which the cells of many keys flip. */
const STREAM = 1200;

/** Milliseconds after which line number i starts. @param {number} i @param {number} count */
export const startOf = (i, count) => i * Math.min(STAGGER, LONGEST / count);

/**
 * @param {SVGElement} svg that covers probes and cells
 * @param {HTMLElement} view of the cells
 */
export function flightOver(svg, view) {
  /** The coordinates of a cell in the picture. @param {import("./geometry.js").Geometry} geometry @param {number} position */
  function placeOf(geometry, position) {
    const { left, top } = svg.getBoundingClientRect();
    const box = view.getBoundingClientRect();
    const [x, y] = cornerOf(geometry, position);
    return [x + MARGIN + box.left - left, y + MARGIN + box.top - top];
  }

  return {
    clear: () => svg.replaceChildren(),

    /**
     * A line from each probe to its cell.
     * @param {import("./geometry.js").Geometry} geometry
     * @param {{ position: number, hit: boolean }[]} probes
     * @param {Element[]} chips the elements of the probes
     * @param {boolean} backwards
     */
    lines(geometry, probes, chips, backwards) {
      const { left, top } = svg.getBoundingClientRect();
      const lines = probes.map(({ position, hit }, i) => {
        const chip = chips[i].getBoundingClientRect();
        const from = [chip.left + chip.width / 2 - left, chip.bottom - top];
        const to = placeOf(geometry, position).map((corner) => corner + geometry.side / 2);
        const line = makeSvg("path", {
          class: hit ? "hit" : "miss",
          d: `M${from} Q${from[0]} ${(from[1] + to[1]) / 2} ${to}`,
          pathLength: 1,
        });
        line.style.animationDelay = `${startOf(backwards ? probes.length - 1 - i : i, probes.length)}ms`;
        if (backwards) line.style.animationDirection = "reverse";
        return line;
      });
      svg.append(...lines);
    },

    /**
     * Cells that change their colour when a line reaches them.
     * @param {import("./geometry.js").Geometry} geometry
     * @param {{ position: number, delay: number, before: number, after: number }[]} changes
     */
    flips({ side, ...rest }, changes) {
      const geometry = { side, ...rest };
      const gap = side >= 8 ? 2 : side >= 4 ? 1 : 0;
      const cells = changes.slice(0, MOST_FLIPS).map(({ position, delay, before, after }) => {
        const [x, y] = placeOf(geometry, position);
        const kind = before === after ? "pulse" : before ? "unset" : "set";
        const cell = makeSvg("rect", {
          class: kind,
          x: x + gap / 2,
          y: y + gap / 2,
          width: side - gap,
          height: side - gap,
          rx: side >= 12 ? 3 : 0,
        });
        cell.style.animationDelay = `${delay}ms`;
        return cell;
      });
      svg.append(...cells);
    },

    /** When change number i of many appears. @param {number} i @param {number} count */
    streamed: (i, count) => (i / Math.min(count, MOST_FLIPS)) * STREAM,
  };
}
