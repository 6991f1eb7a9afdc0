// Maps (docs/reference/format/static.md): static sets whose keys have values.

import { Cursor, viewOf } from "./cursor.js";
import { check } from "./errors.js";
import { lanes, layered } from "./hash.js";
import { checkEnd, isMember, readLayers, readSets } from "./static-set.js";

/**
 * Reads a map from the cursor to its end.
 * @param {Cursor} cursor
 * @param {import("./header.js").Header} header
 */
export function readMap(cursor, header) {
  const { count, codeBits, salt, words } = /** @type {NonNullable<typeof header.values>} */ (header.values);
  const { bytes } = cursor;
  const view = viewOf(bytes);
  const tableAt = cursor.end - 8 * words;
  check(tableAt >= cursor.at, "table", cursor.at, words);
  const layers = new Cursor(bytes, cursor.at, tableAt);
  const set = readSets(layers, header);
  const bits = codeBits ? readLayers(layers, view, 1, 0.5) : [];
  checkEnd(layers);
  const { counts, values } = readTable(new Cursor(bytes, tableAt, cursor.end), count, codeBits);

  /** @returns {string | undefined} the value of the key whose lanes were computed last */
  const get = () => {
    const h1 = lanes[0];
    const h2 = lanes[1];
    const h3 = lanes[2];
    const h4 = lanes[3];
    if (!set.isMember()) return undefined;
    // A canonical code: codes of one length are consecutive numbers, and begin after the shorter ones.
    let code = 0;
    let first = 0;
    let before = 0;
    for (let i = 0; i < counts.length; i++) {
      layered(h1, h2, h3, h4, (salt + i) | 0);
      code = 2 * code + (isMember(view, bits) ? 1 : 0);
      if (code - first < counts[i]) return values[before + code - first];
      before += counts[i];
      first = 2 * (first + counts[i]);
    }
    return values[0];
  };
  return { isMember: set.isMember, get };
}

/**
 * The number of codes of each length, and the values.
 * @param {Cursor} cursor
 * @param {number} count
 * @param {number} codeBits
 */
function readTable(cursor, count, codeBits) {
  const start = cursor.at;
  const need = (/** @type {number} */ size) =>
    check(cursor.at + size <= cursor.end, "table", start, cursor.end - start);
  need(4 * codeBits + 2 * count);
  const counts = [];
  // Kraft's sum must be 1: each sequence of bits begins with a code.
  let left = 1;
  let total = 0;
  for (let i = 0; i < codeBits; i++) {
    const codes = cursor.number("codes", 4, 0, 65536);
    counts.push(codes);
    left = 2 * left - codes;
    total += codes;
    check(left >= 0, "codes", start, codes);
  }
  check(!codeBits || (!left && total === count && counts[codeBits - 1] > 0), "codes", start, total);
  const lengths = [];
  for (let i = 0; i < count; i++) lengths.push(cursor.number("value", 2, 0, 65535));
  const values = lengths.map((length) => {
    need(length);
    return cursor.text("value", length);
  });
  const rest = cursor.end - cursor.at;
  check(rest < 8, "table", start, rest);
  cursor.number("padding", rest, 0, 0);
  return { counts, values };
}

/** @typedef {ReturnType<typeof readMap>} MapContent */
