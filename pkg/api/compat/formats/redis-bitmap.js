// The bytes that GET returns for a bitmap. The caller must give the scheme.

import { bytesOf } from "../../bytes.js";
import { FilterFormatError, coded, wrongType } from "../../errors.js";
import { CompatFilter } from "../compat-filter.js";
import { createFilter } from "../create-filter.js";
import { compatEngine } from "../engine.js";
import { filterOf } from "./file.js";

/** @type {import("./index.js").Format} */
export const redisBitmap = {
  options: { scheme: "as for createFilter" },
  read: readBitmap,
  write: writeBitmap,
  // Any bytes can be a bitmap.
  mayBe: () => true,
};

/** Bytes per piece: the size of the input range. */
const PIECE = 65536;

/**
 * Reads the bytes that GET returns for a bitmap. The options of the scheme are next to `format`, or in the object `scheme`.
 * @param {unknown} input
 * @param {any} options
 */
function readBitmap(input, { format, ...options }) {
  const bytes = bytesOf(input, "input");
  const nested = typeof options.scheme === "object" && options.scheme;
  for (const name in options) {
    if (nested && name !== "scheme") wrongType("options", "only format, scheme", name);
  }
  const filter = createFilter(nested || options);
  const engine = compatEngine();
  try {
    const inside = filterOf(filter);
    for (let start = 0; start < bytes.length; start += PIECE) {
      const piece = bytes.subarray(start, start + PIECE);
      if (piece.some((byte) => byte !== 0)) inside.readBitmap(start, engine.putBytes(piece));
    }
    const { bits } = filter.stats;
    if (bytes.length > Math.ceil(bits / 8)) {
      const message = `length: expected at most ${Math.ceil(bits / 8)} bytes for ${bits} bits, got ${bytes.length}`;
      throw new FilterFormatError(message, "TRAILING_BYTES", "length", Math.ceil(bits / 8));
    }
    return filter;
  } catch (error) {
    filter.free();
    throw error;
  }
}

/**
 * Writes the bits of a filter as a bitmap, up to the last byte that is not 0. The bits of our own filters come from their file, because these
 * filters are in the memory of another module.
 * @param {CompatFilter | import("../../bloom-filter.js").BloomFilter} filter
 * @returns {Uint8Array}
 */
function writeBitmap(filter) {
  if (filter instanceof CompatFilter) return filterOf(filter).writeBitmap();
  if (typeof filter.bits !== "function" || filter.stats.scheme === "keyed") {
    throw coded("filter: expected a filter with one array of bits and no secret key", "INCOMPATIBLE", "filter");
  }
  const engine = compatEngine();
  return engine.withFile(filter.toBytes(), (length) => engine.wasm.bitmapOfFile(length));
}
