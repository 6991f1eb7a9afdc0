// What the tests of LiveFilter share: a real server, two lists, and one that asks only when it is told to.

import { after, before, beforeEach } from "node:test";
import { BloomFilter } from "edgebloom";
import { LiveFilter } from "edgebloom/live";
import { startListServer } from "./list-server.mjs";

export const list = (keys, version, more) => BloomFilter.from(keys, { errorRate: 1e-6, version, ...more }).toBytes();
export const many = Array.from({ length: 5000 }, (_, i) => `listed-${i}.example`);
export const FIRST = list(["a", ...many], "2026-11-20");
export const SECOND = list(["b", ...many], "2026-11-21");

/** The server, with the first list at an address of its own for each test. */
export let server;

/** Starts it for the tests of a file. */
export function useListServer() {
  before(async () => {
    server = await startListServer();
  });
  beforeEach(() => server.renew(FIRST));
  after(() => server?.stop());
}

/** One that asks only when it is told to, and tells what happens. */
export function live(options) {
  const told = [];
  const one = new LiveFilter(server.url, {
    refreshEvery: Infinity,
    onChange: ({ version }) => told.push(`change ${version}`),
    onError: (error) => told.push(`error ${error.code ?? error.message}`),
    ...options,
  });
  return Object.assign(one, { told });
}

/** Waits for what has to come; its test ends it. */
export async function until(condition, ms = 5) {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, ms));
}

export const answers = (one) => ["a", "b"].map((key) => one.has(key));

/** A store in memory, of which `kept` is everything. */
export function memory() {
  const kept = new Map();
  return { kept, get: async (url) => kept.get(url), put: async (url, stored) => void kept.set(url, stored) };
}
