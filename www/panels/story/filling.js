// The step "Fill": the row fills up while the slider adds keys, and more and more strangers get "maybe".

import { FLIGHT } from "../../drawing/threads.js";
import { find } from "../../lib/dom.js";
import { inEachLanguage, num, pct, t } from "../../lib/i18n.js";
import { BITS, fallingIn, keysOf, ownersOf, positionsOf, rateOf } from "./bits.js";

/** @typedef {import("./row.js").Run} Run */

/** Milliseconds of an empty row, and of a key while the slider moves by itself, and where it stops. */
const EMPTY = 700;
const PACE = 200;
const END = 12;

/** The bits without labels: those of forty keys would not fit. @param {string[]} keys @returns {Map<number, string>} */
const plain = (keys) => new Map([...ownersOf(keys).keys()].map((position) => [position, ""]));

/**
 * @param {ReturnType<typeof import("./row.js").rowIn>} row
 * @param {HTMLInputElement} input that shows the newest key
 * @param {ReturnType<typeof import("./crowd.js").crowdIn>} crowd
 * @param {(text: string) => void} tell
 */
export function filling(row, input, crowd, tell) {
  const slider = find("#story-fill");
  const added = (/** @type {string[]} */ own) => keysOf(own).slice(0, Number(slider.value));

  let sayValue = () => {};
  inEachLanguage(() => sayValue());

  /** How many keys were shown last. */
  let before = 0;

  /** The bits, then the dots, then the sentence; gives whether it came to its end. @param {string[]} own @param {Run} run @param {boolean} [speaks] */
  async function show(own, run, speaks = true) {
    const keys = added(own);
    const [count, ones] = [keys.length, ownersOf(keys).size];
    const strangers = fallingIn(keysOf(own));
    const answers = strangers.map(({ from }) => from <= count);
    const maybes = answers.filter(Boolean).length;
    const values = { count, ones, bits: BITS, rate: pct(rateOf(ones)), maybes };
    const isMore = count > before;
    before = count;
    row.set(plain(isMore ? keys.slice(0, -1) : keys));
    input.value = keys[count - 1] ?? "";
    const positions = count ? positionsOf(input.value) : [];
    row.follow(positions, false);
    if (isMore) for (const position of positions) row.flip(position, "");
    find("#story-fill-count").textContent = num(count);
    sayValue = () => slider.setAttribute("aria-valuetext", t("story.fillValue", values));
    sayValue();
    const names = strangers.map(({ name }) => name);
    const done = await crowd.answer(names, answers, run);
    if (done && speaks) tell(t("story.fillSays", values));
    return done;
  }

  return {
    slider,
    added,
    show,
    /** Adds keys by itself. @param {string[]} own @param {Run} run */
    async walk(own, run) {
      const keys = keysOf(own);
      crowd.clear();
      for (let count = run.still ? END : 0; count <= END; count++) {
        // First the threads, then what they do.
        if (count && !run.still) {
          input.value = keys[count - 1];
          row.set(plain(keys.slice(0, count - 1)));
          row.follow(positionsOf(input.value), false, "");
          if (!(await run.go(FLIGHT))) return;
        }
        slider.value = count;
        if (!(await show(own, run, count === END)) || !(await run.go(count ? PACE : EMPTY))) return;
      }
    },
  };
}
