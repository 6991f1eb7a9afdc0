// One spelling for a domain. The build writes its keys with it and the worker asks with it: a filter
// compares bytes, so that two spellings would be two keys.

/** Labels of letters, digits and inner hyphens, two or more; the last is no number, or it is an IP address. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** ASCII that no domain has. A URL would take it for a port, a path, a user or an escape. */
const FOREIGN = /[\0-,/:-@[-`{-\x7f]/;

/** RFC 5321 allows a path of 256 characters, two of which are its angle brackets. */
const LONGEST_EMAIL = 254;

/**
 * The domain in lower case, international names as punycode, without a trailing dot.
 * @param {string} text
 * @returns {string | undefined} undefined if it is not a domain name
 */
export function canonicalDomain(text) {
  if (FOREIGN.test(text)) return undefined;
  let host;
  try {
    host = new URL(`http://${text}`).hostname;
  } catch {
    return undefined;
  }
  host = host.replace(/\.$/, "");
  return NAME.test(host) ? host : undefined;
}

/**
 * The domain of an e-mail address.
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
  const canonical = canonicalDomain(domain);
  return canonical ? { domain: canonical } : { error: "email has no domain name after the @" };
}

/**
 * The domains of a text file: one a line, # starts a comment.
 * @param {string} text
 * @returns {string[]}
 */
export const domainsIn = (text) =>
  text
    .split("\n")
    .map((line) => line.replace(/#.*/, "").trim())
    .filter(Boolean);
