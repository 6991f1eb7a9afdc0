// The false-positive rate by k for a number of bits per key: a curve on which the user can choose k, and a table.

import { falsePositiveRate, optimalHashes } from "edgebloom";
import { labelAt, onPixels, pathOf, rateScale, underneath } from "../../lib/chart.js";
import { find, make, makeSvg } from "../../lib/dom.js";
import { decadeOf, few, joined, pct, t } from "../../lib/i18n.js";
import { MOST_HASHES } from "./parse.js";

/** Possible ends of the curve: a best k far to the right needs a longer one. */
const ENDS = [24, 40, MOST_HASHES];

/** Room for labels, in pixels. */
const [LEFT, RIGHT, TOP, BOTTOM, BELOW] = [84, 16, 48, 60, 40];

/** Lower rates are not drawn: 2^−64 is the lowest with the best k. */
const LEAST = 1e-20;

/** The step of Page Up and Page Down. */
const PAGE = 4;

/**
 * The points of the curve.
 * @param {{ n: number, m: number, k: number }} numbers
 */
function ratesOf({ n, m, k }) {
  const best = Math.min(optimalHashes(m, n), MOST_HASHES);
  const most = /** @type {number} */ (ENDS.find((end) => end === MOST_HASHES || (end >= 1.25 * best && end >= k)));
  const points = Array.from({ length: most }, (_, i) => ({ k: i + 1, rate: falsePositiveRate(m, n, i + 1) }));
  return { best, most, points };
}

/** @param {(k: number) => void} choose */
export function kChart(choose) {
  const [svg, details] = [find("#calculator-chart"), find("#calculator-values")];
  /** @type {{ n: number, m: number, k: number } | undefined} */
  let numbers;
  /** @type {ReturnType<typeof ratesOf>} */
  let rates;
  let kAt = (/** @type {number} */ x) => x;

  const drawn = onPixels(svg, (width, height) => {
    if (!numbers) return svg.replaceChildren();
    const { best, most, points } = rates;
    const plot = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - BOTTOM };
    const shown = points.map(({ k, rate }) => /** @type {[number, number]} */ ([k, Math.max(rate, LEAST)]));
    const { y, lines } = rateScale(
      { ...plot, bottom: plot.bottom - BELOW },
      Math.min(...shown.map(([, rate]) => rate)),
      decadeOf,
    );
    const step = (plot.right - plot.left) / most;
    const x = (/** @type {number} */ k) => plot.left + (k - 0.5) * step;
    kAt = (at) => Math.min(most, Math.max(1, Math.ceil((at - plot.left) / step)));
    const chosen = numbers.k;
    const place = (/** @type {number} */ k) => ({ x: x(k), y: y(shown[k - 1][1]) });
    const [top, here] = [place(best), place(chosen)];
    const every = step < 12 ? 8 : 4;
    const labels = [1, ...Array.from({ length: Math.floor(most / every) }, (_, i) => (i + 1) * every)];
    const parts = [
      ...lines,
      ...underneath(plot, labels, x, String),
      makeSvg(
        "text",
        { x: (plot.left + plot.right) / 2, y: height - 6, "text-anchor": "middle" },
        t("calculator.chartName"),
      ),
      makeSvg("line", { class: "guide", x1: here.x, x2: here.x, y1: TOP - 8, y2: here.y - 11 }),
      makeSvg("path", { class: "curve", d: pathOf(shown, x, y) }),
      ...shown.map(([k, rate]) =>
        makeSvg("circle", { class: "point", cx: x(k), cy: y(rate), r: Math.min(4, step / 3) }),
      ),
      makeSvg("circle", { class: "chosen", cx: here.x, cy: here.y, r: 11 }),
      makeSvg("path", { class: "best", d: `M${top.x} ${top.y - 8}l8 8l-8 8l-8-8z` }),
      // Above and below the curve, so they never cross it.
      labelAt(plot, here.x, TOP - 16, t("calculator.labelChosen", { k: chosen, rate: pct(points[chosen - 1].rate) })),
      labelAt(plot, top.x, top.y + 30, t("calculator.labelBest", { k: best })),
    ];
    svg.replaceChildren(...parts);
  });

  function describe() {
    const around = find("#calculator-chart-text");
    svg.setAttribute("aria-disabled", String(!numbers));
    if (!numbers) return void (around.textContent = t("calculator.chartNone"));
    const { best, most, points } = rates;
    const { n, m, k } = numbers;
    around.textContent = t("calculator.chartText", { ratio: few(m / n), k: best });
    svg.setAttribute("aria-valuemax", String(most));
    svg.setAttribute("aria-valuenow", String(k));
    const text = t("calculator.labelChosen", { k, rate: pct(points[k - 1].rate) });
    svg.setAttribute("aria-valuetext", k === best ? `${text}, ${t("calculator.best")}` : text);
  }

  function fillTable() {
    const rows = numbers && details.open ? rates.points : [];
    find("tbody", details).replaceChildren(
      ...rows.map(({ k, rate }) => {
        const remarks = [k === rates.best && t("calculator.best"), k === numbers?.k && t("calculator.chosen")];
        return make(
          "tr",
          {},
          make("th", { scope: "row", class: "number" }, k),
          make("td", { class: "number" }, pct(rate)),
          make("td", {}, joined(remarks)),
        );
      }),
    );
  }

  /** @param {number} k */
  function take(k) {
    if (numbers && k !== numbers.k && k >= 1 && k <= rates.most) choose(k);
  }

  /** @param {MouseEvent} event */
  const takeAt = ({ clientX }) => take(kAt(clientX - svg.getBoundingClientRect().left));

  svg.addEventListener("click", takeAt);
  svg.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
    if (event.buttons & 1) takeAt(event);
  });
  svg.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!numbers || event.altKey || event.ctrlKey || event.metaKey) return;
    const { k } = numbers;
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE };
    const step = /** @type {Record<string, number>} */ (steps)[event.key];
    const next = { Home: 1, End: rates.most }[event.key] ?? (step && Math.min(rates.most, Math.max(1, k + step)));
    if (!next) return;
    event.preventDefault();
    take(next);
  });
  details.addEventListener("toggle", fillTable);

  return {
    /** @param {{ n: number, m: number, k: number } | undefined} given */
    show(given) {
      numbers = given;
      if (given) rates = ratesOf(given);
      describe();
      fillTable();
      drawn();
    },
  };
}
