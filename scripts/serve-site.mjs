// Serves a folder on this machine: sirv, below a path, with another handler for requests that match no file.

import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/**
 * @param {string} folder
 * @param {{ port?: number, base?: string, otherwise?: import("node:http").RequestListener, hold?: () => Promise<void> }} [options]
 *   port 0 takes any free port; `base` is the path of the folder and ends with a slash; `otherwise` answers requests that match no file;
 *   each answer waits for `hold`
 */
export async function serveSite(folder, { port = 0, base = "/", otherwise = notFound, hold } = {}) {
  // Imported here, because a fresh clone has no packages before `setUp`.
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

/**
 * Lets the example worker answer a request.
 * @param {{ url: string, dispatchFetch: import("miniflare").Miniflare["dispatchFetch"] }} worker
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export async function ask(worker, { url, method, headers: { accept = "*/*" } }, response) {
  const { status, headers, body } = await worker.dispatchFetch(worker.url + url, { method, headers: { accept } });
  // Headers that begin with mf- are internal to miniflare.
  response.writeHead(status, Object.fromEntries([...headers].filter(([name]) => !name.startsWith("mf-"))));
  if (body) await pipeline(Readable.fromWeb(/** @type {any} */ (body)), response);
  else response.end();
}

/** @type {import("node:http").RequestListener} */
const notFound = (_, response) => {
  response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
};
