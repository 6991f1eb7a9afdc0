import { sha256Hex } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

const manifest = "https://lists.example/tokens/manifest.json";

/** Answers from the bucket. The path of the address is the key in the bucket; its host is never contacted. */
async function readBucket(bucket, address) {
  const object = await bucket.get(new URL(address).pathname.slice(1));
  return object ? new Response(object.body) : new Response(null, { status: 404 });
}

let leaked;

export default {
  async fetch(request, env, context) {
    const header = request.headers.get("authorization");
    if (header === null) return fetch(request);
    const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(header) ?? [];
    if (!token) return new Response("expected one bearer token", { status: 401 });
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token)));

    // One filter for all requests of this isolate.
    leaked ??= new LiveFilter(manifest, {
      keys: sha256Hex,
      refreshEvery: 3_600_000,
      timeout: 5_000,
      fetch: (address) => readBucket(env.LISTS, address),
      onError: (error) => console.error(error.code ?? error.name, error.message),
    });
    try {
      await leaked.ready();
      const update = leaked.refreshIfDue();
      context.waitUntil(update);
      if (leaked.age > 7_200_000) await update; // no requests for a while: wait for the new list
      if (leaked.has(hash)) return new Response("blocked", { status: 403 });
    } catch {
      // onError has logged why.
      return new Response("no list", { status: 503, headers: { "retry-after": "60" } });
    }
    return fetch(request);
  },
};
