// Shows the bits of the filter, the probes of the typed key, the changes by an action, and the keys that set a bit.

import { lettersOf, threadsIn } from "../../drawing/threads.js";
import { MOST_WORDS, bench, keyOf, onChange, ownersOf } from "../../lib/bench.js";
import { onColours } from "../../lib/colours.js";
import { find, make } from "../../lib/dom.js";
import { inEachLanguage, listed, num, t } from "../../lib/i18n.js";
import { isStill } from "../../lib/motion.js";
import { landingOf, onQuery, query } from "../../lib/query.js";
import { BLOCK_BITS } from "../../lib/shape.js";
import { inSlices, latest } from "../../lib/slices.js";
import { flip, streamed } from "./flips.js";
import { cellAt, cornerOf, geometryOf, lastOf, mostHeight } from "./geometry.js";
import { MARGIN, paintCells, paintMarks } from "./paint.js";

/** Milliseconds without typing before the screen reader announces the answer. */
const SETTLED = 600;

/** The largest number of keys of a cell that are named. */
const NAMED = 5;

/** Threads stay with a "maybe", unless there are more than these. */
const MOST_THREADS = 8;

/** The largest number of probes, and of characters of the key, for a screen reader. */
const TOLD = 8;
const TOLD_LENGTH = 80;

