// Cells that flip when a thread lands on them: elements above the canvas, which shows the final state from the start.

import { bench, keyOf } from "../../lib/bench.js";
import { makeSvg } from "../../lib/dom.js";
import { isStill } from "../../lib/motion.js";
import { landingOf, query } from "../../lib/query.js";
import { cornerOf } from "./geometry.js";
import { MARGIN } from "./paint.js";

/** @typedef {import("../../lib/cells.js").Cells} Cells */

/** The most cells that flip: the eye cannot follow more. */
const MOST_FLIPS = 400;

/** Milliseconds in which the cells of many keys flip. */
const STREAM = 1200;

/**
 * Flips the cells that the last action has changed.
 * @param {SVGElement} svg that covers the cells
 * @param {HTMLElement} view of the cells
 * @param {import("./geometry.js").Geometry} geometry
 * @param {Cells} before
 * @param {Cells} after
 */
export function flip(svg, view, geometry, before, after) {
  const { side, group } = geometry;
  if (group > 1 || isStill() || before.count !== after.count || before.largest !== after.largest) return;
  const gap = side >= 8 ? 2 : side >= 4 ? 1 : 0;
  const origin = svg.getBoundingClientRect();
  const box = view.getBoundingClientRect();
  const cells = landings(before, after).map(({ position, delay }) => {
    const [was, is] = [before.at(position), after.at(position)];
    const [x, y] = cornerOf(geometry, position);
    const cell = makeSvg("rect", {
      class: was === is ? "pulse" : was ? "unset" : "set",
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

/**
 * The cells of the last action's keys, and after how many milliseconds each flips.
 * @param {Cells} before
 * @param {Cells} after
 * @returns {{ position: number, delay: number }[]}
 */
function landings(before, after) {
  const { action, undone } = bench.latest ?? {};
  const keys = action?.keys ?? [];
  if (action?.what !== "fill") {
    // Only the typed key has threads.
    if (!keys.length || keys[0] !== bench.asked) return [];
    const positions = bench.filter.positions(keyOf(keys[0]));
    return positions.map((position, i) => ({ position, delay: query.adding ? landingOf(i, positions.length) : 0 }));
  }
  const all = new Set(keys.flatMap((key) => bench.filter.positions(keyOf(key))));
  const changed = [...all].filter((position) => before.at(position) !== after.at(position));
  if (undone) changed.reverse();
  const count = Math.min(changed.length, MOST_FLIPS);
  return changed.slice(0, count).map((position, i) => ({ position, delay: (i / count) * STREAM }));
}
