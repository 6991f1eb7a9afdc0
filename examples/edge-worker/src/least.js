// npx edgebloom publish --keys email -o list domains.txt
// Put the folder "list" on any static host. Then:
// npx wrangler deploy worker.js --name blocked \
//   --compatibility-date 2026-04-01
import { email } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

const MANIFEST = "https://lists.example/list/manifest.json";
let blocked;

export default {
  async fetch(request, _env, context) {
    // One filter for all requests; updated in the background.
    blocked ??= new LiveFilter(MANIFEST, { keys: email });
    await blocked.ready();
    context.waitUntil(blocked.refreshIfDue());
    const text = new URL(request.url).searchParams.get("email") ?? "";
    // The domain of the address, then its parent domains.
    const domains = email.lookups(text);
    return Response.json({
      email: text,
      domain: domains[0],
      blocked: blocked.has(text) ? "maybe" : "no",
      match: domains.findLast((domain) => blocked.has(domain)),
    });
  },
};
