// Draws the false-positive rate by number of keys. The scale of the rate is logarithmic, so 1% and one in a million are
// both visible.

import { cutBelow, labelAt, pathOf, rateScale, roundNumbers, underneath } from "../../lib/chart.js";
import { makeSvg } from "../../lib/dom.js";
import { decadeOf, few, pct, t } from "../../lib/i18n.js";

/** Room for labels, in pixels. */
const [LEFT, RIGHT, TOP, BOTTOM] = [84, 16, 48, 60];

/** Decades of the scale, at most. */
const DECADES = 9;

/** Narrower plots have fewer labels. */
const NARROW = 400;

/**
 * @param {SVGElement} svg
 * @param {{ width: number, height: number }} pixels
 * @param {object} what
 * @param {[n: number, rate: number][]} what.curve
 * @param {[n: number, rate: number][]} what.trail the rates of the filter as keys were added; the last one is current
 * @param {number} what.half keys at which half is full
 * @param {number} what.most keys at the right end
 * @param {number | null} what.design the rate that the filter was made for
 */
export function drawChart(svg, { width, height }, { curve, trail, half, most, design }) {
  const plot = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - BOTTOM };
  const lowest = Math.min(0.1, design ?? 1, ...[...curve, ...trail].map(([, rate]) => rate || 1));
  const { y, floor, lines } = rateScale(plot, lowest, decadeOf, DECADES);
  const x = (/** @type {number} */ n) => plot.left + (n / most) * (plot.right - plot.left);
  const ticks = roundNumbers(most, plot.right - plot.left < NARROW ? 3 : 6);
  const parts = [
    ...lines,
    ...underneath(plot, ticks, x, few),
    makeSvg("text", { x: (plot.left + plot.right) / 2, y: height - 6, "text-anchor": "middle" }, t("rate.axis")),
  ];
  if (half <= most) {
    parts.push(makeSvg("line", { class: "half", x1: x(half), x2: x(half), y1: TOP, y2: plot.bottom }));
    parts.push(labelAt(plot, x(half), plot.bottom - 10, t("rate.halfLine")));
  }
  if (design && design >= floor) {
    parts.push(makeSvg("line", { class: "design", x1: plot.left, x2: plot.right, y1: y(design), y2: y(design) }));
    const text = t("rate.designLine", { rate: pct(design) });
    // The curve is below it on the left.
    parts.push(makeSvg("text", { class: "label", x: plot.left + 4, y: y(design) - 8 }, text));
  }
  parts.push(makeSvg("path", { class: "curve", d: pathOf(cutBelow(curve, floor), x, y) }));
  const inside = trail.filter(([n, rate]) => rate >= floor && n <= most);
  for (const [n, rate] of inside.slice(0, -1)) {
    parts.push(makeSvg("circle", { class: "trail", cx: x(n), cy: y(rate), r: 3 }));
  }
  const now = trail[trail.length - 1];
  if (now) parts.push(...nowMark(plot, x(Math.min(now[0], most)), now, { y, floor }));
  svg.replaceChildren(...parts);
}

/**
 * Marks the filter: a point, or an arrow down to a rate below the plot. Its label is above the plot, away from the curve.
 * @param {import("../../lib/chart.js").Plot} plot
 * @param {number} x
 * @param {[n: number, rate: number]} now
 * @param {{ y: (rate: number) => number, floor: number }} scale
 */
function nowMark(plot, x, [n, rate], { y, floor }) {
  const below = rate < floor;
  const at = below ? plot.bottom - 14 : y(rate);
  return [
    makeSvg("line", { class: "half", x1: x, x2: x, y1: TOP - 8, y2: at - 8 }),
    below
      ? makeSvg("path", { class: "now", d: `M${x - 9} ${at - 8}h18l-9 18z` })
      : makeSvg("circle", { class: "now", cx: x, cy: at, r: 8 }),
    labelAt(plot, x, TOP - 16, t("rate.nowLabel", { n: few(n), rate: pct(rate) })),
  ];
}

/**
 * A measured rate beside the band where it is expected.
 * @param {SVGElement} svg
 * @param {{ width: number, height: number }} pixels
 * @param {{ measured: number, expected: number, deviation: number }} what
 */
export function drawBand(svg, { width }, { measured, expected, deviation }) {
  const reach = Math.max(5 * deviation, 1.1 * Math.abs(measured - expected), 1e-12);
  const middle = width / 2;
  const x = (/** @type {number} */ rate) => middle + ((rate - expected) / reach) * (middle - 12);
  // If all bits are 1 or all are 0, the deviation is 0, but the band must stay visible.
  const half = Math.max(4, x(expected + 3 * deviation) - middle);
  svg.replaceChildren(
    makeSvg("line", { class: "grid", x1: 4, x2: width - 4, y1: 18, y2: 18 }),
    makeSvg("rect", { class: "band", x: middle - half, width: 2 * half, y: 6, height: 24, rx: 4 }),
    makeSvg("line", { class: "half", x1: middle, x2: middle, y1: 3, y2: 33 }),
    makeSvg("path", { class: "now", d: `M${x(measured)} 8l7 10l-7 10l-7-10z` }),
    makeSvg("text", { x: middle, y: 54, "text-anchor": "middle" }, pct(expected)),
  );
}
