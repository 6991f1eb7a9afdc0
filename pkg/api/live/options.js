// The options of LiveFilter and ShardedFilter.

import { queryForm } from "../../reader/key-form.js";
import { whole, wrongType, wrongValue } from "../errors.js";
import { checkNames } from "../option-names.js";
import { read } from "./filters.js";
import { usualStore } from "./stores.js";
import { LONGEST_TIMER } from "./tasks.js";
import { compareVersions as byNumbers } from "./versions.js";

/** @typedef {import("../../reader/filter-reader.js").FilterReader} FilterReader */
/** @typedef {import("../../reader/map-reader.js").MapReader} MapReader */
/** @typedef {import("./published-set.js").PublishedSet} PublishedSet */
/** @typedef {import("./filters.js").Queryable} Queryable */
/** @typedef {import("../../reader/response.js").ResponseLike} ResponseLike */
/** @typedef {import("./stores.js").FilterStore} FilterStore */

/**
 * The members of a `URL` that are used. (The `URL` type needs `lib: ["DOM"]`.)
 * @typedef {object} HasHref
 * @property {string} href the full address
 */

/**
 * The filter in a `LiveFilter` without the `load` option: a `FilterReader` for a filter file, a `MapReader` for the file of a map, a
 * `PublishedSet` for a manifest.
 * @typedef {((FilterReader | MapReader) & { readonly sequence?: undefined }) | PublishedSet} Usual
 */

/**
 * What `open` returns: a file, or a verified file.
 * @typedef {Uint8Array | { bytes: Uint8Array, sequence: number, expires: number | null }} Opened
 */

/**
 * Options for `LiveFilter`.
 * @template {Queryable} [F=Usual]
 * @typedef {object} LiveOptions
 * @property {number} [refreshEvery] milliseconds between requests to the server: 1,000 or more, 900,000 (15 minutes) by default. With
 *   Infinity, only the first load and `refresh` send requests
 * @property {number} [retryAfter] milliseconds to wait after the first failure: 1 or more, 1,000 by default. Each further failure doubles the
 *   wait, up to `refreshEvery` or 15 minutes; without a list, up to 1 minute
 * @property {number} [timeout] maximum milliseconds for an update, including all its files: 1 to 2,147,483,647, 30,000 by default
 * @property {number} [limit] maximum size in bytes of a response, and of all files in a published set combined: 67,108,864 (64 MiB) by default
 * @property {"error" | "follow"} [redirect] whether to follow redirects, which can lead to another host: "error" (default) rejects them
 * @property {"answer" | "throw"} [whenExpired] what queries do after the manifest or signed file in use expires: "answer" from it (default),
 *   or "throw" a FilterFetchError with the `code` "EXPIRED"
 * @property {string} [name] the name that the list must have; any name by default. If you also pass your own `load`, the filter
 *   it returns must have a `name`
 * @property {import("../../reader/key-form.js").KeyForm} [keys] the key form named in the file or the manifest, such as `domain` from
 *   `edgebloom/keys`. Without it, keys are looked up without conversion
 * @property {import("../../reader/key-form.js").Invalid} [invalid] what `has` does with a query that doesn't fit the key form: as for
 *   `FilterReader.fromBytes`
 * @property {FilterStore | null} [store] stores the last valid filter for the next start: by default, the Cache API or IndexedDB, if the
 *   platform has one. null for no store
 * @property {(url: string, init: { headers: Record<string, string>, redirect: "manual" | "follow", signal: any, cache?: any }) => Promise<ResponseLike>} [fetch]
 *   sends the request: by default, the platform's `fetch`
 * @property {(bytes: Uint8Array) => F} [load] turns a filter file into the filter exposed as `current`. By default, that's a `FilterReader`, or a `MapReader` for a map;
 *   these need no WebAssembly and read standard, partitioned, blocked and scalable filters, static sets and maps. Pass `load` from `edgebloom` for
 *   counting and sparse filters too, `load` from `edgebloom/compat` for those from other systems,
 *   `(bytes) => KeyedBloomFilter.fromBytes(bytes, { key })` for keyed ones, or any function that returns an object with `has` and
 *   `hasMany`
 * @property {(bytes: Uint8Array) => Promise<Opened> | Opened} [open] unpacks the bytes from the server or the store: it returns the filter
 *   file or the manifest, or the result of `verify` from `edgebloom/sign`. With the result of `verify`, `name` is required, because a signer can
 *   sign several lists, and a manifest must have the sequence number and expiry that were signed. If `open` throws, the file is rejected with
 *   that error. By default, the bytes are the filter file. They must not change afterward, because a `FilterReader` doesn't copy them
 * @property {(a: string, b: string) => number} [compareVersions] returns a number below 0 if version `a` of the list is older than version `b`;
 *   older versions are rejected. By default, versions made up of numbers are compared number by number (7 < 12,
 *   2026-11-20 < 2026-11-21), and others aren't compared. `() => 0` accepts every version
 * @property {(live: import("./live-filter.js").LiveFilter<F>) => void} [onChange] called after each new filter, including the
 *   first. LiveFilter doesn't wait for it. If it throws, `onError` is called
 * @property {(error: unknown, live: import("./live-filter.js").LiveFilter<F>) => void} [onError] called with each error that occurs
 *   in the background or in `onChange`. Without it, errors in `onChange` go to `console.error`, as do errors in `onError` itself
 */

