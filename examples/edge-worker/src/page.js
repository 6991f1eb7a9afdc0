// The page of the worker: one template, filled in for an answer in one language.

import icon from "../../../www/icon.svg";
import tokens from "../../../www/style/tokens.css";
import source from "../build/least.txt";
import template from "./page.html";
import { filled, words } from "./words.js";

/** Bits that a window shows on each side of its own bit, and the bits in a row: the same as on the demo page. */
const AROUND = 2;
const COLUMNS = 1216;

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text) => String(text).replace(/[&<>"']/g, (char) => ESCAPES[char]);

/** Errors begin small, for programs. */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** A place that a query does not read. @param {number} index from 0 */
const unread = (index) =>
  `<li class="window unread" aria-hidden="true"><b>${index + 1}</b><div class="glass"></div></li>`;

/** The page before the names in double braces are filled in. */
const base = template.replace("/* tokens */", () => tokens).replace("<!-- icon -->", () => icon);
let policy;

/** Each line is an element, so what does not fit a phone continues below, indented. It may break before a call and in a URL, not in a word. */
const lines = source
  .split(/(?<=\n)/)
  .map((line) => `<span>${escaped(line).replace(/\(|(?<=\.\S*)\/|(?=\.\w+\()/g, "$&<wbr>")}</span>`)
  .join("");

/**
 * @param {object} what
 * @param {"en" | "zh"} what.language
 * @param {string} [what.demo] the address of a demo page
 * @param {string} [what.guide] the address of a page that explains how to build such a worker
 * @param {{ keys: number, bytes: number, version: string }} [what.info]
 * @param {import("./blocked.js").Base} [what.base]
 * @param {{ has: (key: string) => boolean }} [what.blocked]
 * @param {string} what.email
 * @param {URL} what.url of the request
 * @param {{ body: object, look?: { asked: string[], match?: string, allowed?: string | false } }} [what.answer]
 * @param {{ name: string, text: string }} [what.error]
 */
export async function pageOf({ language, demo, guide, info, base: bits, blocked, email, url, answer, error }) {
  policy ??= await policyOf(base);
  const t = words[language];
  const isAsked = url.searchParams.has("email");
  const { look } = answer ?? {};
  const num = (value) => value.toLocaleString(t.lang);
  const name = error ? (error.name === "empty" ? "empty" : "bad") : !look ? "idle" : verdictOf(look);
  const kind = { idle: "", empty: "bad", allowed: "no" }[name] ?? name;
  const values = {
    ...answer?.body,
    ...look,
    error: error && (t.typing[error.name] ?? filled(t.sentence, { text: capital(error.text) })),
  };
  const [headline, because] = t[name].map((text) => filled(text, values));
  const domains = info ? num(info.keys) : "–";
  const other = language === "en" ? "zh" : "en";
  const texts = {
    lang: t.lang,
    language,
    title: isAsked ? headline : t.title,
    question: t.title,
    lead: filled(t.lead, { domains }),
    label: t.label,
    query: t.query,
    email,
    kind,
    headline,
    because,
    idle: JSON.stringify(t.idle),
    silent: JSON.stringify(t.silent),
    bitsTitle: t.bits,
    domainsName: t.facts.domains,
    sizeName: t.facts.size,
    versionName: t.facts.version,
    timeName: t.facts.time,
    domains,
    size: info ? `${Math.round(info.bytes / 1000)} kB` : "–",
    version: info?.version ?? "–",
    sourceTitle: t.source,
    sourceLead: t.sourceLead,
    copy: t.copy,
    copied: t.copied,
    jsonTitle: t.json,
    json: answer ? jsonOf(url.origin, email, answer.body) : "",
    demoText: t.demo,
    demo: isWeb(demo) ? demo : "",
    hideDemo: isWeb(demo) ? "" : "hidden",
    guideText: t.guide,
    guide: isWeb(guide) ? guide : "",
    hideGuide: isWeb(guide) ? "" : "hidden",
    other: `${url.pathname}?${new URLSearchParams({ ...(isAsked && { email }), lang: other })}`,
    otherText: t.otherLanguage,
    otherLang: words[other].lang,
  };
  const parts = { bits: bitsOf(t, num, { look, bits, blocked }), noBits: noBits(t), source: lines };
  const page = base.replace(/\{\{(\w+)\}\}/g, (_, name) =>
    Object.hasOwn(parts, name) ? parts[name] : escaped(texts[name]),
  );
  return { text: page, policy };
}

/** What a program gets. */
const jsonOf = (origin, email, body) =>
  `curl "${origin}/check?${new URLSearchParams({ email })}"\n${JSON.stringify(body, null, 2)}`;

const verdictOf = ({ match, allowed }) => (match ? "maybe" : allowed ? "allowed" : "no");

/** The bits that a query reads, key by key, as HTML. */
function bitsOf(t, num, { look, bits, blocked }) {
  if (!look || !bits) return noBits(t);
  const probes = bits.positions(look.asked[0]).length;
  const lead = `<p class="soft">${escaped(filled(t.bitsLead, { probes: num(probes), bits: num(bits.bits) }))}</p>`;
  return (
    lead + look.asked.map((key) => keyOf(t, num, { key, bits, blocked, isAllowed: key === look.allowed })).join("")
  );
}

const noBits = (t) =>
  `<p class="soft">${escaped(t.noBits)}</p><ol class="windows">${Array.from({ length: 7 }, (_, i) => unread(i)).join("")}</ol>`;

function keyOf(t, num, { key, bits, blocked, isAllowed }) {
  const positions = bits.positions(key);
  const zero = positions.findIndex((position) => !bits.at(position));
  const read = zero < 0 ? positions : positions.slice(0, zero + 1);
  const windows = positions.map((position, i) => (i < read.length ? windowOn(t, num, bits, position, i) : unread(i)));
  const says =
    zero >= 0
      ? filled(t.zero, { count: zero + 1 })
      : filled(isAllowed ? t.onesAllowed : t.ones, { count: positions.length });
  // The layers of a set change what its base says.
  const differs = !isAllowed && blocked.has(key) !== bits.has(key);
  const later = differs ? (blocked.has(key) ? t.added : t.removed) : "";
  const kind = zero >= 0 ? "no" : "maybe";
  return `<h3><code>${escaped(key)}</code></h3><ol class="windows" data-kind="${kind}">${windows.join("")}</ol><p>${escaped(`${says} ${later}`.trim())}</p>`;
}

/** A bit among its neighbours. */
function windowOn(t, num, bits, position, index) {
  let cells = "";
  for (let row = -AROUND; row <= AROUND; row++) {
    for (let column = -AROUND; column <= AROUND; column++) {
      const at = position + row * COLUMNS + column;
      const one = at >= 0 && at < bits.bits && bits.at(at);
      const isOwn = !row && !column;
      cells += `<i class="${one ? "one" : "zero"}${isOwn ? " own" : ""}">${isOwn ? Number(one) : ""}</i>`;
    }
  }
  const [bit, is] = t.bitIs;
  return (
    `<li class="window ${bits.at(position) ? "hit" : "miss"}"><b aria-hidden="true">${index + 1}</b><div class="glass" aria-hidden="true">${cells}</div>` +
    `<span class="unseen">${bit} </span><span class="position">${num(position)}</span><span class="unseen"> ${is} ${Number(bits.at(position))}</span></li>`
  );
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
    "font-src 'self'",
    "img-src data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
