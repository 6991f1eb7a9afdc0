// Helpers for the tests of LiveFilter: an HTTP server, two lists, and a LiveFilter that fetches only on request.

import { after, before, beforeEach } from "node:test";
import { BloomFilter } from "edgebloom";
import { LiveFilter } from "edgebloom/live";
import { startListServer } from "./list-server.mjs";

export const list = (keys, version, more) => BloomFilter.from(keys, { errorRate: 1e-6, version, ...more }).toBytes();
export const many = Array.from({ length: 5000 }, (_, i) => `listed-${i}.example`);
export const FIRST = list(["a", ...many], "2026-11-20");
export const SECOND = list(["b", ...many], "2026-11-21");

/** The list server. Each test starts with the list FIRST at a new address. */
export let server;

/** Starts the list server for the tests of a file. */
export function useListServer() {
  before(async () => {
    server = await startListServer();
  });
  beforeEach(() => server.renew(FIRST));
  after(() => server?.stop());
}

/** A LiveFilter that fetches only on request and records its events. */
export function live(options) {
  const events = [];
  const one = new LiveFilter(server.url, {
    refreshEvery: Infinity,
    onChange: ({ version }) => events.push(`change ${version}`),
    onError: (error) => events.push(`error ${error.code ?? error.message}`),
    ...options,
  });
  return Object.assign(one, { events });
}

/** Waits for a condition. There is no time limit here: the test's own limit applies. */
export async function until(condition, ms = 5) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, ms));
}

export const answers = (one) => ["a", "b"].map((key) => one.has(key));

/** A store in memory; `kept` has its entries. */
export function memory() {
  const entries = new Map();
  return {
    kept: entries,
    get: async (url) => entries.get(url),
    put: async (url, stored) => void entries.set(url, stored),
  };
}
