// Computes with WebCrypto. If WebCrypto has no Ed25519, it uses the library that the entry point provides.

import * as webCrypto from "./webcrypto.js";

/** @typedef {typeof webCrypto} Backend */

/** @type {(() => Promise<Backend>) | undefined} */
let load;

/** @param {() => Promise<Backend>} loader loads the library */
export function provideFallback(loader) {
  load = loader;
}

/**
 * Computes with the first backend that can. It tries WebCrypto in each call, because a request in a worker cannot wait for the work of
 * another request.
 * @template {keyof Backend} Name
 * @param {Name} name
 * @param {Parameters<Backend[Name]>} args
 * @returns {Promise<Awaited<ReturnType<Backend[Name]>>>}
 */
export async function compute(name, ...args) {
  /** @type {any} */
  let backend = webCrypto;
  // Pages on http do not have it.
  if (globalThis.crypto?.subtle) {
    try {
      return await backend[name](...args);
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "NotSupportedError") throw error;
    }
  }
  if (!load) throw new Error("crypto.subtle: expected an implementation with Ed25519, got none");
  backend = await load();
  return backend[name](...args);
}
