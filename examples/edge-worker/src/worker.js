import { FilterReader } from "edgebloom/reader";
import blockedText from "../build/blocked.txt";
import foundAllowed from "../build/allow-list.txt";
import keptAllowed from "./allow-list.txt";
import { domainOf, domainsIn } from "./domain.js";
import page from "./page.html";

// Once for each isolate, not for each request. A damaged text throws here, so that the deployment
// fails and not the answers.
const blocked = FilterReader.fromBase64(blockedText);
const allowed = new Set([...domainsIn(keptAllowed), ...domainsIn(foundAllowed)]);

const routes = { "/": showPage, "/check": check, "/info": info };

export default {
  async fetch(request) {
    const url = new URL(request.url);
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined;
    const paths = Object.keys(routes).join(", ");
    const response = !route
      ? json(404, { error: `not found; there is ${paths}` })
      : !["GET", "HEAD"].includes(request.method)
        ? json(405, { error: "only GET and HEAD are allowed" }, { allow: "GET, HEAD" })
        : await route(url);
    return request.method === "HEAD" ? new Response(null, response) : response;
  },
};

function check({ search, searchParams }) {
  const emails = searchParams.getAll("email");
  if (emails.length === 0) return json(400, { error: "email is missing: /check?email=name@example.com" });
  if (emails.length > 1) return json(400, { error: "email is given more than once" });
  const [email] = emails;
  const { domain, error } = domainOf(email);
  if (error) {
    const hint = email.includes(" ") && search.includes("+") ? " (a plus sign in a query is written %2B)" : "";
    return json(400, { error: error + hint });
  }
  const possibly = blocked.has(domain) && !allowed.has(domain);
  return json(200, { email, domain, blocked: possibly ? "possibly" : "no" });
}

function info() {
  const { capacity, bits, hashes, byteLength, fillRatio } = blocked.stats;
  const { name, version } = blocked;
  return json(
    200,
    {
      name,
      version,
      domains: capacity,
      bits,
      hashes,
      fillRatio,
      // In the standard layout: all bits of a key are set by chance.
      estimatedErrorRate: fillRatio ** hashes,
      filterBytes: byteLength,
      base64Characters: blockedText.length,
      allowListed: allowed.size,
    },
    { "cache-control": "public, max-age=300" },
  );
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
