// The strangers, keys that were never added, as a hundred dots, each with a place of its own: those that get "maybe" are amber. The figure is
// counted from the dots, one after another, so it is never ahead of them.

import { find, make } from "../../lib/dom.js";
import { inEachLanguage, num, t } from "../../lib/i18n.js";
import { STRANGERS } from "./bits.js";

/** Milliseconds between two dots that change, and the most for all of them. */
const EACH = 40;
const ALL = 500;

/** @param {HTMLInputElement} input with a key: its dot is ringed */
export function crowdIn(input) {
  const box = find("#story-dots");
  const dots = Array.from({ length: STRANGERS }, () => make("i"));
  box.append(...dots);
  /** @type {string[]} */
  let names = [];

  const isMaybe = (/** @type {HTMLElement} */ dot) => dot.classList.contains("maybe");
  function draw() {
    const count = dots.filter(isMaybe).length;
    find("#story-count").textContent = num(count);
    box.setAttribute("aria-label", t("story.crowd", { count }));
  }
  function point() {
    for (const [i, dot] of dots.entries()) dot.classList.toggle("asked", names[i] === input.value);
  }

  inEachLanguage(draw);

  return {
    point,

    /** Everybody gets "no", and is to be asked again. */
    clear() {
      for (const dot of dots) dot.className = "";
      draw();
    },

    /**
     * Turns the dots to the new answers.
     * @param {string[]} strangers
     * @param {boolean[]} maybes whether each gets "maybe"
     * @param {import("./row.js").Run} run
     * @returns {Promise<boolean>} whether all have turned
     */
    async answer(strangers, maybes, run) {
      names = strangers;
      point();
      draw();
      const turning = dots.filter((dot, i) => isMaybe(dot) !== maybes[i]);
      const going = turning.filter(isMaybe);
      const coming = turning.filter((dot) => !isMaybe(dot));
      const turns = Math.max(going.length, coming.length);
      for (let i = 0; i < turns; i++) {
        // Together, so that the figure only falls or only rises.
        for (const dot of [going[i], coming[i]]) dot?.classList.toggle("maybe");
        draw();
        if (!(await run.go(Math.min(EACH, ALL / turns)))) return false;
      }
      return run.go(0);
    },

    /** @param {(name: string) => void} ask for the dot that is clicked, or the next one after the button */
    onPick(ask) {
      const pick = (/** @type {number} */ i) => names[i] && ask(names[i]);
      find("#story-one").addEventListener("click", () => pick((names.indexOf(input.value) + 1) % names.length));
      box.addEventListener("click", (/** @type {Event} */ { target }) => pick(dots.indexOf(target)));
    },
  };
}
