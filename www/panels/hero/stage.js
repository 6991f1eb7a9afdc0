// The stage of the first section: threads from the letters in the field to the bits on the map, and the strip of magnified windows.

import { placeIn } from "../../drawing/map.js";
import { FLIGHT, STEP, lettersOf, threadsIn } from "../../drawing/threads.js";
import { windowOn } from "../../drawing/windows.js";
import { make } from "../../lib/dom.js";
import { isStill, pauseFor } from "../../lib/motion.js";

/** Milliseconds between the 0 and the answer: the thread snaps, and the others go back. */
const SNAP = 450;

/**
 * A key, and what its probes find.
 * @typedef {object} Shown
 * @property {string} key the part of the typed text that is looked up
 * @property {number[]} positions
 * @property {number} zero which of them is the first 0; -1 if all are 1
 */

/**
 * @param {{ input: HTMLInputElement, map: HTMLElement, strip: HTMLElement, svg: SVGElement }} elements
 * @param {import("../../drawing/map.js").Bits} bits
 */
export function stageOn({ input, map, strip, svg }, bits) {
  const threads = threadsIn(svg);
  let skip = () => {};
  /** What is there if the size of the window changes. */
  let redraw = () => {};

  /** @param {number} position */
  function pointOf(position) {
    const [x, y] = placeIn(bits, position);
    const { left, top, width, height } = map.getBoundingClientRect();
    return threads.pointAt(left + x * width, top + y * height);
  }

  /** Where the threads of a key begin: below its own letters, because only these are hashed. @param {Shown} shown */
  function startsOf({ key, positions }) {
    const at = input.value.toLowerCase().lastIndexOf(key);
    const from = Math.max(at, 0);
    return threads.startsAt(lettersOf(input, positions.length, from, at < 0 ? input.value.length : from + key.length));
  }

  /** @param {number} count */
  function emptyStrip(count) {
    strip.replaceChildren(
      ...Array.from({ length: count }, (_, i) => make("li", { class: "window empty" }, make("b", {}, i + 1))),
    );
  }

  /** @param {"" | "typing" | "no" | "maybe"} kind */
  const setKind = (kind) => (map.dataset.kind = kind);

  return {
    /** Ends an animation at once. */
    skip: () => skip(),

    /** @param {number} hashes */
    clear(hashes) {
      skip();
      threads.clear();
      emptyStrip(hashes);
      setKind("");
      redraw = () => {};
    },

    /** Threads that follow the letters while somebody types. @param {Shown} shown */
    follow(shown) {
      skip();
      threads.clear();
      emptyStrip(shown.positions.length);
      setKind("typing");
      const starts = startsOf(shown);
      shown.positions.forEach((position, i) => {
        const point = pointOf(position);
        threads.add(starts[i], point, { kind: "still" });
        threads.ring(point, "still");
      });
      redraw = () => this.follow(shown);
    },

    /**
     * One name of a search: the thread that ends it. @param {Shown} shown
     */
    flick(shown) {
      const { positions, zero } = shown;
      threads.clear();
      emptyStrip(positions.length);
      const starts = startsOf(shown);
      positions.slice(0, zero + 1).forEach((position, i) => {
        const [point, kind] = [pointOf(position), i === zero ? "miss" : "hit"];
        threads.add(starts[i], point, { kind: `still ${kind}` });
        threads.ring(point, kind, 0, i + 1);
        strip.children[i].replaceWith(windowOn(bits, position, i));
      });
      setKind("typing");
    },

    /**
     * Shows the probes of a query one after another, up to the first 0. A key press ends the show, not the answer.
     * @param {Shown} shown
     * @param {AbortSignal} signal
     * @param {boolean} [atOnce] without motion
     */
    async show(shown, signal, atOnce = isStill()) {
      const { positions, zero } = shown;
      this.clear(positions.length);
      const skipped = new Promise((resolve) => {
        skip = () => {
          atOnce = true;
          svg.classList.add("instant");
          resolve(undefined);
        };
      });
      svg.classList.toggle("instant", atOnce);
      const wait = (/** @type {number} */ milliseconds) =>
        atOnce ? undefined : Promise.race([pauseFor(milliseconds), skipped]);
      const starts = startsOf(shown);
      const kind = zero < 0 ? "maybe" : "no";
      const probed = zero < 0 ? positions : positions.slice(0, zero + 1);
      const drawn = [];
      for (const [i, position] of probed.entries()) {
        const point = pointOf(position);
        const isMiss = i === zero;
        drawn.push(threads.add(starts[i], point));
        await wait(FLIGHT);
        if (signal.aborted) return;
        threads.ring(point, isMiss ? "miss" : "hit", 0, i + 1);
        strip.children[i].replaceWith(windowOn(bits, position, i));
        if (!isMiss) await wait(STEP - FLIGHT);
        if (signal.aborted) return;
      }
      // A snapped thread takes the others back; those of a maybe stay, as its proof.
      if (kind === "no") {
        for (const thread of drawn.slice(0, -1)) threads.retract(thread);
        threads.snap(drawn[drawn.length - 1]);
      } else for (const thread of drawn) thread.classList.add("held");
      for (const left of strip.querySelectorAll(".empty")) left.classList.add("spared");
      if (kind === "maybe") setKind(kind);
      await wait(SNAP);
      if (signal.aborted) return;
      setKind(kind);
      if (kind === "maybe") for (const ring of svg.querySelectorAll(".ring")) ring.classList.add("maybe");
      skip = () => {};
      redraw = () => this.show(shown, signal, true);
    },

    /** Draws the same again, for another width. */
    redraw: () => redraw(),
  };
}
