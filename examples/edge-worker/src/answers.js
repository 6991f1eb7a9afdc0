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
  const weights = weightsIn(accept);
  const weight = (...ranges) => weights.get(ranges.find((range) => weights.has(range))) ?? 0;
  return weight("text/html", "text/*", "*/*") > weight("application/json", "application/*", "*/*");
}

/** "zh" if the request prefers Chinese to English, otherwise "en". ?lang= decides first. */
export function languageOf(request, url) {
  const asked = url.searchParams.get("lang");
  if (asked === "en" || asked === "zh") return asked;
  const weights = [...weightsIn(request.headers.get("accept-language"))];
  const most = (language) =>
    Math.max(0, ...weights.filter(([range]) => range.split("-")[0] === language).map(([, weight]) => weight));
  return most("zh") > most("en") ? "zh" : "en";
}

/** "text/html;q=0.9" is the range text/html with the weight 0.9. */
const weightsIn = (header) => new Map((header ?? "").split(",").map(weightOf));

function weightOf(text) {
  const [range, ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith("q="));
  return [range, q === undefined ? 1 : Number(q.slice(2)) || 0];
}
