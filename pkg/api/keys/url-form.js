import { wrongType } from "../errors.js";
import { urlIn } from "./key-forms.js";

/**
 * @template [Q=any]
 * @typedef {import("../../reader/key-form.js").KeyForm<Q>} KeyForm
 */

/** The most host names and paths of a query, as in Safe Browsing. */
const [MOST_SUFFIXES, MOST_PREFIXES] = [5, 4];
const ADDRESS = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;

/**
 * Resolves escapes until there are none: a browser and a server may resolve them once or twice.
 * @param {string} text
 */
function unescaped(text) {
  // In one pass, whatever the depth: a stranger may nest thousands of escapes.
  /** @type {string[]} */
  const out = [];
  for (const character of text) {
    out.push(character);
    for (
      let end = out.length;
      end > 2 && out[end - 3] === "%" && /^[\da-f]{2}$/i.test(out[end - 2] + out[end - 1]);
      end = out.length
    ) {
      out.splice(end - 3, 3, String.fromCharCode(Number.parseInt(out[end - 2] + out[end - 1], 16)));
    }
  }
  return out.join("");
}

/** @param {string} text one character for each byte */
const escaped = (text) =>
  text.replace(/[^!-~]|[#%]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/**
 * A path without empty parts, "." and "..".
 * @param {string} path
 */
function normalized(path) {
  /** @type {string[]} */
  const parts = [];
  const all = path.split("/");
  for (const part of all) {
    if (part === "..") parts.pop();
    else if (part && part !== ".") parts.push(part);
  }
  const isFolder = ["", ".", ".."].includes(all[all.length - 1]);
  return `/${parts.join("/")}${isFolder && parts.length ? "/" : ""}`;
}

/**
 * The parts of a URL in canonical form, without scheme, user, port and fragment.
 * @param {unknown} query
 */
function partsOf(query) {
  if (typeof query !== "string") wrongType("key", "a string", query);
  const url = urlIn(query.trim());
  const host = url?.hostname.replace(/\.+$/, "").replace(/\.{2,}/g, ".") ?? "";
  // An escape is left in the hosts of unusual schemes, and some browsers make one of a space.
  if (!host || !url || host.includes("%")) return undefined;
  const [address] = url.href.split("#", 1);
  const mark = address.indexOf("?");
  return {
    host,
    path: escaped(normalized(unescaped(url.pathname))),
    query: mark < 0 ? "" : escaped(unescaped(address.slice(mark))),
  };
}

/**
 * An entry without the marks of lists for "and all subdomains", which every entry stands for: "*.example.org/a", ".example.org", "||example.org^".
 * @param {unknown} entry
 */
function withoutMarks(entry) {
  if (typeof entry !== "string") return entry;
  return entry
    .trim()
    .replace(/^\|\|(.*?)\^?$/, "$1")
    .replace(/^((?:[a-z][a-z\d+.-]*:)?\/\/)?\*?\.(?=[^./])/i, "$1");
}

/**
 * URLs. An entry in a list is a URL, or a host with or without a path: it stands for all URLs that begin with it, including on subdomains, and
 * "phish.example/login" only for that page. "*.example.org" is "example.org". A query looks up the prefixes of its path on its host and on the parent
 * domains, as Safe Browsing does: at most 5 hosts and 6 paths. That's up to 30 lookups and up to 30 times the false-positive rate: build the filter
 * for p / 30. Scheme, port, user and fragment don't count; escapes are resolved
 * (https://developers.google.com/safe-browsing/reference/URLs.and.Hashing).
 * @type {KeyForm<string>}
 * @example
 * import { url } from "edgebloom/keys";
 *
 * url.entries("HTTP://Phish.example:8080/a/../login").join(); // "phish.example/login"
 * url.lookups("https://a.phish.example/login?x=1").length; // 6
 * url.lookups("https://a.phish.example/login?x=1")[5]; // "phish.example/"
 */
export const url = {
  name: "url",
  invalid: "maybe",
  expected: "a URL",
  entries: (entry) => {
    const parts = partsOf(withoutMarks(entry));
    // A pattern, a text in quotes or a dot in front: no page has such a host, so the entry would never be found.
    return parts && !/\*|^[."'`]|["'`]$/.test(parts.host) ? [parts.host + parts.path + parts.query] : [];
  },
  lookups: (query) => {
    const parts = partsOf(query);
    if (!parts) return [];
    const { host, path } = parts;
    const hosts = [host];
    const labels = ADDRESS.test(host) ? [] : host.split(".");
    for (let i = Math.max(1, labels.length - MOST_SUFFIXES); i < labels.length - 1; i++)
      hosts.push(labels.slice(i).join("."));
    const paths = new Set([path + parts.query, path]);
    for (let i = 0, slash = 0; i < MOST_PREFIXES && slash >= 0; i++, slash = path.indexOf("/", slash + 1))
      paths.add(path.slice(0, slash + 1));
    return hosts.flatMap((each) => [...paths].map((one) => each + one));
  },
};
