// Measures one library in a page. benches/peers.mjs bundles this file with the library as `subject` and its name as `globalThis.NAME`.

// @ts-expect-error: esbuild resolves it
import * as subject from "subject";
import { LIBRARIES } from "./libraries.mjs";
import { mixed, speed } from "./speed.js";

// Millions of `has` per second; the file is that of the library, as base64.
/** @type {any} */ (globalThis).measure = (/** @type {string[]} */ list, /** @type {string} */ file) => {
  const { create, add, has, load } = LIBRARIES[/** @type {any} */ (globalThis).NAME];
  const found = /** @type {any} */ (subject);
  const module =
    found.BloomFilter || found.FilterReader ? found : { BloomFilter: found.default?.BloomFilter ?? found.default };
  const bytes = Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0));
  const filter = load ? undefined : create(module, list.length, 0.01);
  if (filter) for (const key of list) add(filter, key);
  return speed(mixed(list), () => (load ? load(module, bytes) : filter), has);
};
