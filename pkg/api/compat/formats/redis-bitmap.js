// What GET of a bitmap returns. The scheme is the caller's: there is no usual one.

import { stateOf } from "../../bloom-filter.js";
import { bytesOf } from "../../bytes.js";
import { compatEngine } from "../../engines.js";
import { FilterFormatError, coded, wrongType } from "../../errors.js";
import { readInto } from "../../loading.js";
import { headerOf, dumpOf } from "../../saving.js";
import { createFilter } from "../create-filter.js";
import { foreignState } from "../foreign-bloom-filter.js";
import { filterOf } from "./file.js";

/** @typedef {import("../../bloom-filter.js").BloomFilter} BloomFilter */

/** @type {import("./index.js").Format} */
export const redisBitmap = {
  options: { scheme: "as for createFilter" },
  read: readBitmap,
  write: writeBitmap,
  // Any bytes are.
  mayBe: () => true,
};

/** Bytes at a time: what the input range has room for. */
const PIECE = 65536;

/**
 * The filter in what GET of a bitmap returns; the scheme stands beside the format, or is an object.
 * @param {unknown} input
 * @param {any} options
 */
function readBitmap(input, { format, ...options }) {
  const bytes = bytesOf(input, "input");
  const nested = typeof options.scheme === "object" && options.scheme;
  for (const name in options) {
    if (nested && name !== "scheme") wrongType("options", "only format,scheme", name);
  }
  const filter = createFilter(nested || options);
  const engine = compatEngine();
  try {
    const inside = filterOf(filter);
    for (let start = 0; start < bytes.length; start += PIECE) {
      const piece = bytes.subarray(start, start + PIECE);
      if (piece.some((byte) => byte !== 0)) inside.readBitmap(start, engine.putBytes(piece));
    }
    const { bits } = headerOf(stateOf(filter), filter);
    if (bytes.length > Math.ceil(bits / 8)) {
      const message = `length: expected at most ${Math.ceil(bits / 8)} bytes for ${bits} bits, found ${bytes.length}`;
      throw new FilterFormatError(message, "TRAILING_BYTES", "length", Math.ceil(bits / 8));
    }
    return filter;
  } catch (error) {
    filter.free();
    throw error;
  }
}

/**
 * What GET of a bitmap with the bits of a filter returns, up to the last byte that is not 0.
 * @param {BloomFilter} filter
 * @returns {Uint8Array}
 */
function writeBitmap(filter) {
  const here = foreignState(filter)?.filter;
  if (here) return here.writeBitmap();
  const state = stateOf(filter, "filter");
  if (state.filter.grows) throw coded("filter: expected one that does not grow", "INCOMPATIBLE", "filter");
  const engine = /** @type {any} */ (compatEngine());
  const copy = /** @type {any} */ (readInto(engine, dumpOf(state, state.filter, "", "")));
  try {
    return copy.writeBitmap();
  } finally {
    copy.free();
  }
}
