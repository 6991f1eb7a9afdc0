// An HTTP server for lists that can fail in many ways.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { listen } from "./browser.mjs";

/**
 * Starts the server on a free port.
 * @returns {Promise<ListServer>}
 */
export async function startListServer() {
  const server = new ListServer();
  await server.start();
  return server;
}

class ListServer {
  /** How the server answers: a name of ANSWERS. */
  mode = "good";
  /** @type {Uint8Array | string} */
  body = new Uint8Array();
  /** Additional headers of a good answer. */
  headers = {};
  #requests = [];
  #number = 0;
  #server = createServer((request, response) => {
    const entry = { headers: request.headers, url: request.url };
    this.#requests.push(entry);
    response.on("close", () => this.#closed.splice(0).forEach((resolve) => resolve()));
    // Pages in tests have another origin.
    response.setHeader("access-control-allow-origin", "*");
    ANSWERS[this.mode].call(this, request, response);
    entry.status = response.statusCode;
  });
  #closed = [];

  async start() {
    this.origin = await listen(this.#server);
  }

  /** Sets a new list with a new address. Late requests of an earlier test then do not count for the next test. */
  renew(body) {
    Object.assign(this, { mode: "good", headers: {}, body });
    this.#number++;
  }

  get path() {
    return `/list-${this.#number}.bloom`;
  }

  get url() {
    return this.origin + this.path;
  }

  /** The requests for the current list: headers and status of the answer. */
  get requests() {
    return this.#requests.filter(({ url }) => url === this.path);
  }

  /** Resolves when the next answer ends or its connection closes. */
  closed() {
    return new Promise((resolve) => this.#closed.push(resolve));
  }

  get etag() {
    return this.headers.etag ?? `"${createHash("sha256").update(this.body).digest("hex").slice(0, 16)}"`;
  }

  async stop() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

const GARBAGE = "<!doctype html><title>Sign in to the airport's Wi-Fi</title>".repeat(200);

const ANSWERS = {
  good(request, response) {
    response.setHeader("etag", this.etag);
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    const same =
      request.headers["if-none-match"] === this.etag ||
      (!request.headers["if-none-match"] &&
        this.headers["last-modified"] &&
        request.headers["if-modified-since"] === this.headers["last-modified"]);
    if (same) response.writeHead(304).end();
    else response.end(this.body);
  },
  /** Never answers 304. */
  plain(_request, response) {
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    response.end(this.body);
  },
  garbage(_request, response) {
    response.end(GARBAGE);
  },
  /** Declares the full length, sends half and closes the connection. */
  half(_request, response) {
    response.setHeader("content-length", this.body.length);
    response.write(this.body.slice(0, this.body.length / 2), () => response.destroy());
  },
  /** Sends half as a complete answer. */
  cut(_request, response) {
    response.end(this.body.slice(0, this.body.length / 2));
  },
  failing(_request, response) {
    response.writeHead(500).end("no");
  },
  busy(_request, response) {
    response.writeHead(503, { "retry-after": "7200" }).end("later");
  },
  missing(_request, response) {
    response.writeHead(404).end("not here");
  },
  /** Sends a byte every 10 ms and never ends. */
  trickle(_request, response) {
    response.write(this.body.slice(0, 16));
    const timer = setInterval(() => response.write(this.body.slice(0, 1)), 10);
    response.on("close", () => clearInterval(timer));
  },
  /** Never answers. */
  silent() {},
  /** Sends data without an end and without a declared length. */
  endless(_request, response) {
    const piece = new Uint8Array(65536);
    piece.set(this.body.slice(0, piece.length));
    const more = () => {
      while (!response.closed && response.write(piece));
    };
    response.on("drain", more);
    more();
  },
  /** Declares a length of 2 GB. */
  boasting(_request, response) {
    response.setHeader("content-length", 2 ** 31);
    response.write(this.body);
  },
  moved(request, response) {
    if (request.url === "/there") response.end(this.body);
    else response.writeHead(302, { location: "/there" }).end();
  },
};
