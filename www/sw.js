// Keeps the page usable offline after the first visit. Online, the network answers, and the browser checks whether its
// copies are current, so a user never gets an old page or a mix of two. scripts/playground.mjs fills in FILES and VERSION:
// every version of the page has its own worker, which fills its cache before it takes over.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

// For this path: another copy of the page on the same host has its own cache.
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
  // A link can name a domain (?q=…), which need not reach the host again.
  const wanted = request.mode === "navigate" ? request.url.replace(/[?#].*/s, "") : request;
  const response = await fetch(wanted, { cache: "no-cache" }).catch(() => undefined);
  if (response?.ok) return response;
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? response ?? Response.error();
}
