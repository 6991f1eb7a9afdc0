// Helpers that several tests share.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** `key-0`, `key-1`, …, or from another number on. */
export const keys = (n, start = 0) => Array.from({ length: n }, (_, i) => `key-${start + i}`);

/** Asserts what is thrown, and which field it names. */
export function refused(call, Kind, field, code) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof Kind, `${error}`);
    // A state, such as "truncated: …", is a sentence: it has the field in `field` alone.
    const isState = error.field === field && !error.message.includes(": expected ");
    if (field && !isState) assert.match(error.message, new RegExp(`^${field}\\b`));
    if (code) assert.equal(error.code, code);
    return true;
  });
}

/** What is thrown, if anything is. */
export function thrown(action) {
  try {
    action();
  } catch (error) {
    return error;
  }
}

export const utf8 = (text) => new TextEncoder().encode(text);

/**
 * `fetch`, sent again if the server had closed the idle connection that it used. workerd closes one after 4.5 seconds. If this
 * process is busy at that moment, Node does not yet know.
 */
export async function fetchAgain(url, options) {
  for (let tries = 3; ; tries--) {
    try {
      return await fetch(url, options);
    } catch (error) {
      if (tries === 1 || !["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(error.cause?.code)) throw error;
    }
  }
}

/** The text of a file of the repository. */
export const textOf = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
/** What a JSON file of tests/golden has. */
export const goldenJson = (path) => JSON.parse(textOf(`tests/golden/${path}`));

/** The ids of the schemes of other systems, and of the keyed ones. */
export const FOREIGN_IDS = goldenJson("schemes.json").map(({ scheme }) => scheme);
export const KEYED_IDS = [27, 28, 29];
/** The id of static sets. */
export const STATIC_ID = 30;
/** The first id that is none. */
export const NO_SCHEME = Math.max(...FOREIGN_IDS, ...KEYED_IDS, STATIC_ID) + 1;

/** What the statistics of every filter have. */
export const STATS = [
  "bits",
  "bitsSet",
  "byteLength",
  "capacity",
  "errorRate",
  "estimatedCount",
  "estimatedErrorRate",
  "fillRatio",
  "hashes",
  "inserted",
  "layout",
  "saturated",
  "scheme",
  "seed",
];
