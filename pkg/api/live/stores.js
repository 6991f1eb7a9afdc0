// Where the last good dump is kept, so that the next start has a filter before the network answers.

import { wrongType } from "../errors.js";

/**
 * What is kept of a filter.
 * @typedef {object} StoredFilter
 * @property {Uint8Array} dump of the filter
 * @property {string} etag of the answer that it came in; "" for none
 * @property {string} lastModified of that answer, as it stood there; "" for none
 * @property {number} checkedAt when it came, in milliseconds as `Date.now()` has them
 */

/**
 * Anything that keeps one filter for each address. Where it fails, a `LiveFilter` says so and goes on without it.
 * @typedef {object} FilterStore
 * @property {(url: string) => Promise<StoredFilter | undefined>} get what was kept, or undefined; its bytes
 *   must not change afterwards
 * @property {(url: string, stored: StoredFilter) => Promise<unknown>} put keeps it in place of what was there
 */

/**
 * What is used of a Workers KV binding.
 * @typedef {object} KvLike
 * @property {(key: string, options: { type: "arrayBuffer" }) => Promise<{ value: ArrayBuffer | null, metadata: unknown }>} getWithMetadata
 *   gives a value and what was put beside it
 * @property {(key: string, value: Uint8Array, options: { metadata: object }) => Promise<unknown>} put keeps both
 */

const NAME = "edgebloom";
const CHECKED_AT = "x-edgebloom-checked-at";

/**
 * Keeps filters in the Cache API, in a cache called "edgebloom" (or as you call it): in browsers on https and localhost,
 * in Cloudflare workers, in Deno. It is what `LiveFilter` uses by default where there is one.
 * @param {string} [name] the cache's
 * @returns {FilterStore}
 * @throws {TypeError} a name that is no string
 * @example
 * const store = cacheStore("blocklists"); // new LiveFilter(url, { store })
 */
export function cacheStore(name = NAME) {
  if (typeof name !== "string") wrongType("name", "a string", name);
  const open = () => /** @type {any} */ (globalThis).caches.open(name);
  return {
    async get(url) {
      const kept = await (await open()).match(url);
      if (!kept) return undefined;
      const { headers } = kept;
      return {
        dump: new Uint8Array(await kept.arrayBuffer()),
        etag: headers.get("x-edgebloom-etag") ?? "",
        lastModified: headers.get("x-edgebloom-last-modified") ?? "",
        checkedAt: Number(headers.get(CHECKED_AT)),
      };
    },
    async put(url, { dump, etag, lastModified, checkedAt }) {
      // The names of HTTP's own headers would let a cache answer for itself; workers keep only what has an age.
      const headers = {
        "cache-control": "max-age=31536000",
        "content-type": "application/octet-stream",
        "x-edgebloom-etag": etag,
        "x-edgebloom-last-modified": lastModified,
        [CHECKED_AT]: String(checkedAt),
      };
      await (await open()).put(url, new Response(/** @type {any} */ (dump), { headers }));
    },
  };
}

/**
 * Keeps filters in IndexedDB, in a database called "edgebloom" (or as you call it): what `LiveFilter` uses by default in
 * browsers where there is no Cache API, as on http.
 * @param {string} [name] the database's
 * @returns {FilterStore}
 * @throws {TypeError} a name that is no string
 * @example
 * const store = indexedDbStore("blocklists"); // new LiveFilter(url, { store })
 */
export function indexedDbStore(name = NAME) {
  if (typeof name !== "string") wrongType("name", "a string", name);
  /** @type {(mode: "readonly" | "readwrite", use: (filters: any) => any) => Promise<any>} */
  const within = async (mode, use) => {
    const opening = /** @type {any} */ (globalThis).indexedDB.open(name, 1);
    opening.onblocked = () => opening.onerror({ target: { error: new Error("IndexedDB is blocked by another page") } });
    opening.onupgradeneeded = () => opening.result.createObjectStore("filters");
    const database = await settled(opening, "onsuccess");
    try {
      const transaction = database.transaction("filters", mode);
      const request = use(transaction.objectStore("filters"));
      await settled(transaction, "oncomplete");
      return request.result;
    } finally {
      database.close();
    }
  };
  return {
    get: (url) => within("readonly", (filters) => filters.get(url)),
    put: (url, stored) => within("readwrite", (filters) => filters.put(stored, url)),
  };
}

/**
 * A request or a transaction of IndexedDB as a promise.
 * @param {any} what
 * @param {"onsuccess" | "oncomplete"} good
 * @returns {Promise<any>}
 */
const settled = (what, good) =>
  new Promise((resolve, reject) => {
    what[good] = () => resolve(what.result);
    // An error of a request comes up to its transaction, which has none then.
    what.onerror = what.onabort = (/** @type {any} */ event) =>
      reject(event.target.error ?? new Error("IndexedDB keeps nothing"));
  });

/**
 * Keeps filters in a Workers KV namespace, for all workers together. KV takes up to 25 MiB a filter, and a minute or so
 * until a new one is seen everywhere. Its keys are the addresses, which may have 512 bytes.
 * @param {KvLike} namespace the binding, such as `env.FILTERS`
 * @returns {FilterStore}
 * @throws {TypeError} what is no such binding
 * @example
 * const env = { FILTERS: { getWithMetadata: async () => ({ value: null, metadata: null }), put: async () => {} } };
 * const store = kvStore(env.FILTERS); // new LiveFilter(url, { store })
 */
export function kvStore(namespace) {
  for (const method of /** @type {const} */ (["getWithMetadata", "put"])) {
    if (typeof namespace?.[method] !== "function") wrongType("namespace", `a KV binding with ${method}`, namespace);
  }
  return {
    async get(url) {
      const { value, metadata } = await namespace.getWithMetadata(url, { type: "arrayBuffer" });
      return value ? { .../** @type {any} */ (metadata), dump: new Uint8Array(value) } : undefined;
    },
    put: (url, { dump, ...metadata }) => namespace.put(url, dump, { metadata }),
  };
}

/**
 * The best that this place has, if it has any.
 * @returns {FilterStore | undefined}
 */
export function usualStore() {
  try {
    const { caches, indexedDB } = /** @type {any} */ (globalThis);
    return caches ? cacheStore() : indexedDB ? indexedDbStore() : undefined;
  } catch {
    // In a frame that may keep nothing, looking is an error.
    return undefined;
  }
}
