import wellKnown from "../build/allow-list.txt";
import reported from "./allow-list.txt";
import { html, json, prefersHtml } from "./answers.js";
import { blockedDomains } from "./blocked.js";
import { domainOf, domainsIn } from "./domain.js";
import { pageOf } from "./page.js";

const allowed = new Set([...domainsIn(wellKnown), ...domainsIn(reported)]);

const routes = { "/": showPage, "/check": check, "/info": info };

export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
    const paths = Object.keys(routes).join(", ");
    let listed;
    const list = () => (listed ??= current(env, ctx));
    const response = !route
      ? json(404, { error: `not found; available paths: ${paths}` })
      : !["GET", "HEAD"].includes(request.method)
        ? json(405, { error: "only GET and HEAD are allowed" }, { allow: "GET, HEAD" })
        : await route({ request, url, env, list });
    return request.method === "HEAD" ? new Response(null, response) : response;
  },

  /** The Cron trigger updates the list between requests, too. */
  async scheduled(_controller, env) {
    await blockedDomains(env).refresh();
  },
};

/**
 * The current list; undefined if none has arrived yet. Only the first request waits for it. A worker runs only during requests, so
 * each request looks for a new list after its response, if one is due.
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

/** Programs get JSON, browsers get a page. */
async function check({ request, url, env, list }) {
  const { status, body, headers } = await answerTo(url, list);
  const vary = { ...headers, vary: "accept" };
  if (!prefersHtml(request.headers.get("accept"))) return json(status, body, vary);
  const email = url.searchParams.get("email") ?? "";
  const page = await pageOf({ demo: env.DEMO_URL, info: factsOf(await list()), email, answer: body });
  return html(status, page, vary);
}

async function answerTo({ search, searchParams }, list) {
  const emails = searchParams.getAll("email");
  if (emails.length === 0) return rejection("email is missing; use /check?email=name@example.com");
  if (emails.length > 1) return rejection("email is given more than once");
  const [email] = emails;
  const { domain, error } = domainOf(email);
  const isPlus = email.includes(" ") && search.includes("+");
  if (error) return rejection(error + (isPlus ? " (a plus sign in a query is written %2B)" : ""));
  const blocked = await list();
  if (!blocked) return NOT_YET;
  const maybe = blocked.has(email) && !allowed.has(domain);
  return { status: 200, body: { email, domain, blocked: maybe ? "maybe" : "no" } };
}

const rejection = (error) => ({ status: 400, body: { error } });
const NOT_YET = {
  status: 503,
  body: { error: "the list is not loaded yet; try again in a few seconds" },
  headers: { "retry-after": "5" },
};

async function info({ list }) {
  const facts = factsOf(await list());
  return facts ? json(200, facts) : json(NOT_YET.status, NOT_YET.body, NOT_YET.headers);
}

function factsOf(blocked) {
  if (!blocked) return undefined;
  const { name, version, sequence, stats } = blocked.current;
  const { keys, errorRate, layers, byteLength: bytes } = stats;
  // The seconds since the list was last confirmed, and the number of failed tries in a row.
  const age = Math.round(blocked.age / 1000);
  const { failures } = blocked;
  return { name, version, sequence, keys, layers, bytes, errorRate, age, failures, allowListed: allowed.size };
}

async function showPage({ env, list }) {
  const facts = factsOf(await list());
  // A page without the figures of a list must not be cached.
  const caching = facts && { "cache-control": "public, max-age=300" };
  return html(200, await pageOf({ demo: env.DEMO_URL, info: facts }), caching);
}
