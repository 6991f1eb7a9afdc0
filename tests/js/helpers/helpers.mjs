// Helpers for many tests.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** `key-0`, `key-1`, … The first number is `start`. */
export const keys = (n, start = 0) => Array.from({ length: n }, (_, i) => `key-${start + i}`);

/** Asserts that a call throws this class of error with this `field` and `code`. */
export function assertRejected(call, Kind, field, code) {
  let rejected;
  assert.throws(call, (error) => {
    rejected = error;
    assert.ok(error instanceof Kind, `${error}`);
    // The message of a state, such as "truncated: …", does not begin with the field.
    const isState = error.field === field && !error.message.includes(": expected ");
    if (field && !isState) assert.match(error.message, new RegExp(`^${field}\\b`));
    if (code) assert.equal(error.code, code);
    return true;
  });
  return rejected;
}

/** The error that an action throws, or undefined. */
export function thrown(action) {
  try {
    action();
  } catch (error) {
    return error;
  }
}

export const utf8 = (text) => new TextEncoder().encode(text);

/**
 * `fetch` that tries again if the server had closed the idle connection. workerd closes idle connections after
 * 4.5 seconds, and Node notices that too late if this process is busy.
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
/** The names of fields in a table of docs/reference/cli.md. A row may have several. */
export const fieldsIn = (page, table) =>
  [
    ...page
      .split(`<!-- fields ${table} -->`)[1]
      .split("<!-- end -->")[0]
      .matchAll(/^\| (`.*?`) \|/gm),
  ].flatMap(([, names]) => names.match(/\w+/g));
/** The content of a JSON file of tests/golden. */
export const goldenJson = (path) => JSON.parse(textOf(`tests/golden/${path}`));

/** The ids of the schemes of other systems, and of the schemes of keyed filters. */
export const FOREIGN_IDS = goldenJson("schemes.json").map(({ scheme }) => scheme);
export const KEYED_IDS = [27, 28, 29];
/** The scheme id of static sets. */
export const STATIC_ID = 30;
/** The lowest id that no scheme has. */
export const NO_SCHEME = Math.max(...FOREIGN_IDS, ...KEYED_IDS, STATIC_ID) + 1;

/** The names of the statistics that every filter has. */
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
  "overHalfFull",
  "scheme",
  "seed",
];
