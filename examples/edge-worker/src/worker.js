import foundAllowed from "../build/allow-list.txt";
import keptAllowed from "./allow-list.txt";
import { html, json, prefersHtml } from "./answers.js";
import { blockedDomains } from "./blocked.js";
import { domainOf, domainsIn } from "./domain.js";
import { pageOf } from "./page.js";

const allowed = new Set([...domainsIn(keptAllowed), ...domainsIn(foundAllowed)]);

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

/** JSON for programs, a page for people. */
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
  if (emails.length === 0) return refusal("email is missing; use /check?email=name@example.com");
  if (emails.length > 1) return refusal("email is given more than once");
  const [email] = emails;
  const { domain, error } = domainOf(email);
  const isPlus = email.includes(" ") && search.includes("+");
  if (error) return refusal(error + (isPlus ? " (a plus sign in a query is written %2B)" : ""));
  const blocked = await list();
  if (!blocked) return NOT_YET;
  const possibly = blocked.has(email) && !allowed.has(domain);
  return { status: 200, body: { email, domain, blocked: possibly ? "possibly" : "no" } };
}

const refusal = (error) => ({ status: 400, body: { error } });
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
  // Since when the server has said nothing else, and how often in a row it had no good answer.
  const age = Math.round(blocked.age / 1000);
  const { failures } = blocked;
  return { name, version, sequence, keys, layers, bytes, errorRate, age, failures, allowListed: allowed.size };
}

async function showPage({ env, list }) {
  const facts = factsOf(await list());
  // Without a list it lacks the figures of one.
  const caching = facts && { "cache-control": "public, max-age=300" };
  return html(200, await pageOf({ demo: env.DEMO_URL, info: facts }), caching);
}
