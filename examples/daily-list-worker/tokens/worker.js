import { sha256Hex as keys } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

const manifest = "https://lists.example/tokens/manifest.json";

/** Answers from the bucket. The path of the address is the key in the bucket; its host is never contacted. */
async function readBucket(bucket, address) {
  const object = await bucket.get(new URL(address).pathname.slice(1));
  return object ? new Response(object.body) : new Response(null, { status: 404 });
}

let blocked;

export default {
  async fetch(request, env, context) {
    // One filter for all requests of this isolate.
    blocked ??= new LiveFilter(manifest, {
      keys,
      invalid: "throw",
      refreshEvery: 3_600_000,
      timeout: 5_000,
      fetch: (address) => readBucket(env.LISTS, address),
      onError: (error) => console.error(error.code ?? error.name, error.message),
    });
    try {
      await blocked.ready();
    } catch {
      // onError has logged why.
      return new Response("no list yet", { status: 503, headers: { "retry-after": "60" } });
    }
    const update = blocked.refreshIfDue();
    context.waitUntil(update);
    if (blocked.age > 7_200_000) await update; // no requests for a while: wait for the new list
    const header = request.headers.get("authorization");
    if (header === null) return fetch(request);
    const [, token] = /^bearer +([\w.~+/-]+=*)$/i.exec(header) ?? [];
    if (!token) return new Response("expected one bearer token", { status: 401 });
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
    try {
      if (blocked.has(new Uint8Array(digest))) return new Response("blocked", { status: 403 });
    } catch (error) {
      return new Response(error.message, { status: 503 }); // only with whenExpired: "throw"
    }
    return fetch(request);
  },
};
