import { decode } from "./base64.js";
import { FilterFormatError, wrongType } from "./errors.js";
import { decoder, isBytes, plain } from "./engine.js";
import { LAYOUTS } from "./options.js";

/** @typedef {import("./engine.js").Engine} Engine */

/** The most bytes that can come before the payload (`MAX_HEAD_BYTES` in src/format/native.rs). */
export const HEAD_BYTES = 2680;

/**
 * What the dump says of itself whose bytes begin like this.
 * @param {Engine} engine
 * @param {Uint8Array} dump
 */
export function describe(engine, dump) {
  const length = engine.putBytes(dump.subarray(0, HEAD_BYTES));
  engine.check(engine.wasm.describe_start(length));
  const [scheme, bits, hashes, counterBits, sparse, seed, capacity, errorRate, inserted, byteLength, ...places] =
    engine.numbers(14);
  const text = (/** @type {number} */ i) => utf8(engine.memory(places[i], places[i + 1]));
  return {
    scheme: "native",
    layout: /** @type {import("./types.js").Layout} */ (LAYOUTS[scheme]),
    ...engine.schemes?.[scheme],
    bits,
    hashes,
    seed,
    capacity: capacity || null,
    errorRate: errorRate || null,
    inserted,
    byteLength,
    name: text(0),
    version: text(2),
    counterBits,
    sparse,
    // Nothing was written in between: the first bytes are still there.
    length,
  };
}

/**
 * The bytes of a dump or of its base64 text.
 * @param {Uint8Array | string} dump
 * @param {number} [limit] how many bytes are enough
 * @returns {Uint8Array}
 */
export function dumpBytes(dump, limit = Infinity) {
  if (typeof dump === "string") return decode(dump.slice(0, Math.ceil(limit / 3) * 4));
  return isBytes(dump) ? plain(dump) : wrongType("dump", "a Uint8Array or a base64 text", dump);
}

/**
 * A name or version; the module leaves it to us to see that it is UTF-8.
 * @param {Uint8Array} bytes
 */
function utf8(bytes) {
  const field = "metadata text";
  try {
    return decoder.decode(bytes);
  } catch {
    throw new FilterFormatError(`${field}: expected UTF-8`, "INVALID", field, 56);
  }
}
