// The shape of the filter on the bench. A new shape makes a new filter with the same keys.

import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { announce } from "../../lib/announce.js";
import { bench, onChange, replace, wordsToCarry } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";
import { parseKeys } from "../../lib/parse-number.js";
import { LEAST_BITS, MOST_CELLS, nearestStop, roundedUp, stopsOf, unitOf } from "../../lib/shape.js";
import { teller } from "../../lib/teller.js";
import { parseHashes } from "../calculator/parse.js";

/** The key of the text that says what the new filter does not contain. */
export const leftBehind = () => (bench.integers ? "shape.noWords" : !bench.complete ? "shape.wordsOnly" : "");

export function start() {
  const [cells, layout, m, slider, k] = ["cells", "layout", "m", "m-slider", "k"].map((name) => find(`#shape-${name}`));
  const tell = teller("#shape-news");
  /** The stops of the slider. */
  let stops = [LEAST_BITS];

  /**
   * Reports what is wrong with a field. The other fields show the filter again.
   * @param {HTMLInputElement} field
   * @param {() => string} text
   */
  function refuse(field, text) {
    const { value } = field;
    show();
    field.value = value;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", "shape-news");
    tell("bad", text);
  }

  /** @param {boolean} [continues] a slider is still being dragged */
  function apply(continues = false) {
    const [hashes, wanted] = [parseHashes(k.value), parseKeys(m.value)];
    if (Number.isNaN(hashes)) return refuse(k, () => t("shape.badK"));
    if (!(wanted >= LEAST_BITS && wanted <= MOST_CELLS))
      return refuse(m, () => t("shape.badM", { least: num(LEAST_BITS), most: num(MOST_CELLS) }));
    const unit = unitOf({ layout: layout.value, hashes });
    const bits = roundedUp(wanted, unit);
    const Kind = cells.value === "counters" ? CountingBloomFilter : BloomFilter;
    const left = leftBehind();
    let filter;
    try {
      filter = new Kind({ bits, hashes, layout: layout.value });
    } catch {
      return tell("bad", () => t("shape.noMemory"));
    }
    replace("shape", filter, { words: wordsToCarry(), continues });
    const rounded = () => (bits === wanted ? "" : t("shape.rounded", { bits: num(bits), unit: num(unit) }));
    tell("", () => [rounded(), left && t(left)].filter(Boolean).join(" "));
    if (!continues) announce(find("#shape-now").textContent);
  }

  function show() {
    const { stats, counting } = bench;
    cells.value = counting ? "counters" : "bits";
    layout.value = stats.layout;
    m.value = num(stats.bits);
    stops = stopsOf(unitOf(stats));
    slider.max = String(stops.length - 1);
    slider.value = String(nearestStop(stops, stats.bits));
    slider.setAttribute("aria-valuetext", m.value);
    k.value = String(stats.hashes);
    for (const field of [m, k])
      for (const attribute of ["aria-invalid", "aria-describedby"]) field.removeAttribute(attribute);
    describe();
  }

  function describe() {
    const { stats } = bench;
    const values = {
      scheme: stats.scheme,
      layout: stats.layout,
      bits: num(stats.bits),
      hashes: stats.hashes,
      seed: stats.seed,
      size: size(stats.byteLength),
    };
    find("#shape-now").textContent = stats.subFilters
      ? t("shape.nowSubFilters", { ...values, count: num(stats.subFilters) })
      : t("shape.now", values);
  }

  for (const control of [cells, layout, m, k]) control.addEventListener("change", () => apply());
  // One drag is one action.
  let dragging = false;
  slider.addEventListener("input", () => {
    m.value = String(stops[slider.value]);
    apply(dragging);
    dragging = true;
  });
  slider.addEventListener("change", () => (dragging = false));
  find("#shape-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    apply();
  });
  onChange(show);
  inEachLanguage(show);
}
