import { email as form } from "edgebloom/keys";

/** Two or more labels of letters, digits and inner hyphens. The last one is not a number: that would be an IP address. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** RFC 5321 allows a path of 256 characters, two of which are its angle brackets. */
const LONGEST_EMAIL = 254;

/**
 * The domain of an e-mail address, spelled as in the list: lower case, punycode, no trailing dot.
 * @param {string} email
 * @returns {{ domain: string } | { error: string }} the error is a sentence for people
 */
export function domainOf(email) {
  if (email === "") return { error: "email is empty" };
  if (email.length > LONGEST_EMAIL) return { error: `email is longer than ${LONGEST_EMAIL} characters` };
  if (/[\s\p{Cc}]/u.test(email)) return { error: "email contains white space" };
  const [local, domain, ...more] = email.split("@");
  if (domain === undefined) return { error: "email has no @" };
  if (more.length) return { error: "email has more than one @" };
  if (local === "") return { error: "email has nothing before the @" };
  if (domain === "") return { error: "email has nothing after the @" };
  const [key = ""] = form.entries(email);
  return NAME.test(String(key)) ? { domain: String(key) } : { error: "email has no domain name after the @" };
}

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
