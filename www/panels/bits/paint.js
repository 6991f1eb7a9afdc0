// Paints cells, probes and the cursor in the colours of the style sheet.

import { colour } from "../../lib/colours.js";
import { cornerOf, lastOf } from "./geometry.js";

/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("../../lib/cells.js").Cells} Cells */

/** The least side at which a counter's number can be read. */
const READABLE = 16;

/**
 * Clears a canvas and gives it the size of a geometry, with one unit per pixel of the page.
 * @param {HTMLCanvasElement} canvas
 * @param {Geometry} geometry
 * @param {number} margin around it
 */
function cleared(canvas, { width, height }, margin) {
  const ratio = Math.min(devicePixelRatio || 1, 3);
  canvas.width = Math.round((width + 2 * margin) * ratio);
  canvas.height = Math.round((height + 2 * margin) * ratio);
  canvas.style.width = `${width + 2 * margin}px`;
  canvas.style.height = `${height + 2 * margin}px`;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(ratio, 0, 0, ratio, margin * ratio, margin * ratio);
  return context;
}

/** Room for marks around the outermost cells. */
export const MARGIN = 6;

/**
 * Paints all cells. There may be millions, so it can pause at each yield.
 * @param {HTMLCanvasElement} canvas
 * @param {Geometry} geometry
 * @param {Cells} cells
 */
export function* paintCells(canvas, geometry, cells) {
  const context = cleared(canvas, geometry, MARGIN);
  const { side, group } = geometry;
  const gap = side >= 8 ? 2 : side >= 4 ? 1 : 0;
  const radius = side >= 12 ? 3 : 0;
  const shades = palette();
  const border = colour("cell-line");
  let shown = "";
  for (let first = 0, painted = 0; first < cells.count; first = lastOf(geometry, cells.count, first) + 1) {
    const last = lastOf(geometry, cells.count, first);
    const share =
      group === 1 ? Math.sqrt(cells.at(first) / cells.largest) : cells.set(first, last) / (last - first + 1);
    const shade = shades[Math.ceil(share * (shades.length - 1))];
    if (shade !== shown) context.fillStyle = shown = shade;
    const [x, y] = cornerOf(geometry, first);
    if (radius) {
      context.beginPath();
      context.roundRect(x + gap / 2, y + gap / 2, side - gap, side - gap, radius);
      context.fill();
      if (!share) strokeCell(context, x + gap / 2, y + gap / 2, side - gap, radius, border);
    } else context.fillRect(x + gap / 2, y + gap / 2, side - gap, side - gap);
    if (cells.largest > 1 && group === 1 && side >= READABLE && cells.at(first)) {
      paintNumber(context, x, y, side, cells.at(first), share);
      shown = "";
    }
    if (++painted % 512 === 0) yield;
  }
}

/**
 * The inner border of an empty cell, whose colour hardly differs from the background.
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} radius
 * @param {string} colour
 */
function strokeCell(context, x, y, side, radius, colour) {
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, side - 1, side - 1, radius);
  context.lineWidth = 1;
  context.strokeStyle = colour;
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {number} value
 * @param {number} share
 */
function paintNumber(context, x, y, side, value, share) {
  context.fillStyle = colour(share > 0.55 ? "on-bit" : "ink");
  context.font = `600 ${Math.round(side * 0.5)}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(value), x + side / 2, y + side / 2 + 1);
}

/** Colours from an empty place to a full one. */
function palette() {
  const empty = channels(colour("cell"));
  const full = channels(colour("bit"));
  return Array.from({ length: 65 }, (_, i) => {
    const share = i / 64;
    return `rgb(${empty.map((from, c) => Math.round(from + (full[c] - from) * share)).join()})`;
  });
}

/** @param {string} hex */
const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/**
 * Paints probes, in their order: a disc if the cell is set, otherwise a cross.
 * @param {HTMLCanvasElement} canvas
 * @param {Geometry} geometry
 * @param {number} largest the largest number that a cell can hold
 * @param {{ position: number, hit: boolean }[]} probes
 * @param {number | undefined} cursor the first cell of the pointed or focused place
 * @param {"no" | "maybe"} kind the answer for these probes
 */
export function paintMarks(canvas, geometry, largest, probes, cursor, kind) {
  const context = cleared(canvas, geometry, MARGIN);
  const { side } = geometry;
  const radius = Math.max(side * 0.36, 4.5);
  const numbers = largest > 1 && side >= READABLE;
  // Amber is for "maybe" only: a 1 on the way to a "no" has the colour of the text.
  const [hit, miss, ground] = [colour(kind === "maybe" ? "maybe-mark" : "ink"), colour("no-mark"), colour("ground")];
  probes.forEach((probe) => {
    const [x, y] = cornerOf(geometry, probe.position).map((corner) => corner + side / 2);
    context.lineCap = "round";
    if (probe.hit) {
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fillStyle = hit;
      // A ring, so the number in it stays readable.
      if (!numbers) context.fill();
      context.lineWidth = numbers ? 3.5 : 2;
      context.strokeStyle = numbers ? hit : ground;
      context.stroke();
    } else {
      const arm = radius * 0.9;
      for (const [width, style] of /** @type {[number, string][]} */ ([
        [Math.max(6, side / 5), ground],
        [Math.max(3, side / 9), miss],
      ])) {
        context.beginPath();
        for (const slope of [1, -1]) {
          context.moveTo(x - arm, y - arm * slope);
          context.lineTo(x + arm, y + arm * slope);
        }
        context.lineWidth = width;
        context.strokeStyle = style;
        context.stroke();
      }
    }
  });
  if (cursor !== undefined) {
    const [x, y] = cornerOf(geometry, cursor);
    context.lineWidth = 2.5;
    context.strokeStyle = colour("ink");
    context.strokeRect(x - 1, y - 1, side + 2, side + 2);
  }
}
