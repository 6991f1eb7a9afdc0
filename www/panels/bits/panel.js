// Shows the bits of the filter, the probes of the typed key, and the changes by an action.

import { lettersOf, threadsIn } from "../../drawing/threads.js";
import { bench, onChange } from "../../lib/bench.js";
import { onColours } from "../../lib/colours.js";
import { find, make } from "../../lib/dom.js";
import { inEachLanguage, listed, num, t } from "../../lib/i18n.js";
import { onQuery, query } from "../../lib/query.js";
import { inSlices, latest } from "../../lib/slices.js";
import { known } from "../keys/verdict.js";
import { flip } from "./flips.js";
import { cornerOf, geometryOf, mostHeight } from "./geometry.js";
import { MARGIN, paintCells, paintMarks } from "./paint.js";
import { pointingAt } from "./pointing.js";

/** Milliseconds without typing before the screen reader announces the answer. */
const SETTLED = 600;

/** Threads stay with a "maybe", unless there are more than these. */
const MOST_THREADS = 8;

/** The largest number of probes, and of characters of the key, for a screen reader. */
const TOLD = 8;
const TOLD_LENGTH = 80;

export function start() {
  const view = find("#bits-view");
  const [cellsCanvas, marksCanvas, svg] = [find("#bits-cells"), find("#bits-marks"), find("#bits-flight")];
  const flight = threadsIn(svg);
  const pointing = pointingAt(view, () => (geometry && cells ? { geometry, cells } : undefined), mark);

  /** @type {import("./geometry.js").Geometry | undefined} */
  let geometry;
  /** @type {import("../../lib/cells.js").Cells | undefined} */
  let cells;
  /** The threads of the query, and the probes that they belong to. @type {Element[]} */
  let threads = [];
  let flown = query.probes;
  /** The cells before the change that is shown next. @type {import("../../lib/cells.js").Cells | undefined} */
  let cellsBefore;
  let told = 0;

  const paint = latest(async (signal) => {
    if (geometry && cells) await inSlices(paintCells(cellsCanvas, geometry, cells), signal);
  });

  function lay() {
    const { stats } = bench;
    const height = mostHeight(innerWidth);
    // A hidden element has no width.
    view.hidden = !cells;
    geometry = cells && geometryOf(stats, view.clientWidth - 2 * MARGIN, height);
    find("#bits-none").hidden = !!geometry;
    if (!geometry) return;
    view.style.setProperty("--grid-height", `${geometry.height + 2 * MARGIN}px`);
    find("#bits-scale").textContent = geometry.group > 1 ? t("bits.scale", { group: num(geometry.group) }) : "";
    paint();
    mark();
  }

  function mark() {
    const { probes, landed, over } = query;
    const kind = over && query.kind === "maybe" ? "maybe" : "no";
    if (geometry && cells)
      paintMarks(marksCanvas, geometry, cells.largest, probes.slice(0, landed), pointing.cursor, kind);
  }

  function dropThreads() {
    flight.clear();
    threads = [];
  }

  /** Lets threads start, and go when the answer is known. @param {boolean} isNew whether the query has just begun */
  function fly(isNew) {
    const { probes, started, over, kind } = query;
    // Other keys have changed the filter: the threads of a "maybe" stay, as its marks do.
    const isSame = isNew && over && kind === "maybe" && threads.length > 0 && probes.length <= MOST_THREADS;
    if (isNew && bench.latest?.undone && over && !isSame) {
      for (const thread of threads) flight.retract(thread);
      threads = [];
    } else if (isNew) dropThreads();
    // Nothing moves if the query was over at once.
    if (!geometry || (over && !threads.length && !isSame)) return;
    const { side } = geometry;
    const corner = cornerOf.bind(undefined, geometry);
    const letters = flight.startsAt(lettersOf(find("#key"), query.count));
    const { left, top } = view.getBoundingClientRect();
    const ends = probes.slice(threads.length, started).map(({ position }) => {
      const [x, y] = corner(position).map((at) => at + MARGIN + side / 2);
      return flight.pointAt(left + x, top + y);
    });
    for (const to of ends) threads.push(flight.add(letters[threads.length], to, { kind: over ? "still" : "" }));
    if (!over) return;
    const isMaybe = kind === "maybe";
    threads.forEach((thread, i) => {
      if (isMaybe && threads.length <= MOST_THREADS) thread.classList.add("maybe");
      else if (probes[i].hit) flight.retract(thread);
      else flight.snap(thread);
    });
  }

  function listProbes() {
    const { probes, landed } = query;
    const items = probes.slice(0, landed).map(({ position, hit }) => {
      const kind = hit ? "hit" : "miss";
      const said = t("bits.probe", { position: num(position), value: bench.cells?.at(position) });
      const mark = make("i", { class: `mark ${kind}`, role: "img", "aria-label": said });
      return make("li", { class: kind }, mark, make("span", { "aria-hidden": "true" }, ` ${num(position)}`));
    });
    find("#bits-probes").replaceChildren(...items);
  }

  function showQuery() {
    const isNew = query.probes !== flown;
    flown = query.probes;
    // A bit that was touched would look like one of the probes.
    if (isNew && bench.asked && pointing.cursor !== undefined && document.activeElement !== view) pointing.forget();
    mark();
    listProbes();
    fly(isNew);
    if (isNew) {
      if (cellsBefore && cells && geometry) flip(svg, view, geometry, cellsBefore, cells);
      cellsBefore = undefined;
      clearTimeout(told);
      told = setTimeout(tell, SETTLED);
    }
    // A skipped flight leaves no cell half turned.
    if (query.over && !isNew) for (const cell of svg.querySelectorAll("rect")) cell.style.animationDelay = "0ms";
  }

  /** The key and the answer that a screen reader has heard; "" if it has not. */
  let heard = "";

  /** Describes the lit bits for screen readers. */
  function tell() {
    if (!bench.asked) {
      find("#bits-mirror").replaceChildren();
      heard = "";
      return;
    }
    // Whoever adds other keys hears that, and of this one only if its answer changes.
    const now = `${query.kind} ${bench.asked}`;
    if (now === heard) return;
    heard = now;
    const { probes } = query;
    const said = probes
      .slice(0, TOLD)
      .map(({ position }) => t("bits.probe", { position: num(position), value: bench.cells?.at(position) }));
    if (probes.length > TOLD) said.push(t("bits.moreProbes", { count: probes.length - TOLD }));
    const values = {
      key: bench.asked.slice(0, TOLD_LENGTH),
      probes: listed(said),
      verdict: t(`keys.${query.kind}`) + (query.kind === "maybe" ? known(bench.asked) : ""),
    };
    find("#bits-mirror").textContent = t(said.length ? "bits.mirror" : "bits.mirrorAnswer", values);
  }

  let width = 0;
  new ResizeObserver(() => {
    // The text about a cell changes the height of the panel, but not the grid.
    if (view.clientWidth !== width) {
      dropThreads();
      lay();
    }
    width = view.clientWidth;
  }).observe(view.parentElement);
  onColours(lay);
  onChange(() => {
    cellsBefore = cells;
    cells = bench.cells;
    lay();
    pointing.follow();
  });
  onQuery(showQuery);
  inEachLanguage(() => {
    dropThreads();
    lay();
    listProbes();
    heard = "";
    if (find("#bits-mirror").textContent) tell();
    pointing.follow();
  });
}
