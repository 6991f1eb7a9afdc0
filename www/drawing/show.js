// The show of a query: threads leave the letters of a key and land on its bits one after another, and each bit comes out of its ring
// as a magnified window. A window and its ring answer the pointer together.

import { make } from "../lib/dom.js";
import { isStill, pauseFor } from "../lib/motion.js";
import { placeIn } from "./map.js";
import { FLIGHT, STEP, lettersOf, threadsIn } from "./threads.js";
import { windowOn } from "./windows.js";

/** Milliseconds between the 0 and the answer: the thread snaps, and the others go back. */
const SNAP = 450;

/** After this number of shows, a visitor knows what comes, and each takes this share of the time. */
const SLOW_SHOWS = 2;
const QUICK = 0.4;

/** The shows on all maps of the page. */
let shows = 0;

/** Milliseconds in which a window comes out of its ring. */
const EMERGE = 260;

/** Milliseconds between the threads of a key that is added. */
const TOGETHER = 22;

/** Pixels between two threads that run together. */
const STRAND = 1;

/** From a field below the map, threads rise beside it, and go in above its lower edge: below are the windows. In pixels. */
const BESIDE = 10;
const INSIDE = 12;

/** Pixels from a ring at which it answers the pointer. */
const NEAR = 18;

/**
 * A key, and what its probes find.
 * @typedef {object} Shown
 * @property {string} key the part of the typed text that is looked up
 * @property {number[]} positions
 * @property {number} zero which of them is the first 0; -1 if all are 1
 */

/**
 * @param {{ input: HTMLInputElement, map: HTMLElement, windows: HTMLElement, svg: SVGElement }} elements
 * @param {() => { bits: import("./map.js").Bits, all: import("./map.js").Bits, each: number }} picture what the map shows: all bits, or each n-th
 */
