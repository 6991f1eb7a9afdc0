// Stores for the last valid filter file. With a store, the next start doesn't wait for the network.

import { wrongType } from "../errors.js";

/**
 * The file that a store has for an address.
 * @typedef {object} StoredFilter
 * @property {Uint8Array} bytes the bytes: a filter file, a manifest, or a file of a published set
 * @property {string} etag the `ETag` of its response; "" if there was none
 * @property {string} lastModified the `Last-Modified` of its response, unchanged; "" if there was none
 * @property {number} checkedAt when it arrived, as `Date.now()`
 * @property {string} [sha256] the SHA-256 of the bytes, in hexadecimal: other bytes count as missing. Pages on http can't compute it
 */

/**
 * An object that stores one file for each address. If it fails, `LiveFilter` reports the error and continues without it.
 * @typedef {object} FilterStore
 * @property {(url: string) => Promise<StoredFilter | undefined>} get returns the file for an address, or undefined; its
 *   bytes must not change afterward
 * @property {(url: string, stored: StoredFilter) => Promise<unknown>} put stores a file and replaces any earlier one
 * @property {(url: string) => Promise<unknown>} [delete] removes a file. Without this function, old files of published sets stay in the store
 */

/**
 * The functions of a Workers KV binding that are used.
 * @typedef {object} KvLike
 * @property {(key: string, options: { type: "arrayBuffer" }) => Promise<{ value: ArrayBuffer | null, metadata: unknown }>} getWithMetadata
 *   returns a value and its metadata
 * @property {(key: string, value: Uint8Array, options: { metadata: object }) => Promise<unknown>} put stores both
 * @property {(key: string) => Promise<unknown>} [delete] removes both
 */

const NAME = "edgebloom";
/** The names of the temporary files of `fileStore`. */
const TEMPORARY = /^[0-9a-f]{64}\.[0-9a-f-]{36}$/;
/** After so many milliseconds, no process is still writing a temporary file. */
const LEFTOVER = 3600_000;
const CHECKED_AT = "x-edgebloom-checked-at";

/**
 * Stores files in the Cache API, in a cache named "edgebloom" or `name`: in browsers on https and localhost, in Cloudflare Workers and
 * in Deno. `LiveFilter` uses it by default if the platform has a Cache API.
 * @param {string} [name] name of the cache
 * @returns {FilterStore}
 * @throws {TypeError} `name` is not a string
 * @example
 * import { LiveFilter, cacheStore } from "edgebloom/live";
 *
 * const store = cacheStore("blocklists");
 * const blocked = new LiveFilter("https://lists.example/blocked.bloom", { store });
 */
export function cacheStore(name = NAME) {
  if (typeof name !== "string") wrongType("name", "a string", name);
  const open = () => /** @type {any} */ (globalThis).caches.open(name);
  return {
    async get(url) {
      const response = await (await open()).match(url);
      if (!response) return undefined;
      const { headers } = response;
      return {
        bytes: new Uint8Array(await response.arrayBuffer()),
        etag: headers.get("x-edgebloom-etag") ?? "",
        lastModified: headers.get("x-edgebloom-last-modified") ?? "",
        checkedAt: Number(headers.get(CHECKED_AT)),
        sha256: headers.get("x-edgebloom-sha256") ?? "",
      };
    },
    async put(url, { bytes, etag, lastModified, checkedAt, sha256 = "" }) {
      // With the usual header names, a cache could answer conditional requests. Workers store only responses with a maximum age.
      const headers = {
        "cache-control": "max-age=31536000",
        "content-type": "application/octet-stream",
        "x-edgebloom-etag": etag,
        "x-edgebloom-last-modified": lastModified,
        [CHECKED_AT]: String(checkedAt),
        "x-edgebloom-sha256": sha256,
      };
      await (await open()).put(url, new Response(/** @type {any} */ (bytes), { headers }));
    },
    delete: async (url) => (await open()).delete(url),
  };
}

/**
 * Stores files in IndexedDB, in a database named "edgebloom" or `name`. `LiveFilter` uses it by default in browsers without a Cache API,
 * such as on http pages.
 * @param {string} [name] name of the database
 * @returns {FilterStore}
 * @throws {TypeError} `name` is not a string
 * @example
 * import { LiveFilter, indexedDbStore } from "edgebloom/live";
 *
 * const store = indexedDbStore("blocklists");
 * const blocked = new LiveFilter("https://lists.example/blocked.bloom", { store });
 */
export function indexedDbStore(name = NAME) {
  if (typeof name !== "string") wrongType("name", "a string", name);
  /** @type {(mode: "readonly" | "readwrite", use: (filters: any) => any) => Promise<any>} */
  const transact = async (mode, use) => {
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
    get: (url) => transact("readonly", (filters) => filters.get(url)),
    put: (url, stored) => transact("readwrite", (filters) => filters.put(stored, url)),
    delete: (url) => transact("readwrite", (filters) => filters.delete(url)),
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
    // An error of a request reaches its transaction. The transaction itself then has no error.
    what.onerror = what.onabort = (/** @type {any} */ event) =>
      reject(event.target.error ?? new Error("IndexedDB did not store the file"));
  });

/**
 * Stores files in a Workers KV namespace, which all workers share. KV takes up to 25 MiB per file. A new file is visible everywhere
 * after about a minute. The keys in KV are the addresses, up to 512 bytes long.
 * @param {KvLike} namespace the binding, such as `env.FILTERS`
 * @returns {FilterStore}
 * @throws {TypeError} `namespace` is not such a binding
 * @example
 * import { LiveFilter, kvStore } from "edgebloom/live";
 *
 * const liveFilter = (env) => new LiveFilter("https://lists.example/blocked.bloom", { store: kvStore(env.FILTERS) });
 */
