// Shows the bytes of a file and their meaning, side by side, and what happens when a bit is flipped.

import { find, findAll, make } from "../../lib/dom.js";
import { inEachLanguage, joined, num, t } from "../../lib/i18n.js";
import { inSlices } from "../../lib/slices.js";
import { teller } from "../../lib/teller.js";
import { itemsOf, nameOf } from "./field-values.js";
import { differing, randomBit, readFlipped } from "./flip.js";
import { fieldAt, hex } from "./header-fields.js";
import { detailOf, sentences } from "./words.js";

/** The number of bytes that are shown of a longer file. The last of them are from its end, where the checksum is. */
const SHOWN = 160;
const LAST = 16;

/** Bytes per row. */
const COLUMNS = 16;
const NARROW_COLUMNS = 8;

const TINTS = 3;
const MANY = 100;

/**
 * @typedef {object} Shown what is inspected
 * @property {string} format "native" or one of the formats; "" for bytes that were not read
 * @property {Uint8Array} bytes
 * @property {(bytes: Uint8Array) => any} [read] missing for bytes that were not read
 * @property {any} [stats]
 * @property {any} [header] of a native file
 */

/** @typedef {import("./field-values.js").Item} Item */

/** @typedef {{ offset?: number, item?: Item }} Place a byte, an item, or both, under the pointer or chosen */

const byteText = (/** @type {number} */ value) => hex(Uint8Array.of(value), 1);

