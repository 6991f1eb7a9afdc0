// The step "Fill": the row fills up while the slider adds keys, and the rate of "maybe" climbs.

import { FLIGHT } from "../../drawing/threads.js";
import { find } from "../../lib/dom.js";
import { pct, t } from "../../lib/i18n.js";
import { barsIn } from "./bars.js";
import { BITS, MOST_KEYS, PROBES, keysOf, ownersOf, positionsOf, rateOf } from "./bits.js";

/** Milliseconds of a key while the slider moves by itself, and where it stops. */
const PACE = 120;
const END = 12;

/**
 * @param {ReturnType<typeof import("./row.js").rowIn>} row
 * @param {HTMLInputElement} input that shows the newest key
 * @param {(text: string) => void} tell
 */
export function filling(row, input, tell) {
  const slider = find("#story-fill");
  const bars = barsIn("#story-fill-bars", MOST_KEYS + 1);

  /** @param {string[]} keys @returns {Map<number, string>} the bits without labels: forty would not fit */
  const plain = (keys) => new Map([...ownersOf(keys).keys()].map((position) => [position, ""]));

  /** @param {string[]} keys of the whole slider @param {number} count */
  function show(keys, count) {
    const ones = Array.from({ length: MOST_KEYS + 1 }, (_, n) => ownersOf(keys.slice(0, n)).size);
    const rate = pct(rateOf(ones[count]));
    const values = { count, ones: ones[count], bits: BITS, probes: PROBES, rate };
    slider.value = count;
    row.set(plain(keys.slice(0, count)));
    input.value = count ? keys[count - 1] : "";
    if (count) row.follow(positionsOf(input.value), false);
    bars(ones.map(rateOf), count);
    find("#story-fill-rate").textContent = rate;
    find("#story-fill-about").textContent = t("story.fillAbout", values);
    slider.setAttribute("aria-valuetext", t("story.fillValue", values));
    tell(t("story.fillSays", values));
  }

  return {
    slider,
    /** Shows what the slider says. @param {string[]} own the reader's keys */
    show: (own) => show(keysOf(own), Number(slider.value)),
    /** Adds keys by itself. @param {string[]} own @param {import("./row.js").Run} run */
    async walk(own, run) {
      const keys = keysOf(own);
      for (let count = run.still ? END : 0; count <= END; count++) {
        // First the threads, then what they do.
        if (count && !run.still) {
          input.value = keys[count - 1];
          row.set(plain(keys.slice(0, count - 1)));
          row.follow(positionsOf(input.value), false, "");
          if (!(await run.go(FLIGHT))) return;
        }
        show(keys, count);
        if (!(await run.go(PACE))) return;
      }
    },
  };
}
