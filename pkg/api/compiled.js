/**
 * Compiles the inlined module while the entry point loads, so that the API needs no promises.
 * @param {Uint8Array<ArrayBuffer>} bytes the module
 */
export function compiled(bytes) {
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
