import foundAllowed from "../build/allow-list.txt";
import keptAllowed from "./allow-list.txt";
import { blockedDomains } from "./blocked.js";
import { domainOf, domainsIn } from "./domain.js";
import page from "./page.html";

const allowed = new Set([...domainsIn(keptAllowed), ...domainsIn(foundAllowed)]);

const routes = { "/": showPage, "/check": check, "/info": info };

export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
    const paths = Object.keys(routes).join(", ");
    const response = !route
      ? json(404, { error: `not found; there is ${paths}` })
      : !["GET", "HEAD"].includes(request.method)
        ? json(405, { error: "only GET and HEAD are allowed" }, { allow: "GET, HEAD" })
        : await route(url, () => current(env, ctx));
    return request.method === "HEAD" ? new Response(null, response) : response;
  },

  /** The Cron trigger: the list is looked for also while nobody asks. */
  async scheduled(_controller, env) {
    await blockedDomains(env).refresh();
  },
};

/**
 * The list as it is now; undefined if there never was one. Only the first request waits for it. Nothing runs between requests:
 * so each of them has the bucket asked, if it is time to, after its answer.
 */
async function current(env, ctx) {
  const blocked = blockedDomains(env);
  try {
    await blocked.ready();
  } catch {
    return undefined;
  }
  ctx.waitUntil(blocked.refreshIfDue());
  return blocked;
}

const notYet = () => json(503, { error: "there is no list yet; try again soon" }, { "retry-after": "5" });

async function check({ search, searchParams }, list) {
  const emails = searchParams.getAll("email");
  if (emails.length === 0) return json(400, { error: "email is missing: /check?email=name@example.com" });
  if (emails.length > 1) return json(400, { error: "email is given more than once" });
  const [email] = emails;
  const { domain, error } = domainOf(email);
  if (error) {
    const hint = email.includes(" ") && search.includes("+") ? " (a plus sign in a query is written %2B)" : "";
    return json(400, { error: error + hint });
  }
  const blocked = await list();
  if (!blocked) return notYet();
  const possibly = blocked.has(email) && !allowed.has(domain);
  return json(200, { email, domain, blocked: possibly ? "possibly" : "no" });
}

async function info(_url, list) {
  const blocked = await list();
  if (!blocked) return notYet();
  const { name, version, sequence, stats } = blocked.current;
  const { keys, errorRate, layers, byteLength } = stats;
  // Since when the server has said nothing else, and how often in a row it had no good answer.
  const age = Math.round(blocked.age / 1000);
  const { failures } = blocked;
  const allowListed = allowed.size;
  return json(200, {
    name,
    version,
    sequence,
    keys,
    layers,
    bytes: byteLength,
    errorRate,
    age,
    failures,
    allowListed,
  });
}

/** Addresses are personal: unless a route says otherwise, no cache on the way keeps an answer. */
function json(status, body, headers) {
  return Response.json(body, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

let policy;

async function showPage() {
  policy ??= await policyOf(page);
  return new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "public, max-age=300",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Allows the page its own style and script by their hashes, and nothing else. */
async function policyOf(html) {
  const hash = async (element) => {
    const [, text] = html.match(new RegExp(`<${element}>(.*?)</${element}>`, "s"));
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
  };
  return [
    "default-src 'none'",
    `style-src ${await hash("style")}`,
    `script-src ${await hash("script")}`,
    "connect-src 'self'",
    "img-src data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
