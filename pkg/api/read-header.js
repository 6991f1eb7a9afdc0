import { engine } from "./engines.js";
import { checkKind, describe, dumpBytes } from "./loading.js";
import { shapeOf } from "./saving.js";

/** @typedef {import("./types.js").Header} Header */

/**
 * What a dump says of itself, without loading its payload: the first 2,672 bytes of a dump, or the
 * first 3,564 characters of its text, are enough.
 * @param {Uint8Array | string} dump a dump or its base64 text, or the beginning of one
 * @returns {Header}
 * @throws {TypeError} neither bytes nor a text
 * @throws {FilterFormatError} a bad head; `code` "WRONG_CLASS" for a filter of another system
 * @example
 * readHeader(filter.toBytes().subarray(0, 56)).bits // 960
 */
export function readHeader(dump) {
  return headerIn(engine(), dump, ["plain", "counting", "scalable", "sparse", "static", "keyed"]);
}

/**
 * @param {import("./engine.js").Engine} engine
 * @param {Uint8Array | string} dump
 * @param {import("./loading.js").Kind[]} kinds
 * @returns {Header}
 */
export function headerIn(engine, dump, kinds) {
  const header = describe(engine, dumpBytes(dump, engine.maxHeadBytes));
  checkKind(header, kinds);
  const { layout, name, version, counterBits, stages, salt } = header;
  return { ...shapeOf(header), layout, salt, name, version, counterBits, stages: stages || 1 };
}
