// --never and --allow: keys that must not be false positives.

import { EXPANDED, quoted, sinkOfKeys } from "./allowed.js";
import { sinkInto } from "./engines.js";
import { Failure } from "./failure.js";
import { nameOf } from "./input.js";
import { openLists, readLists } from "./keys.js";
import { warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("./keys.js").Sink} Sink */

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

/** @typedef {{ option: string, lists: import("./keys.js").Lists }[]} Universe the files of each option, --allow first */

/**
 * The files of --never and --allow. A missing file is reported here, before the work begins.
 * @param {{ never?: string[] | undefined, allow?: string[] | undefined }} values
 * @param {import("./keys.js").Format} format
 * @returns {Universe | undefined}
 */
export function openUniverse({ never, allow }, format) {
  const universe = Object.entries({ "--allow": allow, "--never": never }).flatMap(([option, paths]) => {
    if (!paths) return [];
    if (paths.includes("-")) throw new Failure(`${option}: expected a file, got standard input`);
    const lists = openLists(paths, format);
    if (lists.bytes === undefined)
      throw new Failure(`${option}: expected a file, got a pipe; it is read more than once`);
    return [{ option, lists }];
  });
  return universe.length ? universe : undefined;
}

/** @param {Universe} universe */
export const optionsOf = (universe) => universe.map(({ option }) => option).join(" or ");

/** @param {Universe} universe */
export const pathsOf = (universe) => universe.flatMap(({ lists }) => lists.paths);

/**
 * Collects the keys of a universe: with a form that looks up several keys for a query, all of these.
 * @template {Parameters<typeof sinkInto>[0]} T
 * @param {Universe} universe
 * @param {T} target
 * @param {{ quiet?: boolean }} report
 * @returns {Promise<T>} the target; it is freed if there is an error
 */
export async function readUniverse(universe, target, report) {
  try {
    for (const { option, lists } of universe) {
      const before = target.collected;
      /** @type {string[]} */
      const doubts = [];
      await readLists(lists, expanded(sinkInto(target), lists), report, { onDoubt: (doubt) => doubts.push(doubt) });
      // An allowlist may be empty: there's nothing to unblock.
      if (target.collected === before && (option === "--never" || doubts.length)) {
        const why = doubts.length ? ` (${doubts.join("; ")})` : "";
        throw new Failure(`${option}: no keys in ${lists.paths.map(nameOf).join(", ")}${why}`);
      }
      doubts.forEach(warn);
    }
    return target;
  } catch (error) {
    target.free();
    throw error;
  }
}

/**
 * Warns of keys of the universe that are listed: they stay members.
 * @param {Universe} universe
 * @param {number} count how many there are
 * @param {(key: import("../api/types.js").Key) => boolean} has looks up a key in the set, which is exact on the universe
 */
export async function warnOfListed(universe, count, has) {
  if (!count) return;
  const { keyForm } = universe[0].lists.format;
  const isExpanded = EXPANDED.includes(keyForm.name);
  /** @type {{ entry: import("../api/types.js").Key, key: import("../api/types.js").Key } | undefined} */
  let first;
  const look = (/** @type {import("../api/types.js").Key} */ entry) => {
    if (first) return;
    const key = [entry, ...(isExpanded ? keyForm.lookups(String(entry)) : [])].find(has);
    if (key !== undefined) first = { entry, key };
  };
  const sink = sinkOfKeys(look, () => 0);
  for (const { lists } of universe) await readLists(lists, sink, { quiet: true }, { onDoubt() {} });
  const [entry, key] = first ? [first.entry, first.key].map(quoted) : [];
  const named = `; the first is ${entry}${key === entry ? "" : `, because ${key} is on the list`}`;
  warn(`${listedToo(count)}${first ? named : ""}`);
}

/**
 * What happens to keys that are listed.
 * @param {number} count how many there are
 * @param {string} [of] their option; keys of --allow are listed only if a step was run without it
 */
export function listedToo(count, of = "--never") {
  const keys = count === 1 ? `1 key of ${of} is` : `${grouped(count)} keys of ${of} are`;
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
  const lookUp = (/** @type {string} */ text) =>
    [...new Set([text, ...keyForm.lookups(text)])].map((key) => `${key}\n`);
  return {
    ...sink,
    lines: (lines) => sink.lines(Buffer.from(lines.toString().split("\n").filter(Boolean).flatMap(lookUp).join(""))),
    key: (key) => sink.lines(Buffer.from(lookUp(String(key)).join(""))),
  };
}
