// Reads addresses and lists of domains.

import { email as form } from "edgebloom/keys";

/** Two or more labels of letters, digits and inner hyphens. The last one is not a number: that would be an IP address. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** RFC 5321 allows a path of 256 characters, two of which are its angle brackets. */
export const LONGEST_EMAIL = 254;

/**
 * The domain of an email address and its parents, spelled as in the list: lower case, Punycode, no trailing dot.
 * @param {string} email an address, or a domain alone
 * @returns {{ keys: string[] } | { error: string }} the most specific key first; or the name of an error in words.js
 */
export function keysOf(email) {
  if (email === "") return { error: "empty" };
  if (email.length > LONGEST_EMAIL) return { error: "long" };
  if (/[\s\p{Cc}]/u.test(email)) return { error: "space" };
  const [local, domain, ...more] = email.split("@");
  if (more.length) return { error: "manyAts" };
  if (local === "") return { error: "nothingBefore" };
  if (domain === "") return { error: "nothingAfter" };
  // A list has no ports and paths, which lookups drop. A query has no marks of an ad blocker's rule, which entries drop.
  const [entry = ""] = form.entries(email);
  const keys = form.lookups(email).map(String);
  if (!NAME.test(String(entry)) || keys[0] !== String(entry))
    return { error: domain === undefined ? "noAt" : "noName" };
  return { keys };
}

/** The form of the keys in the set, for a LiveFilter whose queries are the keys of `keysOf`, one at a time. */
export const oneKey = { ...form, lookups: (/** @type {string} */ key) => [key] };

/**
 * The domains of a text file, one per line. # starts a comment.
 * @param {string} text
 * @returns {string[]}
 */
export const domainsIn = (text) =>
  text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter(Boolean);
