// --allow: keys that are left off the list. If that isn't enough for a "no", because a parent is listed, it's an error. So is a listed key of --never,
// with --strict.

import { isUtf8 } from "node:buffer";
import { Failure } from "./failure.js";
import { readLists } from "./keys.js";
import { eachKey } from "./lines.js";

/** @typedef {import("./keys.js").Sink} Sink */

/** The forms whose queries look up several keys. */
export const EXPANDED = ["domain", "email", "url"];

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

/** A key in a message: as text, or in hexadecimal. @param {import("../api/types.js").Key} key */
export function quoted(key) {
  const bytes = Buffer.from(/** @type {any} */ (key));
  return JSON.stringify((isUtf8(bytes) ? bytes.toString() : bytes.toString("hex")).slice(0, 80));
}

/**
 * What to do with keys that are listed, each byte as a character: `undefined` leaves a key out, and an entry can't get a "no" because of it.
 * @typedef {Map<string, { option: string, entry: string } | undefined>} Allowed
 */

/**
 * Reads the keys of --allow and, with --strict, those of --never.
 * @param {import("./universe.js").Universe | undefined} universe
 * @returns {Promise<Allowed>}
 */
export async function readAllowed(universe = []) {
  /** @type {Allowed} */
  const allowed = new Map();
  for (const { option, lists } of universe) {
    const { keyForm, strict } = lists.format;
    const isAllow = option === "--allow";
    if (!isAllow && !strict) continue;
    const take = (/** @type {import("../api/types.js").Key} */ key) => {
      const text = textOf(key);
      if (isAllow) allowed.set(text, undefined);
      // A query looks up its parents, too.
      const parents = EXPANDED.includes(keyForm.name) ? keyForm.lookups(String(key)).map(textOf) : [];
      for (const each of [text, ...parents]) if (!allowed.has(each)) allowed.set(each, { option, entry: text });
    };
    const sink = sinkOfKeys(take, () => allowed.size);
    // They are read again as a universe, which reports what is wrong with them.
    await readLists(lists, sink, { quiet: true }, { onDoubt() {} });
  }
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
 * @param {S} sink which throws if a key is listed that would make one of them a "maybe"
 * @param {Allowed} allowed
 * @returns {S}
 */
export function without(sink, allowed) {
  if (!allowed.size) return sink;
  const isAllowed = (/** @type {import("../api/types.js").Key} */ key) => {
    const text = textOf(key);
    if (!allowed.has(text)) return false;
    const needed = allowed.get(text);
    if (!needed) return true;
    const [entry, listed] = [needed.entry, text].map((each) => quoted(Buffer.from(each, "latin1")));
    const why = `${entry} can't get "no", because ${entry === listed ? "it" : listed} is on the list`;
    throw new Failure(
      needed.option === "--allow"
        ? `--allow: ${why}; allow ${listed}, too, or don't allow ${entry}`
        : `--never: ${why}; without --strict, that's a warning`,
    );
  };
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
