// The false-positive rate by number of keys, and a measurement.

import { bench, onChange } from "../../lib/bench.js";
import { onPixels } from "../../lib/chart.js";
import { find } from "../../lib/dom.js";
import { few, inEachLanguage, num, pct, t } from "../../lib/i18n.js";
import { inSlices } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { drawBand, drawChart } from "./chart.js";
import { curveOf, exactRate, halfFull } from "./curve.js";
import { measure } from "./measure.js";
import { ALARMS, verdictOf } from "./verdict.js";

/** The number of points of the curve, and the largest number of points of the trail. */
const POINTS = 80;
const TRAIL = 400;

/** If fewer false positives are expected, the band is only rough. */
const ROUGH = 10;

export function start() {
  const tell = teller("#rate-news");
  const band = find("#rate-band");

  /** @type {import("edgebloom").BloomFilter | undefined} */
  let filter;
  /** @type {[number, number][]} */
  let trail = [];
  /** The last curve, kept because it takes a moment to compute. */
  let curve = { name: "", points: /** @type {[number, number][] | undefined} */ (undefined) };
  let measuring = new AbortController();
  /** @type {Parameters<typeof drawChart>[2] | undefined} */
  let shown;
  /** @type {Parameters<typeof drawBand>[2] | undefined} */
  let measured;
  const chart = find("#rate-chart");
  const drawnChart = onPixels(chart, (width, height) => {
    if (shown) drawChart(chart, { width, height }, shown);
  });
  const drawnBand = onPixels(band, (width, height) => {
    if (measured) drawBand(band, { width, height }, measured);
  });

  function changed() {
    const { stats, distinct } = bench;
    if (bench.filter !== filter) {
      filter = bench.filter;
      trail = [];
    }
    if (!find("#rate-stop").hidden || !band.hasAttribute("hidden")) tell("", () => "");
    showMeasuring(false);
    band.setAttribute("hidden", "");
    const n = distinct ?? stats.estimatedCount;
    if (Number.isFinite(n)) {
      // Fewer keys than before: it was emptied, or keys were removed.
      trail = trail.filter(([before]) => before < n).slice(-TRAIL);
      trail.push([n, stats.estimatedErrorRate]);
    }
    draw();
  }

  function draw() {
    const { stats, distinct } = bench;
    say(verdictOf(stats));
    const half = stats.subFilters ? undefined : halfFull(stats);
    const exact = distinct === undefined ? undefined : exactRate(stats, distinct);
    find("#rate-keys").textContent = distinct === undefined ? t("rate.unknown") : num(distinct);
    find("#rate-guess").textContent = Number.isFinite(stats.estimatedCount)
      ? few(stats.estimatedCount)
      : t("rate.unknown");
    find("#rate-own").textContent = pct(stats.estimatedErrorRate);
    find("#rate-exact").textContent = exact === undefined ? t("rate.none") : pct(exact);
    find("#rate-half").textContent = half === undefined ? t("rate.none") : num(Math.round(half));
    drawCurve(half);
  }

  /** @param {ReturnType<typeof verdictOf>} verdict */
  function say({ kind, times }) {
    const { errorRate, capacity, estimatedErrorRate, fillRatio } = bench.stats;
    const line = find("#rate-verdict");
    line.dataset.kind = ALARMS.includes(kind) ? "over" : kind;
    line.textContent = t(`rate.is-${kind}`, {
      // As exact as the "1 in …" above it.
      count: few(Number((1 / estimatedErrorRate).toPrecision(2))),
      design: pct(errorRate ?? 1),
      capacity: num(capacity ?? 0),
      more: times < 2 ? `${num(Math.round((times - 1) * 100))}%` : "",
      times: few(times),
      fill: pct(fillRatio),
    });
  }

  /** @param {number | undefined} half */
  function drawCurve(half) {
    const { stats } = bench;
    const last = trail[trail.length - 1];
    const most = Math.max(8, Math.ceil(2 * (half ?? 1)), Math.ceil(last ? last[0] * 1.1 : 0));
    const name = [stats.scheme, stats.layout, stats.bits, stats.hashes, most].join();
    if (curve.name !== name) curve = { name, points: curveOf(stats, most, POINTS) };
    const { points } = curve;
    chart.toggleAttribute("hidden", !points);
    if (!points || half === undefined) {
      shown = undefined;
      find("#rate-caption").textContent = t("rate.noChart");
      return;
    }
    shown = { curve: points, trail, half, most, design: stats.errorRate };
    drawnChart();
    const values = { half: num(Math.round(half)), n: last ? few(last[0]) : "", rate: last ? pct(last[1]) : "" };
    chart.setAttribute("aria-label", t(last ? "rate.chart" : "rate.chartOnly", values));
    find("#rate-caption").textContent = t(stats.layout === "blocked" ? "rate.captionBlocked" : "rate.caption");
  }

  /** @param {boolean} running */
  function showMeasuring(running) {
    const stop = find("#rate-stop");
    if (!running && document.activeElement === stop) find("#rate-form .main").focus();
    find("#rate-progress").hidden = stop.hidden = !running;
  }

  async function run() {
    measuring.abort();
    const controller = (measuring = new AbortController());
    // A measurement is valid only for the current filter.
    bench.signal.addEventListener("abort", () => controller.abort(), { signal: controller.signal });
    const count = Number(find("#rate-count").value);
    const progress = find("#rate-progress");
    const { estimatedErrorRate: expected } = bench.stats;
    band.setAttribute("hidden", "");
    progress.value = 0;
    showMeasuring(true);
    tell("busy", () => t("rate.asking", { asked: num(0), count: num(count) }));
    let hits;
    try {
      hits = await inSlices(measure(count), controller.signal, (asked) => {
        progress.value = asked / count;
      });
    } catch (error) {
      showMeasuring(false);
      return tell("bad", () => `${t("rate.wrongKeys")} ${/** @type {Error} */ (error).message}`);
    }
    if (hits === undefined || controller !== measuring) return;
    showMeasuring(false);
    const share = hits / count;
    const deviation = Math.sqrt((expected * (1 - expected)) / count);
    const [low, high] = [Math.max(0, expected - 3 * deviation), Math.min(1, expected + 3 * deviation)];
    const inside = share >= low && share <= high;
    const show = () => {
      const rough = count * expected < ROUGH ? ` ${t("rate.rough")}` : "";
      const values = {
        hits: num(hits),
        count: num(count),
        measured: pct(share),
        expected: pct(expected),
        low: pct(low),
        high: pct(high),
      };
      band.removeAttribute("hidden");
      band.setAttribute("aria-label", t("rate.bandLabel", values));
      measured = { measured: share, expected, deviation };
      drawnBand();
      return t("rate.measured", { ...values, verdict: t(inside ? "rate.inside" : "rate.outside") + rough });
    };
    tell(inside ? "good" : "bad", show);
  }

  find("#rate-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    run();
  });
  find("#rate-stop").addEventListener("click", () => {
    measuring.abort();
    showMeasuring(false);
    tell("", () => t("rate.stopped"));
  });
  onChange(changed);
  inEachLanguage(() => {
    for (const option of find("#rate-count").options) option.textContent = num(Number(option.value));
    draw();
  });
}
