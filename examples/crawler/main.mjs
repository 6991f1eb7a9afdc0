import { crawl } from "./crawler.mjs";
import { startSite } from "./site.mjs";

const PAGES = 600;

for (const [what, sizes] of [
  ["sized well", { capacity: 1000, errorRate: 0.0001 }],
  ["far too small", { capacity: 100, errorRate: 0.05 }],
]) {
  const site = await startSite(PAGES);
  const { pages, skipped, filterBytes } = await crawl(site.url, sizes);
  console.log(
    `${what} (${filterBytes} bytes): ${pages.length} of ${PAGES} pages fetched,` +
      ` ${skipped} links skipped, most requests for one page: ${Math.max(...site.requests.values())}`,
  );
  await site.stop();
}
