// Keeps the page usable without a network, once it was loaded. With one, the network answers, and is asked whether
// what the browser has kept is still new, so that nobody sees an old page or parts of two. FILES and VERSION are put in by scripts/site.mjs: another site has another worker, whose
// cache is whole before it takes over.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// Of this place: another copy of the page on the same host has its own.
const OURS = `edgebloom ${worker.registration.scope} `;
const CACHE = OURS + VERSION;

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => names.filter((name) => name.startsWith(OURS) && name !== CACHE))
      .then((old) => Promise.all(old.map((name) => caches.delete(name))))
      .then(() => worker.clients.claim()),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const response = await fetch(request, { cache: "no-cache" }).catch(() => undefined);
  if (response?.ok) return response;
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? response ?? Response.error();
}
