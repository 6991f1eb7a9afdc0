// Serves the demo page on this machine.

import { createServer } from "node:http";

/**
 * @param {string} folder
 * @param {{ port?: number, base?: string, otherwise?: import("node:http").RequestListener, hold?: () => Promise<void> }} [options]
 *   port 0 is any free one; `base` is the path it is under, ending in a slash; `otherwise` answers what is no file;
 *   `hold` is waited for before each answer
 */
export async function serveSite(folder, { port = 0, base = "/", otherwise = notFound, hold } = {}) {
  const { default: sirv } = await import("sirv");
  const files = sirv(folder, { dev: true });
  const server = createServer(async (request, response) => {
    await hold?.();
    const { url = "", method = "" } = request;
    if (!url.startsWith(base) || !["GET", "HEAD"].includes(method)) return otherwise(request, response);
    request.url = url.slice(base.length - 1);
    files(request, response, () => otherwise(request, response));
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", () => resolve(true)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

/** @type {import("node:http").RequestListener} */
const notFound = (_, response) => {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
};
