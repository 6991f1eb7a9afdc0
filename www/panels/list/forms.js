// The forms that keys can have, and how a line becomes an entry of a form: as the command line reads it (pkg/cli/keys.js).

import { domain, email, url } from "edgebloom/keys";

/** @typedef {import("edgebloom/keys").KeyForm} KeyForm */

/** @param {string} text */
const asWord = (text) => text.normalize().toLowerCase().trim().replace(/\s+/g, " ");

/**
 * Words, in any capitals, with more blanks than needed or not, and with accents as any system writes them. It is none of the package's forms, so
 * code.js writes it out.
 * @type {KeyForm}
 */
export const words = {
  name: "words",
  entries: (text) => [asWord(text)].filter(Boolean),
  lookups: (text) => [asWord(text)].filter(Boolean),
};

/** Whether a key would be another one as a word. Most are plain, and quickly seen to be. @param {string} key */
export const isUneven = (key) => /^\s|\s$|\s\s|[A-Z]|[^ -~]/.test(key) && asWord(key) !== key;

/** Keys as they are have no form. @type {Record<string, KeyForm | undefined>} */
export const FORMS = { raw: undefined, words, email, domain, url };

/** A rule of an ad blocker for a whole host, with options that leave it one (pkg/cli/lists/adblock.js), and one that hides parts of pages. */
const RULE =
  /^(\|\|[^\s/^$*|:]+\^?)\$(?:(?:important|all|doc|document|third-party|3p|first-party|1p|popup|match-case)(?:,|$))+$/;
