import { domain } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

const manifest = "https://lists.example/domains/manifest.json";

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
      keys: domain,
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
    const key = new URL(request.url).searchParams.get("key") ?? "";
    try {
      return Response.json({ answer: blocked.has(key) ? "maybe" : "no", sequence: blocked.sequence });
    } catch (error) {
      // EXPIRED: only with whenExpired: "throw"
      return new Response(error.message, { status: error.code === "EXPIRED" ? 503 : 400 });
    }
  },
};
