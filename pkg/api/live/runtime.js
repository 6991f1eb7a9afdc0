// What depends on where the package runs. It is detected and not left to an entry point for each runtime: a bundler takes
// the entry point of the runtime that it was told of, and this has to be right where the code runs.

/**
 * True where code runs for a request and not beyond it: there are no timers between requests, and one request cannot wait
 * for what another has asked for. Cloudflare workers have `WebSocketPair` (and since a compatibility date in 2022 a
 * `navigator.userAgent`), Vercel's edge runtime has a string `EdgeRuntime`, which bundlers also put in as a constant.
 */
export const perRequest =
  "WebSocketPair" in globalThis ||
  // @ts-expect-error a name that TypeScript does not know
  typeof EdgeRuntime === "string";
