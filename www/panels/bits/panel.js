// Shows the bits of the filter, the probes of the typed key, the changes by an action, and the keys that set a bit.

import { bench, keyOf, onAsk, onChange, owners } from "../../lib/bench.js";
import { find, make } from "../../lib/dom.js";
import { inEachLanguage, listed, num, t } from "../../lib/i18n.js";
import { BLOCK_BITS } from "../../lib/shape.js";
import { inSlices, latest } from "../../lib/slices.js";
import { isStill, pauseFor } from "../../lib/motion.js";
import { onColours } from "../../lib/colours.js";
import { verdictOf } from "../keys/verdict.js";
import { FLIGHT, flightOver, startOf } from "./flight.js";
import { cellAt, geometryOf, lastOf, mostHeight } from "./geometry.js";
import { MARGIN, paintCells, paintMarks } from "./paint.js";

/** Milliseconds without typing before the screen reader announces the answer. */
const SETTLED = 600;

/** The largest number of keys of a cell that are named. */
const NAMED = 5;

/** The largest number of probes, and of characters of the key, for a screen reader. */
const TOLD = 8;
const TOLD_LENGTH = 80;

export function start() {
  const view = find("#bits-view");
  const [cellsCanvas, marksCanvas] = [find("#bits-cells"), find("#bits-marks")];

  /** @type {import("./geometry.js").Geometry | undefined} */
  let geometry;
  /** @type {import("../../lib/cells.js").Cells | undefined} */
  let cells;
  /** @type {{ position: number, hit: boolean }[]} */
  let probes = [];
  let shown = 0;
  /** @type {number | undefined} */
  let cursor;
  /** The cells before the change that is shown next. @type {import("../../lib/cells.js").Cells | undefined} */
  let cellsBefore;
  let told = 0;
  const flight = flightOver(find("#bits-flight"), view);

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
    const kind = probes.every(({ hit }) => hit) ? "maybe" : "no";
    find("#bits").dataset.kind = probes.length ? kind : "";
    if (geometry && cells) paintMarks(marksCanvas, geometry, cells.largest, probes.slice(0, shown), cursor, kind);
  }

  /** Shows one probe after another, or all at once if the user prefers reduced motion. */
  const animate = latest(async (signal, backwards = false) => {
    flight.clear();
    const { length } = probes;
    shown = isStill() || backwards ? length : 0;
    mark();
    markList(isStill() ? length : 0);
    if (!geometry || !length || isStill()) return markList(length);
    flight.lines(geometry, probes, [...find("#bits-probes").children], backwards);
    for (let i = 0; i < length; i++) {
      markList(i + 1);
      await pauseFor(startOf(1, length));
      if (signal.aborted) return;
    }
    for (; shown < length; shown++) {
      mark();
      await pauseFor(FLIGHT / length);
      if (signal.aborted) return;
    }
    mark();
  });

  /**
   * Shows how an action changed the cells. For one key: the cells that it changes and those that were set already. For
   * many keys: all changed cells, one after another.
   * @param {import("../../lib/cells.js").Cells | undefined} before
   */
  function showChange(before) {
    const { latest } = bench;
    if (!latest || !before || !cells || !geometry || geometry.group > 1 || isStill()) return false;
    const { action, undone } = latest;
    if (before.count !== cells.count || before.largest !== cells.largest || !action.keys) return false;
    const { at } = cells;
    const changeOf = (/** @type {number} */ position, /** @type {number} */ delay) => ({
      position,
      delay,
      before: before.at(position),
      after: at(position),
    });
    if (action.what === "fill") {
      const positions = action.keys.flatMap((key) => bench.filter.positions(keyOf(key)));
      const changed = [...new Set(positions)].filter((position) => before.at(position) !== at(position));
      if (undone) changed.reverse();
      flight.clear();
      flight.flips(
        geometry,
        changed.map((position, i) => changeOf(position, flight.streamed(i, changed.length))),
      );
      return true;
    }
    const [key] = action.keys;
    if (key !== bench.asked) return false;
    animate(undone);
    const positions = bench.filter.positions(keyOf(key));
    flight.flips(
      geometry,
      positions.map((position, i) => changeOf(position, undone ? 0 : startOf(i, positions.length) + FLIGHT)),
    );
    return true;
  }

  /** @param {number} count probes that are shown */
  function markList(count) {
    [...find("#bits-probes").children].forEach((item, i) => item.classList.toggle("waiting", i >= count));
  }

  function listProbes() {
    find("#bits-probes").replaceChildren(
      ...probes.map(({ position, hit }) =>
        make(
          "li",
          { class: hit ? "hit" : "miss" },
          make("i", { class: `mark ${hit ? "hit" : "miss"}` }),
          ` ${num(position)}`,
        ),
      ),
    );
  }

  function probe() {
    probes = [];
    if (bench.asked && bench.cells) {
      try {
        const { at } = bench.cells;
        probes = bench.filter.positions(keyOf(bench.asked)).map((position) => ({ position, hit: at(position) > 0 }));
      } catch {
        // The panel of keys explains why this key is invalid.
      }
    }
    listProbes();
    if (!showChange(cellsBefore)) animate();
    cellsBefore = undefined;
    clearTimeout(told);
    told = setTimeout(tell, SETTLED);
  }

  /** Describes the lit bits for screen readers. */
  function tell() {
    if (!bench.asked) return find("#bits-mirror").replaceChildren();
    const said = probes
      .slice(0, TOLD)
      .map(({ position }) => t("bits.probe", { position: num(position), value: bench.cells?.at(position) }));
    if (probes.length > TOLD) said.push(t("bits.moreProbes", { count: probes.length - TOLD }));
    const values = {
      key: bench.asked.slice(0, TOLD_LENGTH),
      probes: listed(said),
      verdict: verdictOf(bench.asked).headline,
    };
    find("#bits-mirror").textContent = t(said.length ? "bits.mirror" : "bits.mirrorAnswer", values);
  }

  const look = latest(async (signal, /** @type {number | undefined} */ position) => {
    cursor = position;
    mark();
    const place = find("#bits-cell");
    if (position === undefined || !geometry || !cells) return;
    const last = lastOf(geometry, cells.count, position);
    const what = cellText(position, last);
    const where = whereText(position);
    const head = where ? `${what} (${where})` : what;
    view.setAttribute("aria-valuenow", String(position));
    view.setAttribute("aria-valuetext", head);
    if (!cells.set(position, last)) return place.replaceChildren(`${head}.`);
    if (last > position) return place.replaceChildren(`${head}.`);
    place.replaceChildren(`${head}: ${t(bench.list ? "bits.looking" : "bits.unknown")}.`);
    const [{ keys, more }] = await owners([position]);
    if (signal.aborted) return;
    const by = ownersText(keys, more);
    place.replaceChildren(`${head}: ${by}.`);
    view.setAttribute("aria-valuetext", `${head}: ${by}`);
  });

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
    if (view.clientWidth !== width) lay();
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
  onAsk(probe);
  inEachLanguage(() => {
    lay();
    listProbes();
    markList(probes.length);
    if (cursor !== undefined) look(cursor);
    else forget();
  });
}

/**
 * @param {string[]} keys
 * @param {boolean} more
 */
function ownersText(keys, more) {
  if (!keys.length) return t(bench.complete && !more ? "bits.byNobody" : "bits.unknown");
  return t(more || keys.length > NAMED ? "bits.byMore" : "bits.by", { keys: listed(keys.slice(0, NAMED)) });
}
