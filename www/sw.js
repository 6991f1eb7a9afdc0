// Keeps the page usable without a network, once it was loaded. With one, the network answers, so that nobody
// sees an old page. FILES and VERSION are put in by scripts/site.mjs: another site has another worker, whose
// cache is whole before it takes over.

/* global FILES, VERSION */

const CACHE = `edgebloom ${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith("edgebloom ") && name != CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method != "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(fetch(request).catch(() => fromCache(request)));
});

/** @param {Request} request */
async function fromCache(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
}
