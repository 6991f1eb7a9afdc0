// A crawler that remembers in a filter which addresses it has queued or visited.

import { BloomFilter } from "edgebloom";

const LINK = /<a\s[^>]*href="([^"]+)"/g;
const AT_ONCE = 8;

/**
 * Fetches every page of a site that links lead to.
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
    // "Certainly new" is the only answer that leads to a request, so nothing is fetched twice.
    if (seen.add(url.pathname + url.search)) queue.push(url.href);
    else skipped++;
  };

  meet(start);
  while (queue.length) {
    const some = queue.slice(0, AT_ONCE);
    queue = queue.slice(AT_ONCE);
    const texts = await Promise.all(some.map(get));
    // In the order of the queue, not of the answers: every run meets the links in the same order.
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

/** One spelling for an address: two would be two pages. Undefined if it is none. */
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
