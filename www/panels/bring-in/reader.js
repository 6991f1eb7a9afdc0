// Reads what was brought, asks for what its bytes do not say, explains it, and shows what damage does to it. It comes
// with the entry of the package for other systems: most visits do without both.

import { bench, replace } from "../../lib/bench.js";
import { find, make } from "../../lib/dom.js";
import { addTexts, few, inEachLanguage, num, pct, size, t } from "../../lib/i18n.js";
import { inSlices } from "../../lib/slices.js";
import { differing, randomBit, readFlipped } from "./flip.js";
import { FORMATS, askedFor, importOptions, missing, onlyAnswer } from "./foreign-options.js";
import { KEY_ENCODINGS, PAYLOAD_ENCODINGS, fieldAt, fieldsOf, hex, numberAt } from "./header-fields.js";
import { MOST_BYTES, cut } from "./input.js";
import { texts } from "./reader-texts.js";

/** Cells that take more than this cannot be shown by the page, however few are set. */
const MOST_SHOWN = MOST_BYTES * 8;

/** So many bytes of a field, and of a foreign file, are shown. */
const FIELD_BYTES = 16;
const FIRST_BYTES = 64;

const MANY = 100;

/** Formats and schemes with something to know that is no choice. */
const ABOUT = ["redisbloom", "parquet-sbbf", "rbloom", "redis-bitmap", "php-redis", "crc32-mt", "additive-partitioned"];

/** @param {(string | false | undefined | "")[]} all */
const sentences = (...all) => all.filter((sentence) => sentence).join(t("bringIn.between"));

const code = (/** @type {string} */ text) => make("code", {}, text);

/** @param {any} error what the package threw, in its own words */
const detailOf = ({ code: kind, field, offset, message }) =>
  [kind && [kind, field, ...(offset >= 0 ? [offset] : [])].join(" · "), cut(message, 400)]
    .filter((part) => part)
    .join(": ");

/**
 * @typedef {object} Shown what is explained
 * @property {string} format "native" or one of the formats
 * @property {Uint8Array} bytes
 * @property {(bytes: Uint8Array) => any} read
 * @property {any} stats
 * @property {any} [header] of a native dump
 */

/**
 * @param {typeof import("edgebloom/compat")} entry for other systems
 * @param {{ tell: any, tellIn: any, refuse: any }} panel its ways to say something
 */
