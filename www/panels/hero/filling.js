// The map fills before your eyes: the first names one by one, each with its own bits, then the rest faster and faster.

import { pixel, placeIn } from "../../drawing/map.js";
import { colour } from "../../lib/colours.js";
import { make } from "../../lib/dom.js";
import { inSlices } from "../../lib/slices.js";

/** Milliseconds for the first names, and for all. */
const SLOW = 1100;
const ALL = 2500;

/** Groups in which the bits appear. */
const GROUPS = 256;

/** A number that looks random, so that the bits of a group are all over the map: the finalizer of MurmurHash3. @param {number} position */
function groupOf(position) {
  const mixed = Math.imul(position ^ (position >>> 16), 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 24;
}

/**
 * The bits that are 1, sorted by group; can pause at each yield.
 * @param {import("../../drawing/map.js").Bits} bits
 * @returns {Generator<undefined, { order: Uint32Array, ends: Uint32Array }>}
 */
function* groupsOf({ count, at }) {
  const ends = new Uint32Array(GROUPS);
  for (let i = 0; i < count; i++) {
    if (at(i)) ends[groupOf(i)]++;
    if (i % 65_536 === 0) yield;
  }
  for (let group = 1; group < GROUPS; group++) ends[group] += ends[group - 1];
  const next = Uint32Array.from(ends, (_, group) => (group ? ends[group - 1] : 0));
  const order = new Uint32Array(ends[GROUPS - 1]);
  for (let i = 0; i < count; i++) {
    if (at(i)) order[next[groupOf(i)]++] = i;
    if (i % 65_536 === 0) yield;
  }
  return { order, ends };
}

/**
 * @typedef {object} List
 * @property {string[]} names the first ones
 * @property {number} count of all
 * @property {number} hashes
 * @property {(name: string) => number[]} positions
 */

/**
 * Fills the map. It ends early if the signal is aborted, and then the map is not full.
 * @param {{ canvas: HTMLCanvasElement, rain: HTMLElement }} elements
 * @param {import("../../drawing/map.js").Bits} bits
 * @param {List} list
 * @param {(keys: number, fill: number) => void} onStep
 * @param {AbortSignal} signal
 */
export async function fillMap(elements, bits, list, onStep, signal) {
  const step = await inSlices(filling(elements, bits, list), signal);
  const begin = performance.now();
  while (step && !signal.aborted) {
    const { keys, fill, isDone } = step(performance.now() - begin);
    onStep(keys, fill);
    if (isDone) break;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  elements.rain.replaceChildren();
}

/**
 * Prepares the filling. A step paints what has come since the last one.
 * @param {{ canvas: HTMLCanvasElement, rain: HTMLElement }} elements
 * @param {import("../../drawing/map.js").Bits} bits
 * @param {List} list
 * @returns {Generator<undefined, (elapsed: number) => { keys: number, fill: number, isDone: boolean }>}
 */
function* filling({ canvas, rain }, bits, { names, count, hashes, positions }) {
  const { order, ends } = yield* groupsOf(bits);
  canvas.width = bits.columns;
  canvas.height = bits.rows;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(bits.columns, bits.rows);
  const pixels = new Uint32Array(image.data.buffer);
  const [zero, one] = [colour("cell"), colour("bit")].map(pixel);
  pixels.fill(zero);
  yield;
  /** How many bits are 1 after some keys, by the formula of fills. @param {number} keys */
  const fillAfter = (keys) => 1 - Math.exp((-hashes * keys) / bits.count);
  let group = 0;
  let fallen = 0;
  return (elapsed) => {
    const slow = Math.min(1, elapsed / SLOW);
    const fast = Math.min(1, Math.max(0, (elapsed - SLOW) / (ALL - SLOW)));
    const keys = slow * names.length + (count - names.length) * fast ** 3;
    for (; fallen < Math.min(names.length, Math.ceil(keys)); fallen++) {
      const own = positions(names[fallen]);
      for (const position of own) pixels[position] = one;
      drop(
        rain,
        names[fallen],
        own.map((position) => placeIn(bits, position)),
      );
    }
    const share = fillAfter(keys) / fillAfter(count);
    const until = fast === 1 ? GROUPS : fast ? Math.floor(share * GROUPS) : 0;
    const [first, last] = [group, until].map((end) => (end ? ends[end - 1] : 0));
    for (let i = first; i < last; i++) pixels[order[i]] = one;
    group = Math.max(group, until);
    context.putImageData(image, 0, 0);
    return { keys: Math.round(keys), fill: (order.length / bits.count) * share, isDone: fast === 1 };
  };
}

/**
 * A name that falls onto the map, and flashes where its bits are.
 * @param {HTMLElement} rain
 * @param {string} name
 * @param {[x: number, y: number][]} places
 */
function drop(rain, name, places) {
  const label = make("span", {}, name);
  label.style.left = `${places[0][0] * 70 + 2}%`;
  const flashes = places.map(([x, y]) => {
    const flash = make("i");
    flash.style.left = `${x * 100}%`;
    flash.style.top = `${y * 100}%`;
    return flash;
  });
  rain.append(label, ...flashes);
}
