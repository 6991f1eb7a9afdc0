// Reads filter files into the module.

import { decode } from "./base64.js";
import { bytesOf } from "./bytes.js";
import { FilterFormatError } from "./errors.js";
import { FilterState } from "./filter-state.js";
import { headerFields } from "./saving.js";

/** @typedef {import("./engine.js").CompatModule} CompatModule */
/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./filter-state.js").Put} Put */
/** @typedef {ReturnType<typeof headerFields>} Description */

/**
 * The kind of a filter file.
 * @typedef {import("../wasm/edgebloom.js").Kind} Kind
 */

/** The class or function that reads each kind. */
const READERS = {
  plain: "BloomFilter",
  counting: "CountingBloomFilter",
  scalable: "ScalableBloomFilter",
  sparse: "SparseBloomFilter",
  keyed: "KeyedBloomFilter of edgebloom/keyed",
  foreign: "load() of edgebloom/compat",
  static: "StaticFilter of edgebloom/static",
};

/**
 * True if bytes start as a filter file does.
 * @param {Engine} engine
 * @param {Uint8Array} bytes
 */
export const isFilterFile = ({ magic }, bytes) => magic.every((byte, i) => bytes[i] === byte);

/**
 * The bytes of a filter file or of its base64 string.
 * @param {unknown} input
 * @param {number} [limit] how many bytes are enough
 * @returns {Uint8Array}
 */
export function bytesIn(input, limit = Number.POSITIVE_INFINITY) {
  if (typeof input === "string") return decode(input.slice(0, Math.ceil(limit / 3) * 4));
  return bytesOf(input, "bytes", "a Uint8Array or a base64 string");
}

/**
 * All fields of the header. Its bytes are then in the input range.
 * @param {Engine} engine
 * @param {Uint8Array} file or its first bytes
 * @returns {Description & { length: number }}
 */
export function describe(engine, file) {
  const length = engine.putBytes(file.subarray(0, engine.maxHeadBytes));
  return { ...headerFields(engine.wasm.Header.read(length)), length };
}

/**
 * The fields of the header that reading needs. Its bytes are then in the input range.
 * @param {Engine} engine
 * @param {Uint8Array} file
 */
function startOf(engine, file) {
  const length = engine.putBytes(file.subarray(0, engine.maxHeadBytes));
  const header = engine.wasm.Header.read(length);
  const { kind, subFilters, name = "", version = "" } = header;
  const scheme = kind === "foreign" ? header.scheme : "";
  header.free();
  return { kind, scheme, length, subFilters, name, version };
}

/**
 * Throws if the file is of another kind. The error names the class that reads it.
 * @param {{ kind: Kind, scheme: string }} header
 * @param {Kind[]} kinds the kinds that the caller reads
 */
export function checkKind({ kind, scheme }, kinds) {
  if (kinds.includes(kind)) return;
  const got = kind === "foreign" ? `one in the scheme ${scheme}` : `one of ${READERS[kind].split(" ")[0]}`;
  throw new FilterFormatError(
    `class: expected a filter file of ${kinds.map((one) => READERS[one]).join(" or ")}, got ${got}: use ${READERS[kind]}`,
    "WRONG_CLASS",
    "class",
    0,
  );
}

/**
 * Reads a filter file.
 * @param {Engine} engine
 * @param {Uint8Array} file
 * @param {(length: number, total: number) => import("../wasm/edgebloom.js").Loading} [begin] starts to read when the header is in the
 *   input range
 * @param {ReturnType<typeof startOf>} [start] the header, if it has been read and is in the input range
 * @returns {WasmFilter}
 */
export function readInto(engine, file, begin, start = startOf(engine, file)) {
  const { Filter, Loading, StaticSet } = engine.wasm;
  if (start.kind === "static") {
    return /** @type {any} */ (engine.withFile(file, (length) => StaticSet.read(length)));
  }
  if (start.subFilters) return engine.withFile(file, (length) => Filter.readScalable(length));
  begin ??= (length, total) => Loading.begin(length, total);
  const loading = begin(start.length, file.length);
  // The module has checked that the file has so many bytes.
  const { headLength, payloadLength, payloadStart } = loading;
  const end = headLength + payloadLength;
  engine.view(payloadStart, payloadLength).set(file.subarray(headLength, end));
  engine.putBytes(file.subarray(end));
  return loading.finish();
}

/**
 * Reads a filter file of one of these kinds. The result also has the name and the version of the list.
 * @param {Engine} engine
 * @param {Uint8Array} file
 * @param {Kind[]} kinds
 * @param {{ begin?: Parameters<typeof readInto>[2], put?: Put }} [hooks]
 */
export function readState(engine, file, kinds, { begin, put } = {}) {
  const start = startOf(engine, file);
  checkKind(start, kinds);
  const { name, version } = start;
  return { state: new FilterState(engine, readInto(engine, file, begin, start), put), name, version };
}
