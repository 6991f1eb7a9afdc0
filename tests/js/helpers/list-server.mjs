// A real server for lists that can fail in the ways that servers fail.

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { listen } from "./browser.mjs";

/**
 * Starts it on a free port.
 * @returns {Promise<ListServer>}
 */
export async function startListServer() {
  const server = new ListServer();
  await server.start();
  return server;
}

class ListServer {
  /** What it does with a question: a name of ANSWERS. */
  mode = "good";
  /** @type {Uint8Array | string} */
  body = new Uint8Array();
  /** More headers of a good answer. */
  headers = {};
  #questions = [];
  #number = 0;
  #server = createServer((request, response) => {
    const question = { headers: request.headers, url: request.url };
    this.#questions.push(question);
    response.on("close", () => this.#closed.splice(0).forEach((resolve) => resolve()));
    // The pages of tests come from elsewhere.
    response.setHeader("access-control-allow-origin", "*");
    ANSWERS[this.mode].call(this, request, response);
    question.status = response.statusCode;
  });
  #closed = [];

  async start() {
    this.origin = await listen(this.#server);
  }

  /** A new list, at an address of its own: late questions of an earlier test are none of the next one's. */
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

  /** The questions for the list so far: their headers, and the status that was given. */
  get asked() {
    return this.#questions.filter(({ url }) => url === this.path);
  }

  /** Resolves when the next answer has ended, or its connection. */
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
  /** Never says 304. */
  plain(_request, response) {
    for (const [name, value] of Object.entries(this.headers)) response.setHeader(name, value);
    response.end(this.body);
  },
  garbage(_request, response) {
    response.end(GARBAGE);
  },
  /** Promises all, sends half, hangs up. */
  half(_request, response) {
    response.setHeader("content-length", this.body.length);
    response.write(this.body.slice(0, this.body.length / 2), () => response.destroy());
  },
  /** Half, as if it were all. */
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
  /** Sends a byte now and then without an end. */
  trickle(_request, response) {
    response.write(this.body.slice(0, 16));
    const timer = setInterval(() => response.write(this.body.slice(0, 1)), 10);
    response.on("close", () => clearInterval(timer));
  },
  /** Says nothing at all. */
  silent() {},
  /** More than anybody wants, without saying how much. */
  endless(_request, response) {
    const piece = new Uint8Array(65536);
    piece.set(this.body.slice(0, piece.length));
    const more = () => {
      while (!response.closed && response.write(piece));
    };
    response.on("drain", more);
    more();
  },
  /** Says that it is 2 GB. */
  boasting(_request, response) {
    response.setHeader("content-length", 2 ** 31);
    response.write(this.body);
  },
  moved(request, response) {
    if (request.url === "/there") response.end(this.body);
    else response.writeHead(302, { location: "/there" }).end();
  },
};