export function showOn({ input, map, windows, svg }, picture) {
  const threads = threadsIn(svg);
  let skip = () => {};
  /** What is there if the size of the window changes. */
  let redraw = () => {};
  /** @type {{ at: import("./threads.js").Point, parts: Element[] }[]} */
  let probes = [];

  /** @param {number} position */
  function pointOf(position) {
    const { bits, each } = picture();
    const [x, y] = placeIn(bits, Math.floor(position / each));
    const { left, top, width, height } = map.getBoundingClientRect();
    return threads.pointAt(left + x * width, top + y * height);
  }

  /** Measured before anything is added: after it, each would cost a layout. @param {number[]} positions */
  const pointsOf = (positions) => positions.map(pointOf);

  /** Where the threads of a key begin: below its own letters, because only these are hashed. @param {string} key @param {number} count */
  function startsOf(key, count) {
    const at = input.value.toLowerCase().lastIndexOf(key);
    const from = Math.max(at, 0);
    const starts = lettersOf(input, count, from, at < 0 ? input.value.length : from + key.length);
    const { left, top, right, bottom } = map.getBoundingClientRect();
    const low = bottom - INSIDE;
    return threads.startsAt(
      starts.map((start, i) => {
        const [x, y, x0, y0 = y] = start;
        // Side by side, as the strands of a cable.
        const apart = (i - (count - 1) / 2) * STRAND;
        const beside = left - BESIDE + apart;
        const edge =
          y0 < top
            ? [Math.min(Math.max(x0 ?? x, left), right) + apart, top]
            : y0 > low
              ? [beside, y0 + apart, beside, low + apart]
              : [left, y0 + apart];
        return /** @type {import("./threads.js").Start} */ ([x, y, x0 ?? x, y0, ...edge]);
      }),
    );
  }

  /** @param {number} slots windows that are still empty */
  function empty(slots) {
    threads.clear();
    probes = [];
    windows.replaceChildren(
      ...Array.from({ length: slots }, (_, i) =>
        make("li", { class: "window empty", "aria-hidden": "true" }, make("b", {}, i + 1)),
      ),
    );
  }

  /** @param {number} i which probe @param {number} position @param {boolean} [isMoving] */
  function land(i, position, isMoving = false) {
    const { at, parts } = probes[i];
    const tile = windowOn(picture().all, position, i);
    windows.children[i].replaceWith(tile);
    parts.push(tile);
    if (!isMoving) return;
    const { left, top, width, height } = tile.getBoundingClientRect();
    const [x, y] = threads.pointAt(left + width / 2, top + height / 2);
    const away = `translate(${at[0] - x}px, ${at[1] - y}px) scale(.15)`;
    tile.animate({ transform: [away, "none"] }, { duration: EMERGE, easing: "cubic-bezier(.3, .7, .3, 1)" });
  }

  /** @param {"" | "typing" | "no" | "maybe"} kind */
  function setKind(kind) {
    map.dataset.kind = windows.dataset.kind = kind;
    // Before the answer, there is nothing to read.
    windows.ariaHidden = isRinged() ? null : "true";
  }

  /** Marks what belongs to a probe. @param {number} index -1 for none */
  function mark(index) {
    for (const [i, { parts }] of probes.entries()) {
      for (const part of parts) part.classList.toggle("pointed", i === index);
    }
  }
  const isRinged = () => ["no", "maybe"].includes(map.dataset.kind ?? "");
  windows.addEventListener("pointerover", ({ target }) => {
    const tile = /** @type {Element} */ (target).closest(".window");
    if (isRinged()) mark(tile ? [...windows.children].indexOf(tile) : -1);
  });
  map.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (!isRinged()) return;
    const [x, y] = threads.pointAt(clientX, clientY);
    mark(probes.findIndex(({ at }) => Math.hypot(at[0] - x, at[1] - y) < NEAR));
  });
  for (const element of [windows, map]) element.addEventListener("pointerleave", () => mark(-1));

  return {
    /** Ends an animation at once. */
    skip: () => skip(),

    /** Draws the same again, for another width. */
    redraw: () => redraw(),

    /** @param {number} [slots] windows for the probes to come */
    clear(slots = 0) {
      skip();
      empty(slots);
      setKind("");
      redraw = () => {};
    },

    /** Threads that follow the letters while somebody types. @param {Shown} shown */
    follow(shown) {
      const { key, positions } = shown;
      skip();
      empty(positions.length);
      setKind("typing");
      const starts = startsOf(key, positions.length);
      pointsOf(positions).forEach((point, i) => {
        threads.add(starts[i], point, { kind: "still" });
        threads.ring(point, "still");
      });
      redraw = () => this.follow(shown);
    },

    /** One name of a search: its threads up to the one that ends it. @param {Shown} shown */
    flick({ key, positions, zero }) {
      empty(positions.length);
      const starts = startsOf(key, positions.length);
      pointsOf(positions.slice(0, zero + 1)).forEach((at, i) => {
        const kind = i === zero ? "miss" : "hit";
        const thread = threads.add(starts[i], at, { kind: `still ${kind}` });
        probes.push({ at, parts: [thread, threads.ring(at, kind, 0, i + 1)] });
        land(i, positions[i]);
      });
      setKind("typing");
    },

    /** A key is added: all of its threads fly, nearly at once. @param {string} key @param {number[]} positions */
    add(key, positions) {
      threads.clear();
      probes = [];
      const starts = startsOf(key, positions.length);
      pointsOf(positions).forEach((at, i) => {
        threads.ring(at, "", isStill() ? 0 : i * TOGETHER + FLIGHT);
        if (!isStill()) threads.add(starts[i], at, { delay: i * TOGETHER });
      });
    },

    /**
     * Shows the probes of a query one after another, up to the first 0. Skipping ends the show, not the answer.
     * @param {Shown} shown
     * @param {AbortSignal} signal
     * @param {boolean} [atOnce] without motion
     */
    async probe(shown, signal, atOnce = isStill()) {
      const { key, positions, zero } = shown;
      skip();
      empty(positions.length);
      setKind("typing");
      const skipped = new Promise((resolve) => {
        skip = () => {
          atOnce = true;
          svg.classList.add("instant");
          for (const motion of windows.getAnimations({ subtree: true })) motion.finish();
          resolve(undefined);
        };
      });
      let isStale = false;
      redraw = () => {
        isStale = true;
        skip();
      };
      svg.classList.toggle("instant", atOnce);
      if (!atOnce) shows++;
      const pace = shows > SLOW_SHOWS ? QUICK : 1;
      svg.style.setProperty("--pace", String(pace));
      const wait = (/** @type {number} */ milliseconds) =>
        atOnce ? undefined : Promise.race([pauseFor(milliseconds * pace), skipped]);
      const starts = startsOf(key, positions.length);
      const kind = zero < 0 ? "maybe" : "no";
      for (const [i, position] of (zero < 0 ? positions : positions.slice(0, zero + 1)).entries()) {
        const at = pointOf(position);
        const thread = threads.add(starts[i], at);
        probes.push({ at, parts: [thread] });
        await wait(FLIGHT);
        if (signal.aborted) return;
        // Two probes can land on the same bit.
        const all = positions.slice(0, i + 1).flatMap((other, n) => (other === position ? n + 1 : []));
        probes[i].parts.push(threads.ring(at, i === zero ? "miss" : "hit", 0, all.join("·")));
        land(i, position, !atOnce);
        if (i !== zero) await wait(STEP - FLIGHT);
        if (signal.aborted) return;
      }
      // A snapped thread takes the others back; those of a maybe stay, as its proof.
      probes.forEach(({ parts: [thread] }, i) => {
        if (kind === "maybe") thread.classList.add("held");
        else if (i === zero) threads.snap(thread);
        else threads.retract(thread);
      });
      for (const left of windows.querySelectorAll(".empty")) left.classList.add("spared");
      if (kind === "maybe") setKind(kind);
      await wait(SNAP);
      if (signal.aborted) return;
      setKind(kind);
      if (kind === "maybe") for (const ring of svg.querySelectorAll(".ring")) ring.classList.add("maybe");
      skip = () => {};
      redraw = () => this.probe(shown, signal, true);
      if (isStale) await redraw();
    },
  };
}