export function startInspector() {
  const tell = teller("#bring-in-flip-news");
  const strip = find("#inspector-strip");
  const table = find("#bring-in-rows");
  const narrow = matchMedia("(max-width: 60rem)");

  /** @type {Shown | undefined} */
  let shown;
  /** @type {Item[]} */
  let items = [];
  /** @type {Map<number, HTMLButtonElement>} */
  let cells = new Map();
  /** The byte whose bits are shown. */
  let chosen = 0;
  /** @type {Place} */
  let place = {};
  /** The place under the mouse. @type {Place | undefined} */
  let pointed;
  /** The bit that was flipped. @type {{ offset: number, bit: number } | undefined} */
  let tried;
  let flipping = new AbortController();

  /** @param {Shown} next */
  function show(next) {
    shown = next;
    find("#bring-in").dataset.used = "";
    putBack();
    pointed = undefined;
    place = {};
    chosen = 0;
    draw();
    choose({ offset: 0 });
  }

  function draw() {
    find("#inspector-body").hidden = !shown;
    find("#inspector-what").textContent = shown ? titleOf(shown) : t("bringIn.noFile");
    if (!shown) return;
    const at = place.item ? items.indexOf(place.item) : -1;
    items = shown.read ? itemsOf(shown) : [];
    // The old item is in another language.
    place = { ...place, item: items[at] };
    drawStrip(shown);
    drawTable(shown);
    mark();
    drawBits();
  }

  const columns = () => (narrow.matches ? NARROW_COLUMNS : COLUMNS);
  const itemAt = (/** @type {number} */ offset) =>
    items.find(({ field }) => field && field.offset <= offset && offset < field.offset + field.size);

  /** @param {Shown} of */
  function drawStrip({ bytes }) {
    cells = new Map();
    const { length } = bytes;
    const head = length > SHOWN ? SHOWN - LAST : length;
    const rows = [...rowsOf(bytes, 0, head)];
    if (head < length) {
      const left = length - SHOWN;
      rows.push(make("p", { class: "gap" }, t("bringIn.moreBytes", { count: num(left) })));
      rows.push(...rowsOf(bytes, length - LAST, length));
    }
    strip.replaceChildren(...rows);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} from
   * @param {number} to
   */
  function* rowsOf(bytes, from, to) {
    for (let start = from; start < to; start += columns()) {
      const row = make("div", { class: "bytes" }, make("span", { class: "at", "aria-hidden": "true" }, String(start)));
      for (let offset = start; offset < Math.min(start + columns(), to); offset++) row.append(cellAt(bytes, offset));
      yield row;
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} offset
   */
  function cellAt(bytes, offset) {
    const item = itemAt(offset);
    const cell = make("button", {
      type: "button",
      tabindex: -1,
      "data-offset": offset,
      "data-tint": item && tintOf(item),
    });
    writeByte(cell, offset, bytes[offset]);
    if (item?.field) {
      cell.classList.toggle("first", item.field.offset === offset);
      cell.classList.toggle("last", item.field.offset + item.field.size - 1 === offset);
    }
    cells.set(offset, cell);
    return cell;
  }

  /**
   * @param {HTMLElement} cell
   * @param {number} offset
   * @param {number} value
   */
  function writeByte(cell, offset, value) {
    const text = byteText(value);
    if (cell.textContent === text) return;
    const name = itemAt(offset)?.name;
    cell.textContent = text;
    cell.setAttribute(
      "aria-label",
      t(name ? "bringIn.byteIn" : "bringIn.byte", { offset: num(offset), hex: text, name }),
    );
  }

  /** The colour of a field, different from its neighbours. The payload has none. @param {Item} item */
  const tintOf = (item) => (item.field?.offset === payloadOffset() ? false : items.indexOf(item) % TINTS);
  const payloadOffset = () => items[items.length - 2]?.field?.offset;

  /** @param {Shown} of */
  function drawTable({ read, header }) {
    const heads = header ? ["fieldName", "offset", "size", "value"] : ["fieldName", "value"];
    const number = (/** @type {number} */ value, kind = "") => make("td", { class: `number ${kind}` }, num(value));
    const rows = items.map((item, i) =>
      make(
        "tr",
        { "data-item": i },
        make(
          "td",
          {},
          make(
            "button",
            { type: "button", tabindex: i ? -1 : 0 },
            ...(item.field ? [make("i", { "data-tint": tintOf(item) })] : []),
            make("code", {}, item.name),
          ),
        ),
        ...(item.field ? [number(item.field.offset), number(item.field.size, "size")] : []),
        make("td", {}, item.value),
      ),
    );
    const head = (/** @type {string} */ name) =>
      make("th", { scope: "col", class: ["offset", "size"].includes(name) && `number ${name}` }, t(`bringIn.${name}`));
    table.replaceChildren(
      ...(read
        ? [make("table", {}, make("thead", {}, make("tr", {}, ...heads.map(head))), make("tbody", {}, ...rows))]
        : [make("p", { class: "soft" }, t("bringIn.notRead"))]),
    );
    find("#bring-in-first").textContent =
      header && header.subFilters > 1 ? t("bringIn.moreFiles", { count: num(header.subFilters) }) : "";
  }

  /** @param {Place} next */
  function choose(next) {
    if (!shown) return;
    // The mouse may be over another place.
    pointed = undefined;
    place = next.offset === undefined ? next : { ...next, item: next.item ?? itemAt(next.offset) };
    const offset = next.offset ?? next.item?.field?.offset;
    if (offset !== undefined && offset !== chosen) {
      putBack();
      chosen = offset;
    }
    mark();
    drawBits();
  }

  /** Shows the byte or field under the pointer, or the chosen one. */
  function mark() {
    if (!shown) return;
    const { offset, item } = pointed ?? place;
    const { field } = item ?? {};
    for (const [at, cell] of cells) {
      cell.classList.toggle("its", field ? field.offset <= at && at < field.offset + field.size : at === offset);
      cell.classList.toggle("chosen", at === chosen);
      cell.tabIndex = at === (cells.has(chosen) ? chosen : 0) ? 0 : -1;
    }
    for (const row of findAll("tr[data-item]", table)) row.classList.toggle("its", items[row.dataset.item] === item);
    const [title, text] = findAll("#inspector-readout > *");
    /** @type {Record<string, string>} */
    const values = offset === undefined ? {} : { offset: num(offset), hex: byteText(shown.bytes[offset]) };
    title.textContent = item
      ? t("bringIn.says", { name: item.name, value: item.value })
      : t("bringIn.byteSays", values);
    text.textContent = item
      ? sentences(offset !== undefined && whereOf(shown, offset, values), field && rangeOf(field), item.about)
      : t(shown.read ? "bringIn.noFields" : "bringIn.notRead");
  }

  function drawBits() {
    if (!shown) return;
    const { bytes, read } = shown;
    const its = tried?.offset === chosen ? tried : undefined;
    const value = its ? bytes[chosen] ^ (1 << its.bit) : bytes[chosen];
    find("#inspector-byte").textContent = t("bringIn.bitsOf", { offset: num(chosen), hex: byteText(value) });
    for (const button of findAll("#inspector-bits button")) {
      const bit = Number(button.dataset.bit);
      const digit = (value >> bit) & 1;
      button.textContent = String(digit);
      button.disabled = !read;
      button.setAttribute("aria-pressed", String(its?.bit === bit));
      button.setAttribute("aria-label", t("bringIn.bit", { bit, value: digit }));
    }
    for (const [at, cell] of cells) writeByte(cell, at, at === chosen ? value : bytes[at]);
    find("#bring-in-flip").disabled = !read;
    find("#bring-in-flip-many").disabled = !read;
  }

  /** Restores the file and clears the message about damage. */
  function putBack() {
    flipping.abort();
    flipping = new AbortController();
    tried = undefined;
    tell("", () => "");
  }

  /**
   * @param {number} offset
   * @param {number} bit
   */
  function tryBit(offset, bit) {
    const { bytes, read } = /** @type {Shown} */ (shown);
    const again = tried?.offset === offset && tried.bit === bit;
    putBack();
    if (!again && read) {
      tried = { offset, bit };
      tellFlip(readFlipped(bytes, offset * 8 + bit, read));
    }
    drawBits();
  }

  /** @param {import("./flip.js").Outcome} outcome */
  function tellFlip({ offset, bit, before, after, error, stats }) {
    const { bytes, format, header, stats: first } = /** @type {Shown} */ (shown);
    const where = header && fieldAt(bytes, offset);
    tell(
      error ? "good" : "",
      () => {
        const values = {
          offset: num(offset),
          bit,
          before: byteText(before),
          after: byteText(after),
          format: t(`bringIn.format.${format}`),
          field: where && nameOf(where.field.name),
          of: ofSubFilter(where),
        };
        const flipped = t(where ? "bringIn.flippedIn" : "bringIn.flipped", values);
        if (error) return sentences(flipped, t("bringIn.flipRefused"));
        const changes = differing(first, stats).map((name) =>
          t("bringIn.change", { name, before: first[name], after: stats[name] }),
        );
        const what = changes.length ? t("bringIn.differs", { changes: joined(changes) }) : t("bringIn.sameFigures");
        return sentences(flipped, t("bringIn.flipRead", values), what);
      },
      error ? detailOf(error) : "",
    );
  }

  function flipOne() {
    if (!shown) return;
    const place = randomBit(shown.bytes);
    const offset = Math.floor(place / 8);
    putBack();
    choose({ offset });
    tryBit(offset, place % 8);
  }

  async function flipMany() {
    if (!shown?.read) return;
    const { bytes, read } = shown;
    putBack();
    drawBits();
    const { signal } = flipping;
    let [done, accepted] = [0, 0];
    const progress = () => t("bringIn.flipping", { done: num(done), many: num(MANY) });
    tell("busy", progress);
    await inSlices(
      (function* () {
        for (; done < MANY; done++) {
          yield;
          if (!readFlipped(bytes, randomBit(bytes), read).error) accepted++;
          if (done % 10 === 0) tell("busy", progress);
        }
      })(),
      signal,
    );
    if (signal.aborted) return;
    tell(accepted ? "" : "good", () =>
      t("bringIn.flippedMany", { many: num(MANY), refused: num(MANY - accepted), accepted: num(accepted) }),
    );
  }

  const offsetOf = (/** @type {any} */ { target }) => {
    const { offset } = target.closest?.("[data-offset]")?.dataset ?? {};
    return offset === undefined ? undefined : Number(offset);
  };
  const itemOf = (/** @type {any} */ { target }) => items[target.closest?.("[data-item]")?.dataset.item];
  const point = (/** @type {PointerEvent} */ { pointerType }, /** @type {Place | undefined} */ next) => {
    // A touch chooses the byte.
    if (pointerType !== "mouse") return;
    pointed = next;
    mark();
  };
  const pointAt = (/** @type {PointerEvent} */ event) => {
    const offset = offsetOf(event);
    const item = offset === undefined ? itemOf(event) : itemAt(offset);
    point(event, offset === undefined && !item ? undefined : { offset, item });
  };
  for (const box of [strip, table]) {
    box.addEventListener("pointerover", pointAt);
    box.addEventListener("pointerleave", (/** @type {PointerEvent} */ event) => point(event, undefined));
  }
  // Some browsers do not focus a button that is clicked.
  for (const type of ["focusin", "click"]) {
    strip.addEventListener(type, (/** @type {Event} */ event) => {
      const offset = offsetOf(event);
      if (offset !== undefined && (offset !== place.offset || offset !== chosen)) choose({ offset });
    });
    table.addEventListener(type, (/** @type {Event} */ event) => {
      const item = itemOf(event);
      if (!item) return;
      choose({ item });
      for (const button of findAll("button", table)) button.tabIndex = itemOf({ target: button }) === item ? 0 : -1;
      reveal(item);
    });
  }

  /** Scrolls the bytes of a field into view, if the strip shows only some rows. @param {Item} item */
  function reveal({ field }) {
    const row = field && cells.get(field.offset)?.parentElement;
    if (row) strip.scrollTop = row.offsetTop + row.offsetHeight / 2 - strip.clientHeight / 2;
  }

  find("#inspector-bits").replaceChildren(
    ...[7, 6, 5, 4, 3, 2, 1, 0].map((bit) =>
      make("button", { type: "button", "data-bit": bit, onclick: () => tryBit(chosen, bit) }),
    ),
  );
  find("#bring-in-flip").addEventListener("click", flipOne);
  find("#bring-in-flip-many").addEventListener("click", flipMany);
  arrowKeys(strip, columns);
  arrowKeys(table, () => 1);
  narrow.addEventListener("change", draw);
  inEachLanguage(draw);
  return { show };
}

/**
 * Arrow keys move over the buttons of a box. Tab reaches one of them.
 * @param {HTMLElement} box
 * @param {() => number} columns
 */
function arrowKeys(box, columns) {
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = findAll("button", box);
    const at = buttons.indexOf(document.activeElement);
    const next = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + columns(),
      ArrowUp: at - columns(),
      Home: 0,
      End: buttons.length - 1,
    }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    buttons[next]?.focus();
  });
}

/** @param {Shown} shown */
const titleOf = ({ format, bytes }) =>
  t(format ? "bringIn.inspected" : "bringIn.inspectedUnread", {
    format: format && t(`bringIn.format.${format}`),
    length: num(bytes.length),
  });

/** @param {{ subFilter?: number } | undefined} where */
const ofSubFilter = (where) => (where?.subFilter ? t("bringIn.ofSubFilter", { number: num(where.subFilter) }) : "");

/**
 * @param {Shown} shown
 * @param {number} offset
 * @param {Record<string, string>} values
 */
function whereOf({ bytes, header }, offset, values) {
  const where = header && fieldAt(bytes, offset);
  return where?.subFilter
    ? t("bringIn.byteInSub", { ...values, name: nameOf(where.field.name), of: ofSubFilter(where) })
    : `${t("bringIn.byteSays", values)}${t("bringIn.stop")}`;
}

/** @param {import("./header-fields.js").Field} field */
const rangeOf = ({ offset, size: length }) =>
  length > 1 ? t("bringIn.range", { first: num(offset), last: num(offset + length - 1) }) : "";
