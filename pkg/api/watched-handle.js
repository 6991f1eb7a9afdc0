// The option `onSaturated`: a handle that checks whether its filter is full.

import { coded } from "./errors.js";
import { FilterHandle } from "./filter-handle.js";

/** @typedef {import("./filter-handle.js").WasmFilter} WasmFilter */
/** @typedef {import("./types.js").Key} Key */
/** @typedef {import("./types.js").OnSaturated} OnSaturated */

/**
 * The handle of a filter with a policy for when it is full: more than half of its bits are set, and it has the keys that it was sized
 * for. It counts the bits only when half of them could be set.
 */
export class WatchedHandle extends FilterHandle {
  /**
   * The filter, for a policy that is a function.
   * @type {import("./bloom-filter.js").BloomFilter | undefined}
   */
  owner;

  /**
   * The older generation, if the policy is "rotate".
   * @type {FilterHandle | undefined}
   */
  #old;

  /** How many more keys can change the filter before half of the bits could be set. */
  #room = 0;
  #isFull = false;

  /**
   * @param {import("./engine.js").Engine} engine
   * @param {WasmFilter} inner
   * @param {OnSaturated} policy
   * @param {import("../reader/key-form.js").QueryForm | undefined} form
   */
  constructor(engine, inner, policy, form) {
    super(engine, inner, form);
    this.policy = policy;
  }

  /** Call it before adding a key, or a piece of lines. */
  #before() {
    if (!this.#isFull) return;
    if (this.policy === "throw") {
      throw coded("filter is saturated: more than half of its bits are set", "SATURATED", "filter");
    }
    if (this.policy === "clear") this.clear();
    if (this.policy === "rotate") this.#rotate();
  }

  /**
   * Call it after keys have changed the filter.
   * @param {number} changes how many keys
   */
  changed(changes) {
    if (this.#isFull || (this.#room -= changes) >= 0) return;
    const { bits, hashes, capacity, inserted } = this.header({ name: "", version: "" });
    const [bitsSet] = this.inner.estimate();
    // The filter accepts the keys that it was sized for, even if half of the bits are set a little earlier.
    this.#room = Math.max(Math.floor((bits / 2 - bitsSet) / hashes), Number(capacity) - inserted - 1);
    this.#isFull = this.#room < 0;
    if (!this.#isFull) return;
    if (this.policy === "warn") console.warn(`filter is saturated: ${bitsSet} of ${bits} bits are set`);
    if (typeof this.policy === "function" && this.owner) this.policy(this.owner);
  }

  /** Makes this generation the older one, and starts an empty one. */
  #rotate() {
    const { inner } = this;
    const old = this.with(inner.copy());
    this.clear();
    this.#old = old;
  }

  /** @param {Key} key */
  add(key) {
    const { inner } = this;
    const length = this.putKey(key);
    this.#before();
    const isNew = inner.insert(length) ?? inner.insertOrThrow(length);
    if (!isNew) return false;
    this.changed(1);
    return !this.#old?.has(key);
  }

  /** @param {Key[]} keys */
  addGroups(keys) {
    return keys.reduce((changed, key) => changed + +this.add(key), 0);
  }

  /** @param {Uint8Array | string} lines */
  addLines(lines) {
    const { inner, engine } = this;
    let changed = 0;
    engine.eachPiece(lines, (length) => {
      this.#before();
      const changes = inner.insertLines(length);
      changed += changes;
      this.changed(changes);
    });
    return changed;
  }

  /** @param {Key} key */
  has(key) {
    return super.has(key) || !!this.#old?.has(key);
  }

  /** @param {Key[]} keys */
  hasGroups(keys) {
    return this.#old ? Uint8Array.from(keys, (key) => +this.has(key)) : super.hasGroups(keys);
  }

  /** @param {Uint8Array | string} lines */
  hasLines(lines) {
    const answers = super.hasLines(lines);
    this.#old?.hasLines(lines).forEach((answer, i) => (answers[i] |= answer));
    return answers;
  }

  /** @param {Key} key */
  allow(key) {
    this.#old?.allow(key);
    return super.allow(key);
  }

  clear() {
    super.clear();
    this.#old?.free();
    this.#old = undefined;
    this.#room = 0;
    this.#isFull = false;
  }

  copy() {
    const copy = new WatchedHandle(this.engine, this.inner.copy(), this.policy, this.form);
    copy.#old = this.#old?.copy();
    return copy;
  }

  /**
   * @template T
   * @param {(inner: WasmFilter) => T} use
   * @returns {T}
   */
  whole(use) {
    const { inner } = this;
    if (!this.#old) return use(inner);
    const both = inner.copy();
    try {
      both.merge(this.#old.inner);
      return use(both);
    } finally {
      both.free();
    }
  }

  /**
   * @param {FilterHandle} other
   * @param {(inner: WasmFilter, other: WasmFilter) => void} change
   */
  changeBy(other, change) {
    super.changeBy(other, change);
    this.changed(Number.POSITIVE_INFINITY);
  }

  free() {
    super.free();
    this.#old?.free();
  }
}
