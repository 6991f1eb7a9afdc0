// Shows the probes of a domain on the picture of all bits: a lens for each, in order, joined by a line up to the first 0.

import { make, makeSvg } from "../../lib/dom.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { num } from "../../lib/i18n.js";
import { COLUMNS } from "../../drawing/map.js";

/** Milliseconds between two probes. */
const STEP = 80;

/** Bits that a lens shows on each side of its own bit. */
const AROUND = 2;

/** Alternative offsets of a lens without room above its bit, in units of its size, the nearest first. */
const AWAY = [0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2, -2, 2.5, -2.5]
  .flatMap((across, _, all) => all.map((down) => [across, down]))
  .sort((a, b) => Math.hypot(...a) - Math.hypot(...b));

/** Pixels that a lens keeps from the edge of the picture. */
const EDGE = 4;

/**
 * @param {{ box: HTMLElement, lenses: HTMLElement, line: SVGElement }} elements
 * @param {import("../../drawing/map.js").Bits} bits
 */
export function lensesOn({ box, lenses, line }, bits) {
  /** The coordinates of the middle of a bit, in pixels. @param {number} position */
  const pointOf = (position) => [
    (((position % COLUMNS) + 0.5) / COLUMNS) * box.clientWidth,
    ((Math.floor(position / COLUMNS) + 0.5) / bits.rows) * box.clientHeight,
  ];

  /** The corners of the visible lenses. @type {number[][]} */
  let taken = [];

  /**
   * The corner of a lens: as near to its bit as the other lenses allow.
   * @param {number[]} point
   * @param {number[]} size
   */
  function placeFor(point, size) {
    const whole = [box.clientWidth, box.clientHeight];
    const corners = AWAY.map((away) =>
      point.map((at, axis) =>
        Math.min(Math.max(at - size[axis] / 2 + away[axis] * size[axis], EDGE), whole[axis] - size[axis] - EDGE),
      ),
    );
    const isFree = (/** @type {number[]} */ corner) =>
      !taken.some((other) => corner.every((at, axis) => Math.abs(at - other[axis]) < size[axis]));
    return corners.find(isFree) ?? corners[0];
  }

  /** @param {number} position */
  function lensAt(position) {
    const cells = [];
    for (let row = -AROUND; row <= AROUND; row++) {
      for (let column = -AROUND; column <= AROUND; column++) {
        const its = position + row * COLUMNS + column;
        const set = its >= 0 && its < bits.count && bits.at(its);
        cells.push(make("i", { class: `${set ? "one" : "zero"}${row || column ? "" : " own"}` }));
      }
    }
    const lens = make(
      "div",
      { class: `lens ${bits.at(position) ? "hit" : "miss"}` },
      make("div", { class: "glass" }, ...cells),
      make("span", {}, num(position)),
    );
    lenses.append(lens);
    const size = [lens.offsetWidth, lens.offsetHeight];
    const corner = placeFor(pointOf(position), size);
    taken.push(corner);
    const middle = corner.map((at, axis) => at + size[axis] / 2);
    const point = pointOf(position);
    // A line joins a lens to its bit if the lens is not directly above it.
    if (Math.hypot(middle[0] - point[0], middle[1] - point[1]) > size[1] / 2)
      line.append(
        makeSvg("line", { class: "leader", x1: point[0], y1: point[1], x2: middle[0], y2: middle[1], pathLength: 1 }),
      );
    lens.style.transform = `translate(${corner[0]}px, ${corner[1]}px)`;
    return lens;
  }

  return {
    clear() {
      lenses.replaceChildren();
      line.replaceChildren();
      taken = [];
      delete box.dataset.kind;
    },
    /**
     * Shows the probes that a query makes.
     * @param {number[]} positions up to the first 0
     * @param {"no" | "maybe"} kind
     * @param {AbortSignal} signal
     */
    async show(positions, kind, signal) {
      this.clear();
      line.setAttribute("viewBox", `0 0 ${box.clientWidth} ${box.clientHeight}`);
      /** @type {number[][]} */
      const points = [];
      for (const position of positions) {
        if (points.length && !isStill()) await pauseFor(STEP);
        if (signal.aborted) return;
        const point = pointOf(position);
        const before = points[points.length - 1];
        if (before)
          line.append(makeSvg("line", { x1: before[0], y1: before[1], x2: point[0], y2: point[1], pathLength: 1 }));
        points.push(point);
        line.append(makeSvg("circle", { cx: point[0], cy: point[1], r: 4 }));
        lensAt(position);
      }
      if (!isStill()) await pauseFor(STEP);
      if (!signal.aborted) box.dataset.kind = kind;
    },
  };
}
