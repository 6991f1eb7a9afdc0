import { instance as wasm } from "../wasm/glue.js";
import { decode } from "./base64.js";
import { FilterFormatError, check, wrongType } from "./errors.js";
import { isBytes, memory, numbers, plain, putBytes } from "./memory.js";
import { LAYOUTS } from "./options.js";

/**
 * What a dump says of itself, without loading its payload: the first 2,128 bytes of a dump, or the
 * first 2,840 characters of its text, are enough.
 * @param {Uint8Array | string} dump
 * @returns {Pick<import("./types.js").Stats, "layout" | "scheme" | "bits" | "hashes" | "seed" | "capacity" | "errorRate" | "inserted" | "byteLength"> & { name: string, version: string }}
 * @throws {TypeError} neither bytes nor a text
 * @throws {FilterFormatError} a bad head
 * @example
 * readHeader(filter.toBytes().subarray(0, 56)).bits // 960
 */
export function readHeader(dump) {
  if (typeof dump == "string") {
    const limit = Math.ceil(wasm.head_limit() / 3) * 4;
    dump = decode(dump.length > limit ? dump.slice(0, limit) : dump);
  }
  dump = isBytes(dump) ? plain(dump) : wrongType("dump", "a Uint8Array or a base64 text", dump);
  const length = putBytes(dump.subarray(0, wasm.head_limit()));
  check(wasm.describe_start(length));
  const [scheme, bits, hashes, seed, capacity, errorRate, inserted, byteLength, ...places] =
    numbers(12);
  const text = (/** @type {number} */ i) => utf8(memory(places[i], places[i + 1]));
  return {
    layout: /** @type {import("./types.js").Layout} */ (LAYOUTS[scheme]),
    scheme: "native",
    bits,
    hashes,
    seed,
    capacity: capacity || null,
    errorRate: errorRate || null,
    inserted,
    byteLength,
    name: text(0),
    version: text(2),
  };
}

/**
 * A name or version; the module leaves it to us to see that it is UTF-8.
 * @param {Uint8Array} bytes
 */
function utf8(bytes) {
  const field = "metadata text";
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FilterFormatError(`${field}: expected UTF-8`, "INVALID", field, 56);
  }
}
