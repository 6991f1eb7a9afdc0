// What a LiveFilter is told, looked at.

import { whole, wrongType, wrongValue } from "../errors.js";
import { checkNames } from "../option-names.js";
import { read } from "./filters.js";
import { compareVersions as byNumbers } from "./schedule.js";
import { usualStore } from "./stores.js";

/** @typedef {import("../../reader/filter-reader.js").FilterReader} FilterReader */
/** @typedef {import("./published-set.js").PublishedSet} PublishedSet */
/** @typedef {import("./filters.js").Queryable} Queryable */
/** @typedef {import("../response.js").ResponseLike} ResponseLike */
/** @typedef {import("./stores.js").FilterStore} FilterStore */

/**
 * What is used of a `URL`. (Not the type of that name, so that this works where `lib` has no DOM.)
 * @typedef {object} HasHref
 * @property {string} href the whole address
 */

/**
 * What a `LiveFilter` holds without the option `load`: a `FilterReader` of a filter file, a `PublishedSet` of a manifest.
 * @typedef {FilterReader | PublishedSet} Usual
 */

/**
 * How a filter is kept up to date.
 * @template {Queryable} [F=Usual]
 * @typedef {object} LiveOptions
 * @property {number} [refreshEvery] milliseconds between two questions to the server, 1,000 or more; 900,000 (15 minutes) by
 *   default; Infinity asks only when `refresh` is called
 * @property {number} [retryAfter] milliseconds to wait after a first failure, 1 or more; 1,000 by default. It doubles with each further
 *   one, up to `refreshEvery` or an hour
 * @property {number} [timeout] milliseconds that one answer may take, 1 to 2,147,483,647; 30,000 by default
 * @property {number} [limit] how many bytes of a body, and of each file of a published set, are accepted; 67,108,864 (64 MiB) by default
 * @property {string} [name] what the list has to be called; anything by default. A filter of your own `load` then needs a `name`
 * @property {import("../keys/key-forms.js").KeyForm} [keys] the form of the keys, such as `domain` of "edgebloom/keys": that which the
 *   manifest names. Without it keys are looked up as they are
 * @property {FilterStore | null} [store] where the last good filter is kept: by default the Cache API, or IndexedDB, where there
 *   is one; null for nowhere
 * @property {(url: string, init: { headers: Record<string, string>, signal: any, cache?: any }) => Promise<ResponseLike>} [fetch]
 *   asks the server: by default the platform's `fetch`
 * @property {(bytes: Uint8Array) => F} [load] makes the filter of a filter file, and so decides what `current` is. By default it is
 *   a `FilterReader`: of standard, partitioned, blocked and scalable filters, without WebAssembly. Pass `load` of `edgebloom`
 *   for counting and sparse filters, too, `load` of `edgebloom/compat` for those of other systems,
 *   `(bytes) => KeyedBloomFilter.fromBytes(bytes, { key })` for keyed ones, or any function that returns an object with `has` and
 *   `hasMany`
 * @property {(bytes: Uint8Array) => Promise<Uint8Array> | Uint8Array} [open] gives the filter file in what the server or the store has
 *   given, such as a signed one (`verify` of `edgebloom/sign`); what it throws is why that is rejected. By default the bytes are
 *   the filter file. They must not change afterwards: a `FilterReader` queries them where they are
 * @property {(a: string, b: string) => number} [compareVersions] below 0 if version `a` of the list is older than `b`, which is then
 *   refused. By default versions made of numbers are compared number by number (7 < 12, 2026-11-20 < 2026-11-21), others not
 *   at all; `() => 0` takes whatever the server has
 * @property {(live: import("./live-filter.js").LiveFilter<F>) => void} [onChange] is called after each swap, the first filter included.
 *   Nothing waits for it. What it throws, or its promise is rejected with, changes nothing, and is told to `onError`
 * @property {(error: unknown, live: import("./live-filter.js").LiveFilter<F>) => void} [onError] is called with whatever
 *   goes wrong in the background, in `onChange`, too. Without it, what `onChange` throws goes to `console.error`, and so does what
 *   `onError` itself throws
 */

export const OPTIONS = [
  "refreshEvery",
  "retryAfter",
  "timeout",
  "limit",
  "name",
  "keys",
  "store",
  "fetch",
  "load",
  "open",
  "compareVersions",
  "onChange",
  "onError",
];

/** What a timer can wait: 24.8 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * @template {Queryable} F
 * @param {LiveOptions<F>} options
 */
export function readOptions(options) {
  checkNames(options, OPTIONS);
  const {
    refreshEvery = 900_000,
    retryAfter = 1000,
    timeout = 30_000,
    limit,
    name,
    keys,
    store = usualStore(),
    fetch = (url, init) => globalThis.fetch(url, init),
    load = /** @type {(bytes: Uint8Array) => any} */ (read),
    open,
    compareVersions = byNumbers,
    onChange,
    onError,
  } = options;
  if (refreshEvery !== Infinity) whole(refreshEvery, "refreshEvery", 1000);
  whole(retryAfter, "retryAfter", 1);
  whole(timeout, "timeout", 1, LONGEST_TIMER);
  if (limit !== undefined) whole(limit, "limit", 1);
  if (name !== undefined && typeof name !== "string") wrongType("name", "a string", name);
  for (const [field, value] of Object.entries({ fetch, load, open, compareVersions, onChange, onError })) {
    if (value !== undefined && typeof value !== "function") wrongType(field, "a function", value);
  }
  if (keys !== undefined && (typeof keys?.name !== "string" || typeof keys.lookups !== "function")) {
    wrongType("keys", 'a form of keys, such as domain of "edgebloom/keys"', keys);
  }
  // Where there is nothing to keep it in, the usual one is undefined.
  if (store !== null && store !== undefined && (typeof store.get !== "function" || typeof store.put !== "function")) {
    wrongType("store", "an object with get and put, or null", store);
  }
  return {
    refreshEvery,
    retryAfter,
    timeout,
    limit,
    name,
    keys,
    store,
    fetch,
    load,
    open,
    compareVersions,
    onChange,
    onError,
  };
}

/**
 * The whole address; one that is relative is so to the page.
 * @param {string | HasHref} url
 */
export function absolute(url) {
  const { document, location } = /** @type {any} */ (globalThis);
  const text = typeof url === "string" ? url : url?.href;
  if (typeof text !== "string") wrongType("url", "an address of http or https", url);
  /** @type {URL | undefined} */
  let parsed;
  try {
    parsed = new URL(text, document?.baseURI ?? location?.href);
  } catch {
    // Said below.
  }
  if (!parsed || !/^https?:$/.test(parsed.protocol)) wrongValue("url", "an address of http or https", text);
  parsed.hash = "";
  return parsed.href;
}
