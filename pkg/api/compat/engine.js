// The engine of other systems' filters: the same classes over the largest module.

import { useCore } from "../core.js";
import { Engine, decoder } from "../engine.js";
import { provideEngine } from "../variants.js";
import { LAYOUTS } from "../options.js";

/** @type {WebAssembly.Module} */
let module;

/** @type {Engine | undefined} */
let engine;

/**
 * Takes the compiled module. Filters of our own schemes live in an instance of their own, which refuses others: those
 * need their key encodings, and load() knows them.
 * @param {WebAssembly.Module} compiled
 * @param {Engine["read"]} read what `BloomFilter.fromBytes` does
 */
export function initCompat(compiled, read) {
  module = compiled;
  const own = new Engine(compiled);
  own.wasm.own_only();
  own.read = read;
  useCore(own);
  provideEngine(() => own);
}

/** @returns {Engine} */
export function compat() {
  if (!engine) {
    engine = new Engine(module);
    const { wasm } = engine;
    engine.schemes = [];
    for (let id = LAYOUTS.length; id <= wasm.last_scheme(); id++) {
      const layout = LAYOUTS[wasm.scheme_layout(id)];
      const name = wasm.scheme_name(id);
      engine.schemes[id] = {
        scheme: decoder.decode(engine.memory(wasm.output(), name)),
        layout: /** @type {import("../types.js").Layout} */ (layout),
      };
    }
  }
  return engine;
}

/**
 * The id of a scheme; the first, where the name stands for two.
 * @param {string} name
 */
export function schemeId(name) {
  return /** @type {any[]} */ (compat().schemes).findIndex((known) => known?.scheme === name);
}
