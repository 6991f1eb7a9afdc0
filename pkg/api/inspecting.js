// The text that a console shows for a filter. These functions do not throw, and the text cannot control a terminal.

import { show } from "./errors.js";

/** Characters that control a terminal, end a line, or change the direction of the text. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** The most characters of a valid name. */
const MAX_TEXT = 1024;

/**
 * A text on one line. If it has control characters, it is escaped as in JSON.
 * @param {string} text
 */
export function printable(text) {
  const short = text.length > MAX_TEXT ? `${text.slice(0, 80)}...` : text;
  if (short.search(CONTROL) < 0) return short;
  return JSON.stringify(short).replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Name and version of the list. They may have any type.
 * @param {{ name: unknown, version: unknown }} owner
 */
const listOf = ({ name, version }) =>
  [name, version]
    .filter((text) => text !== "")
    .map((text) => (typeof text === "string" ? printable(text) : show(text)))
    .join(" ");

/**
 * A number and a noun.
 * @param {number} count
 * @param {string} thing
 */
export const plural = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/**
 * The properties of a filter that a console shows.
 * @typedef {object} Shown
 * @property {unknown} name
 * @property {unknown} version
 * @property {{ layout: string, scheme: string, bits: number, hashes: number, inserted: number, fillRatio?: number }} stats
 */

/**
 * The text that a console shows for a filter.
 * @param {Shown} owner
 * @param {boolean} isFreed
 */
export const inspect = (owner, isFreed) => (isFreed ? `${owner.constructor.name} { freed }` : summary(owner));

/**
 * Class, name, size and fill of a filter. A static set has no fill.
 * @param {Shown} owner
 */
export function summary(owner) {
  const { layout, scheme, bits, hashes, inserted, fillRatio } = owner.stats;
  const list = listOf(owner);
  const parts = [plural(inserted, "key"), scheme === "native" ? layout : scheme, `${bits} bits`];
  if (layout !== "static") parts.push(`${hashes} hashes`, `${(Number(fillRatio) * 100).toFixed(1)}% full`);
  return `${owner.constructor.name} { ${list && `${list}: `}${parts.join(", ")} }`;
}
