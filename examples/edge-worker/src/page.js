import tokens from "../../../www/style/tokens.css";
import source from "../build/worker.txt";
import template from "./page.html";

/** The texts of an answer: a headline and a reason. The page's script uses them, too. */
const WORDS = {
  no: ["No. {domain} is not on the list.", "This is certain: every listed domain gets “maybe”."],
  maybe: [
    "Maybe. {domain} may be on the list.",
    "It is on the list, or it is a false positive: about 1% of other domains get “maybe”. To be sure, check the full list.",
  ],
  bad: ["This address cannot be checked.", "{error}."],
  silent: ["No answer.", "The worker cannot be reached. Try again."],
};

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text) => String(text).replace(/[&<>"']/g, (char) => ESCAPES[char]);
/** Values are not searched for names in braces. */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The page before the names in double braces are filled in. */
const base = template.replace("/* tokens */", () => tokens);
let policy;

/**
 * The page, with the answer if there was a query.
 * @param {{ demo?: string, info?: { keys: number, bytes: number, version: string }, email?: string, answer?: object }} what
 *   `answer` is the body of the JSON answer
 */
export async function pageOf({ demo, info, email = "", answer }) {
  policy ??= await policyOf(base);
  const kind = !answer ? "" : answer.error ? "bad" : answer.blocked === "no" ? "no" : "maybe";
  const [headline, because] = (WORDS[kind] ?? ["", ""]).map((text) => filled(text, answer));
  const values = {
    title: headline || "Is this a disposable address?",
    email,
    kind,
    headline,
    because,
    words: JSON.stringify(WORDS),
    domains: info?.keys.toLocaleString("en") ?? "–",
    size: info ? `${Math.round(info.bytes / 1000)} kB` : "–",
    version: info?.version ?? "–",
    source,
    demo: isWeb(demo) ? demo : "",
    hideDemo: isWeb(demo) ? "" : "hidden",
  };
  return { text: base.replace(/\{\{(\w+)\}\}/g, (_, name) => escaped(values[name])), policy };
}

const isWeb = (address) => /^https?:\/\//.test(address ?? "");

/** A policy that allows only the page's own style and script, by their hashes. */
async function policyOf(page) {
  const hash = async (element) => {
    const [, text] = page.match(new RegExp(`<${element}>(.*?)</${element}>`, "s"));
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
