import { email } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

/** @type {LiveFilter | undefined} */
let blocked;

/**
 * The list: one for all requests of the isolate. The first request creates it, because bindings exist only in requests. This does not
 * fetch anything yet.
 */
export function blockedDomains({ MANIFEST_URL, REFRESH_EVERY, LISTS }) {
  blocked ??= new LiveFilter(MANIFEST_URL, {
    keys: email,
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
  const object = await bucket.get(key, { onlyIf: new Headers(conditions) });
  if (!object) return new Response(null, { status: 404 });
  const headers = { etag: object.httpEtag };
  return object.body ? new Response(object.body, { headers }) : new Response(null, { status: 304, headers });
}
