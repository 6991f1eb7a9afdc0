// The rates by m/n and k as a table of coloured cells, each of which can be chosen.

import { falsePositiveRate, optimalHashes } from "edgebloom";
import { make } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { inSlices, latest } from "../../lib/slices.js";
import { cellText, DEEP, heatOf } from "./heat.js";

const RATIOS = { first: 2, last: 32 };
const COLUMNS = { few: 8, many: 24 };

/**
 * @param {HTMLElement} box
 * @param {(ratio: number, k: number) => void} choose
 */
export function heatMap(box, choose) {
  let columns = COLUMNS.few;
  let here = { ratio: 10, k: 7 };
  /** @type {any} */
  let table;
  /** @type {any} the one cell that Tab stops at */
  let stop;

  const cellAt = (/** @type {number} */ ratio, /** @type {number} */ k) =>
    table?.rows[ratio - RATIOS.first + 1]?.cells[k];
  const placeOf = (/** @type {any} */ cell) => ({
    ratio: cell.parentNode.rowIndex + RATIOS.first - 1,
    k: cell.cellIndex,
  });

  /** @param {any} cell */
  function stopAt(cell) {
    if (!cell) return;
    stop?.setAttribute("tabindex", "-1");
    stop = cell;
    stop.setAttribute("tabindex", "0");
  }

  /** @param {number} ratio */
  function row(ratio) {
    const best = optimalHashes(ratio, 1);
    const line = make("tr", {}, make("th", { scope: "row" }, ratio));
    for (let k = 1; k <= columns; k++) {
      const rate = falsePositiveRate(ratio, 1, k);
      const heat = heatOf(rate);
      const cell = make(
        "td",
        { tabindex: "-1", class: `${heat >= DEEP ? "deep" : ""} ${k === best ? "best" : ""}` },
        cellText(rate),
      );
      if (k === best) cell.append(make("span", { class: "unseen" }, ` ${t("calculator.best")}`));
      cell.style.setProperty("--heat", heat);
      line.append(cell);
    }
    return line;
  }

  function* rows() {
    const ks = Array.from({ length: columns }, (_, i) => make("th", { scope: "col" }, `k = ${i + 1}`));
    const body = make("tbody");
    stop = undefined;
    table = make(
      "table",
      { role: "grid", "aria-labelledby": "calculator-map-title", onclick, onkeydown },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "m/n"), ...ks)),
      body,
    );
    body.append(row(RATIOS.first));
    box.replaceChildren(table);
    for (let ratio = RATIOS.first + 1; ratio <= RATIOS.last; ratio++) {
      yield;
      body.append(row(ratio));
    }
  }

  const build = latest(async (signal) => {
    box.setAttribute("aria-busy", "true");
    await inSlices(rows(), signal);
    if (signal.aborted) return;
    box.removeAttribute("aria-busy");
    mark();
  });

  function mark() {
    const cell = cellAt(here.ratio, here.k);
    table?.querySelector("[aria-selected]")?.removeAttribute("aria-selected");
    cell?.setAttribute("aria-selected", "true");
    if (!table?.contains(document.activeElement)) stopAt(cell ?? stop ?? cellAt(RATIOS.first, 1));
  }

  /** @param {any} cell */
  function take(cell) {
    if (!cell) return;
    const { ratio, k } = placeOf(cell);
    stopAt(cell);
    choose(ratio, k);
  }

  /** @param {any} event */
  const onclick = ({ target }) => take(target.closest("td"));

  /** @param {any} event */
  function onkeydown(event) {
    const cell = event.target.closest("td");
    if (!cell || event.altKey || event.metaKey) return;
    let { ratio, k } = placeOf(cell);
    const { key } = event;
    if (key === "ArrowUp") ratio--;
    else if (key === "ArrowDown") ratio++;
    else if (key === "ArrowLeft") k--;
    else if (key === "ArrowRight") k++;
    else if (key === "Home" || key === "End") {
      k = key === "Home" ? 1 : columns;
      if (event.ctrlKey) ratio = key === "Home" ? RATIOS.first : RATIOS.last;
    } else if (key === "Enter" || key === " ") take(cell);
    else return;
    event.preventDefault();
    // The heads of the rows are no cells.
    const next = k && cellAt(ratio, k);
    if (next?.tagName !== "TD") return;
    stopAt(next);
    next.focus();
  }

  return {
    /** Draws it, with few or many columns. @param {boolean} many */
    widen(many) {
      columns = many ? COLUMNS.many : COLUMNS.few;
      build();
    },
    redraw: build,
    /**
     * Marks the cell that is nearest to these numbers, if there is one.
     * @param {{ n: number, m: number, k: number }} numbers
     */
    show({ n, m, k }) {
      here = { ratio: Math.round(m / n), k };
      mark();
    },
  };
}
