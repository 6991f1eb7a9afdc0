import { email } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

/** @type {LiveFilter | undefined} */
let blocked;

/**
 * The list: one for all requests of the isolate. It is made with the first of them, because only then there are bindings.
 * It asks nobody yet.
 */
export function blockedDomains({ MANIFEST_URL, REFRESH_EVERY, LISTS }) {
  blocked ??= new LiveFilter(MANIFEST_URL, {
    keys: email,
    refreshEvery: REFRESH_EVERY && Number(REFRESH_EVERY),
    // A failed look goes to the log; the answers go on by the list at hand.
    onError: (error) => console.error(String(error)),
    // Without a bucket, the address is asked over the network.
    fetch: LISTS && ((url, { headers }) => readBucket(LISTS, url, headers)),
  });
  return blocked;
}

/** Answers from R2 as a server would: what has the ETag that is asked with is a 304, without its bytes. */
async function readBucket(bucket, url, conditions) {
  const key = decodeURIComponent(new URL(url).pathname.slice(1));
  const object = await bucket.get(key, { onlyIf: new Headers(conditions) });
  if (!object) return new Response(null, { status: 404 });
  const headers = { etag: object.httpEtag };
  return object.body ? new Response(object.body, { headers }) : new Response(null, { status: 304, headers });
}
