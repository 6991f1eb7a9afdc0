// The step "Trade": the filter of a list grows with the bits per key, and false positives vanish out of a hundred dots.

import { paintMap, placeIn } from "../../drawing/map.js";
import { lettersOf } from "../../drawing/threads.js";
import { onColours } from "../../lib/colours.js";
import { find } from "../../lib/dom.js";
import { inEachLanguage, num, pct, t } from "../../lib/i18n.js";
import { inSlices } from "../../lib/slices.js";
import { answerTo } from "./showing.js";
import { LEAST, LISTED, listed, trade } from "./trade.js";

/** @typedef {import("./row.js").Run} Run */

/** Milliseconds of a size while the slider moves by itself, and where it stops. */
const PACE = 500;
const END = 10;

/**
 * @param {ReturnType<typeof import("../../drawing/threads.js").threadsIn>} threads
 * @param {HTMLInputElement} input with the name whose probes are shown
 * @param {ReturnType<typeof import("./crowd.js").crowdIn>} crowd
 * @param {(text: string, kind?: "no" | "maybe") => void} tell
 */
export function trading(threads, input, crowd, tell) {
  const slider = find("#story-bits");
  const map = find("#story-map");

  /** @type {ReturnType<typeof trade> | undefined} */
  let all;
  const filters = () => (all ??= trade());
  const now = () => filters().at(Number(slider.value));

  let sayValue = () => {};
  inEachLanguage(() => sayValue());

  /** The filter, then the dots, then the sentence; gives whether it came to its end. @param {Run} run @param {boolean} [speaks] */
  async function show(run, speaks = true) {
    const { bits, hashes, names, answers, count, rate } = now();
    const perKey = Number(slider.value);
    const values = { perKey, count, listed: LISTED, bits: num(bits.count), probes: hashes, rate: pct(rate) };
    inSlices(paintMap(map, bits));
    if (input.value) probe(input.value);
    else threads.clear();
    find("#story-bits-count").textContent = num(perKey);
    sayValue = () => slider.setAttribute("aria-valuetext", t("story.tradeValue", values));
    sayValue();
    const done = await crowd.answer(names, answers, run);
    if (done && speaks) tell(t("story.tradeSays", values));
    return done;
  }

  /** Threads to the bits that a query reads, up to the first 0. @param {string} name */
  function probe(name) {
    const { reader, bits } = now();
    const { left, top, width, height } = map.getBoundingClientRect();
    const positions = reader.positions(name);
    const zero = positions.findIndex((position) => !bits.at(position));
    const probes = zero < 0 ? positions : positions.slice(0, zero + 1);
    const from = threads.startsAt(lettersOf(input, probes.length));
    const to = probes.map((position) => {
      const [x, y] = placeIn(bits, position);
      return threads.pointAt(left + x * width, top + y * height);
    });
    threads.clear();
    for (const [i, position] of probes.entries()) {
      const kind = zero < 0 ? "maybe" : bits.at(position) ? "still" : "miss";
      threads.add(from[i], to[i], { kind });
    }
    return { probes, kind: /** @type {"no" | "maybe"} */ (zero < 0 ? "maybe" : "no") };
  }

  onColours(() => all && inSlices(paintMap(map, now().bits)));

  return {
    slider,
    show,
    /** A query of any key. @param {string} key */
    ask(key) {
      const { probes, kind } = probe(key);
      tell(answerTo(key, probes, kind, listed.includes(key)), kind);
    },
    /** Adds bits by itself. @param {Run} run */
    async walk(run) {
      input.value = filters().steady;
      crowd.clear();
      for (let perKey = run.still ? END : LEAST; perKey <= END; perKey++) {
        slider.value = perKey;
        if (!(await show(run, perKey === END)) || !(await run.go(PACE))) return;
      }
    },
  };
}
