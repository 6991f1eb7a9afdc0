// Names and values of the fields of a native filter file, in the language of the page.

import { joined, num, pct, size, t } from "../../lib/i18n.js";
import { KEY_ENCODINGS, PAYLOAD_ENCODINGS, fieldsOf, numberAt } from "./header-fields.js";
import { cut } from "./input.js";

/**
 * A fact about the file: a row of the table.
 * @typedef {object} Item
 * @property {string} name
 * @property {string} value
 * @property {string} about
 * @property {import("./header-fields.js").Field} [field] its place in a native file
 */

/** Fields of the metadata have their own names. Fields of the header have the names in docs/reference/format/index.md. */
export const nameOf = (/** @type {string} */ name) => (name.startsWith("metadata") ? t(`bringIn.name.${name}`) : name);

/**
 * The value of a field of a native filter file.
 * @param {import("./header-fields.js").Field} field
 * @param {Uint8Array} bytes
 * @param {any} header the package's description of it
 * @returns {string}
 */
export function valueOf(field, bytes, header) {
  const raw = () => numberAt(bytes, field);
  const given = (/** @type {any} */ value, /** @type {(value: any) => string} */ show) =>
    value === null ? t("bringIn.notSized") : show(value);
  switch (field.name) {
    case "magic":
      return "0xeb FLT";
    case "flags":
      return joined([!!(raw() & 1) && t("bringIn.flagMetadata"), !!(raw() & 2) && t("bringIn.flagExceptions")]) || "0";
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
    case "metadataForm":
      return cut(header.keyForm);
    case "metadataGrowth":
      return t("bringIn.subFilters", { count: num(header.subFilters) });
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

/**
 * @param {{ bytes: Uint8Array, header?: any, stats?: any }} file that was read
 * @returns {Item[]}
 */
export function itemsOf({ bytes, header, stats }) {
  if (header) {
    return fieldsOf(bytes).map((field) => ({
      name: nameOf(field.name),
      value: valueOf(field, bytes, header),
      about: t(`bringIn.field.${field.name}`),
      field,
    }));
  }
  const said = (/** @type {any} */ value, show = num) => (value === null ? t("bringIn.notSaid") : show(value));
  return [
    ["scheme", stats.scheme],
    ["bits", num(stats.bits)],
    ["hashes", num(stats.hashes)],
    ["seed", String(stats.seed)],
    ...(stats.subFilters ? [["subFilters", num(stats.subFilters)]] : []),
    ["capacity", said(stats.capacity)],
    ["errorRate", said(stats.errorRate, pct)],
    ["inserted", said(stats.inserted || (stats.bitsSet ? null : 0))],
    ["bitsSet", `${num(stats.bitsSet)} (${pct(stats.fillRatio)})`],
    ["estimatedErrorRate", pct(stats.estimatedErrorRate)],
    ["byteLength", size(stats.byteLength)],
  ].map(([name, value]) => ({ name, value, about: t(`bringIn.stat.${name}`) }));
}
