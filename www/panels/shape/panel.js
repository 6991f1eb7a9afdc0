// The shape of the filter on the bench: another one makes a new filter of the same keys.

import { BloomFilter, CountingBloomFilter } from "edgebloom";
import { bench, onChange, replace } from "../../lib/bench.js";
import { find, say } from "../../lib/dom.js";
import { inEachLanguage, num, size, t } from "../../lib/i18n.js";

/** Bits; a counting filter of as many counters takes four times the memory. */
const MOST = 2 ** 26;
const LEAST = 16;

/** The slider goes by quarters of a doubling: 2^(value / 4) cells. */
const STEPS = 4;

export function start() {
  const [cells, layout, m, slider, k] = ["cells", "layout", "m", "m-slider", "k"].map((name) => find(`#shape-${name}`));
  const news = find("#shape-news");
  let retell = () => {};

  /**
   * @param {"" | "bad"} kind
   * @param {() => string} text
   */
  function tell(kind, text) {
    retell = () => say(news, text(), kind);
    retell();
  }

  function apply() {
    const hashes = Number(k.value);
    const wanted = Number(m.value.replace(/[\s,_.]/g, ""));
    if (!Number.isInteger(hashes) || hashes < 1 || hashes > 64) {
      const found = k.value || "–";
      return tell("bad", () => t("shape.badK", { found }));
    }
    if (!Number.isInteger(wanted) || wanted < LEAST || wanted > MOST) {
      const found = m.value.slice(0, 40) || "–";
      return tell("bad", () => t("shape.badM", { most: num(MOST), found }));
    }
    const unit = layout.value == "partitioned" ? hashes : layout.value == "blocked" ? 512 : 1;
    const bits = Math.ceil(wanted / unit) * unit;
    const Kind = cells.value == "counters" ? CountingBloomFilter : BloomFilter;
    const onlyWords = !bench.complete || bench.list;
    let filter;
    try {
      filter = new Kind({ bits, hashes, layout: layout.value });
    } catch {
      return tell("bad", () => t("shape.noMemory"));
    }
    replace(filter, { words: bench.integers ? [] : [...bench.words.keys()] });
    if (bits != wanted) tell("", () => t("shape.rounded", { bits: num(bits), unit: num(unit) }));
    else tell("", () => (onlyWords ? t("shape.wordsOnly") : ""));
  }

  function show() {
    const { stats, counting } = bench;
    cells.value = counting ? "counters" : "bits";
    layout.value = stats.layout;
    m.value = num(stats.bits);
    slider.value = String(Math.round(Math.log2(stats.bits) * STEPS));
    k.value = String(stats.hashes);
    describe();
  }

  function describe() {
    const { stats } = bench;
    const values = { scheme: stats.scheme, layout: stats.layout, bits: num(stats.bits), hashes: stats.hashes, seed: stats.seed, size: size(stats.byteLength) };
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
  inEachLanguage(() => {
    show();
    retell();
  });
}
