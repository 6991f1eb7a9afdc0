// Converts the entries of lists, and queries, to keys. A filter compares bytes, so two spellings of a host name must become one key.

import { isBytes } from "../bytes.js";
import { wrongType } from "../errors.js";

/** @typedef {import("../types.js").Key} Key */

/**
 * @template [Q=any]
 * @typedef {import("../../reader/key-form.js").KeyForm<Q>} KeyForm
 */

/** A host name as `URL` gives it: labels of letters, digits, hyphens and underscores. */
const HOST = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
/** Characters that host names do not have. `URL` would read them as a port, a path, a user or an escape. */
const FOREIGN = /[\0-,/:-@[-^`{-\x7f]/;
/** An email address without anything that `URL` would read as more than a user and a host. */
const USUAL = /^[\w.+-]+@([a-z\d.-]+)$/i;
const ADDRESS = /^\d+\.\d+\.\d+\.\d+$/;

/**
 * A URL as the platform reads it, but for one letter: to parsers before Unicode 15.1, a capital "ß" in a host is "ss", to later ones "ß". It is
 * always "ß" here: otherwise, one engine would not find what another one has listed.
 * @param {string} text
 */
const parsed = (text) =>
  new URL(text.replace(/^[^:]*:[/\\]*[^/\\?#]*/, (start) => start.replace(/\u1e9e|%e1%ba%9e/gi, "%c3%9f")));

/**
 * Converts a host name to lower case and ASCII (IDNA, with the platform's `URL`), without a dot at the end.
 * @param {string} text
 * @returns {string | undefined} undefined if the text is not a host name
 */
function hostName(text) {
  // Most names need no more than this. Outside of ASCII, it would not be enough.
  const lower = /[A-Z]/.test(text) && !/[^\w.-]/.test(text) ? text.toLowerCase() : text;
  if (HOST.test(lower) && !/(?:^|\.)(?:xn--|\d+$|0x[\da-f]*$)/.test(lower)) return lower;
  if (!text || FOREIGN.test(text)) return undefined;
  try {
    const host = parsed(`http://${text}`).hostname.replace(/\.$/, "");
    return HOST.test(host) ? host : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A host name and its parent domains: for "a.b.example" itself and "b.example". The last label is none of them: a false positive for "com" would be
 * one for every name below it. An IP address has no parents.
 * @param {string} host
 */
function withParents(host) {
  const names = [host];
  if (ADDRESS.test(host)) return names;
  const last = host.lastIndexOf(".");
  for (let dot = host.indexOf("."); dot < last; dot = host.indexOf(".", dot + 1)) names.push(host.slice(dot + 1));
  return names;
}

/**
 * A URL, or what browsers read as one: "//host/path", a backslash for each slash, "host:8080/path", "user@host".
 * @param {string} text
 * @returns {URL | undefined}
 */
export function urlIn(text) {
  // What `URL` leaves out of a text must not hide its scheme.
  text = text.replace(/^[\0- ]+|[\t\n\r]/g, "");
  // "host:8080" has no scheme.
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/\\?#]|$))/i.test(text);
  const scheme = /^[/\\]{2}/.test(text) ? "http:" : "http://";
  try {
    return parsed(hasScheme ? text : scheme + text);
  } catch {
    return undefined;
  }
}

/**
 * The hosts that a query may mean. To a mail server, "a/b@host" is an address at that host.
 * @param {string} text
 */
function hostsIn(text) {
  if (!FOREIGN.test(text)) return [text];
  // Of a usual address, `URL` would find the same host, but it takes a microsecond.
  const [, host] = USUAL.exec(text) ?? [];
  if (host) return [host];
  const hosts = new Set([decoded(urlIn(text)?.hostname ?? "")]);
  if (text.includes("@") && !text.includes("://")) hosts.add(text.slice(text.lastIndexOf("@") + 1));
  return [...hosts];
}

/**
 * A host with its escapes resolved. Only URLs of unusual schemes have any.
 * @param {string} host
 */
function decoded(host) {
  try {
    return decodeURIComponent(host);
  } catch {
    return "";
  }
}

/**
 * A host name, or if its first labels are not valid, the longest parent domain that is: that one can still be in the set.
 * @param {string} host
 */
function validPart(host) {
  const whole = hostName(host);
  if (whole) return whole;
  // A host name has at most 127 labels.
  const labels = host.split(".").slice(-128);
  for (let i = 1; i < labels.length; i++) {
    const parent = hostName(labels.slice(i).join("."));
    if (parent?.includes(".")) return parent;
  }
  return undefined;
}

/**
 * The host of a query and its parent domains.
 * @param {unknown} query
 */
function hostLookups(query) {
  const keys = new Set();
  for (const host of hostsIn(checked(query))) {
    const valid = validPart(host);
    if (valid) for (const key of withParents(valid)) keys.add(key);
  }
  return [...keys];
}

/** @param {unknown} text */
const checked = (text) => (typeof text === "string" ? text.trim() : wrongType("key", "a string", text));

/** @param {string | undefined} key */
const listOf = (key) => (key === undefined ? [] : [key]);

/**
 * Host names, in lowercase ASCII. An entry in a list stands for the name and all its subdomains: "*.example.org",
 * ".example.org" and "||example.org^" become "example.org". A single label, such as "zip", isn't an entry: it would list everything below it. A query
 * is a host name or contains one: a URL, "example.org:8080/path" or an email address, as browsers read it. It looks up the host and its parent
 * domains, but not the last label: with three labels, that's two lookups and up to twice the false-positive rate.
 * @type {KeyForm<string>}
 * @example
 * import { domain } from "edgebloom/keys";
 *
 * domain.entries("*.Bücher.example").join(); // "xn--bcher-kva.example"
 * domain.lookups("https://a.b.example/path").join(); // "a.b.example,b.example"
 * domain.lookups("not a host").length; // 0
 */
export const domain = {
  name: "domain",
  invalid: "maybe",
  expected: "a host name or a URL",
  entries: (entry) => listOf(entryName(checked(entry))),
  lookups: hostLookups,
};

/**
 * Domains of email addresses, in lowercase ASCII: for `Bob@Example.org`, the key is `example.org`. An entry in a list is a domain or an
 * address, and stands for the domain and all its subdomains, as "*.example.org" does. A query looks up the domain and its parent domains, as
 * `domain` does: an address at "sub.example.org" is found if "example.org" is listed.
 * @type {KeyForm<string>}
 * @example
 * import { email } from "edgebloom/keys";
 *
 * email.lookups("Bob@Mailinator.COM").join(); // "mailinator.com"
 * email.entries("mailinator.com").join(); // "mailinator.com"
 */
export const email = {
  name: "email",
  invalid: "maybe",
  expected: "an email address or a domain",
  entries: (entry) => mailDomain(entry),
  lookups: hostLookups,
};

/**
 * The host name of an entry, without the marks of lists for "and all subdomains": "*.example.org", ".example.org", "||example.org^".
 * @param {string} entry
 */
function entryName(entry) {
  const [, name] = /^(?:\|\||\*?\.)?(.*?)\^?$/.exec(entry) ?? [];
  const host = hostName(name ?? "");
  return host?.includes(".") ? host : undefined;
}

/** @param {unknown} text */
function mailDomain(text) {
  const all = checked(text);
  return listOf(entryName(all.slice(all.lastIndexOf("@") + 1)));
}

/**
 * SHA-1 digests in hexadecimal, as in lists of leaked passwords. The key is the 20 bytes. A number after the digest, as in
 * "DIGEST:123", is ignored. A query is the digest in hexadecimal or the 20 bytes, which `sha1` computes.
 * @type {KeyForm<string | Uint8Array>}
 * @example
 * import { sha1, sha1Hex } from "edgebloom/keys";
 *
 * sha1Hex.entries("5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:52256179")[0].length; // 20
 * sha1Hex.lookups(await sha1("password"))[0][0]; // 91, which is 0x5b
 */
export const sha1Hex = /* @__PURE__ */ hexForm(
  "sha1-hex",
  20,
  "a SHA-1 digest, 40 hexadecimal digits or 20 bytes, as await sha1(text) of edgebloom/keys computes it",
);

/**
 * SHA-256 digests in hexadecimal, as in lists of file hashes. The key is the 32 bytes. A number after the digest, as in "DIGEST:123", is
 * ignored. A query is the digest in hexadecimal or the 32 bytes. (For a list of texts to be hashed, use `sha256`.)
 * @type {KeyForm<string | Uint8Array>}
 * @example
 * import { sha256Hex } from "edgebloom/keys";
 *
 * const digest = "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855";
 * sha256Hex.entries(digest)[0].length; // 32
 * sha256Hex.lookups(digest.toLowerCase())[0][0]; // 227, which is 0xe3
 */
export const sha256Hex = /* @__PURE__ */ hexForm(
  "sha256-hex",
  32,
  "a SHA-256 digest, 64 hexadecimal digits or 32 bytes",
);

/**
 * A form of digests in hexadecimal.
 * @param {string} name
 * @param {number} width bytes of a digest
 * @param {string} expected
 * @returns {KeyForm<string | Uint8Array>}
 */
function hexForm(name, width, expected) {
  const digits = RegExp(`^[0-9a-f]{${2 * width}}$`, "i");
  /** @param {string} text */
  function digestIn(text) {
    if (!digits.test(text)) return [];
    const bytes = new Uint8Array(width);
    for (let i = 0; i < width; i++) bytes[i] = (digitAt(text, 2 * i) << 4) | digitAt(text, 2 * i + 1);
    return [bytes];
  }
  return {
    name,
    invalid: "throw",
    expected,
    entries: (entry) => digestIn(checked(entry).replace(/:\d*$/, "")),
    lookups(query) {
      if (!isBytes(query)) return digestIn(checked(query));
      return query.length === width ? [query] : [];
    },
  };
}

/** A hexadecimal digit's value: letters are 9 more than their last four bits. @param {string} text @param {number} i */
function digitAt(text, i) {
  const code = text.charCodeAt(i);
  return (code & 15) + 9 * (code >> 6);
}

/**
 * Keys without any conversion.
 * @type {KeyForm}
 */
export const raw = {
  name: "raw",
  entries: (entry) => [entry],
  lookups: (query) => [query],
};

/**
 * Computes the SHA-1 digest of a password or other text, in UTF-8. The result is a key in the form "sha1-hex".
 * @param {string} text
 * @returns {Promise<import("../types.js").Bytes>} 20 bytes
 * @throws {TypeError} `text` is not a string, or the platform has no `crypto.subtle`, as on http pages. These errors reject the promise
 * @example
 * import { sha1 } from "edgebloom/keys";
 *
 * (await sha1("password"))[0]; // 91
 */
export async function sha1(text) {
  if (typeof text !== "string") wrongType("text", "a string", text);
  return new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text)));
}
