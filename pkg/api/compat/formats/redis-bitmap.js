// What GET of a bitmap returns. The scheme is the caller's: there is no usual one.

import { BloomFilter, headOf, placeOf, readDump } from "../../bloom-filter.js";
import { FilterFormatError, coded, wrongType } from "../../errors.js";
import { ScalableBloomFilter } from "../../scalable-bloom-filter.js";
import { createFilter } from "../create-filter.js";
import { compat } from "../engine.js";
import { bytesOf, placeIn } from "./file.js";

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

/** A byte with its bits in the other order. */
const REVERSED = /* @__PURE__ */ Uint8Array.from({ length: 256 }, (_, byte) => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
});

/**
 * The filter in what GET of a bitmap returns; the scheme stands beside the format, or is an object.
 * @param {unknown} input
 * @param {any} options
 */
function readBitmap(input, { format, ...options }) {
  const bytes = bytesOf(input);
  const nested = typeof options.scheme === "object" && options.scheme;
  for (const name in options) {
    if (nested && name !== "scheme") wrongType("options", "only format,scheme", name);
  }
  const filter = createFilter(nested || options);
  const engine = compat();
  try {
    const id = placeIn(filter);
    for (let start = 0; start < bytes.length; start += PIECE) {
      const piece = bytes.subarray(start, start + PIECE);
      if (piece.every((byte) => byte === 0)) continue;
      engine.check(engine.wasm.read_bitmap(id, start, engine.putBytes(piece)));
    }
    const { bits } = headOf(filter, 0);
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
 * @param {import("../../bloom-filter.js").BloomFilter} filter
 * @returns {Uint8Array}
 */
function writeBitmap(filter) {
  const engine = compat();
  // One of our own schemes lives elsewhere; one that grows has no bits.
  if (placeOf(filter).engine !== engine) {
    const copy = copyOf(filter);
    try {
      return writeBitmap(copy);
    } finally {
      copy.free();
    }
  }
  const id = placeIn(filter);
  const { sparse, counterBits } = headOf(filter, 0);
  if (counterBits > 1) throw coded("filter: expected one of bits, found counters", "INCOMPATIBLE", "filter");
  if (engine.wasm.allowed_keys(id)) throw coded("filter: expected one without allowed keys", "INCOMPATIBLE", "filter");
  if (sparse) {
    const positions = engine.numbers(engine.check(engine.wasm.positions_between(id, 0, 2 ** 53)));
    let last = -1;
    for (const position of positions) last = Math.max(last, position);
    // What a string of Redis has room for.
    if (last >= 2 ** 32) throw coded(`position: expected below 4294967296, found ${last}`, "INCOMPATIBLE", "position");
    const bytes = new Uint8Array(Math.floor(last / 8) + 1);
    for (const position of positions) bytes[Math.floor(position / 8)] |= 0x80 >> (position % 8);
    return bytes;
  }
  const bytes = filter.bits();
  let length = bytes.length;
  while (length && !bytes[length - 1]) length--;
  return bytes.subarray(0, length).map((byte) => REVERSED[byte]);
}

/**
 * A copy of a filter among those of other systems.
 * @param {import("../../bloom-filter.js").BloomFilter} filter
 */
function copyOf(filter) {
  if (filter instanceof ScalableBloomFilter) filter.bits();
  return readDump(BloomFilter, compat(), filter.toBytes());
}
