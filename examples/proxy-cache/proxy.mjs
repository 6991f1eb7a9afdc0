// A caching web proxy that tells its peers what it has by a filter, and asks theirs before it
// contacts them.

import { createServer } from "node:http";
import { BloomFilter, FilterFormatError } from "edgebloom";

/** Sized for a full cache. A power of two folds to any smaller one. */
const FULL = { bits: 1 << 20, hashes: 7 };
const ERROR_RATE = 0.01;

export class Proxy {
  sent = { filters: 0, bytes: 0 };
  fetched = { cache: 0, peer: 0, origin: 0 };
  /** How often a peer was contacted that did not have it. */
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

  /** Gets every peer's filter. A damaged one changes nothing: what it had before is still good. */
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

  /** The page, from the cache, from a peer that possibly has it, or from where it comes from. */
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

/** Pages for the proxies to cache, and a count of how many were asked for. */
export async function startOrigin() {
  const origin = { asked: 0, url: "", stop: () => stop(server) };
  const server = createServer(({ url }, response) => {
    origin.asked++;
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
