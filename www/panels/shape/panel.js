// The shape of the filter on the bench: another one makes a new filter of the same keys.

import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { MOST_CELLS, bench, onChange, replace, wordsToCarry } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";
import { teller } from "../../lib/teller.js";

const LEAST = 16;

/** What a new filter does not take along: the name of a text. */
export const leftBehind = () =>
  bench.integers ? "shape.noWords" : !bench.complete || bench.list ? "shape.wordsOnly" : "";

/** The slider goes by quarters of a doubling: 2^(value / 4) cells. */
const STEPS = 4;

export function start() {
  const [cells, layout, m, slider, k] = ["cells", "layout", "m", "m-slider", "k"].map((name) => find(`#shape-${name}`));
  const tell = teller("#shape-news");

  /**
   * Says what is wrong with a field. The others go back to what the filter is.
   * @param {HTMLInputElement} field
   * @param {() => string} text
   */
  function refuse(field, text) {
    const { value } = field;
    show();
    field.value = value;
    field.setAttribute("aria-invalid", "true");
    tell("bad", text);
  }

  function apply() {
    const hashes = Number(k.value);
    const wanted = /^\d{1,3}([\s,_]?\d{3})*$/.test(m.value.trim()) ? Number(m.value.replace(/[\s,_]/g, "")) : NaN;
    if (!Number.isInteger(hashes) || hashes < 1 || hashes > 64) {
      const found = k.value || "–";
      return refuse(k, () => t("shape.badK", { found }));
    }
    if (!Number.isInteger(wanted) || wanted < LEAST || wanted > MOST_CELLS) {
      const found = m.value.slice(0, 40) || "–";
      return refuse(m, () => t("shape.badM", { most: num(MOST_CELLS), found }));
    }
    const unit = layout.value === "partitioned" ? hashes : layout.value === "blocked" ? 512 : 1;
    const bits = Math.ceil(wanted / unit) * unit;
    const Kind = cells.value === "counters" ? CountingBloomFilter : BloomFilter;
    const left = leftBehind();
    let filter;
    try {
      filter = new Kind({ bits, hashes, layout: layout.value });
    } catch {
      return tell("bad", () => t("shape.noMemory"));
    }
    replace(filter, { words: wordsToCarry() });
    const rounded = () => (bits === wanted ? "" : t("shape.rounded", { bits: num(bits), unit: num(unit) }));
    tell("", () => [rounded(), left && t(left)].filter(Boolean).join(" "));
  }

  function show() {
    const { stats, counting } = bench;
    cells.value = counting ? "counters" : "bits";
    layout.value = stats.layout;
    m.value = num(stats.bits);
    slider.value = String(Math.round(Math.log2(stats.bits) * STEPS));
    k.value = String(stats.hashes);
    for (const field of [m, k]) field.removeAttribute("aria-invalid");
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
    find("#shape-now").textContent = stats.stages
      ? t("shape.nowStages", { ...values, stages: stats.stages })
      : t("shape.now", values);
  }

  for (const control of [cells, layout, m, k]) control.addEventListener("change", apply);
  slider.addEventListener("input", () => {
    m.value = String(Math.round(2 ** (slider.value / STEPS)));
    apply();
  });
  find("#shape-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    apply();
  });
  onChange(show);
  inEachLanguage(show);
}
