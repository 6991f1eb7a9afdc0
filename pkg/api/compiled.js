/**
 * Compiles the inlined module while the entry point loads, so that the API needs no promises.
 * @param {string} text the module in base64
 */
export function compiled(text) {
  const bytes = bytesIn(text);
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    // Chromium before 115 on the main thread, a Content-Security-Policy, or an engine without WebAssembly.
    throw new Error(
      "edgebloom: WebAssembly could not be compiled: Node must run without --jitless, Chromium needs version 115 (in a " +
        "worker, any version does), and a Content-Security-Policy needs 'wasm-unsafe-eval'",
      { cause },
    );
  }
}

/**
 * The bytes of base64 that the build has written. They need no check.
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesIn(text) {
  const { Buffer, Uint8Array: Bytes } = /** @type {any} */ (globalThis);
  if (Bytes.fromBase64) return Bytes.fromBase64(text);
  return Buffer ? Buffer.from(text, "base64") : Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
