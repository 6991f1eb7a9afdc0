// A filter for keys whose number is known only when they have all been seen: it is sized by the
// distinct ones. One at a time; the command line streams into it.

import { instance as wasm } from "../wasm/glue.js";
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
  if (building) throw new Error("keys: expected no build within a build");
  building = true;
  try {
    wasm.begin_build(seed);
    take();
    return check(wasm.finish_build(scheme, errorRate));
  } finally {
    building = false;
    wasm.begin_build(0);
  }
}

/** @param {import("./types.js").Key} key */
export const pushKey = (key) => check(wasm.push(putKey(key)));

/** @param {Uint8Array | string} text */
export const pushLines = (text) =>
  eachPiece(text, (length, last) => {
    check(wasm.push_lines(length, last));
    return wasm.rest();
  });