export function startReader({ load: loadDump, sniffFormat, importFilter, readHeader }, { tell, tellIn, refuse }) {
  addTexts(texts);
  const flipNews = find("#bring-in-flip-news");
  const formatSelect = find("#bring-in-format");
  const load = (/** @type {any} */ dump) => loadDump(dump);

  /** @type {{ bytes: Uint8Array, format: string, candidates: string[], values: Record<string, string> } | undefined} */
  let asked;
  /** @type {Shown | undefined} */
  let shown;
  /** How often damage was refused as what; "" for not at all. @type {Map<string, number>} */
  let refusals = new Map();
  let flipping = new AbortController();

  /** @param {import("./input.js").Content} content */
  function bring({ bytes, text, json }) {
    if (text !== undefined || !bytes || sniffFormat(bytes).format === "native") {
      asked = undefined;
      find("#bring-in-ask").hidden = true;
      return readAs("native", bytes, load, text);
    }
    const { format, candidates } = sniffFormat(bytes);
    if (json && !format) return refuse("unknownJson");
    const values = format ? onlyAnswer(bytes, format, importFilter) : {};
    asked = { bytes, format: format ?? "", candidates, values };
    drawAsk();
    find("#bring-in-ask").hidden = false;
    if (!format) return tell("", () => t(candidates.length > 1 ? "bringIn.uncertain" : "bringIn.unknown"));
    if (!FORMATS[format].length) return readForeign();
    const only = Object.keys(values).length > 0;
    tell("", () => t(only ? "bringIn.onlyOne" : "bringIn.certain", { format: t(`bringIn.format.${format}`) }));
  }

  function readForeign() {
    const { bytes, format, values } = /** @type {NonNullable<typeof asked>} */ (asked);
    const options = importOptions(format, values);
    readAs(format, bytes, (given) => importFilter(given, options));
  }

  /**
   * Reads bytes, explains them and puts their filter on the bench; what is refused changes nothing.
   * @param {string} format
   * @param {Uint8Array | undefined} bytes
   * @param {(given: any) => any} read
   * @param {string} [text] what is read in their place
   */
  function readAs(format, bytes, read, text) {
    let filter;
    try {
      filter = read(text ?? bytes);
    } catch (error) {
      const bad = /** @type {any} */ (error);
      const values = () => ({ format: t(`bringIn.format.${format}`) });
      return refuse(bad.name === "FilterFormatError" ? "refused" : "badOption", values, detailOf(bad));
    }
    const { stats, name } = filter;
    explain({ format, bytes: /** @type {Uint8Array} */ (bytes), read, stats });
    const values = () => ({
      format: t(`bringIn.format.${format}`),
      scheme: stats.scheme,
      bits: num(stats.bits),
      hashes: num(stats.hashes),
      inserted: num(stats.inserted),
      count: few(Math.round(stats.estimatedCount)),
      rate: pct(stats.estimatedErrorRate),
      name: cut(name),
    });
    if (stats.bits * (stats.counterBits ?? 1) > MOST_SHOWN) {
      filter.free();
      return tell("", () =>
        sentences(t("bringIn.isRead", values()), t("bringIn.tooManyCells", { most: num(MOST_SHOWN) })),
      );
    }
    replace(filter, { complete: false });
    tell("good", () =>
      sentences(
        name && t("bringIn.named", values()),
        t("bringIn.isRead", values()),
        t(stats.inserted ? "bringIn.keysIn" : "bringIn.keysUnknown", values()),
        t("bringIn.rate", values()),
      ),
    );
  }

  function explainBench() {
    try {
      const bytes = bench.filter.toBytes();
      explain({ format: "native", bytes, read: load, stats: bench.stats });
      tell("", () => t("bringIn.benchExplained", { size: size(bytes.length) }));
    } catch (error) {
      refuse("badOption", undefined, detailOf(/** @type {any} */ (error)));
    }
  }

  /** @param {Shown} next */
  function explain(next) {
    flipping.abort();
    refusals = new Map();
    tellIn(flipNews, "", () => "");
    shown = next.format === "native" ? { ...next, header: readHeader(next.bytes) } : next;
    drawExplained();
    drawRefusals();
    setFlipping(false);
  }

  // What the bytes do not say.

  function drawAsk() {
    if (!asked) return;
    const { format, candidates, values } = asked;
    const option = (/** @type {string} */ name) => make("option", { value: name }, t(`bringIn.format.${name}`));
    const others = Object.keys(FORMATS).filter((name) => !candidates.includes(name));
    formatSelect.replaceChildren(
      make("option", { value: "" }, t("bringIn.choose")),
      make("optgroup", { label: t("bringIn.likely") }, ...candidates.map(option)),
      make("optgroup", { label: t("bringIn.others") }, ...others.map(option)),
    );
    formatSelect.value = format;
    const fields = find("#bring-in-fields");
    const focused =
      fields.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.field;
    fields.replaceChildren(...askedFor(format, values).map(drawField));
    if (focused) find(`[data-field="${focused}"]`, fields)?.focus();
    const about = [format, values.scheme].filter((name) => ABOUT.includes(name)).map((name) => `bringIn.about.${name}`);
    const why = askedFor(format, values)
      .map(({ name }) => `bringIn.why.${name}`)
      .filter((key) => key in texts.en);
    find("#bring-in-about").textContent = sentences(...[...about, ...why].map((key) => t(key)));
  }

  /** @param {import("./foreign-options.js").Asked} asks */
  function drawField({ name, kind, choices = [], optional }) {
    const { values } = /** @type {NonNullable<typeof asked>} */ (asked);
    const keep = (/** @type {any} */ { currentTarget }) => {
      values[name] = currentTarget.value;
      if (name === "scheme") drawAsk();
    };
    const control =
      kind === "choice"
        ? make(
            "select",
            { "data-field": name, onchange: keep },
            make("option", { value: "" }, t("bringIn.choose")),
            ...choices.map((value) => make("option", { value }, `${value}: ${t(`bringIn.choice.${value}`)}`)),
          )
        : make("input", { "data-field": name, autocomplete: "off", spellcheck: "false", oninput: keep });
    control.value = values[name] ?? "";
    const title = `${t(`bringIn.ask.${name}`)}${optional ? t("bringIn.optional") : ""}`;
    return make("label", {}, make("span", {}, title), control);
  }

  function submitAsk() {
    if (!asked) return;
    const { format, values } = asked;
    if (!format) return refuse("chooseFirst", () => ({ field: t("bringIn.formatName") }));
    const gap = missing(format, values);
    if (gap) return refuse("chooseFirst", () => ({ field: t(`bringIn.ask.${gap.name}`) }));
    readForeign();
  }

  // The header.

  function drawExplained() {
    if (!shown) return;
    const { format, bytes, header } = shown;
    const values = { format: t(`bringIn.format.${format}`), size: size(bytes.length), length: num(bytes.length) };
    find("#bring-in-explained-title").textContent = t(header ? "bringIn.headerTitle" : "bringIn.statsTitle", values);
    find("#bring-in-rows").classList.toggle("header", !!header);
    find("#bring-in-rows").replaceChildren(header ? headerTable() : statsTable());
    const more = header && header.stages > 1 ? t("bringIn.moreFiles", { count: num(header.stages) }) : "";
    find("#bring-in-first").replaceChildren(
      ...(header
        ? [more]
        : [
            t("bringIn.firstBytes", { count: Math.min(FIRST_BYTES, bytes.length) }),
            " ",
            code(hex(bytes, FIRST_BYTES)),
          ]),
    );
    find("#bring-in-explained").hidden = false;
  }

  /**
   * @param {string[]} heads names of texts
   * @param {any[][]} rows
   */
  const table = (heads, rows) =>
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, t(`bringIn.${head}`))))),
      make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row))),
    );

  function headerTable() {
    const { bytes, header } = /** @type {Shown} */ (shown);
    const rows = fieldsOf(bytes).map((field) => {
      const { name, offset, size: length } = field;
      const its = bytes.subarray(offset, offset + length);
      return [
        make("td", { class: "number" }, num(offset)),
        make("td", { class: "number" }, num(length)),
        make("td", { class: "hex" }, name === "payload" ? t("bringIn.notShown") : hex(its, FIELD_BYTES)),
        make("td", {}, code(nameOf(name))),
        make("td", {}, valueOf(field, bytes, header)),
        make("td", {}, t(`bringIn.field.${name}`)),
      ];
    });
    return table(["offset", "size", "bytes", "fieldName", "value", "meaning"], rows);
  }

  function statsTable() {
    const { stats, bytes } = /** @type {Shown} */ (shown);
    const said = (/** @type {any} */ value, show = num) => (value === null ? t("bringIn.notSaid") : show(value));
    const rows = [
      ["scheme", stats.scheme],
      ["bits", num(stats.bits)],
      ["hashes", num(stats.hashes)],
      ["seed", String(stats.seed)],
      ...(stats.stages ? [["stages", num(stats.stages)]] : []),
      ["capacity", said(stats.capacity)],
      ["errorRate", said(stats.errorRate, pct)],
      ["inserted", num(stats.inserted)],
      ["bitsSet", `${num(stats.bitsSet)} (${pct(stats.fillRatio)})`],
      ["estimatedErrorRate", pct(stats.estimatedErrorRate)],
      ["fileLength", size(bytes.length)],
      ["byteLength", size(stats.byteLength)],
    ].map(([name, value]) => [
      make("td", {}, name === "fileLength" ? t("bringIn.file.length") : code(name)),
      make("td", {}, value),
      make("td", {}, t(`bringIn.stat.${name}`)),
    ]);
    return table(["fieldName", "value", "meaning"], rows);
  }

  // Damage.

  /** @param {boolean} running */
  function setFlipping(running) {
    find("#bring-in-flip").disabled = find("#bring-in-flip-many").disabled = running;
  }

  /** @param {import("./flip.js").Outcome} outcome */
  const kindOf = ({ error }) =>
    error ? [error.code ?? error.name, error.field].filter((part) => part).join(" · ") : "";

  /** @param {import("./flip.js").Outcome} outcome */
  function tellFlip({ offset, bit, before, after, error, stats }) {
    const { bytes, format, header, stats: first } = /** @type {Shown} */ (shown);
    const where = header && fieldAt(bytes, offset);
    const byte = (/** @type {number} */ value) => hex(Uint8Array.of(value), 1);
    tellIn(
      flipNews,
      error ? "good" : "bad",
      () => {
        const values = {
          offset: num(offset),
          bit,
          before: byte(before),
          after: byte(after),
          format: t(`bringIn.format.${format}`),
          field: where && nameOf(where.field.name),
          of: where?.subFilter ? t("bringIn.ofSubFilter", { number: num(where.subFilter) }) : "",
        };
        const flipped = t(where ? "bringIn.flippedIn" : "bringIn.flipped", values);
        if (error) return sentences(flipped, t("bringIn.flipRefused"));
        const changes = differing(first, stats).map((name) =>
          t("bringIn.change", { name, before: first[name], after: stats[name] }),
        );
        const what = changes.length ? t("bringIn.differs", { changes: changes.join(", ") }) : t("bringIn.sameFigures");
        return sentences(flipped, t("bringIn.flipRead", values), what);
      },
      error ? detailOf(error) : "",
    );
  }

  function flipOne() {
    if (!shown) return;
    const { bytes, read } = shown;
    tellFlip(readFlipped(bytes, randomBit(bytes), read));
  }

  async function flipMany() {
    if (!shown) return;
    const { bytes, read } = shown;
    flipping.abort();
    const { signal } = (flipping = new AbortController());
    setFlipping(true);
    refusals = new Map();
    let done = 0;
    const progress = () => t("bringIn.flipping", { done: num(done), many: num(MANY) });
    tellIn(flipNews, "busy", progress);
    await inSlices(
      (function* () {
        for (; done < MANY; done++) {
          yield;
          const kind = kindOf(readFlipped(bytes, randomBit(bytes), read));
          refusals.set(kind, (refusals.get(kind) ?? 0) + 1);
          if (done % 10 === 0) tellIn(flipNews, "busy", progress);
        }
      })(),
      signal,
    );
    if (signal.aborted) return;
    setFlipping(false);
    const accepted = refusals.get("") ?? 0;
    tellIn(flipNews, accepted ? "bad" : "good", () =>
      t("bringIn.flippedMany", { many: num(MANY), refused: num(MANY - accepted), accepted: num(accepted) }),
    );
    drawRefusals();
  }

  function drawRefusals() {
    const rows = [...refusals]
      .sort(([, a], [, b]) => b - a)
      .map(([kind, count]) => [
        make("td", {}, kind ? code(kind) : t("bringIn.accepted")),
        make("td", { class: "number" }, num(count)),
      ]);
    find("#bring-in-refusals").hidden = !rows.length;
    find("#bring-in-refusals").replaceChildren(...(rows.length ? [table(["refusedAs", "times"], rows)] : []));
  }

  formatSelect.addEventListener("change", () => {
    if (!asked) return;
    asked = { ...asked, format: formatSelect.value, values: {} };
    drawAsk();
  });
  find("#bring-in-ask").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    submitAsk();
  });
  find("#bring-in-flip").addEventListener("click", flipOne);
  find("#bring-in-flip-many").addEventListener("click", flipMany);
  inEachLanguage(() => {
    drawAsk();
    drawExplained();
    drawRefusals();
  });
  return { bring, explainBench };
}