/** @typedef {ReturnType<typeof readOptions<any>>} Options */

export const OPTIONS = [
  "refreshEvery",
  "retryAfter",
  "timeout",
  "limit",
  "redirect",
  "whenExpired",
  "name",
  "keys",
  "invalid",
  "store",
  "fetch",
  "load",
  "open",
  "compareVersions",
  "onChange",
  "onError",
];

/**
 * Checks the options and adds the default values.
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
    redirect = "error",
    whenExpired = "answer",
    name,
    keys,
    invalid,
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
  if (redirect !== "error" && redirect !== "follow") wrongType("redirect", '"error" or "follow"', redirect);
  if (whenExpired !== "answer" && whenExpired !== "throw") wrongType("whenExpired", '"answer" or "throw"', whenExpired);
  if (name !== undefined && typeof name !== "string") wrongType("name", "a string", name);
  for (const [field, value] of Object.entries({ fetch, load, open, compareVersions, onChange, onError })) {
    if (value !== undefined && typeof value !== "function") wrongType(field, "a function", value);
  }
  const form = queryForm("", { keys, invalid });
  // The default store is undefined if the platform has none.
  if (store !== null && store !== undefined && (typeof store.get !== "function" || typeof store.put !== "function")) {
    wrongType("store", "an object with get and put, or null", store);
  }
  return {
    refreshEvery,
    retryAfter,
    timeout,
    limit,
    redirect,
    whenExpired,
    name,
    keys,
    invalid,
    form,
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
 * The options, with callbacks that are called with the filter of the user.
 * @param {Options} options
 * @param {any} owner
 */
export function withOwner(options, owner) {
  const { onChange, onError } = options;
  return {
    ...options,
    onChange: onChange && (() => onChange(owner)),
    onError: onError && ((/** @type {unknown} */ error) => onError(error, owner)),
  };
}

/**
 * The absolute address. A relative one is relative to the page.
 * @param {string | HasHref} url
 */
export function absolute(url) {
  const { document, location } = /** @type {any} */ (globalThis);
  const text = typeof url === "string" ? url : url?.href;
  if (typeof text !== "string") wrongType("url", "an http or https address", url);
  /** @type {URL | undefined} */
  let parsed;
  try {
    parsed = new URL(text, document?.baseURI ?? location?.href);
  } catch {
    // The check below throws.
  }
  if (!parsed || !/^https?:$/.test(parsed.protocol)) wrongValue("url", "an http or https address", text);
  parsed.hash = "";
  return parsed.href;
}
