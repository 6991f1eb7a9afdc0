// Starts Chromium, and servers for its pages.

/** The reason for skipping tests in a browser, or false. */
export const NO_BROWSER = process.env.EDGEBLOOM_NO_BROWSER ? "NO CHROMIUM: left out" : false;

/**
 * Starts Chromium, with additional arguments if there are any.
 * @param {{ executablePath?: string, more?: string[], without?: string[] }} [options] `without`: arguments that Playwright gives
 */
export async function openChromium({
  executablePath = process.env.CHROMIUM || "/usr/bin/chromium",
  more = [],
  without = [],
} = {}) {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath,
    ignoreDefaultArgs: without,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}

/**
 * Starts a server on a free local port and returns its address.
 * @param {any} server
 */
export async function listen(server) {
  // Longer than any client keeps an idle connection. Otherwise a client may use a connection that was just closed.
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}