const RULE_OF_PARTS = /^\s*[^\s#]+#[@?$%]?#/;

/** Whether a line is a rule for a host. @param {string} line */
export const isRule = (line) => /^\|\|\S+\^/.test(line.trim());

/**
 * The part of a line that is an entry: in a form, without comments and blanks. An address may contain a "#".
 * @param {string} line
 * @param {KeyForm} [form]
 */
export function entryIn(line, form) {
  if (!form || form === words) return line;
  // A rule for parts of a site's pages has no comment.
  if (RULE_OF_PARTS.test(line)) return line.trim();
  return line
    .trim()
    .replace(form === email ? /\s#.*|^#(?:\s.*)?$|^[!;#][^@]*$/ : /#.*|^[!;].*|^\[adblock[^\]]*\]$/i, "")
    .trim();
}

const ADDRESS = "(?:\\d{1,3}(?:\\.\\d{1,3}){3}|[\\da-f]*:[\\da-f:.]*:[\\da-f.]*(?:%[\\w.-]+)?)";

/** A line of a hosts file: an address and names (pkg/cli/lists/lines.js). The lines of a server's log are none. */
const HOSTS_LINE = new RegExp(`^${ADDRESS}((?:[ \\t]+[\\p{L}\\p{N}_.-]+)+)$`, "iu");

/** The names of the machine itself and its networks, which are no keys of a hosts file. */
const OWN = /^(localhost\d?|localhost\d?\.localdomain\d?|local|broadcasthost|ip6-.*|0\.0\.0\.0)$/i;

/** The names in a line of a hosts file; undefined if it is none. @param {string} entry without its comment */
const namesIn = (entry) =>
  HOSTS_LINE.exec(entry)?.[1]
    .trim()
    .split(/[ \t]+/);

/** Whether a line is one of a hosts file. @param {string} line */
export const isOfHosts = (line) => !!namesIn(line.replace(/#.*/, "").trim());

/**
 * The entries of a line: one, or the names in a line of a hosts file.
 * @param {string} entry without its comment
 * @param {KeyForm} [form]
 * @returns {{ entry: string, keys: string[] }[]}
 */
export function entriesOf(entry, form) {
  const names = form === domain ? namesIn(entry) : undefined;
  if (names) return names.map((name) => ({ entry: name, keys: OWN.test(name) ? [] : keysOf(name, domain) }));
  const whole = (form === domain && RULE.exec(entry)?.[1]) || entry;
  return [{ entry: whole, keys: form ? keysOf(whole, form) : [whole] }];
}

/** @param {string} entry @param {KeyForm} form */
const keysOf = (entry, form) => /** @type {string[]} */ (form.entries(entry));

/**
 * What a query asks for. A whole line of a list stands for one of its keys: a lookup would take its address or its marks for a part of the name.
 * @param {string} query
 * @param {KeyForm | undefined} form
 * @param {(key: string) => boolean} has
 */
export function askedIn(query, form, has) {
  if (!form || form === words) return query;
  const looked = lookupsOf(query, form);
  const keys = entriesOf(entryIn(query, form), form).flatMap((one) => one.keys);
  if (!keys.length || keys.some((key) => looked.includes(key))) return query;
  return keys.find(has) ?? keys[0];
}

/**
 * The keys to look up for a query.
 * @param {string} query
 * @param {KeyForm} [form]
 * @returns {string[]}
 */
export const lookupsOf = (query, form) => (form ? /** @type {string[]} */ (form.lookups(query)) : query ? [query] : []);

/** What nearly all entries of a list have if its keys are of a form. A row of a table is none. @type {[name: string, looks: RegExp][]} */
const LOOKS = [
  ["email", /^[^\s/@,;]*@[^\s/@,;]+\.[\p{L}-]{2,}$/iu],
  ["url", /^([a-z][a-z\d+.-]*:\/\/\S+|[^\s/@,;]+\.[a-z]{2,}\/\S*)$/i],
  ["domain", /^(\|\||\*?\.)?[^\s/@:,;]+\.\p{L}[\p{L}\d-]*\.?(\^(\$\S+)?)?$/iu],
];

/** What a form is looked for in. @param {string[]} lines */
const entriesIn = (lines) =>
  lines
    .map((line) => line.replace(/\s#.*/, "").trim())
    .filter((line) => line && !/^([#!;]|\[adblock)/i.test(line))
    // A name in a hosts file needs no dot.
    .map((entry) => (namesIn(entry)?.every((name) => /\p{L}/u.test(name) || OWN.test(name)) ? "host.name" : entry));

/**
 * The form that some entries seem to have.
 * @param {string[]} lines
 */
export function formOf(lines) {
  const entries = entriesIn(lines);
  const isNearlyAll = (/** @type {RegExp[]} */ ...looks) =>
    entries.length > 0 &&
    entries.filter((entry) => looks.some((one) => one.test(entry))).length >= entries.length * 0.9;
  const { email, url, domain } = Object.fromEntries(LOOKS);
  // Some URLs among host names: as host names, they would be skipped.
  if (isNearlyAll(url, domain)) return entries.some((entry) => url.test(entry)) ? "url" : "domain";
  // A blocklist of addresses with some whole domains among them: only as domains can all of it be looked up.
  return isNearlyAll(email, domain) ? "email" : "raw";
}

/**
 * The form of most lines, the first line without it, and whether there are several.
 * @param {string[]} lines of a list that has no form, because too many lines have not
 * @returns {{ form: string, odd: string, several: boolean } | undefined}
 */
export function almostOf(lines) {
  const entries = entriesIn(lines);
  const [address, url, host] = LOOKS.map(([, looks]) => looks);
  const some = (/** @type {RegExp} */ looks) => entries.some((entry) => looks.test(entry));
  // Some addresses or URLs among the hosts: as hosts, they would be skipped.
  const withHosts = some(address) ? "email" : some(url) ? "url" : "";
  for (const [form, looks] of LOOKS) {
    const others = entries.filter((entry) => !looks.test(entry) && !(form === withHosts && host.test(entry)));
    if (others.length < entries.length / 2) return { form, odd: others[0], several: others.length > 1 };
  }
}

/** What a list that seems to have a form can be read as without losing lines. @type {Record<string, string[]>} */
const FITTING = { email: ["raw", "words", "email"], domain: ["domain", "email"], url: ["url", "domain"] };

/**
 * The form in which another list is read after the user has chosen one: that one, if half of the list has it.
 * @param {string | undefined} wanted
 * @param {string} found the form that the list seems to have
 * @param {string[]} entries some of it
 */
export function stillWanted(wanted, found, entries) {
  const form = FORMS[wanted ?? ""];
  const filled = entries.filter((entry) => entry.trim());
  const inForm = form && filled.filter((entry) => keysOf(entry, form).length);
  const fits = FITTING[found]?.includes(wanted ?? "") ?? (!inForm || inForm.length * 2 >= filled.length);
  return fits ? wanted : undefined;
}

/**
 * The form in which a list is read unless the user chooses one. Addresses stay whole: many can have one domain, and whoever pastes five would be
 * surprised to get two keys.
 * @param {string} found the form that it seems to have
 */
export const readAs = (found) => (found === "email" ? "raw" : found);