/** Fields of the metadata are called by what they are; those of the header as in docs/FORMAT.md. */
const nameOf = (/** @type {string} */ name) => (name.startsWith("metadata") ? t(`bringIn.name.${name}`) : name);

/**
 * What a field of a native filter file says.
 * @param {import("./header-fields.js").Field} field
 * @param {Uint8Array} bytes
 * @param {any} header what the package says of it
 * @returns {string}
 */
function valueOf(field, bytes, header) {
  const raw = () => numberAt(bytes, field);
  const given = (/** @type {any} */ value, /** @type {(value: any) => string} */ show) =>
    value === null ? t("bringIn.notSized") : show(value);
  switch (field.name) {
    case "magic":
      return "0xeb FLT";
    case "flags":
      return (
        [raw() & 1 && t("bringIn.flagMetadata"), raw() & 2 && t("bringIn.flagExceptions")]
          .filter((flag) => flag)
          .join(", ") || "0"
      );
    case "scheme":
      return `${raw()}: ${header.scheme === "native" ? header.layout : header.scheme}`;
    case "cells":
      return `${raw()}: ${header.counterBits > 1 ? t("bringIn.counters", { width: header.counterBits }) : t("bringIn.cellBits")}`;
    case "keyEncoding":
      return `${raw()}: ${KEY_ENCODINGS[raw()]}`;
    case "payloadEncoding":
      return `${raw()}: ${PAYLOAD_ENCODINGS[raw()]}`;
    case "payloadLength":
      return t("bringIn.words", { words: num(raw()), bytes: num(raw() * 8) });
    case "hashes":
    case "bits":
    case "inserted":
      return num(header[field.name]);
    case "seed":
    case "salt":
      return String(header[field.name]);
    case "capacity":
      return given(header.capacity, num);
    case "errorRate":
      return given(header.errorRate, pct);
    case "metadataName":
      return cut(header.name);
    case "metadataVersion":
      return cut(header.version);
    case "metadataGrowth":
      return t("bringIn.subFilters", { count: num(header.stages) });
    case "metadataParameters":
      return t("bringIn.parameters", { count: field.size / 8 - 1 });
    case "payload":
      return size(field.size);
    case "checksum":
      return t("bringIn.checksumGood");
    default:
      return num(raw());
  }
}
