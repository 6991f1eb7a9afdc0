// The example: a real list of disposable e-mail domains, its figures and its filter. scripts/playground.mjs writes them.

import { FilterReader } from "edgebloom/reader";

/**
 * @typedef {object} Example
 * @property {string} file its name, without an ending
 * @property {string} source where it comes from, its version and licence
 * @property {number} count of its domains
 * @property {string} keys the same, formatted
 * @property {string[]} sample some of its domains
 * @property {number} bits of its filter
 * @property {number} fillRatio
 * @property {number} hashes
 * @property {string} bloomSize
 * @property {string} staticSize
 * @property {string} gzipSize
 * @property {{ listBytes: number, gzipBytes: number, bloomBytes: number, staticBytes: number }} bytes
 */

/** @type {Example} */
export const EXAMPLE = /** @type {any} */ (globalThis).EDGEBLOOM_EXAMPLE;

/** Where a file of the example is. @param {".bloom" | ".txt.gz"} ending */
export const exampleUrl = (ending) => new URL(`lists/${EXAMPLE.file}${ending}`, document.baseURI);

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
