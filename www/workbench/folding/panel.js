// Folds the filter on the bench, and compares the sizes of its keys in other forms.

import { lowerBoundBits } from "edgebloom";
import { bar } from "../../lib/bars.js";
import { bench, fold, onChange } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { keySizes } from "../../lib/key-sizes.js";
import { few, inEachLanguage, num, pct, size, t } from "../../lib/i18n.js";
import { hasOwnLayout } from "../../lib/load-any.js";
import { latest } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { divisorsOf, placesOf } from "./divisors.js";

/** The lowest false-positive rate that the package's formulas accept. */
const LEAST_RATE = 1e-18;
/** The rates of static sets. */
const [LEAST_STATIC, MOST_STATIC] = [2 ** -32, 0.5];

export function start() {
  const slider = find("#folding-slider");
  const tell = teller("#folding-news");
  /** @type {number[]} */
  let divisors = [1];
  /** The stats of the fold that the slider selects. */
  let folded = bench.stats;

  const divisor = () => divisors[Number(slider.value)] ?? 1;

  /** The stats of a fold; undefined if there is none. */
  function statsOf(/** @type {number} */ by) {
    if (by === 1) return bench.stats;
    try {
      const smaller = bench.filter.fold(by);
      const { stats } = smaller;
      smaller.free();
      return stats;
    } catch {
      return undefined;
    }
  }

  function changed() {
    divisors = divisorsOf(bench.stats);
    // Some filters of other systems cannot be folded.
    if (divisors.length > 1 && !hasOwnLayout(bench.stats) && !statsOf(divisors[1])) divisors = [1];
    slider.max = String(divisors.length - 1);
    slider.value = "0";
    const isFolded = bench.latest?.action.what === "fold" && !bench.latest.undone;
    tell(isFolded ? "good" : "", () => (isFolded ? t("folding.taken") : ""));
    slide();
  }

  function slide() {
    folded = statsOf(divisor()) ?? bench.stats;
    draw();
  }

  function draw() {
    const { stats } = bench;
    const [none, controls] = [find("#folding-none"), find("#folding-controls")];
    const focused = controls.contains(document.activeElement);
    none.hidden = divisors.length > 1;
    controls.hidden = divisors.length === 1;
    none.textContent = t(stats.subFilters ? "folding.grows" : "folding.cannot");
    if (focused && controls.hidden) none.focus();
    const by = divisor() > 1 ? t("folding.by", { divisor: num(divisor()) }) : t("folding.byNot", placesIn(stats));
    find("#folding-label").textContent = by;
    slider.setAttribute("aria-valuetext", by);
    for (const [suffix, its] of /** @type {[string, any][]} */ ([
      ["-before", stats],
      ["", folded],
    ])) {
      find(`#folding-bits${suffix}`).textContent = num(its.bits);
      find(`#folding-size${suffix}`).textContent = size(its.byteLength);
      find(`#folding-fill${suffix}`).textContent = pct(its.fillRatio);
      find(`#folding-rate${suffix}`).textContent = pct(its.estimatedErrorRate);
    }
    find("#folding-take").setAttribute("aria-disabled", String(divisor() === 1));
    drawBars();
  }

  const drawBars = latest(async (signal) => {
    // The size of a static set is known only after building it, so it is built only when the panel is visible.
    if (find("#folding").hidden) return;
    const { complete, distinct, stats } = bench;
    const rate = folded.estimatedErrorRate;
    const n = distinct ?? Math.round(stats.estimatedCount);
    const bars = /** @type {[string, number][]} */ ([
      ["file", folded.byteLength],
      ["base64", 4 * Math.ceil(folded.byteLength / 3)],
    ]);
    // The package has no formula for lower rates. A filter that says "maybe" to all keys could be an empty file.
    if (rate >= LEAST_RATE && Number.isFinite(n))
      bars.push(["bound", rate < 1 ? Math.ceil(lowerBoundBits(n, rate) / 8) : 0]);
    if (complete && n) {
      const set = await staticSize(rate);
      if (signal.aborted) return;
      if (set) bars.splice(2, 0, ["static", set]);
      const list = await keySizes();
      if (signal.aborted) return;
      if (list?.gzipped) bars.unshift(["list", list.text], ["gzip", list.gzipped]);
    }
    const most = Math.max(...bars.map(([, bytes]) => bytes));
    find("#folding-bars").replaceChildren(
      ...bars.flatMap(([name, bytes]) => bar(t(`folding.${name}`), bytes / most, size(bytes))),
    );
    const known = complete && distinct !== undefined;
    find("#folding-note").textContent = t(known ? "folding.noteKnown" : "folding.noteGuess", {
      n: known ? num(n) : few(n),
      rate: pct(folded.estimatedErrorRate),
    });
  });

  slider.addEventListener("input", slide);
  find("#folding-take").addEventListener("click", () => {
    if (divisor() > 1) fold(divisor());
    else tell("", () => t("folding.chooseFirst"));
  });
  find("#folding-shrink").addEventListener("click", () => {
    const limit = Number(find("#folding-limit").value);
    const { bits, estimatedErrorRate } = bench.stats;
    let smallest;
    try {
      const shrunk = bench.filter.shrink({ errorRate: limit });
      smallest = shrunk.stats;
      shrunk.free();
    } catch {
      const above = estimatedErrorRate > limit;
      return tell("bad", () => t(above ? "folding.above" : "folding.cannot", { rate: pct(estimatedErrorRate) }));
    }
    const by = Math.round(bits / smallest.bits);
    slider.value = String(Math.max(0, divisors.indexOf(by)));
    slide();
    const { byteLength } = smallest;
    tell("good", () => t("folding.found", { limit: pct(limit), divisor: num(by), size: size(byteLength) }));
  });
  onChange(changed);
  find("#folding").addEventListener("shown", () => drawBars());
  inEachLanguage(draw);
}

/**
 * The number of places, and their name.
 * @param {any} stats
 */
function placesIn(stats) {
  const { scheme, layout, counterBits } = stats;
  const cells = t(counterBits ? "folding.counters" : "folding.bits");
  const what = `${hasOwnLayout({ scheme, layout }) ? "native" : "foreign"}-${layout}`;
  return { count: num(placesOf(stats)), places: t(`folding.places-${what}`, { cells }) };
}

/**
 * The size of the bench's keys as a static set.
 * @param {number} errorRate
 * @returns {Promise<number | undefined>} undefined if no static set has this rate
 */
async function staticSize(errorRate) {
  if (errorRate < LEAST_STATIC || errorRate > MOST_STATIC || bench.integers) return undefined;
  const words = [...bench.words.keys()];
  const options = { errorRate, name: bench.filter.name };
  try {
    const { staticFile } = await import("../../lib/static-file.js");
    return staticFile(words, options).length;
  } catch {
    return undefined;
  }
}
