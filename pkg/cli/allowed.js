// --allow: keys that are left off the list.

import { readLists } from "./keys.js";
import { eachKey } from "./lines.js";

/** @typedef {import("./keys.js").Lists} Lists */
/** @typedef {import("./keys.js").Sink} Sink */

/** The option. */
export const ALLOW = /** @satisfies {import("./options.js").OptionTable} */ ({
  allow: {
    type: "string",
    multiple: true,
    value: "FILE",
    file: true,
    says: "like --never, and leave these keys off the list",
  },
});

/**
 * A key as text, whether it came as bytes or as a string.
 * @param {import("../api/types.js").Key} key
 */
const textOf = (key) => Buffer.from(/** @type {any} */ (key)).toString("latin1");

/**
 * Reads the keys of --allow.
 * @param {Lists | undefined} lists
 * @returns {Promise<Set<string>>} the keys, each byte as a character
 */
export async function readAllowed(lists) {
  /** @type {Set<string>} */
  const allowed = new Set();
  if (!lists) return allowed;
  const take = (/** @type {import("../api/types.js").Key} */ key) => allowed.add(textOf(key));
  const sink = sinkOfKeys(take, () => allowed.size);
  // They are read again as a universe, which reports what is wrong with them.
  await readLists(lists, sink, { quiet: true }, { onDoubt() {} });
  return allowed;
}

/**
 * A sink that takes one key at a time.
 * @param {(key: import("../api/types.js").Key) => unknown} key
 * @param {() => number} count
 * @returns {Sink}
 */
export const sinkOfKeys = (key, count) => ({
  lines: (lines) => eachKey(lines, (start, end) => key(lines.subarray(start, end))),
  key,
  keys(bytes, width) {
    for (let at = 0; at < bytes.length; at += width) key(bytes.subarray(at, at + width));
  },
  count,
});

/**
 * The same sink without the keys of --allow.
 * @template {Sink} S
 * @param {S} sink
 * @param {Set<string>} allowed
 * @returns {S}
 */
export function without(sink, allowed) {
  if (!allowed.size) return sink;
  const isAllowed = (/** @type {import("../api/types.js").Key} */ key) => allowed.has(textOf(key));
  return {
    ...sink,
    lines(lines) {
      let kept = 0;
      eachKey(lines, (start, end) => {
        if (!isAllowed(lines.subarray(start, end))) return;
        if (start > kept) sink.lines(lines.subarray(kept, start));
        kept = end;
      });
      if (kept < lines.length) sink.lines(lines.subarray(kept));
    },
    key: (key) => isAllowed(key) || sink.key(key),
    keys(bytes, width) {
      let kept = 0;
      for (let at = 0; at < bytes.length; at += width) {
        if (!isAllowed(bytes.subarray(at, at + width))) continue;
        if (at > kept) sink.keys(bytes.subarray(kept, at), width);
        kept = at + width;
      }
      if (kept < bytes.length) sink.keys(bytes.subarray(kept), width);
    },
  };
}
