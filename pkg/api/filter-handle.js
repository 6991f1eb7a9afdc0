// The handle of filters that take keys.

import { adviseOnCapacity } from "./advice.js";
import { coded, incompatible } from "./errors.js";
import { headerFields } from "./header.js";
import { Handle, checkIterable, inGroups } from "./handle.js";

/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("../wasm/edgebloom.js").Filter} WasmFilter */

/**
 * What every filter that takes keys has in the modules.
 * @typedef {import("./handle.js").Queryable & Pick<WasmFilter, "insert" | "insertOrThrow" | "insertLines" | "insertMany" | "clear" |
 *   "estimate" | "positions"> & { copy(): any, equals(other: any): boolean }} Insertable
 */

/**
 * @template {Insertable} [I=WasmFilter]
 * @extends {Handle<I>}
 */
export class FilterHandle extends Handle {
  /**
   * A handle like this one, of another filter.
   * @param {I} inner
   * @returns {FilterHandle<I>}
   */
  with(inner) {
    return new FilterHandle(this.engine, inner, this.form);
  }

  /**
   * @param {Key} key
   * @returns {boolean} true if it was certainly new
   */
  add(key) {
    const { inner } = this;
    const length = this.putKey(key);
    return inner.insert(length) ?? inner.insertOrThrow(length);
  }

  /**
   * @param {Iterable<Key>} keys
   * @returns {number} how many keys changed the filter
   */
  addMany(keys) {
    checkIterable(keys);
    // Another iterable may use the filter between two keys.
    if (Array.isArray(keys)) return this.addGroups(keys);
    let changed = 0;
    for (const key of keys) changed += +this.add(key);
    return changed;
  }

  /**
   * Adds the keys of an array, in groups of strings.
   * @param {Key[]} keys
   * @returns {number}
   */
  addGroups(keys) {
    const { inner, engine } = this;
    let changed = 0;
    for (const group of inGroups(keys)) {
      const length = engine.putKeys(group);
      if (length === undefined) for (const key of group) changed += +this.add(key);
      else changed += inner.insertMany(group.length, length);
    }
    return changed;
  }

  /**
   * @param {Uint8Array | string} lines
   * @returns {number} how many keys changed the filter
   */
  addLines(lines) {
    const { inner, engine } = this;
    let changed = 0;
    engine.eachPiece(lines, (length) => (changed += inner.insertLines(length)));
    return changed;
  }

  /**
   * @param {Key} key
   * @returns {number[]}
   */
  positions(key) {
    const { inner } = this;
    return Array.from(inner.positions(this.putKey(key)));
  }

  /**
   * A copy of the bits or counters.
   * @this {FilterHandle<I & { wordsStart: number }>}
   * @returns {import("./types.js").Bytes}
   */
  bits() {
    const { bits, counterBits } = this.header({ name: "", version: "" });
    return this.engine.view(this.inner.wordsStart, Math.ceil((bits * counterBits) / 8)).slice();
  }

  clear() {
    this.inner.clear();
  }

  /** @returns {FilterHandle<I>} */
  copy() {
    return this.with(this.inner.copy());
  }

  /**
   * Runs `use` on the filter with all its keys.
   * @template T
   * @param {(inner: I) => T} use
   * @returns {T}
   */
  whole(use) {
    return use(this.inner);
  }

  /**
   * @param {string} name
   * @param {string} version
   */
  file(name, version) {
    return this.whole((inner) => {
      adviseOnCapacity(headerFields(inner.header(name, version, this.formName)));
      return this.fileOf(inner.file(name, version, this.formName));
    });
  }

  /**
   * True if the other filter has the same content. Filters of different kinds never have.
   * @param {FilterHandle<any>} other
   * @returns {boolean}
   */
  equals(other) {
    return this.compare(other, (inner, others) => inner.equals(others));
  }

  /**
   * Runs a comparison with a filter of the same kind; false for another kind.
   * @param {FilterHandle<any>} other
   * @param {(inner: I, other: I) => boolean} compare
   * @returns {boolean}
   */
  compare(other, compare) {
    if (!this.isLike(other)) return false;
    return this === other || this.whole((inner) => other.whole((others) => compare(inner, others)));
  }

  /**
   * True if the other filter is in the same module and has the same class there, and the same form of keys. Throws if one of them has been freed.
   * @param {import("./handle.js").Handle<any>} other
   */
  isLike({ inner, formName }) {
    return inner.constructor === this.inner.constructor && formName === this.formName;
  }

  /**
   * Changes the filter with another one of the same kind. With itself, no change has an effect.
   * @param {FilterHandle<any>} other
   * @param {(inner: I, other: I) => void} change
   */
  changeBy(other, change) {
    const { inner } = this;
    if (this.formName !== other.formName) incompatible("keys", this.formName || "raw", other.formName || "raw");
    if (!this.isLike(other)) {
      const kinds = "one of another kind: scalable, static or of another system";
      throw coded(`other: expected a filter of the same kind, got ${kinds}`, "INCOMPATIBLE", "other");
    }
    if (this !== other) other.whole((others) => change(inner, others));
  }

  /**
   * A new filter: this one, changed with another one.
   * @param {FilterHandle<any>} other
   * @param {(inner: I, other: I) => void} change
   */
  combined(other, change) {
    const both = this.with(this.whole((inner) => inner.copy()));
    try {
      both.changeBy(other, change);
      return both;
    } catch (error) {
      both.free();
      throw error;
    }
  }
}