export function kvStore(namespace) {
  for (const method of /** @type {const} */ (["getWithMetadata", "put"])) {
    if (typeof namespace?.[method] !== "function") wrongType("namespace", `a KV binding with ${method}`, namespace);
  }
  return {
    async get(url) {
      const { value, metadata } = await namespace.getWithMetadata(url, { type: "arrayBuffer" });
      return value ? { .../** @type {any} */ (metadata), bytes: new Uint8Array(value) } : undefined;
    },
    put: (url, { bytes, ...metadata }) => namespace.put(url, bytes, { metadata }),
    delete: async (url) => namespace.delete?.(url),
  };
}

/**
 * The functions of an R2 bucket that are used.
 * @typedef {object} R2Like
 * @property {(key: string) => Promise<{ arrayBuffer(): Promise<ArrayBuffer>, customMetadata?: Record<string, string> | undefined } | null>} get
 *   returns an object with its metadata, or null
 * @property {(key: string, value: Uint8Array, options: { customMetadata: Record<string, string> }) => Promise<unknown>} put stores both
 * @property {(key: string) => Promise<unknown>} [delete] removes both
 */

/**
 * Stores files in an R2 bucket, which all workers share. The keys in the bucket are the addresses, up to 1,024 bytes long.
 * @param {R2Like} bucket the binding, such as `env.FILTERS`
 * @returns {FilterStore}
 * @throws {TypeError} `bucket` is not such a binding
 * @example
 * import { LiveFilter, r2Store } from "edgebloom/live";
 *
 * const liveFilter = (env) => new LiveFilter("https://lists.example/blocked.bloom", { store: r2Store(env.FILTERS) });
 */
export function r2Store(bucket) {
  for (const method of /** @type {const} */ (["get", "put"])) {
    if (typeof bucket?.[method] !== "function") wrongType("bucket", `an R2 binding with ${method}`, bucket);
  }
  return {
    async get(url) {
      const object = await bucket.get(url);
      if (!object) return undefined;
      const { etag = "", lastModified = "", checkedAt, sha256 = "" } = object.customMetadata ?? {};
      return {
        bytes: new Uint8Array(await object.arrayBuffer()),
        etag,
        lastModified,
        checkedAt: Number(checkedAt),
        sha256,
      };
    },
    put: (url, { bytes, etag, lastModified, checkedAt, sha256 = "" }) =>
      bucket.put(url, bytes, { customMetadata: { etag, lastModified, checkedAt: String(checkedAt), sha256 } }),
    delete: async (url) => bucket.delete?.(url),
  };
}

/**
 * Stores files in a folder, in Node (20.16 or newer), Deno and Bun. It creates the folder if it's missing. Several processes can use
 * the same folder.
 * @param {string} folder path to the folder
 * @returns {FilterStore}
 * @throws {TypeError} `folder` is not a string, or the platform has no file system
 * @example
 * import { LiveFilter, fileStore } from "edgebloom/live";
 *
 * const store = fileStore("cache/lists");
 * const blocked = new LiveFilter("https://lists.example/blocked.bloom", { store });
 */
export function fileStore(folder) {
  if (typeof folder !== "string") wrongType("folder", "a string", folder);
  // Not with an import, because bundlers for browsers would look for the modules.
  const { process } = /** @type {any} */ (globalThis);
  const [fs, path, crypto] = ["fs/promises", "path", "crypto"].map((name) =>
    process?.getBuiltinModule?.(`node:${name}`),
  );
  if (!fs) wrongType("process.getBuiltinModule", "a function (Node 20.16 or newer, Deno, Bun)", undefined);
  const fileOf = (/** @type {string} */ url) =>
    path.join(folder, crypto.createHash("sha256").update(url).digest("hex"));
  /** @type {Promise<void> | undefined} */
  let ready;
  /** Creates the folder, and removes the temporary files that killed processes left. */
  const prepare = async () => {
    await fs.mkdir(folder, { recursive: true });
    for (const name of await fs.readdir(folder)) {
      const file = path.join(folder, name);
      if (!TEMPORARY.test(name)) continue;
      const { mtimeMs } = await fs.stat(file).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs > LEFTOVER) await fs.rm(file, { force: true });
    }
  };
  return {
    async get(url) {
      try {
        const bytes = await fs.readFile(fileOf(url));
        const end = bytes.indexOf(10);
        const { url: ownUrl, ...metadata } = JSON.parse(bytes.subarray(0, end).toString());
        return ownUrl === url ? { ...metadata, bytes: new Uint8Array(bytes.subarray(end + 1)) } : undefined;
      } catch (error) {
        if (/** @type {any} */ (error).code === "ENOENT") return undefined;
        throw error;
      }
    },
    async put(url, { bytes, ...metadata }) {
      await (ready ??= prepare());
      // With a rename, other processes never read half of a file.
      const temporary = `${fileOf(url)}.${crypto.randomUUID()}`;
      try {
        const header = new TextEncoder().encode(`${JSON.stringify({ url, ...metadata })}\n`);
        await fs.writeFile(temporary, new Blob([header, /** @type {any} */ (bytes)]).stream());
        await fs.rename(temporary, fileOf(url));
      } catch (error) {
        await fs.rm(temporary, { force: true });
        throw error;
      }
    },
    delete: (url) => fs.rm(fileOf(url), { force: true }),
  };
}

/**
 * The default store of this platform, if it has one.
 * @returns {FilterStore | undefined}
 */
export function usualStore() {
  try {
    const { caches, indexedDB } = /** @type {any} */ (globalThis);
    return caches ? cacheStore() : indexedDB ? indexedDbStore() : undefined;
  } catch {
    // In a frame without storage, these properties throw.
    return undefined;
  }
}
