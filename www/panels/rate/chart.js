// The error rate over the number of keys, as a picture. The rate is on a logarithmic scale: one per cent and one in a
// million are both to be seen.

import { makeSvg } from "../../lib/dom.js";
import { few, pct, t } from "../../lib/i18n.js";

const [WIDTH, HEIGHT] = [560, 330];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 14, 12, 40];

/** Decades of the scale, at most. */
const DECADES = 9;

/**
 * @param {SVGElement} svg
 * @param {object} what
 * @param {[n: number, rate: number][]} what.curve
 * @param {[n: number, rate: number][]} what.trail what the filter said of itself as keys came; the last is now
 * @param {number} what.half keys at which half is full
 * @param {number} what.most keys at the right end
 */
export function drawChart(svg, { curve, trail, half, most }) {
  const lowest = Math.max(10 ** -DECADES, Math.min(...[...curve, ...trail].map(([, rate]) => rate || 1), 0.1));
  const decades = Math.max(1, Math.ceil(-Math.log10(lowest) - 1e-9));
  const x = (/** @type {number} */ n) => LEFT + (n / most) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ rate) =>
    TOP + (Math.min(decades, -Math.log10(Math.max(rate, 10 ** -decades))) / decades) * (HEIGHT - TOP - BOTTOM);
  const path = (/** @type {[number, number][]} */ points) =>
    points.map(([n, rate], i) => `${i ? "L" : "M"}${x(n).toFixed(1)} ${y(rate).toFixed(1)}`).join("");

  const step = Math.ceil(decades / 5);
  const parts = [];
  for (let decade = 0; decade <= decades; decade += step) {
    const at = y(10 ** -decade);
    parts.push(makeSvg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at }));
    parts.push(makeSvg("text", { x: LEFT - 8, y: at + 4, "text-anchor": "end" }, pct(10 ** -decade)));
  }
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    const anchor = share === 1 ? "end" : share ? "middle" : "start";
    parts.push(
      makeSvg(
        "text",
        { x: x(most * share), y: HEIGHT - BOTTOM + 18, "text-anchor": anchor },
        few(Math.round(most * share)),
      ),
    );
  }
  parts.push(makeSvg("text", { x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, "text-anchor": "middle" }, t("rate.axis")));
  if (half <= most) {
    parts.push(makeSvg("line", { class: "half", x1: x(half), x2: x(half), y1: TOP, y2: HEIGHT - BOTTOM }));
    parts.push(makeSvg("text", { x: x(half) + 5, y: HEIGHT - BOTTOM - 6 }, t("rate.halfLine")));
  }
  parts.push(makeSvg("path", { class: "curve", d: path(curve) }));
  if (trail.length) {
    const [n, rate] = trail[trail.length - 1];
    parts.push(makeSvg("path", { class: "trail", d: path(trail) }));
    parts.push(makeSvg("circle", { class: "now", cx: x(Math.min(n, most)), cy: y(rate), r: 6 }));
  }
  svg.replaceChildren(...parts);
}

/**
 * A measured rate beside the band where it is to be expected.
 * @param {SVGElement} svg
 * @param {{ measured: number, expected: number, deviation: number }} what
 */
export function drawBand(svg, { measured, expected, deviation }) {
  const reach = Math.max(5 * deviation, 1.1 * Math.abs(measured - expected), 1e-12);
  const x = (/** @type {number} */ rate) => 200 + ((rate - expected) / reach) * 190;
  svg.replaceChildren(
    makeSvg("line", { class: "grid", x1: 5, x2: 395, y1: 14, y2: 14 }),
    makeSvg("rect", {
      class: "band",
      x: x(expected - 3 * deviation),
      width: x(6 * deviation + expected) - 200,
      y: 5,
      height: 18,
      rx: 4,
    }),
    makeSvg("line", { class: "half", x1: 200, x2: 200, y1: 3, y2: 25 }),
    makeSvg("path", { class: "now", d: `M${x(measured)} 5l6 9l-6 9l-6-9z` }),
    makeSvg("text", { x: 200, y: 42, "text-anchor": "middle" }, pct(expected)),
  );
}
