// npx edgebloom publish --keys email -o list domains.txt
// Put the folder "list" on any static host. Then:
// npx wrangler deploy worker.js --name blocked \
//   --compatibility-date 2026-04-01
import { email as form } from "edgebloom/keys";
import { LiveFilter } from "edgebloom/live";

const MANIFEST = "https://lists.example/list/manifest.json";
let blocked;

export default {
  async fetch(request, _env, context) {
    blocked ??= new LiveFilter(MANIFEST, { keys: form });
    await blocked.ready();
    context.waitUntil(blocked.refreshIfDue());
    const email = new URL(request.url).searchParams.get("email") ?? "";
    const domains = form.lookups(email);
    return Response.json({
      email,
      domain: domains[0],
      blocked: blocked.has(email) ? "maybe" : "no",
      match: domains.findLast((domain) => blocked.has(domain)),
    });
  },
};
