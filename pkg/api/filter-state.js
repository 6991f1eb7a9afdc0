import { argumentError } from "./errors.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").WasmFilter} WasmFilter */
/** @typedef {import("./types.js").Key} Key */
/**
 * Writes a key into the input range of an engine; how many bytes it has.
 * @typedef {(engine: Engine, key: Key) => number} Put
 */

/** What a filter is behind its class. */
export class FilterState {
  /**
   * What watches over the fill, if anything does.
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
   * @param {Engine} engine the instance that the filter is in
   * @param {WasmFilter} filter
   * @param {Put} [put] how keys are written, if not as usual
   */
  constructor(engine, filter, put) {
    this.engine = engine;
    this.#filter = filter;
    this.put = put;
  }

  /** The filter in the module, if there still is one. */
  get filter() {
    return this.#filter ?? freed();
  }

  /** True after free(). */
  get isFreed() {
    return !this.#filter;
  }

  /**
   * Writes a key into the input range; how many bytes it has.
   * @param {Key} key
   */
  putKey(key) {
    return this.put ? this.put(this.engine, key) : this.engine.putKey(key);
  }

  /**
   * The same with another filter in this place: this generation, or what was made of it.
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
  throw argumentError(TypeError, "filter", "one that was not freed");
}
