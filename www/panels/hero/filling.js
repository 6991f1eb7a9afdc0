// The map fills before your eyes: the first names one by one, each with threads to its own bits, then the rest faster and faster.

import { pixel } from "../../drawing/map.js";
import { FLIGHT } from "../../drawing/threads.js";
import { colour } from "../../lib/colours.js";
import { inSlices } from "../../lib/slices.js";

/** Milliseconds for each of the first names, and how many they are. */
const EACH = 350;
const FIRST = 3;
const SLOW = EACH * FIRST;

/** Milliseconds for all names, and for each that is read while the map fills fast. */
const ALL = 2100;
const FLICK = 90;

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
 * @param {HTMLCanvasElement} canvas
 * @param {import("../../drawing/map.js").Bits} bits
 * @param {List} list
 * @param {(name: string, positions: number[]) => void} onName shows a name; without positions if it goes by too fast for them
 * @param {(keys: number, fill: number) => void} onStep
 * @param {AbortSignal} signal
 */
export async function fillMap(canvas, bits, list, onName, onStep, signal) {
  const step = await inSlices(filling(canvas, bits, list, onName), signal);
  const begin = performance.now();
  while (step && !signal.aborted) {
    const { keys, fill, isDone } = step(performance.now() - begin);
    onStep(keys, fill);
    if (isDone) break;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/**
 * Prepares the filling. A step paints what has come since the last one.
 * @param {HTMLCanvasElement} canvas
 * @param {import("../../drawing/map.js").Bits} bits
 * @param {List} list
 * @param {(name: string, positions: number[]) => void} onName
 * @returns {Generator<undefined, (elapsed: number) => { keys: number, fill: number, isDone: boolean }>}
 */
function* filling(canvas, bits, { names, count, hashes, positions }, onName) {
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
  let shown = 0;
  let landed = 0;
  return (elapsed) => {
    const fast = Math.min(1, Math.max(0, (elapsed - SLOW) / (ALL - SLOW)));
    const due = elapsed < SLOW ? elapsed / EACH : FIRST + (elapsed - SLOW) / FLICK;
    if (shown <= due && shown < names.length) {
      onName(names[shown], shown < FIRST ? positions(names[shown]) : []);
      shown++;
    }
    // The bits of a name light up when its threads have landed.
    for (; landed < FIRST && elapsed >= landed * EACH + FLIGHT; landed++) {
      for (const position of positions(names[landed])) pixels[position] = one;
    }
    const keys = landed + (count - landed) * fast ** 3;
    const share = fillAfter(keys) / fillAfter(count);
    const until = fast === 1 ? GROUPS : fast ? Math.floor(share * GROUPS) : 0;
    const [first, last] = [group, until].map((end) => (end ? ends[end - 1] : 0));
    for (let i = first; i < last; i++) pixels[order[i]] = one;
    group = Math.max(group, until);
    context.putImageData(image, 0, 0);
    return { keys: Math.round(keys), fill: (order.length / bits.count) * share, isDone: fast === 1 };
  };
}
