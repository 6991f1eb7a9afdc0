// With the types of browsers and workers, their functions accept filter files directly.

import { type AnyFilter, type BloomFilter, load } from "edgebloom";
import { exportFilter, load as loadAny } from "edgebloom/compat";
import { sha1 } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

declare const filter: BloomFilter;
export const response = new Response(filter.toBytes());
export const blob = new Blob([filter.bits(), exportFilter(filter, { format: "redis-bitmap" })]);
export const digest = crypto.subtle.digest("SHA-256", filter.toBytes());
export const answers: Uint8Array = filter.hasMany(["a"]);

export const fetched: Promise<AnyFilter> = load(new Response());
export const loaded = Promise.all([
  fetch("a").then((answer) => load(answer)),
  fetch("a").then((answer) => loadAny(answer)),
]);
export const live = new LiveFilter(new URL("https://lists.example/a"), { fetch });
export const wrapped = new LiveFilter("https://lists.example/a", {
  fetch: (url, init) => fetch(url, { ...init, credentials: "include" }),
});
export const hashed = sha1("password").then((digest) => crypto.subtle.digest("SHA-256", digest));
