// What a console shows of a filter. Nothing of this throws, or moves the cursor of a terminal.

import { show } from "./errors.js";

/** What makes a terminal do something, ends a line or turns the direction of the text. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
/** No name has more characters. */
const MAX_TEXT = 1024;

/**
 * A text that stays one line of letters: as it is, or as JSON has it where something in it has to be escaped.
 * @param {string} text
 */
export function printable(text) {
  const short = text.length > MAX_TEXT ? `${text.slice(0, 80)}...` : text;
  if (short.search(CONTROL) < 0) return short;
  return JSON.stringify(short).replace(CONTROL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * What the list of a filter is called and which version it is, whatever has been put there.
 * @param {{ name: unknown, version: unknown }} owner
 */
const listOf = ({ name, version }) =>
  [name, version]
    .filter((text) => text !== "")
    .map((text) => (typeof text === "string" ? printable(text) : show(text)))
    .join(" ");

/**
 * A number of things in words.
 * @param {number} count
 * @param {string} thing
 */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/**
 * What a console says of a filter.
 * @typedef {object} Shown
 * @property {unknown} name
 * @property {unknown} version
 * @property {{ layout: string, scheme: string, bits: number, hashes: number, inserted: number, fillRatio?: number }} stats
 */

/**
 * What a console shows of a filter.
 * @param {Shown} owner
 * @param {import("./filter-state.js").FilterState} state
 */
export const inspected = (owner, state) => (state.isFreed ? `${owner.constructor.name} { freed }` : summary(owner));

/**
 * The class, what is in the filter, and how full it is. A static set has no fill.
 * @param {Shown} owner
 */
export function summary(owner) {
  const { layout, scheme, bits, hashes, inserted, fillRatio } = owner.stats;
  const list = listOf(owner);
  const parts = [counted(inserted, "key"), scheme === "native" ? layout : scheme, `${bits} bits`];
  if (layout !== "static") parts.push(`${hashes} hashes`, `${(Number(fillRatio) * 100).toFixed(1)} % full`);
  return `${owner.constructor.name} { ${list && `${list}: `}${parts.join(", ")} }`;
}
