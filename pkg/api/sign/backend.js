// Who computes: WebCrypto, or, where that has no Ed25519, the library that the entry provides.

import * as webCrypto from "./webcrypto.js";

/** @typedef {typeof webCrypto} Backend */

/** @type {(() => Promise<Backend>) | undefined} */
let load;

/** @param {() => Promise<Backend>} loader each entry that brings the library calls this once */
export function provideFallback(loader) {
  load = loader;
}

/**
 * Asks WebCrypto each time: what it is, is not kept, as a worker's request may not wait for what another one has begun.
 * @template {keyof Backend} Name
 * @param {Name} name
 * @param {Parameters<Backend[Name]>} what
 * @returns {Promise<Awaited<ReturnType<Backend[Name]>>>}
 */
export async function compute(name, ...what) {
  /** @type {any} */
  let backend = webCrypto;
  // On http there is none.
  if (globalThis.crypto?.subtle) {
    try {
      return await backend[name](...what);
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "NotSupportedError") throw error;
    }
  }
  if (!load) throw new Error("crypto.subtle: expected one that has Ed25519, found none");
  backend = await load();
  return backend[name](...what);
}
