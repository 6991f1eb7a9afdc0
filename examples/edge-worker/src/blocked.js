import { LiveFilter } from "edgebloom/live";
import { FilterReader } from "edgebloom/reader";
import { oneKey } from "./domain.js";

/** @type {LiveFilter | undefined} */
let blocked;

/**
 * The list: one for all requests of the isolate. The first request creates it, because bindings exist only in requests. This does not
 * fetch anything yet.
 */
export function blockedDomains({ MANIFEST_URL, REFRESH_EVERY, LISTS }) {
  blocked ??= new LiveFilter(MANIFEST_URL, {
    keys: oneKey,
    refreshEvery: REFRESH_EVERY && Number(REFRESH_EVERY),
    // A failed update goes to the log. The worker continues with the list that it has.
    onError: (error) => console.error(String(error)),
    // Without a bucket, the files come over the network.
    fetch: LISTS && ((url, { headers }) => readBucket(LISTS, url, headers)),
  });
  return blocked;
}

/** Answers from R2 like a server: if the ETag of the request matches, it is a 304 without the bytes. */
async function readBucket(bucket, url, conditions) {
  const key = decodeURIComponent(new URL(url).pathname.slice(1));
  const object = await bucket.get(key, conditions && { onlyIf: new Headers(conditions) });
  if (!object) return new Response(null, { status: 404 });
  const headers = { etag: object.httpEtag };
  return object.body ? new Response(object.body, { headers }) : new Response(null, { status: 304, headers });
}

/** The bits of the filter below the layers, and the sequence number of their set. @type {Promise<Base | undefined> | undefined} */
let base;
let sequence = 0;

/** @typedef {{ bits: number, has: (key: string) => boolean, positions: (key: string) => number[], at: (position: number) => 0 | 1 }} Base */

/**
 * The bits of the filter, which the page shows. A set answers queries but does not show its bits, so this reads the file of the base,
 * once for each set. Undefined if the file cannot be read, or is a static set, which has no bits of a key.
 * @returns {Promise<Base | undefined>}
 */
export function baseOf({ MANIFEST_URL, LISTS }) {
  if (base && sequence === blocked.sequence) return base;
  sequence = blocked.sequence;
  const read = async (url) => (LISTS ? readBucket(LISTS, url) : fetch(url));
  const load = async () => {
    const manifest = await (await read(MANIFEST_URL)).json();
    if (manifest.sequence !== sequence) throw new Error("the manifest is newer than the set");
    const name = `files/${manifest.set.base.sha256}.bloom`;
    const file = new Uint8Array(await (await read(new URL(name, MANIFEST_URL))).arrayBuffer());
    const reader = FilterReader.fromBytes(file);
    const { bits, layout } = reader.stats;
    if (layout !== "standard") return undefined;
    // The bits come before the checksum of 8 bytes (docs/reference/format/index.md).
    const first = file.length - 8 - bits / 8;
    return {
      bits,
      has: (key) => reader.has(key),
      positions: (key) => reader.positions(key),
      at: (position) => /** @type {0 | 1} */ ((file[first + (position >> 3)] >> (position & 7)) & 1),
    };
  };
  base = load().catch((error) => {
    console.error(String(error));
    base = undefined;
    return undefined;
  });
  return base;
}
