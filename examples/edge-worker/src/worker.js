import { html, json, languageOf, prefersHtml } from "./answers.js";
import { baseOf, blockedDomains } from "./blocked.js";
import { LONGEST_EMAIL, keysOf } from "./domain.js";
import { fontAt } from "./fonts.js";
import { allowed, lookUp } from "./lookup.js";
import { pageOf } from "./page.js";
import { filled, words } from "./words.js";

/** The address that the page looks up until another one is typed. */
const EXAMPLE = "bob@x.mailinator.com";

const routes = { "/": showPage, "/check": check, "/info": info };

export default {
  async fetch(request, env, ctx) {
    const url = new URL(request.url);
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
    const paths = Object.keys(routes).join(", ");
    let listed;
    const list = () => (listed ??= current(env, ctx));
    const response = !route
      ? (fontAt(url.pathname) ?? json(404, { error: `not found; available paths: ${paths}` }))
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
  const answer = await answerTo(url, list);
  const { status, body, headers } = answer;
  const vary = { ...headers, vary: "accept, accept-language" };
  if (!prefersHtml(request.headers.get("accept"))) return json(status, body, vary);
  const email = url.searchParams.get("email") ?? "";
  return html(status, await pageFor({ request, url, env, list }, email, answer), vary);
}

/** The status and the body of an answer, and what the page needs in addition: what was looked up, or the name of the error. */
async function answerTo({ search, searchParams }, list) {
  const emails = searchParams.getAll("email");
  if (emails.length === 0) return rejection("missing");
  if (emails.length > 1) return rejection("repeated");
  const [email] = emails;
  const { error, keys } = keysOf(email);
  if (error) return rejection(error === "space" && email.includes(" ") && search.includes("+") ? "plus" : error);
  const blocked = await list();
  if (!blocked) return { ...rejection("notYet", 503), headers: { "retry-after": "5" } };
  const look = lookUp(blocked, keys);
  const [domain] = keys;
  const { match, allowed } = look;
  // JSON leaves out what is undefined.
  const body = { email, domain, blocked: match ? "maybe" : "no", match, allowed: allowed || undefined };
  return { status: 200, body, look };
}

const rejection = (error, status = 400) => ({ status, body: { error: errorText("en", error) }, error });
const errorText = (language, error) => filled(words[language].errors[error], { longest: LONGEST_EMAIL });

async function info({ list }) {
  const facts = factsOf(await list());
  if (facts) return json(200, facts);
  const { status, body } = rejection("notYet", 503);
  return json(status, body, { "retry-after": "5" });
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

/** The page with the answer for the address of its form, or for an example. It is never an error of the browser, so it is always 200. */
async function showPage({ request, url, env, list }) {
  const isAsked = url.searchParams.has("email");
  const example = new URL(`/?${new URLSearchParams({ email: EXAMPLE })}`, url);
  const answer = await answerTo(isAsked ? url : example, list);
  // A page with an address, or without the figures of a list, must not be cached.
  const caching = !isAsked && answer.status === 200 && { "cache-control": "public, max-age=300" };
  const page = await pageFor({ request, url, env, list }, isAsked ? url.searchParams.get("email") : EXAMPLE, answer);
  return html(200, page, { ...caching, vary: "accept-language" });
}

async function pageFor({ request, url, env, list }, email, answer) {
  const language = languageOf(request, url);
  const error = answer?.error && { name: answer.error, text: errorText(language, answer.error) };
  const blocked = await list();
  const base = answer?.look && (await baseOf(env));
  return pageOf({
    language,
    demo: env.DEMO_URL,
    guide: env.GUIDE_URL,
    info: factsOf(blocked),
    base,
    blocked,
    email,
    url,
    answer,
    error,
  });
}
