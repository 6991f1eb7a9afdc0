// The strangers, keys that were never added, as a hundred dots: those that get "maybe" are amber. The figure is counted from the dots, one
// after another, so it is never ahead of them.

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
     * Turns the dots to the new answers: those with "maybe" come first.
     * @param {string[]} strangers
     * @param {number} maybes
     * @param {import("./row.js").Run} run
     * @returns {Promise<boolean>} whether all have turned
     */
    async answer(strangers, maybes, run) {
      names = strangers;
      point();
      draw();
      const turning = dots.filter((dot, i) => isMaybe(dot) !== i < maybes);
      if (turning[0] && isMaybe(turning[0])) turning.reverse();
      for (const dot of turning) {
        dot.classList.toggle("maybe");
        draw();
        if (!(await run.go(Math.min(EACH, ALL / turning.length)))) return false;
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
