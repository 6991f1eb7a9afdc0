// Starts a real Chromium, and servers for its pages.

/** Why tests in a browser are left out, where they are. */
export const NO_BROWSER = process.env.EDGEBLOOM_NO_BROWSER ? "NO CHROMIUM: left out" : false;

/** Starts it, with more arguments if there are any. */
export async function openChromium({ executablePath = process.env.CHROMIUM || "/usr/bin/chromium", more = [] } = {}) {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath,
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

/** Lets a server listen on any free port of this machine; its address. */
export async function listen(server) {
  // Longer than any client keeps an idle connection. Otherwise a busy client may send on one that was just closed.
  server.keepAliveTimeout = 60_000;
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}`;
}
