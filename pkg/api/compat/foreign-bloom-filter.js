import { BloomFilter, stateOf, wrap } from "../bloom-filter.js";
import { bytesOf } from "../bytes.js";
import { compatEngine } from "../engines.js";
import { FilterState } from "../filter-state.js";
import { ScalableBloomFilter } from "../scalable-bloom-filter.js";
import { isMalformed, lineKey } from "./key-encoding.js";

/** @typedef {import("../engine.js").CompatFilter} CompatFilter */
/** @typedef {import("../filter-state.js").Put} Put */

/**
 * A filter of another system, whose lines are keys in its encoding. The module reads lines as UTF-8. Strings with lone surrogates, and keys
 * for the caller's hash function, are added one by one.
 * @internal
 */
export class ForeignBloomFilter extends BloomFilter {
  /**
   * @param {Uint8Array | string} lines
   * @returns {number}
   */
  addLines(lines) {
    const keys = oneByOne(stateOf(this), lines);
    return keys ? this.addMany(keys) : super.addLines(lines);
  }

  /**
   * @param {Uint8Array | string} lines
   * @returns {import("../types.js").Bytes}
   */
  hasLines(lines) {
    const keys = oneByOne(stateOf(this), lines);
    return keys ? this.hasMany(keys) : super.hasLines(lines);
  }
}

/**
 * The keys of lines that the module cannot read; undefined if it can.
 * @param {FilterState} state
 * @param {Uint8Array | string} lines
 * @returns {import("../types.js").Key[] | undefined}
 */
function oneByOne({ filter, put }, lines) {
  const key = lineKey(put);
  if (typeof lines === "string") {
    if (!filter || !(key || isMalformed(lines))) return undefined;
    const keys = lines.split("\n").flatMap((line) => line.replace(/\r$/, "") || []);
    return key ? keys.map(key) : keys;
  }
  if (!key) return undefined;
  /** @type {import("../types.js").Key[]} */
  const keys = [];
  const engine = compatEngine();
  engine.eachPiece(bytesOf(lines, "lines", "a string or a Uint8Array"), (length) => {
    const ends = engine.wasm.lineEnds(length);
    const piece = engine.room(0).slice(0, length);
    for (let i = 0; i < ends.length; i += 2) keys.push(key(piece.subarray(ends[i], ends[i + 1])));
  });
  return keys;
}

/**
 * Makes an instance for a filter in the module.
 * @param {CompatFilter} filter
 * @param {Put | undefined} put
 * @param {typeof BloomFilter} Single the class of a filter that does not grow
 */
export function instanceOf(filter, put, Single = ForeignBloomFilter) {
  const state = new FilterState(compatEngine(), /** @type {any} */ (filter), put);
  return wrap(filter.grows ? ScalableBloomFilter : Single, { state, name: "", version: "" });
}

/**
 * The state of a filter in the scheme of another system.
 * @param {BloomFilter} filter
 * @returns {{ state: FilterState, filter: CompatFilter } | undefined} undefined for a native filter
 */
export function foreignState(filter) {
  const state = stateOf(filter, "filter");
  if (/** @type {unknown} */ (state.engine) !== compatEngine()) return undefined;
  return { state, filter: /** @type {any} */ (state.filter) };
}
