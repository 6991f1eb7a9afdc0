// The filter to ship: the example list until the user builds or imports a filter, or the playground filter when the user
// chooses it.

import { BloomFilter } from "edgebloom";
import { email } from "edgebloom/keys";
import { bench, keyOf, onAsk } from "../../lib/bench.js";
import { EXAMPLE, exampleFilter } from "../../lib/example.js";
import { keySizes } from "../../lib/key-sizes.js";
import { hasOwnLayout } from "../../lib/load-any.js";

/** The key that is looked up until one is typed. */
export const KEY = "mailinator.com";

const { count, bytes, file } = EXAMPLE;

/**
 * @typedef {object} Facts
 * @property {number | undefined} keys distinct ones; undefined if unknown
 * @property {number} fileBytes
 * @property {string} name
 * @property {import("./snippets.js").Kind} kind
 */

/** The user's choice, until another filter replaces it. @type {"example" | "play" | undefined} */
let chosen;
/** The list in Play, or whether a filter without its keys is there. @type {unknown} */
let brought = false;
/** @type {Set<() => void>} */
const listeners = new Set();

export const subject = {
  get isExample() {
    return chosen ? chosen === "example" : !brought;
  },
  /** @param {"example" | "play"} what */
  choose(what) {
    chosen = what;
    tell();
  },
  /** @returns {Facts} */
  get facts() {
    if (this.isExample) return { keys: count, fileBytes: bytes.bloomBytes, name: file, kind: "readable" };
    const { subFilters, byteLength } = bench.stats;
    // The stats of a sparse filter do not differ from those of a plain one.
    const readable =
      bench.filter.constructor === BloomFilter || subFilters || bench.stats.scheme === bench.stats.layout;
    const kind = !hasOwnLayout(bench.stats) ? "foreign" : readable ? "readable" : "variant";
    return { keys: bench.distinct, fileBytes: byteLength, name: bench.filter.name, kind };
  },
  /** The filter file. @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async file() {
    return this.isExample ? (await exampleFilter()).file : new Uint8Array(bench.filter.toBytes());
  },
  /**
   * The key for the typed text; undefined if the filter does not accept it.
   * @param {string} text
   * @returns {string | bigint | undefined}
   */
  keyIn(text) {
    if (this.isExample) return /** @type {string[]} */ (email.lookups(text))[0];
    try {
      return text ? keyOf(text) : undefined;
    } catch {
      return undefined;
    }
  },
  /** The filter, ready to be queried. @returns {Promise<{ has: (key: any) => boolean }>} */
  async filter() {
    return this.isExample ? (await exampleFilter()).reader : bench.filter;
  },
  /**
   * The size of its keys as text, one per line, and gzipped; undefined if unknown.
   * @returns {Promise<{ text: number, gzipped: number | undefined } | undefined>}
   */
  async keySizes() {
    if (this.isExample) return { text: bytes.listBytes, gzipped: bytes.gzipBytes };
    return keySizes();
  },
};

function tell() {
  for (const draw of listeners) draw();
}

/** @param {() => void} draw runs now and whenever it is another filter, or has changed */
export function onSubject(draw) {
  listeners.add(draw);
  draw();
}

export function startSubject() {
  onAsk(() => {
    const now = bench.list ?? !bench.complete;
    // Users who built their own filter want to ship it.
    if (now !== brought) chosen = undefined;
    brought = now;
    tell();
  });
}
