import { HEAD_BYTES, describe, dumpBytes } from "./header.js";
import { variants } from "./variants.js";

/** @typedef {import("./types.js").Header} Header */

/**
 * What a dump says of itself, without loading its payload: the first 2,680 bytes of a dump, or the
 * first 3,576 characters of its text, are enough. Of a scalable filter it is the first stage.
 * @param {Uint8Array | string} dump a dump or its base64 text, or the beginning of one
 * @returns {Header}
 * @throws {TypeError} neither bytes nor a text
 * @throws {FilterFormatError} a bad head
 * @example
 * readHeader(filter.toBytes().subarray(0, 56)).bits // 960
 */
export function readHeader(dump) {
  return readHeaderIn(variants(), dump);
}

/**
 * @param {import("./engine.js").Engine} engine
 * @param {Uint8Array | string} dump
 * @returns {Header}
 */
export function readHeaderIn(engine, dump) {
  const { length, sparse, ...header } = describe(engine, dumpBytes(dump, HEAD_BYTES));
  const [, stages = 1] = engine.numbers(engine.check(engine.wasm.describe_stage(length)));
  return { ...header, stages };
}
