// A filter for keys whose number is known only when they have all been seen: it is sized by the
// distinct ones. One at a time; the command line streams into it.

import { begin_build, distinct, finish_build, push, push_lines, rest } from "../wasm/glue.js";
import { check } from "./errors.js";
import { eachPiece, putKey } from "./memory.js";

let building = false;

/**
 * Runs `take` on an empty builder, then makes the filter.
 * @template T
 * @param {{ seed: number, scheme: number, errorRate: number }} options
 * @param {() => T} take
 * @returns {number} the number of the filter
 */
export function build({ seed, scheme, errorRate }, take) {
  if (building) throw new Error("keys: a filter is being built from an iterable that builds one");
  building = true;
  try {
    begin_build(seed);
    take();
    return check(finish_build(scheme, errorRate));
  } finally {
    building = false;
    begin_build(0);
  }
}

/** @param {import("./bloom-filter.js").Key} key */
export const pushKey = (key) => check(push(putKey(key)));

export { begin_build as begin, distinct, finish_build as finish };

/** @param {Uint8Array | string} text */
export const pushLines = (text) =>
  eachPiece(text, (length, last) => {
    check(push_lines(length, last));
    return rest();
  });
