// Dumps to filters: the one reader.

import { decode } from "./base64.js";
import { bytesOf } from "./bytes.js";
import { FilterFormatError } from "./errors.js";
import { FilterState } from "./filter-state.js";
import { described } from "./saving.js";

/** @typedef {import("./engine.js").CompatModule} CompatModule */
/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./filter-state.js").Put} Put */
/** @typedef {ReturnType<typeof described>} Description */

/**
 * Which type of filter a dump holds.
 * @typedef {import("../wasm/edgebloom.js").Kind} Kind
 */

/** What reads a dump of each type. */
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
 * True for what begins as a dump of ours does.
 * @param {Engine} engine
 * @param {Uint8Array} bytes
 */
export const isDump = ({ magic }, bytes) => magic.every((byte, i) => bytes[i] === byte);

/**
 * The bytes of a dump or of its base64 text.
 * @param {unknown} dump
 * @param {number} [limit] how many bytes are enough
 * @returns {Uint8Array}
 */
export function dumpBytes(dump, limit = Number.POSITIVE_INFINITY) {
  if (typeof dump === "string") return decode(dump.slice(0, Math.ceil(limit / 3) * 4));
  return bytesOf(dump, "dump", "a Uint8Array or a base64 text");
}

/**
 * What the dump says of itself whose bytes begin like this. They are then in the input range.
 * @param {Engine} engine
 * @param {Uint8Array} dump
 * @returns {Description & { length: number }}
 */
export function describe(engine, dump) {
  const length = engine.putBytes(dump.subarray(0, engine.maxHeadBytes));
  return { ...described(engine.wasm.Header.read(length)), length };
}

/**
 * What a reader asks of the head of a dump, whose first bytes are then in the input range.
 * @param {Engine} engine
 * @param {Uint8Array} dump
 */
function startOf(engine, dump) {
  const length = engine.putBytes(dump.subarray(0, engine.maxHeadBytes));
  const header = engine.wasm.Header.read(length);
  const { kind, stages, name = "", version = "" } = header;
  const scheme = kind === "foreign" ? header.scheme : "";
  header.free();
  return { kind, scheme, length, stages, name, version };
}

/**
 * Refuses the dump of another type of filter, and names what reads it.
 * @param {{ kind: Kind, scheme: string }} header
 * @param {Kind[]} kinds those that are read here
 */
export function checkKind({ kind, scheme }, kinds) {
  if (kinds.includes(kind)) return;
  const what = kind === "foreign" ? `a filter in the scheme ${scheme}` : `that of a ${READERS[kind].split(" ")[0]}`;
  throw new FilterFormatError(
    `class: expected a dump of ${kinds.map((one) => READERS[one]).join(" or ")}, found ${what}, which ${READERS[kind]} reads`,
    "WRONG_CLASS",
    "class",
    0,
  );
}

/**
 * The filter in a dump.
 * @param {Engine} engine
 * @param {Uint8Array} dump
 * @param {(length: number, total: number) => import("../wasm/edgebloom.js").Loading} [begin] begins with the head in the
 *   input range
 * @param {ReturnType<typeof startOf>} [start] what the head says, if that is known and it is in the input range
 * @returns {WasmFilter}
 */
export function readInto(engine, dump, begin, start = startOf(engine, dump)) {
  const { Filter, Loading, StaticSet } = engine.wasm;
  if (start.kind === "static") {
    return /** @type {any} */ (engine.withFile(dump, (length) => StaticSet.read(length)));
  }
  if (start.stages) return engine.withFile(dump, (length) => Filter.readScalable(length));
  begin ??= (length, total) => Loading.begin(length, total);
  const loading = begin(start.length, dump.length);
  // The head was checked: so many bytes there are.
  const { headLength, payloadLength, payloadStart } = loading;
  const end = headLength + payloadLength;
  engine.view(payloadStart, payloadLength).set(dump.subarray(headLength, end));
  engine.putBytes(dump.subarray(end));
  return loading.finish();
}

/**
 * The filter in a dump of these types, with what is said of its list.
 * @param {Engine} engine
 * @param {Uint8Array} dump
 * @param {Kind[]} kinds
 * @param {{ begin?: Parameters<typeof readInto>[2], put?: Put }} [how]
 */
export function readState(engine, dump, kinds, { begin, put } = {}) {
  const start = startOf(engine, dump);
  checkKind(start, kinds);
  const { name, version } = start;
  return { state: new FilterState(engine, readInto(engine, dump, begin, start), put), name, version };
}
