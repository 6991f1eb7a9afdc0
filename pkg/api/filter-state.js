/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./types.js").Key} Key */
/**
 * Writes a key into the input range of an engine, and returns its length in bytes.
 * @typedef {(engine: Engine, key: Key) => number} Put
 */

/** The state of a filter: the filter in the module, and what the class adds to it. */
export class FilterState {
  /**
   * Checks whether the filter is saturated, if the option `onSaturated` is set.
   * @type {ReturnType<typeof import("./rotating.js").saturation> | undefined}
   */
  watch;

  /**
   * The older generation of a rotating filter.
   * @type {FilterState | undefined}
   */
  old;

  /** @type {WasmFilter | undefined} */
  #filter;

  /**
   * @param {Engine} engine the engine whose memory has the filter
   * @param {WasmFilter} filter
   * @param {Put} [put] writes keys in the encoding of another system
   */
  constructor(engine, filter, put) {
    this.engine = engine;
    this.#filter = filter;
    this.put = put;
  }

  /** The filter in the module. Throws after `free`. */
  get filter() {
    return this.#filter ?? freed();
  }

  /** True after free(). */
  get isFreed() {
    return !this.#filter;
  }

  /**
   * Writes a key into the input range, and returns its length in bytes.
   * @param {Key} key
   */
  putKey(key) {
    return this.put ? this.put(this.engine, key) : this.engine.putKey(key);
  }

  /**
   * A state with another filter, and the same engine and encoding.
   * @param {WasmFilter} filter
   */
  with(filter) {
    return new FilterState(this.engine, filter, this.put);
  }

  free() {
    this.#filter?.free();
    this.#filter = undefined;
    this.old?.free();
  }
}

/** @returns {never} */
function freed() {
  throw Object.assign(new TypeError("filter has been freed"), { field: "filter" });
}
