import { LiveFilter } from "edgebloom/live";

/**
 * True if a domain is on the list. Only a "maybe" costs a lookup in the database.
 * @param {string} domain
 * @param {{ has(key: string): boolean }} filter
 * @param {(key: string) => Promise<boolean>} lookUp
 */
export async function isBlocked(domain, filter, lookUp) {
  const key = domain.trim().toLowerCase();
  return filter.has(key) && lookUp(key);
}

/** @param {import("edgebloom/live").LiveOptions} [options] */
export const openList = (options) => new LiveFilter("https://lists.example/blocked.bloom", options).ready();
