// A caching web proxy. It sends its peers a filter of its pages, and contacts a peer only if that peer's filter answers "maybe".

import { createServer } from "node:http";
import { BloomFilter, FilterFormatError } from "edgebloom";

/** Sized for a full cache. A power of two folds to any smaller one. */
const FULL = { bits: 1 << 20, hashes: 7 };
const ERROR_RATE = 0.01;

export class Proxy {
  sent = { filters: 0, bytes: 0 };
  fetched = { cache: 0, peer: 0, origin: 0 };
  /** The number of requests to peers that did not have the page. */
  inVain = 0;

  #cache = new Map();
  #filter = new BloomFilter(FULL);
  #peers = new Map();
  #server = createServer((request, response) => this.#answer(new URL(request.url, "http://proxy"), response));

  constructor({ origin, fold = true }) {
    Object.assign(this, { origin, fold });
  }

  async start() {
    this.url = await listen(this.#server);
    return this;
  }

  stop() {
    return stop(this.#server);
  }

  /** Fetches the filter of every peer. If one is damaged, the previous one stays in use. */
  async exchange(peers) {
    for (const { url } of peers) {
      const text = await (await fetch(`${url}/filter`)).text();
      try {
        this.#learn(url, text);
      } catch (error) {
        if (!(error instanceof FilterFormatError)) throw error;
      }
    }
  }

  #learn(url, text) {
    const filter = BloomFilter.fromBase64(text);
    this.#peers.get(url)?.free();
    this.#peers.set(url, filter);
  }

  /** The page: from the cache, from a peer that may have it, or from its origin. */
  async get(path) {
    let page = this.#cache.get(path);
    if (page !== undefined) {
      this.fetched.cache++;
      return page;
    }
    page = await this.#fromPeers(path);
    if (page === undefined) {
      this.fetched.origin++;
      page = await (await fetch(this.origin + path)).text();
    }
    this.#cache.set(path, page);
    this.#filter.add(path);
    return page;
  }

  async #fromPeers(path) {
    for (const [url, filter] of this.#peers) {
      if (!filter.has(path)) continue;
      const response = await fetch(`${url}/cached?${new URLSearchParams({ path })}`);
      const page = await response.text();
      if (response.ok) {
        this.fetched.peer++;
        return page;
      }
      this.inVain++;
    }
    return undefined;
  }

  #answer({ pathname, searchParams }, response) {
    const page = this.#cache.get(searchParams.get("path"));
    if (pathname === "/filter") response.end(this.#announce());
    else if (pathname === "/cached" && page !== undefined) response.end(page);
    else response.writeHead(404).end();
  }

  #announce() {
    const filter = this.fold ? this.#filter.shrink({ errorRate: ERROR_RATE }) : this.#filter;
    const text = filter.toBase64();
    if (this.fold) filter.free();
    this.sent.filters++;
    this.sent.bytes += text.length;
    return text;
  }
}

/** Pages for the proxies to cache, and the number of requests for them. */
export async function startOrigin() {
  const origin = { requests: 0, url: "", stop: () => stop(server) };
  const server = createServer(({ url }, response) => {
    origin.requests++;
    response.end(`page ${url}`);
  });
  origin.url = await listen(server);
  return origin;
}

function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}

function stop(server) {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
