// A site to crawl: each page links back, ahead and across, so that there are cycles everywhere.

import { createServer } from "node:http";

export async function startSite(pages) {
  /** How often each page was asked for. */
  const asked = new Map();
  const server = createServer((request, response) => {
    const page = Number(request.url.match(/^\/page\/(\d+)$/)?.[1] ?? NaN);
    if (!(page < pages)) return response.writeHead(404).end();
    asked.set(page, (asked.get(page) ?? 0) + 1);
    return response.end(
      linksOf(page)
        .map((href) => `<a href="${href}">more</a>`)
        .join("\n"),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}/page/0`, asked, stop };

  function linksOf(page) {
    const numbers = [2 * page + 1, 2 * page + 2].filter((number) => number < pages);
    return [
      ...numbers.map((number) => `/page/${number}`),
      `${(page * 7 + 3) % pages}`,
      `./${page >> 1}#top`,
      "/page/0",
      "https://elsewhere.example/",
      "/gone",
    ];
  }
}
