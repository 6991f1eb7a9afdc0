// A crawler that keeps the queued and visited addresses in a filter.

import { BloomFilter } from "edgebloom";

const LINK = /<a\s[^>]*href="([^"]+)"/g;
const AT_ONCE = 8;

/**
 * Fetches every page of a site that can be reached through links.
 * @param {string} start
 * @param {{ capacity: number, errorRate: number }} sizes how many addresses to expect
 */
export async function crawl(start, sizes) {
  const seen = new BloomFilter(sizes);
  const { origin } = new URL(start);
  const pages = [];
  let skipped = 0;
  let queue = [];

  const meet = (href, base) => {
    const url = canonical(href, base);
    if (url?.origin !== origin) return;
    // `add` returns true only for a new address, so no page is fetched twice.
    if (seen.add(url.pathname + url.search)) queue.push(url.href);
    else skipped++;
  };

  meet(start);
  while (queue.length) {
    const some = queue.slice(0, AT_ONCE);
    queue = queue.slice(AT_ONCE);
    const texts = await Promise.all(some.map(get));
    // In the order of the queue, not of the responses: every run finds the links in the same order.
    texts.forEach((text, i) => {
      if (text === undefined) return;
      pages.push(some[i]);
      for (const [, href] of text.matchAll(LINK)) meet(href, some[i]);
    });
  }
  const { estimatedErrorRate, byteLength } = seen.stats;
  seen.free();
  return { pages, skipped, estimatedErrorRate, filterBytes: byteLength };
}

async function get(url) {
  const response = await fetch(url);
  const text = await response.text();
  return response.ok ? text : undefined;
}

/** One spelling per address: two spellings would be two pages. Undefined for an invalid address. */
export function canonical(href, base) {
  let url;
  try {
    url = new URL(href, base);
  } catch {
    return undefined;
  }
  url.hash = "";
  url.searchParams.sort();
  return url;
}
