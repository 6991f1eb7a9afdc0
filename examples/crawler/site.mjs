// A site to crawl. Each page links back, ahead and across, so there are many cycles.

import { createServer } from "node:http";

export async function startSite(pages) {
  /** The number of requests for each page. */
  const requests = new Map();
  const server = createServer((request, response) => {
    const page = Number(request.url.match(/^\/page\/(\d+)$/)?.[1] ?? NaN);
    if (!(page < pages)) return response.writeHead(404).end();
    requests.set(page, (requests.get(page) ?? 0) + 1);
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
  return { url: `http://127.0.0.1:${server.address().port}/page/0`, requests, stop };

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
