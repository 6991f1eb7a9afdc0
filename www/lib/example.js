// The example: a real list of disposable email domains, its figures and its filter. scripts/playground.mjs writes them.

import { email } from "edgebloom/keys";
import { FilterReader } from "edgebloom/reader";

/**
 * @typedef {object} Example
 * @property {string} file its name, without an ending
 * @property {string} source where it comes from, its version and licence
 * @property {number} count of its domains, each once
 * @property {string} keys the same, formatted
 * @property {string[]} sample some of its domains
 * @property {number} bits of its filter
 * @property {number} fillRatio
 * @property {number} hashes
 * @property {string} bloomSize
 * @property {string} staticSize
 * @property {string} gzipSize
 * @property {string} readerSize of `FilterReader`, gzipped
 * @property {{ listBytes: number, gzipBytes: number, bloomBytes: number, staticBytes: number }} bytes
 * @property {Part} part
 */

/**
 * @typedef {object} Part the domains with one first letter, as a static set, the same with `never`, and a map with labels
 * @property {string} prefix the letter
 * @property {string[]} saved the well-known names that are false positives without `never`
 */

/** @type {Example} */
export const EXAMPLE = /** @type {any} */ (globalThis).EDGEBLOOM_EXAMPLE;

/** Bytes of the code that reads a filter: whoever ships one ships both. */
export const READER_BYTES = 1000 * parseFloat(EXAMPLE.readerSize);

/** Where a file of the example is. @param {".bloom" | ".txt.gz"} ending */
export const exampleUrl = (ending) => new URL(`lists/${EXAMPLE.file}${ending}`, document.baseURI);

/** Which names of the list have set the bits of false positives (panels/hero/pool.js). @returns {Promise<Record<string, string[]>>} */
export async function settersFile() {
  const response = await fetch(new URL("lists/setters.json", document.baseURI));
  if (!response.ok) throw new Error(`setters.json: status ${response.status}`);
  return response.json();
}

/** Where a file of its part is. @param {".bloom" | "-never.bloom" | "-labels.map"} ending */
export const partUrl = (ending) => new URL(`lists/${EXAMPLE.part.prefix}${ending}`, document.baseURI);

/**
 * The keys to look up for an address, a URL or a domain: the domain and its parents, the most specific one first; none if it
 * is none of these. One label, such as "com", is no domain of the list. Nor is an IP address, unless it was typed as one: `URL` makes one of any number.
 * @param {string} text
 */
export function keysOf(text) {
  const numbers = text.split(/[^\d.]/);
  // As mail programs copy it: "Bob <bob@example.org>".
  const [, address = text] = /<([^<>\s]+@[^<>\s]+)>[\s,;]*$/.exec(text) ?? [];
  const keys = /** @type {string[]} */ (email.lookups(address.trim()));
  return keys.filter((key) => key.includes(".") && (/[^\d.]/.test(key) || numbers.includes(key)));
}

/** @type {Promise<{ file: Uint8Array<ArrayBuffer>, reader: FilterReader }> | undefined} */
let loading;

/** The filter of the list, loaded once. */
export function exampleFilter() {
  loading ??= fetch(exampleUrl(".bloom")).then(async (response) => {
    if (!response.ok) throw new Error(String(response.status));
    const file = new Uint8Array(await response.arrayBuffer());
    return { file, reader: FilterReader.fromBytes(file) };
  });
  // A failed load is retried next time.
  loading.catch(() => (loading = undefined));
  return loading;
}
