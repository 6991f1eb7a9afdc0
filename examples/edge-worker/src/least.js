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
    blocked ??= new LiveFilter(MANIFEST, { keys: email });
    await blocked.ready();
    context.waitUntil(blocked.refreshIfDue());
    const asked = new URL(request.url).searchParams.get("email") ?? "";
    return new Response(blocked.has(asked) ? "maybe" : "no");
  },
};
