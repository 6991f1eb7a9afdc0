// The forms that keys can have, and how a line becomes an entry of a form: as the command line reads it (pkg/cli/keys.js).

import { domain, email, url } from "edgebloom/keys";

/** @typedef {import("edgebloom/keys").KeyForm} KeyForm */

/** Keys as they are have no form. @type {Record<string, KeyForm | undefined>} */
export const FORMS = { raw: undefined, email, domain, url };

/**
 * The part of a line that is an entry: in a form, without comments and blanks. An address may contain a "#".
 * @param {string} line
 * @param {KeyForm} [form]
 */
export function entryIn(line, form) {
  if (!form) return line;
  return line.replace(form === email ? /(?:^|\s)(?:#\s.*|#$)|^[!;#][^@]*$/ : /#.*|^[!;].*/, "").trim();
}

/**
 * The keys to look up for a query.
 * @param {string} query
 * @param {KeyForm} [form]
 * @returns {string[]}
 */
export const lookupsOf = (query, form) => (form ? /** @type {string[]} */ (form.lookups(query)) : query ? [query] : []);

/** What nearly all entries of a list have if its keys are of a form. @type {[name: string, looks: RegExp][]} */
const LOOKS = [
  ["email", /^[^\s/@]+@[^\s/@]+\.[a-z-]{2,}$/i],
  ["url", /^([a-z][a-z\d+.-]*:\/\/\S+|[^\s/@]+\.[a-z]{2,}\/\S*)$/i],
  ["domain", /^(\|\||\*?\.)?[^\s/@:]+\.[a-z][a-z\d-]*\^?$/i],
];

/**
 * The form that some entries seem to have.
 * @param {string[]} lines
 */
export function formOf(lines) {
  const entries = lines.map((line) => line.trim()).filter((line) => line && !/^[#!;]/.test(line));
  const isNearlyAll = (/** @type {RegExp} */ looks) =>
    entries.length > 0 && entries.filter((entry) => looks.test(entry)).length >= entries.length * 0.9;
  return LOOKS.find(([, looks]) => isNearlyAll(looks))?.[0] ?? "raw";
}