export function start() {
  const view = find("#bits-view");
  const [cellsCanvas, marksCanvas, svg] = [find("#bits-cells"), find("#bits-marks"), find("#bits-flight")];
  const flight = threadsIn(svg);

  /** @type {import("./geometry.js").Geometry | undefined} */
  let geometry;
  /** @type {import("../../lib/cells.js").Cells | undefined} */
  let cells;
  /** The threads of the query, and the probes that they belong to. @type {Element[]} */
  let threads = [];
  let flown = query.probes;
  /** @type {number | undefined} */
  let cursor;
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
    view.setAttribute("aria-valuemax", String(stats.bits - 1));
    find("#bits-scale").textContent = geometry.group > 1 ? t("bits.scale", { group: num(geometry.group) }) : "";
    find("#bits-set-legend").textContent = t(stats.counterBits ? "bits.counter" : "bits.set");
    paint();
    mark();
  }

  function mark() {
    const { probes, landed, over } = query;
    const kind = over && query.kind === "maybe" ? "maybe" : "no";
    find("#bits").dataset.kind = probes.length ? kind : "";
    if (geometry && cells) paintMarks(marksCanvas, geometry, cells.largest, probes.slice(0, landed), cursor, kind);
  }

  function dropThreads() {
    flight.clear();
    threads = [];
  }

  /** Lets threads start, and go when the answer is known. @param {boolean} isNew whether the query has just begun */
  function fly(isNew) {
    const { probes, started, over, kind } = query;
    if (isNew && bench.latest?.undone && over) {
      for (const thread of threads) flight.retract(thread);
      threads = [];
    } else if (isNew) dropThreads();
    // Nothing moves if the query was over at once.
    if (!geometry || (over && !threads.length)) return;
    const { side } = geometry;
    const letters = flight.startsAt(lettersOf(find("#key"), query.count));
    const { left, top } = view.getBoundingClientRect();
    for (let i = threads.length; i < started; i++) {
      const middle = cornerOf(geometry, probes[i].position).map((corner) => corner + MARGIN + side / 2);
      const to = flight.pointAt(left + middle[0], top + middle[1]);
      threads.push(flight.add(letters[i], to, { kind: over ? "still" : "" }));
    }
    if (!over) return;
    const isMaybe = kind === "maybe";
    threads.forEach((thread, i) => {
      if (isMaybe && threads.length <= MOST_THREADS) thread.classList.add("maybe");
      else if (probes[i].hit) flight.retract(thread);
      else flight.snap(thread);
    });
  }

  /**
   * Flips the cells that the last action has changed.
   * @param {import("../../lib/cells.js").Cells | undefined} before
   */
  function flipCells(before) {
    const { latest } = bench;
    if (!latest?.action.keys?.length || !before || !cells || !geometry || geometry.group > 1 || isStill()) return;
    const { undone } = latest;
    const { what, keys = [] } = latest.action;
    if (before.count !== cells.count || before.largest !== cells.largest) return;
    const positions = keys.flatMap((key) => bench.filter.positions(keyOf(key)));
    const { at } = cells;
    const changeOf = (/** @type {number} */ position, /** @type {number} */ delay) => ({
      position,
      delay,
      before: before.at(position),
      after: at(position),
    });
    if (what === "fill") {
      const changed = [...new Set(positions)].filter((position) => before.at(position) !== at(position));
      if (undone) changed.reverse();
      const changes = changed.map((position, i) => changeOf(position, streamed(i, changed.length)));
      return flip(svg, view, geometry, changes);
    }
    if (keys[0] !== bench.asked) return;
    const delay = (/** @type {number} */ i) => (query.adding ? landingOf(i, positions.length) : 0);
    flip(
      svg,
      view,
      geometry,
      positions.map((position, i) => changeOf(position, delay(i))),
    );
  }

  function listProbes() {
    const { probes, landed } = query;
    const items = probes.slice(0, landed).map(({ position, hit }) => {
      const kind = hit ? "hit" : "miss";
      return make("li", { class: kind }, make("i", { class: `mark ${kind}` }), ` ${num(position)}`);
    });
    find("#bits-probes").replaceChildren(...items);
  }

  function showQuery() {
    const isNew = query.probes !== flown;
    flown = query.probes;
    mark();
    listProbes();
    fly(isNew);
    if (isNew) {
      flipCells(cellsBefore);
      cellsBefore = undefined;
      clearTimeout(told);
      told = setTimeout(tell, SETTLED);
    }
    // A skipped flight leaves no cell half turned.
    if (query.over && !isNew) for (const cell of svg.querySelectorAll("rect")) cell.style.animationDelay = "0ms";
  }

  /** Describes the lit bits for screen readers. */
  function tell() {
    if (!bench.asked) return find("#bits-mirror").replaceChildren();
    const { probes } = query;
    const said = probes
      .slice(0, TOLD)
      .map(({ position }) => t("bits.probe", { position: num(position), value: bench.cells?.at(position) }));
    if (probes.length > TOLD) said.push(t("bits.moreProbes", { count: probes.length - TOLD }));
    const values = {
      key: bench.asked.slice(0, TOLD_LENGTH),
      probes: listed(said),
      verdict: t(`keys.${query.kind}`),
    };
    find("#bits-mirror").textContent = t(said.length ? "bits.mirror" : "bits.mirrorAnswer", values);
  }

  /** @param {number | undefined} position of the cell to describe */
  function look(position) {
    cursor = position;
    mark();
    if (position === undefined || !geometry || !cells) return;
    const last = lastOf(geometry, cells.count, position);
    const what = cellText(position, last);
    const where = whereText(position);
    const head = where ? `${what} (${where})` : what;
    const by = last === position && cells.set(position, last) ? `: ${ownersText(ownersOf(position))}` : "";
    view.setAttribute("aria-valuenow", String(position));
    view.setAttribute("aria-valuetext", head + by);
    find("#bits-cell").replaceChildren(`${head}${by}.`);
  }

  /** Clears the text about a cell. */
  function forget() {
    view.setAttribute("aria-valuenow", "0");
    view.removeAttribute("aria-valuetext");
    find("#bits-cell").replaceChildren(t(matchMedia("(pointer: coarse)").matches ? "bits.hintTouch" : "bits.hint"));
  }

  /**
   * @param {number} first
   * @param {number} last
   */
  function cellText(first, last) {
    const { at, set, largest } = /** @type {import("../../lib/cells.js").Cells} */ (cells);
    if (last > first) {
      return t("bits.group", {
        first: num(first),
        last: num(last),
        set: num(set(first, last)),
        count: num(last - first + 1),
      });
    }
    return t(largest > 1 ? "bits.counterCell" : "bits.cell", { position: num(first), value: num(at(first)) });
  }

  /** @param {number} position */
  function whereText(position) {
    const { layout, bits, hashes } = bench.stats;
    if (layout === "partitioned")
      return t("bits.slice", { slice: Math.floor(position / Math.ceil(bits / hashes)) + 1 });
    if (layout === "blocked") return t("bits.block", { block: num(Math.floor(position / BLOCK_BITS) + 1) });
    return "";
  }

  /** @param {PointerEvent} event */
  function pointed({ clientX, clientY }) {
    if (!geometry) return;
    const { left, top } = cellsCanvas.getBoundingClientRect();
    const position = cellAt(geometry, bench.stats.bits, clientX - left - MARGIN, clientY - top - MARGIN);
    if (position !== undefined && position !== cursor) look(position);
  }
  view.addEventListener("pointermove", pointed);
  view.addEventListener("pointerdown", pointed);

  view.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (!geometry || event.ctrlKey || event.altKey || event.metaKey) return;
    const { group, columns } = geometry;
    const most = bench.stats.bits - 1;
    const from = cursor ?? -group;
    const next = {
      ArrowRight: from + group,
      ArrowLeft: from - group,
      ArrowDown: (cursor ?? -group * columns) + group * columns,
      ArrowUp: from - group * columns,
      PageDown: from + 10 * group * columns,
      PageUp: from - 10 * group * columns,
      Home: 0,
      End: most,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const inside = Math.min(Math.max(next, 0), most);
    look(inside - ((inside % geometry.perBlock) % group));
  });
  view.addEventListener("focus", () => cursor === undefined && view.matches(":focus-visible") && look(0));

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
    const was = cursor;
    if (cursor !== undefined && !(cells && cursor < cells.count)) cursor = undefined;
    lay();
    // Groups may start elsewhere now.
    if (cursor !== undefined && geometry) look(cursor - ((cursor % geometry.perBlock) % geometry.group));
    else if (was !== undefined) forget();
  });
  onQuery(showQuery);
  inEachLanguage(() => {
    dropThreads();
    lay();
    listProbes();
    if (cursor !== undefined) look(cursor);
    else forget();
  });
}

/** @param {string[]} keys */
function ownersText(keys) {
  if (!keys.length) return t(bench.complete && bench.words.size <= MOST_WORDS ? "bits.byNobody" : "bits.unknown");
  return t(keys.length > NAMED ? "bits.byMore" : "bits.by", { keys: listed(keys.slice(0, NAMED)) });
}
