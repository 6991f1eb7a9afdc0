// --never: keys that must not be false positives.

import { sinkInto } from "./engines.js";
import { Failure } from "./failure.js";
import { nameOf } from "./input.js";
import { openLists, readLists } from "./keys.js";
import { eachKey } from "./lines.js";
import { warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("./keys.js").Sink} Sink */

/** The forms whose queries look up several keys. */
const EXPANDED = ["domain", "email", "url"];

/** The option. */
export const NEVER = /** @satisfies {import("./options.js").OptionTable} */ ({
  never: {
    type: "string",
    multiple: true,
    value: "FILE",
    file: true,
    says: "a list of keys that must not be false positives",
  },
});

/**
 * The files of --never. A missing file is reported here, before the work begins.
 * @param {string[]} paths
 * @param {import("./keys.js").Format} format
 */
export function openUniverse(paths, format) {
  if (paths.includes("-")) throw new Failure("--never: expected a file, got standard input");
  const lists = openLists(paths, format);
  if (lists.bytes === undefined) throw new Failure("--never: expected a file, got a pipe; it is read more than once");
  return lists;
}

/**
 * Collects the keys of a universe: with a form that looks up several keys for a query, all of these.
 * @template {Parameters<typeof sinkInto>[0]} T
 * @param {import("./keys.js").Lists} lists
 * @param {T} target
 * @param {{ quiet?: boolean }} report
 * @returns {Promise<T>} the target; it is freed if there is an error
 */
export async function readUniverse(lists, target, report) {
  try {
    await readLists(lists, expanded(sinkInto(target), lists), report);
    if (!target.collected) throw new Failure(`--never: no keys in ${lists.paths.map(nameOf).join(", ")}`);
    return target;
  } catch (error) {
    target.free();
    throw error;
  }
}

/**
 * Warns of keys of the universe that are listed: they stay members.
 * @param {import("./keys.js").Lists} lists
 * @param {number} count how many there are
 * @param {(key: import("../api/types.js").Key) => boolean} has looks up a key in the set, which is exact on the universe
 */
export async function warnOfListed(lists, count, has) {
  if (!count) return;
  const isExpanded = EXPANDED.includes(lists.format.keyForm.name);
  /** @type {{ entry: import("../api/types.js").Key, key: import("../api/types.js").Key } | undefined} */
  let first;
  const look = (/** @type {import("../api/types.js").Key} */ entry) => {
    if (first) return;
    const keys = isExpanded ? lists.format.keyForm.lookups(String(entry)) : [entry];
    const key = keys.find(has);
    if (key !== undefined) first = { entry, key };
  };
  /** @type {Sink} */
  const sink = {
    lines: (lines) => eachKey(lines, (start, end) => look(lines.subarray(start, end))),
    key: look,
    keys(bytes, width) {
      for (let at = 0; at < bytes.length; at += width) look(bytes.subarray(at, at + width));
    },
    count: () => 0,
  };
  await readLists(lists, sink, { quiet: true }, { onDoubt() {} });
  if (!first) return;
  // Keys of the other forms are digests.
  const isText = isExpanded || lists.format.keyForm.name === "raw";
  const [entry, key] = [first.entry, first.key].map((each) => {
    const text = each instanceof Uint8Array ? Buffer.from(each).toString(isText ? "utf8" : "hex") : String(each);
    return JSON.stringify(text.slice(0, 80));
  });
  warn(`${listedToo(count)}; the first is ${entry}${key === entry ? "" : `, because ${key} is on the list`}`);
}

/** What happens to keys of the universe that are listed. @param {number} count how many there are */
export function listedToo(count) {
  const keys = count === 1 ? "1 key of --never is" : `${grouped(count)} keys of --never are`;
  return `${keys} on the list, too, and the answer stays "maybe"`;
}

/**
 * A sink for the keys that the queries of an entry look up, for example the parents of a host name, or the prefixes of a URL.
 * @param {Sink} sink
 * @param {import("./keys.js").Lists} lists
 * @returns {Sink}
 */
function expanded(sink, { format: { keyForm } }) {
  if (!EXPANDED.includes(keyForm.name)) return sink;
  const lookUp = (/** @type {string} */ text) => keyForm.lookups(text).map((key) => `${key}\n`);
  return {
    ...sink,
    lines: (lines) => sink.lines(Buffer.from(lines.toString().split("\n").filter(Boolean).flatMap(lookUp).join(""))),
    key: (key) => sink.lines(Buffer.from(lookUp(String(key)).join(""))),
  };
}
