// The step "Trade": the filter of a list grows with the bits per key, and false positives vanish out of a hundred dots. One of the dots
// shows its probes.

import { paintMap, placeIn } from "../../drawing/map.js";
import { onColours } from "../../lib/colours.js";
import { find, make } from "../../lib/dom.js";
import { EXAMPLE } from "../../lib/example.js";
import { num, size, t } from "../../lib/i18n.js";
import { inSlices } from "../../lib/slices.js";
import { barsIn } from "./bars.js";
import { LEAST, LISTED, MOST, STRANGERS, countOf, trade } from "./trade.js";

/** Milliseconds of a size while the slider moves by itself, and where it stops. */
const PACE = 450;
const END = 10;

/**
 * @param {ReturnType<typeof import("../../drawing/threads.js").threadsIn>} threads
 * @param {HTMLInputElement} input that shows the name of the dot
 * @param {(text: string) => void} tell
 */
export function trading(threads, input, tell) {
  const slider = find("#story-bits");
  const [map, box] = [find("#story-map"), find("#story-dots")];
  const bars = barsIn("#story-trade-bars", MOST - LEAST + 1);
  const dots = Array.from({ length: STRANGERS }, () => make("i"));
  box.append(...dots);

  /** @type {ReturnType<typeof trade> | undefined} */
  let all;
  const filters = () => (all ??= trade());

  /** The dot whose probes are shown. */
  let touched = 0;

  function show() {
    const perKey = Number(slider.value);
    const { bits, hashes, maybes } = filters().at(perKey);
    const counts = Array.from({ length: MOST - LEAST + 1 }, (_, i) => countOf(filters().at(LEAST + i).maybes));
    const values = {
      perKey,
      count: countOf(maybes),
      all: STRANGERS,
      listed: LISTED,
      bits: num(bits.count),
      bytes: size(bits.count / 8),
      probes: hashes,
      real: num(Math.round((10 * EXAMPLE.bits) / EXAMPLE.count) / 10),
    };
    for (const [i, dot] of dots.entries()) dot.className = maybes[i] ? "maybe" : "";
    inSlices(paintMap(map, bits));
    bars(
      counts.map((count) => count / counts[0]),
      perKey - LEAST,
    );
    find("#story-trade-rate").textContent = t("story.tradeRate", values);
    find("#story-trade-about").textContent = t("story.tradeAbout", values);
    find("#story-map-name").textContent = t("story.mapName", values);
    box.setAttribute("aria-label", t("story.tradeRate", values));
    slider.setAttribute("aria-valuetext", t("story.tradeValue", values));
    tell(t("story.tradeSays", values));
    probe();
  }

  /** Shows the probes of the touched name, up to the first 0. */
  function probe() {
    const { reader, bits } = filters().at(Number(slider.value));
    const name = filters().names[touched];
    const dot = dots[touched].getBoundingClientRect();
    const { left, top, width, height } = map.getBoundingClientRect();
    threads.clear();
    input.value = name;
    for (const other of dots) other.classList.toggle("touched", other === dots[touched]);
    const positions = reader.positions(name);
    const zero = positions.findIndex((position) => !bits.at(position));
    for (const position of zero < 0 ? positions : positions.slice(0, zero + 1)) {
      const [x, y] = placeIn(bits, position);
      const to = threads.pointAt(left + x * width, top + y * height);
      const kind = zero < 0 ? "maybe" : bits.at(position) ? "still" : "miss";
      threads.add(threads.pointAt(dot.left + dot.width / 2, dot.bottom), to, { kind });
    }
  }

  box.addEventListener("pointerover", (/** @type {PointerEvent} */ { target }) => {
    const at = dots.indexOf(target);
    if (at < 0) return;
    touched = at;
    probe();
  });
  onColours(() => all && inSlices(paintMap(map, filters().at(Number(slider.value)).bits)));

  return {
    slider,
    show,
    /** Adds bits by itself. @param {import("./row.js").Run} run */
    async walk(run) {
      touched = filters().steady;
      for (let perKey = run.still ? END : LEAST; perKey <= END; perKey++) {
        slider.value = perKey;
        show();
        if (!(await run.go(PACE))) return;
      }
    },
  };
}
