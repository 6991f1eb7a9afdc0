/**
 * Compiles the inlined module while the entry point loads, so that nothing has to be waited for.
 * @param {string} text it, as base64
 */
export function compiled(text) {
  const bytes = bytesIn(text);
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    // Where it is refused: Chromium before 115 on the main thread, a Content-Security-Policy, an engine without it.
    throw new Error(
      "edgebloom: WebAssembly could not be compiled: Node must run without --jitless, Chromium needs version 115 (in a " +
        "worker, any version does), and a Content-Security-Policy needs 'wasm-unsafe-eval'",
      { cause },
    );
  }
}

/**
 * The bytes of a text that we have written ourselves: nothing has to be checked.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesIn(text) {
  const { Buffer, Uint8Array: Bytes } = /** @type {any} */ (globalThis);
  if (Bytes.fromBase64) return Bytes.fromBase64(text);
  return Buffer ? Buffer.from(text, "base64") : Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
