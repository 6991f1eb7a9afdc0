import { BloomFilter, putOf, wrap } from "../bloom-filter.js";
import { isBytes, plain } from "../engine.js";
import { compat } from "./engine.js";
import { isMalformed, lineKey } from "./key-encoding.js";

/**
 * A filter of another system: an ordinary one, whose lines are keys of its encoding, too. The module reads lines as
 * UTF-8; text that is not, and keys that are something else than a line of it, are taken one by one.
 * @internal
 */
export class ForeignBloomFilter extends BloomFilter {
  /**
   * @param {Uint8Array | string} lines
   * @returns {number}
   */
  addLines(lines) {
    const keys = this.#oneByOne(lines);
    return keys ? this.addMany(keys) : super.addLines(lines);
  }

  /**
   * @param {Uint8Array | string} lines
   * @returns {import("../types.js").Bytes}
   */
  hasLines(lines) {
    const keys = this.#oneByOne(lines);
    return keys ? this.hasMany(keys) : super.hasLines(lines);
  }

  /**
   * The keys of lines that the module does not take as they are.
   * @param {Uint8Array | string} lines
   * @returns {Iterable<import("../types.js").Key> | undefined}
   */
  #oneByOne(lines) {
    const key = lineKey(putOf(this));
    if (typeof lines === "string") {
      if (!key && !isMalformed(lines)) return undefined;
      const keys = lines
        .split("\n")
        .map((line) => line.replace(/\r$/, ""))
        .filter((line) => line);
      return key ? keys.map(key) : keys;
    }
    return key && isBytes(lines) ? Array.from(splitBytes(plain(lines)), key) : undefined;
  }
}

/** @param {Uint8Array} bytes */
function* splitBytes(bytes) {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const next = newline < 0 ? bytes.length : newline + 1;
    let end = newline < 0 ? next : newline;
    if (end > start && bytes[end - 1] === 13) end--;
    if (end > start) yield bytes.subarray(start, end);
    start = next;
  }
}

/**
 * The filter that the module has made; what it has refused is thrown.
 * @template {typeof BloomFilter} T
 * @param {T} Kind
 * @param {number} id
 * @param {import("../bloom-filter.js").Put} put
 * @returns {InstanceType<T>}
 */
export function made(Kind, id, put) {
  const engine = compat();
  return wrap(Kind, engine, id || engine.fail(), "", "", put);
}
