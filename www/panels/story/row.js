// Draws the row of bits, and the threads that a key sends to it: a bit changes when its thread lands.

import { lettersOf, FLIGHT, STEP } from "../../drawing/threads.js";
import { make } from "../../lib/dom.js";
import { inEachLanguage, t } from "../../lib/i18n.js";
import { BITS, PROBES } from "./bits.js";

/** Pixels by which a thread goes into its bit. */
const INTO = 3;

/**
 * One showing of a step.
 * @typedef {object} Run
 * @property {(milliseconds: number) => Promise<boolean>} go waits, and says whether this run is still wanted
 * @property {boolean} still the end is shown at once
 */

/** Milliseconds of a thread that snaps. */
const SNAP = 450;

/**
 * @param {HTMLElement} row
 * @param {HTMLInputElement} input with the key
 * @param {ReturnType<typeof import("../../drawing/threads.js").threadsIn>} threads
 */
export function rowIn(row, input, threads) {
  // The row is a picture with a name. Without "aria-hidden", Firefox lets a screen reader read its 32 bits, too.
  const cells = Array.from({ length: BITS }, () =>
    make("div", { class: "bit", "aria-hidden": "true" }, make("b", {}, "0"), make("span")),
  );
  row.append(...cells);
  const ones = () => cells.filter((cell) => cell.classList.contains("one")).length;
  const nameRow = () => row.setAttribute("aria-label", t("story.row", { count: ones() }));
  inEachLanguage(nameRow);

  /** Where a thread lands. @param {number} position */
  function pointOf(position) {
    const { left, top, width } = cells[position].firstChild.getBoundingClientRect();
    return threads.pointAt(left + width / 2, top + INTO);
  }

  /** Where the threads of the key begin. */
  const letters = () => threads.startsAt(lettersOf(input, PROBES));

  /** @param {number} position @param {string} label */
  const label = (position, label) => (cells[position].lastChild.textContent = label);

  /** A thread has landed on a bit. Reading it is a ring; only `flip` turns it. @param {number} position @param {string} kind @param {boolean} numbered */
  function mark(position, kind, numbered) {
    cells[position].classList.add("probed", "read", ...(kind ? [kind] : []));
    if (numbered) label(position, String(position));
  }

  return {
    /** How many bits are 1. */
    ones,

    /**
     * Shows bits, without threads and marks.
     * @param {Map<number, string>} owners the bits that are 1, each with its label
     */
    set(owners) {
      threads.clear();
      for (const [position, cell] of cells.entries()) {
        cell.className = owners.has(position) ? "bit one" : "bit";
        cell.firstChild.textContent = owners.has(position) ? "1" : "0";
        label(position, owners.get(position) ?? "");
      }
      nameRow();
    },

    /** Sets one bit to 1; one that is 1 already only bumps. @param {number} position @param {string} owner */
    flip(position, owner) {
      if (cells[position].classList.contains("one")) return cells[position].classList.add("known");
      cells[position].classList.add("one", "flipped");
      cells[position].firstChild.textContent = "1";
      label(position, owner);
      nameRow();
    },

    /**
     * All threads at once, such as those that follow what is typed.
     * @param {number[]} positions
     * @param {boolean} [numbered]
     * @param {string} [kind] of the threads; without one they fly, and mark nothing yet
     */
    follow(positions, numbered = true, kind = "still") {
      const [from, to] = [letters(), positions.map(pointOf)];
      for (const [i, position] of positions.entries()) {
        threads.add(from[i], to[i], { kind });
        if (kind) cells[position].classList.add("probed");
        if (numbered) label(position, String(position));
      }
    },

    /**
     * Threads that fly one after another.
     * @param {number[]} positions
     * @param {Run} run
     * @param {(position: number) => void} land what each does to its bit
     * @param {number} [pause] milliseconds between two
     */
    async fly(positions, run, land, pause = STEP - FLIGHT) {
      const from = letters();
      const flown = [];
      for (const [i, position] of positions.entries()) {
        flown.push(threads.add(from[i], pointOf(position)));
        if (!(await run.go(FLIGHT))) break;
        land(position);
        if (i + 1 < positions.length && !(await run.go(pause))) break;
      }
      return flown;
    },

    mark,

    /** A query that found a 0, shown for a moment. @param {number[]} probes */
    miss(probes) {
      this.follow(probes, false, "still miss");
      cells[probes[probes.length - 1]].classList.add("zero");
    },

    /** The last thread has found a 0: it snaps, and the others go back. @param {Element[]} flown @param {Run} run */
    async snap(flown, run) {
      threads.snap(flown[flown.length - 1]);
      // Without motion, a thread that goes back would stay.
      for (const thread of flown.slice(0, -1)) run.still ? thread.remove() : threads.retract(thread);
      await run.go(SNAP);
    },

    /** All bits are 1. @param {Element[]} flown @param {number[]} positions */
    hold(flown, positions) {
      for (const thread of flown) thread.classList.add("maybe");
      for (const position of positions) cells[position].classList.add("maybe");
    },

    /** Threads that have done their work. @param {Element[]} flown @param {Run} run */
    async retract(flown, run) {
      for (const thread of flown) threads.retract(thread);
      await run.go(SNAP);
    },
  };
}
