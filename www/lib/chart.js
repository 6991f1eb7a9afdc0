// Code that the charts share. They are drawn in pixels of the screen and are not scaled, so their text has the page's text
// size, also on a phone. These functions do not depend on the language: tests use them, too.

import { makeSvg } from "./dom.js";

/**
 * @typedef {object} Plot the area of the data in a chart, in pixels
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 */

/**
 * Draws an SVG whenever its size changes, and when it becomes visible.
 * @param {SVGElement} svg
 * @param {(width: number, height: number) => void} draw
 * @returns {() => void} draws it now, if it can be seen
 */
export function onPixels(svg, draw) {
  const redraw = () => {
    const { width, height } = svg.getBoundingClientRect();
    if (!width || !height) return;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    draw(width, height);
  };
  new ResizeObserver(redraw).observe(svg);
  return redraw;
}

/**
 * A logarithmic scale of rates: 1 at the top, the decade below the lowest at the bottom.
 * @param {Plot} plot
 * @param {number} lowest
 * @param {(decade: number) => string} text of a decade: 2 is 1%
 * @param {number} [most] decades
 */
export function rateScale({ left, right, top, bottom }, lowest, text, most = Infinity) {
  const decades = Math.min(most, Math.max(1, Math.ceil(-Math.log10(lowest) - 1e-9)));
  /** @param {number} rate above 0; below the floor it is outside of the plot */
  const y = (rate) => top - (Math.log10(rate) / decades) * (bottom - top);
  const step = Math.ceil(decades / 5);
  const lines = [];
  for (let decade = 0; decade <= decades; decade += step) {
    const at = y(10 ** -decade);
    lines.push(makeSvg("line", { class: "grid", x1: left, x2: right, y1: at, y2: at }));
    lines.push(makeSvg("text", { x: left - 8, y: at + 5, "text-anchor": "end" }, text(decade)));
  }
  return { y, floor: 10 ** -decades, lines };
}

/**
 * The part of a rising curve that is not below a floor, from the point where it crosses it.
 * @param {[x: number, rate: number][]} points
 * @param {number} floor
 * @returns {[x: number, rate: number][]}
 */
export function cutBelow(points, floor) {
  const first = points.findIndex(([, rate]) => rate >= floor);
  if (first < 0) return [];
  const rest = points.slice(first);
  const [before, after] = [points[first - 1], rest[0]];
  if (!before?.[1]) return rest;
  // Straight on the logarithmic scale.
  const share = Math.log(floor / before[1]) / Math.log(after[1] / before[1]);
  return [[before[0] + share * (after[0] - before[0]), floor], ...rest];
}

/**
 * @param {[x: number, rate: number][]} points
 * @param {(value: number) => number} x
 * @param {(rate: number) => number} y
 */
export const pathOf = (points, x, y) =>
  points.map(([value, rate], i) => `${i ? "L" : "M"}${x(value).toFixed(1)} ${y(rate).toFixed(1)}`).join("");

/**
 * Round numbers from 0 to `most`.
 * @param {number} most
 * @param {number} count the approximate number of them
 */
export function roundNumbers(most, count) {
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    power * /** @type {number} */ ([1, 2, 5, 10].find((digit) => digit * power >= rough * 0.99)),
  );
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => i * step);
}

/**
 * Labels under a plot.
 * @param {Plot} plot
 * @param {number[]} values
 * @param {(value: number) => number} x
 * @param {(value: number) => string} text
 */
export const underneath = ({ right, bottom }, values, x, text) =>
  values.map((value) =>
    makeSvg(
      "text",
      { x: x(value), y: bottom + 24, "text-anchor": right - x(value) < 16 ? "end" : "middle" },
      text(value),
    ),
  );

/** About half of the width of a letter, in pixels. */
const HALF_LETTER = 4.5;

/**
 * A label above or below a point, inside of the plot.
 * @param {Plot} plot
 * @param {number} x
 * @param {number} y
 * @param {string} text
 */
export function labelAt({ left, right }, x, y, text) {
  const half = HALF_LETTER * text.length;
  const anchor = x < left + half ? "start" : x > right - half ? "end" : "middle";
  return makeSvg("text", { class: "label", x, y, "text-anchor": anchor }, text);
}
