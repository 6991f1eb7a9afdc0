// A cache with a byte budget.

/**
 * Keeps the values that were used last, as far as the budget allows. The one that was set last always stays.
 * @template V
 */
export class LruCache {
  #budget;
  /** The most recently used last. */
  #entries = /** @type {Map<number, { value: V, bytes: number }>} */ (new Map());

  /** The bytes of all values. */
  byteLength = 0;

  /** @param {number} budget maximum size in bytes of all values combined */
  constructor(budget) {
    this.#budget = budget;
  }

  get size() {
    return this.#entries.size;
  }

  /**
   * A value, without using it.
   * @param {number} key
   */
  peek(key) {
    return this.#entries.get(key)?.value;
  }

  /**
   * A value is used again: it becomes the most recently used one.
   * @param {number} key
   */
  touch(key) {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  /**
   * Sets a value, and removes the least recently used ones if all values together are larger than the budget.
   * @param {number} key
   * @param {V} value
   * @param {number} bytes
   */
  set(key, value, bytes) {
    this.#remove(key);
    this.#entries.set(key, { value, bytes });
    this.byteLength += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.byteLength <= this.#budget || oldest === key) break;
      this.#remove(oldest);
    }
  }

  /** @param {number} key */
  #remove(key) {
    this.byteLength -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
