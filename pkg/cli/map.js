// build --map and --label: maps from keys to values.

import { mapOf, newMapBuilder, pushKey, sinkInto } from "./engines.js";
import { Failure } from "./failure.js";
import { measure, nameOf, readLines } from "./input.js";
import { openLists, readLists } from "./keys.js";
import { NEWLINE } from "./lines.js";
import { Progress } from "./progress.js";
import { warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("./engines.js").MapBuilder} MapBuilder */
/** @typedef {import("./keys.js").Format} Format */
/** @typedef {{ errorRate: number, name: string, version: string, seed: number }} Settings */

/** The options. */
export const MAP = /** @satisfies {import("./options.js").OptionTable} */ ({
  map: {
    type: "string",
    multiple: true,
    value: "FILE",
    file: true,
    says: "make a map: lines of a key, a tab and its value",
  },
  label: {
    type: "string",
    multiple: true,
    value: "L=FILE",
    says: "make a map: the value of a key is the names of its lists",
  },
});

const TAB = 9;
const RETURN = 13;
/** A label is a bit of a number. */
const MOST_LABELS = 32;

/**
 * The lists of --label, in their order.
 * @param {string[]} labels
 * @param {Format} format
 */
export function openLabels(labels, format) {
  if (labels.length > MOST_LABELS) throw new Failure(`--label: expected at most ${MOST_LABELS}, got ${labels.length}`);
  const lists = labels.map((label) => {
    const [, name, path] = /^([^=,\s]+)=(.+)$/.exec(label) ?? [];
    if (!name)
      throw new Failure(`--label: expected NAME=FILE, with no comma in the name, got ${JSON.stringify(label)}`);
    return { name, ...openLists([path], format) };
  });
  const twice = lists.find(({ name }, i) => lists.findIndex((each) => each.name === name) < i);
  if (twice) throw new Failure(`--label: ${twice.name} is there twice; give each list a name of its own`);
  return lists;
}

/**
 * The map of labelled lists. A key that several lists have gets all their labels.
 * @param {ReturnType<typeof openLabels>} lists
 * @param {Settings} settings
 * @param {{ quiet?: boolean }} report
 */
export async function mapOfLabels(lists, settings, report) {
  const builder = newMapBuilder(settings.seed);
  try {
    for (const [i, list] of lists.entries()) {
      builder.setValue((1 << i) >>> 0);
      const before = builder.collected;
      await readLists(list, sinkInto(builder), report);
      if (builder.collected === before) throw new Failure(`--label: no keys in ${list.paths[0]}`);
    }
    builder.prepare(true);
    const textOf = (/** @type {number} */ code) =>
      lists
        .filter((_, i) => (code >>> i) & 1)
        .map(({ name }) => name)
        .join(",");
    return mapOf(builder, settings, textOf);
  } finally {
    builder.free();
  }
}

/**
 * The map of files with a key, a tab and a value in each line.
 * @param {string[]} paths
 * @param {Format} format
 * @param {Settings} settings
 * @param {{ quiet?: boolean }} report
 */
export async function mapOfFiles(paths, format, settings, report) {
  if (format.input !== undefined && format.input !== "lines") throw new Failure("--input: only lines for --map");
  const builder = newMapBuilder(settings.seed);
  const progress = new Progress(measure(paths), () => builder.collected, report);
  try {
    /** @type {Map<string, number>} */
    const numbers = new Map();
    await eachEntry(paths, format, progress, (key, value) => {
      const number = numbers.get(value) ?? numbers.size;
      numbers.set(value, number);
      builder.setValue(number);
      pushKey(builder, key);
    });
    progress.end();
    if (!builder.collected) throw new Failure("no keys in the input: nothing is written");
    await checkConflicts(builder.prepare(false), paths, format);
    const texts = [...numbers.keys()];
    return mapOf(builder, settings, (code) => texts[code]);
  } finally {
    progress.end();
    builder.free();
  }
}

/**
 * Calls `take` with each key and its value.
 * @param {string[]} paths
 * @param {Format} format
 * @param {Progress | undefined} progress
 * @param {(key: import("../api/types.js").Key, value: string, line: number) => void} take
 */
async function eachEntry(paths, { keyForm }, progress, take) {
  for (const path of paths) {
    const name = nameOf(path);
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    let line = 0;
    /** @type {Parameters<typeof readLines>[1]} */
    const use = (part, isFirst) => {
      // Text in UTF-16 has tabs, too, and would make a map in which no key is found.
      if (isFirst && part.subarray(0, 4096).includes(0)) {
        throw new Failure(`${name}: expected text in UTF-8, got bytes that are 0; convert it, for example with iconv`);
      }
      eachLine(part, (bytes) => {
        line++;
        if (!bytes.length) return;
        const tab = bytes.indexOf(TAB);
        if (tab <= 0) throw new Failure(`${name}:${line}: expected a key, a tab and a value`);
        let value;
        try {
          value = decoder.decode(bytes.subarray(tab + 1));
        } catch {
          throw new Failure(`${name}:${line}: expected a value in UTF-8, got other bytes`);
        }
        const key = bytes.subarray(0, tab);
        if (keyForm.name === "raw") return take(key, value, line);
        const keys = keyForm.entries(key.toString());
        if (!keys.length) throw new Failure(`${name}:${line}: expected a key of the form "${keyForm.name}"`);
        for (const each of keys) take(each, value, line);
      });
    };
    await readLines(path, use, progress ?? new Progress(undefined, () => 0, { quiet: true }));
  }
}

/**
 * Calls `take` with each line, without its end.
 * @param {Buffer} part whole lines
 * @param {(line: Buffer) => void} take
 */
function eachLine(part, take) {
  for (let at = 0; at < part.length; ) {
    const found = part.indexOf(NEWLINE, at);
    const end = found < 0 ? part.length : found;
    take(part.subarray(at, part[end - 1] === RETURN ? end - 1 : end));
    at = end + 1;
  }
}

/**
 * Throws if a key has two values. Different keys with one digest, which somebody must have computed, count as one.
 * @param {Uint32Array} conflicts the indices of pairs of entries
 * @param {string[]} paths
 * @param {Format} format
 */
async function checkConflicts(conflicts, paths, format) {
  if (!conflicts.length) return;
  if (paths.includes("-")) throw new Failure("a key has two values; give each key one value");
  const wanted = new Set(conflicts);
  /** @type {Map<number, { key: string, value: string }>} */
  const found = new Map();
  let index = 0;
  await eachEntry(paths, format, undefined, (key, value) => {
    const text = typeof key === "string" ? key : Buffer.from(/** @type {Uint8Array} */ (key)).toString("latin1");
    if (wanted.has(index)) found.set(index, { key: text, value });
    index++;
  });
  for (let i = 0; i < conflicts.length; i += 2) {
    const [one, other] = [found.get(conflicts[i]), found.get(conflicts[i + 1])];
    if (!one || !other || one.key !== other.key) continue;
    const values = [one.value, other.value].sort().map((value) => JSON.stringify(value));
    throw new Failure(`${JSON.stringify(one.key)} has the values ${values.join(" and ")}; give each key one value`);
  }
  const count = conflicts.length / 2;
  warn(
    `${grouped(count)} ${count === 1 ? "key has" : "keys have"} the digest of another key, and the value of one of them`,
  );
}
