// Detects the runtime. An entry point per runtime would not do: a bundler selects it by its configuration, and the code may run elsewhere.

/**
 * True if code runs only during a request: there are no timers between requests, and a request cannot wait for the work of another one.
 * Cloudflare workers have `WebSocketPair` (and `navigator.userAgent` since a compatibility date in 2022). Vercel's edge runtime has a
 * string `EdgeRuntime`, which bundlers also insert as a constant.
 */
export const perRequest =
  "WebSocketPair" in globalThis ||
  // @ts-expect-error a name that TypeScript does not know
  typeof EdgeRuntime === "string";
