// Tells about the cell under the pointer or the finger, or that the arrow keys have chosen: its value, and the keys that set it.

import { MOST_WORDS, bench, ownersOf } from "../../lib/bench.js";
import { find } from "../../lib/dom.js";
import { shortened } from "../../lib/format.js";
import { listed, num, t } from "../../lib/i18n.js";
import { BLOCK_BITS } from "../../lib/shape.js";
import { cellAt, lastOf } from "./geometry.js";
import { MARGIN } from "./paint.js";

/** The largest number of keys of a cell that are named, and of characters of each. */
const NAMED = 5;
const NAME_LENGTH = 20;

/** @typedef {{ geometry: import("./geometry.js").Geometry, cells: import("../../lib/cells.js").Cells }} Grid */

/**
 * @param {HTMLElement} view of the cells
 * @param {() => Grid | undefined} gridOf undefined if there is none
 * @param {() => void} mark paints the cursor
 */
export function pointingAt(view, gridOf, mark) {
  /** The first cell of the place. @type {number | undefined} */
  let cursor;

  /** To a screen reader, the view is a slider that chooses a position. @param {string} text */
  function tell(text) {
    view.ariaValueMax = `${Math.max((gridOf()?.cells.count ?? 1) - 1, 0)}`;
    view.ariaValueNow = `${cursor ?? 0}`;
    view.ariaValueText = find("#bits-cell").textContent = text;
  }

  /** @param {number} position */
  function look(position) {
    const grid = gridOf();
    cursor = position;
    mark();
    if (!grid) return;
    const last = lastOf(grid.geometry, grid.cells.count, position);
    tell(t("bits.sentence", { what: textOf(grid.cells, position, last) }));
  }

  function forget() {
    cursor = undefined;
    mark();
    tell(t(matchMedia("(pointer: coarse)").matches ? "bits.hintTouch" : "bits.hint"));
  }

  /** Follows a change of the filter or the language. */
  function follow() {
    const grid = gridOf();
    if (cursor === undefined || !grid || cursor >= grid.cells.count) return forget();
    // Groups may start elsewhere now.
    const { perBlock, group } = grid.geometry;
    look(cursor - ((cursor % perBlock) % group));
  }

  /** @param {PointerEvent} event */
  function pointed({ clientX, clientY }) {
    const grid = gridOf();
    if (!grid) return;
    const { left, top } = view.getBoundingClientRect();
    const position = cellAt(grid.geometry, bench.stats.bits, clientX - left - MARGIN, clientY - top - MARGIN);
    if (position !== undefined && position !== cursor) look(position);
  }
  view.addEventListener("pointermove", pointed);
  view.addEventListener("pointerdown", pointed);
  // What a finger has touched stays.
  view.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "mouse" && !view.matches(":focus-visible")) forget();
  });

  view.addEventListener("keydown", (event) => {
    const grid = gridOf();
    if (!grid || event.ctrlKey || event.altKey || event.metaKey) return;
    const { group, columns, perBlock } = grid.geometry;
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
    isBeginning = false;
    const inside = Math.min(Math.max(next, 0), most);
    look(inside - ((inside % perBlock) % group));
  });
  /** Whether the cell is only where the keyboard would begin. */
  let isBeginning = false;
  view.addEventListener("focus", () => {
    isBeginning = cursor === undefined && view.matches(":focus-visible");
    if (isBeginning) look(0);
  });
  view.addEventListener("blur", () => isBeginning && forget());

  return {
    follow,
    forget,
    get cursor() {
      return cursor;
    },
  };
}

/**
 * @param {import("../../lib/cells.js").Cells} cells
 * @param {number} first
 * @param {number} last
 */
function textOf({ at, set, largest }, first, last) {
  const ones = set(first, last);
  const what =
    last > first
      ? t("bits.group", { first: num(first), last: num(last), set: num(ones), count: num(last - first + 1) })
      : t(largest > 1 ? "bits.counterCell" : "bits.cell", { position: num(first), value: num(at(first)) });
  const where = whereText(first);
  const head = where ? `${what} (${where})` : what;
  return first === last && ones ? `${head}: ${ownersText(ownersOf(first))}` : head;
}

/** @param {number} position */
function whereText(position) {
  const { layout, bits, hashes } = bench.stats;
  if (layout === "partitioned") return t("bits.slice", { slice: Math.floor(position / Math.ceil(bits / hashes)) + 1 });
  if (layout === "blocked") return t("bits.block", { block: num(Math.floor(position / BLOCK_BITS) + 1) });
  return "";
}

/** @param {string[]} keys */
function ownersText(keys) {
  if (!keys.length) return t(bench.complete && bench.words.size <= MOST_WORDS ? "bits.byNobody" : "bits.unknown");
  const names = keys.slice(0, NAMED).map((key) => shortened(key, NAME_LENGTH));
  return t(keys.length > NAMED ? "bits.byMore" : "bits.by", { keys: listed(names) });
}
