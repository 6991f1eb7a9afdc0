// Serves a folder on this machine: sirv, below a path, with another handler for requests that match no file. Text, scripts and
// WebAssembly are gzipped, as hosts send them.

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";

/** Files to gzip. @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Gzipped files, until they change. @type {Map<string, { changed: number, bytes: Uint8Array }>} */
const gzipped = new Map();

/**
 * @param {string} folder
 * @param {{ port?: number, base?: string, otherwise?: import("node:http").RequestListener, headers?: Record<string, string>, hold?: () => Promise<void> }} [options]
 *   port 0 takes any free port; `base` is the path of the folder and ends with a slash; `otherwise` answers requests that match no file;
 *   each answer has the `headers`, and waits for `hold`
 */
export async function serveSite(folder, { port = 0, base = "/", otherwise = notFound, headers = {}, hold } = {}) {
  // Imported here, because a fresh clone has no packages before `setUp`.
  const { default: sirv } = await import("sirv");
  // With an ETag it sends "no-cache" instead of "no-store", which would take from pages what Back restores.
  const files = sirv(folder, { dev: true, etag: true });
  const server = createServer(async (request, response) => {
    await hold?.();
    const { url = "", method = "" } = request;
    if (!url.startsWith(base) || !["GET", "HEAD"].includes(method)) return otherwise(request, response);
    request.url = url.slice(base.length - 1);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (sendGzipped(folder, request, response)) return;
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
 * Answers with a gzipped file, if there is one to gzip and the client accepts it.
 * @param {string} folder
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function sendGzipped(folder, { url = "", method, headers }, response) {
  const { pathname } = new URL(url, "http://host");
  const file = join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  const type = TYPES[extname(file)];
  // An escaped name could lead out of the folder; sirv takes care of those.
  if (!type || pathname.includes("%") || !/\bgzip\b/.test(String(headers["accept-encoding"]))) return false;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return false;
  let found = gzipped.get(file);
  if (found?.changed !== stats.mtimeMs) {
    found = { changed: stats.mtimeMs, bytes: gzipSync(readFileSync(file), { level: 9 }) };
    gzipped.set(file, found);
  }
  response.writeHead(200, {
    "content-type": type,
    "content-encoding": "gzip",
    "content-length": found.bytes.length,
    "cache-control": "no-cache",
    vary: "accept-encoding",
  });
  response.end(method === "HEAD" ? undefined : found.bytes);
  return true;
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
