// Reads filter files into the module.

import { queryForm } from "../reader/key-form.js";
import { decode } from "./base64.js";
import { bytesOf } from "./bytes.js";
import { FilterFormatError } from "./errors.js";
import { FilterHandle } from "./filter-handle.js";
import { Handle } from "./handle.js";
import { headerFields } from "./header.js";

/** @typedef {import("./engine.js").Engine} Engine */

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
  keyed: "KeyedBloomFilter",
  static: "StaticFilter",
  map: "StaticMap",
  foreign: "load() of edgebloom/compat",
};

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
 * The header of a filter file or of its base64 string. The first bytes of the file are enough.
 * @param {import("./engine.js").Engine<any>} engine
 * @param {Uint8Array | string} input
 * @returns {import("./header.js").HeaderFields}
 */
export function headerIn(engine, input) {
  const { wasm } = engine;
  const limit = wasm.maxHeaderBytes();
  return headerFields(wasm.Header.read(engine.putBytes(bytesIn(input, limit).subarray(0, limit))));
}

/**
 * Throws if a file is of another kind than the caller reads. The error names the class that reads it.
 * @param {Kind} kind
 * @param {Kind[]} kinds
 * @param {string} [wanted] the filters that the caller reads
 */
export function checkKind(kind, kinds, wanted = READERS[kinds[0]]) {
  if (kinds.includes(kind)) return;
  const found = kind === "foreign" ? "one of another system" : `one of ${READERS[kind]}`;
  throw new FilterFormatError(
    `class: expected a filter file of ${wanted}, got ${found}: use ${READERS[kind]}`,
    "WRONG_CLASS",
    "class",
    0,
  );
}

/**
 * Reads a file into the module, up to the last step, which makes an object of the class for its kind.
 * @template {Pick<import("../wasm/edgebloom.js").Loading, "name" | "version" | "headerLength" | "payloadLength" | "allocate" | "free">} L
 * @param {import("./engine.js").Engine<import("./engine.js").AnyModule & {
 *   maxHeaderBytes(): number, Loading: { begin(length: number, total: number): L } }>} engine
 * @param {Uint8Array} file
 * @param {(loading: L) => void} check throws if the file is not for the caller; no memory has been allocated then
 */
export function loadFile(engine, file, check) {
  const { wasm } = engine;
  const loading = wasm.Loading.begin(engine.putBytes(file.subarray(0, wasm.maxHeaderBytes())), file.length);
  try {
    check(loading);
    const { name = "", version = "", headerLength, payloadLength } = loading;
    const end = headerLength + payloadLength;
    const start = loading.allocate();
    engine.view(start, payloadLength).set(file.subarray(headerLength, end));
    // The checksum.
    engine.putBytes(file.subarray(end));
    return { loading, name, version };
  } catch (error) {
    loading.free();
    throw error;
  }
}

/**
 * Reads a file of one of these kinds.
 * @param {Engine} engine
 * @param {Uint8Array} file
 * @param {Kind[]} kinds
 * @param {{ key?: Uint8Array, wanted?: string, options?: import("../reader/key-form.js").FormOptions }} [how] the secret key of a keyed filter; the
 *   filters that the caller reads; the key form
 * @returns {{ kind: Kind, handle: FilterHandle<any>, name: string, version: string }}
 */
export function readFile(engine, file, kinds, { key, wanted, options = {} } = {}) {
  let kind = /** @type {Kind} */ ("plain");
  let keyForm = "";
  const { loading, name, version } = loadFile(engine, file, (started) => {
    kind = started.kind;
    keyForm = started.keyForm ?? "";
    checkKind(kind, kinds, wanted);
    if (!key) return;
    engine.putBytes(key);
    started.unlock();
  });
  const isStatic = kind === "static" || kind === "map";
  /** @type {any} */
  const inner = isStatic
    ? kind === "map"
      ? loading.staticMap()
      : loading.staticSet()
    : kind === "scalable"
      ? loading.scalable()
      : loading.filter();
  try {
    // After the checksum: a damaged file is damaged, whatever form it names.
    const form = queryForm(keyForm, options);
    const handle = isStatic ? new Handle(engine, inner, form) : new FilterHandle(engine, inner, form);
    return { kind, handle: /** @type {any} */ (handle), name, version };
  } catch (error) {
    inner.free();
    throw error;
  }
}
