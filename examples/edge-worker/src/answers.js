/** Addresses are personal, so caches must not store answers. A route can override this. */
const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

export const json = (status, body, headers) =>
  Response.json(body, {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...HEADERS, ...headers },
  });

export const html = (status, { text, policy }, headers) =>
  new Response(text, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      ...HEADERS,
      ...headers,
    },
  });

/** True if the request prefers HTML to JSON, as a browser does when it opens a page. fetch() and curl accept anything. */
export function prefersHtml(accept) {
  const weights = new Map((accept ?? "").split(",").map(weightOf));
  const weight = (...ranges) => weights.get(ranges.find((range) => weights.has(range))) ?? 0;
  return weight("text/html", "text/*", "*/*") > weight("application/json", "application/*", "*/*");
}

/** "text/html;q=0.9" is the range text/html with the weight 0.9. */
function weightOf(text) {
  const [range, ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  return [range, q === undefined ? 1 : Number(q.slice(2)) || 0];
}
