// --map and --label: lists of keys with values.

import { Failure } from "./failure.js";
import { measure, nameOf, readLines } from "./input.js";
import { openLists, readLists } from "./keys.js";
import { NEWLINE } from "./lines.js";
import { Progress } from "./progress.js";
import { warn } from "./report.js";
import { grouped } from "./show.js";

/** @typedef {import("../api/types.js").Key} Key */
/** @typedef {import("./keys.js").Format} Format */

/**
 * Where keys with values go.
 * @typedef {import("./keys.js").Sink & { setValue(value: number): void }} MapSink
 */

/**
 * The lists of a map. Values are numbers; the same text has the same number from one run to the next.
 * @typedef {object} MapLists
 * @property {string[]} paths
 * @property {string[] | undefined} labels of --label
 * @property {(sink: MapSink, report: { quiet?: boolean }) => Promise<void>} read puts all keys into a sink
 * @property {(value: number) => string} textOf
 * @property {() => number} entropy of the values, in bits for each key
 * @property {(saved: [number, string][]) => void} restore the numbers of the last run
 * @property {() => [number, string][] | undefined} save the numbers of this run
 * @property {(idOf: (key: Key, index: number) => unknown) => Promise<void>} checkConflicts throws if a key has two values. `idOf` returns for an entry
 *   that is in conflict with others what they have in common, and undefined for the other entries
 */

/** The options. */
export const MAP = /** @satisfies {import("./options.js").OptionTable} */ ({
  map: {
    type: "string",
    multiple: true,
    value: "FILE",
    file: true,
    says: "a map, as lines of key, tab, value",
  },
  label: {
    type: "string",
    multiple: true,
    value: "L=FILE",
    says: "a map: a key's value is the names of its lists",
  },
});

const TAB = 9;
const RETURN = 13;
/** A label is a bit of a number. */
const MOST_LABELS = 32;
const MOST_VALUES = 65_536;

/**
 * The lists of a map; undefined without --map and --label.
 * @param {{ map?: string[], label?: string[] }} values
 * @param {string[]} positionals
 * @param {Format} format
 * @returns {MapLists | undefined}
 */
export function openMap({ map, label }, positionals, format) {
  if (!map && !label) return undefined;
  if (map && label) throw new Failure("--label: pass --map or --label, not both");
  if (positionals.length) {
    throw new Failure(
      `expected no inputs with --${map ? "map" : "label"}, got ${positionals[0]}: pass it with the option`,
    );
  }
  return label ? labelled(openLabels(label, format)) : inFiles(map ?? [], format);
}

/**
 * The entropy of values that are used so often, in bits for each use.
 * @param {Iterable<number>} uses
 */
function entropyOf(uses) {
  const all = [...uses];
  const sum = all.reduce((total, count) => total + count, 0);
  return all.reduce((bits, count) => bits - (count ? (count / sum) * Math.log2(count / sum) : 0), 0);
}

/**
 * The lists of --label, in their order.
 * @param {string[]} labels
 * @param {Format} format
 */
function openLabels(labels, format) {
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
 * Labelled lists. A key that several lists have gets all their labels.
 * @param {ReturnType<typeof openLabels>} lists
 * @returns {MapLists}
 */
function labelled(lists) {
  const uses = lists.map(() => 0);
  return {
    paths: lists.flatMap(({ paths }) => paths),
    labels: lists.map(({ name }) => name),
    async read(sink, report) {
      for (const [i, list] of lists.entries()) {
        sink.setValue((1 << i) >>> 0);
        const before = sink.count();
        await readLists(list, sink, report);
        uses[i] = sink.count() - before;
        if (!uses[i]) throw new Failure(`--label: no keys in ${list.paths[0]}`);
      }
    },
    textOf: (value) =>
      lists
        .filter((_, i) => (value >>> i) & 1)
        .map(({ name }) => name)
        .join(","),
    entropy: () => entropyOf(uses),
    restore() {},
    save: () => undefined,
    async checkConflicts() {},
  };
}

/**
 * Files with a key, a tab and a value in each line.
 * @param {string[]} paths
 * @param {Format} format
 * @returns {MapLists}
 */
function inFiles(paths, format) {
  if (format.input !== undefined && format.input !== "lines") throw new Failure("--input: only lines for --map");
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Map<number, { text: string, uses: number }>} */
  const values = new Map();
  let next = 0;
  const numberOf = (/** @type {string} */ text) => {
    const number = numbers.get(text) ?? next++;
    const value = values.get(number);
    if (value) value.uses++;
    else {
      if (values.size === MOST_VALUES) throw new Failure(`--map: ${TOO_MANY_VALUES}`);
      numbers.set(text, number);
      values.set(number, { text, uses: 1 });
    }
    return number;
  };
  const bytes = measure(paths);
  return {
    paths,
    labels: undefined,
    async read(sink, report) {
      const progress = new Progress(bytes, sink.count, report);
      try {
        const take = (/** @type {Key} */ key, /** @type {string} */ value) => {
          sink.setValue(numberOf(value));
          sink.key(key);
        };
        // A map is always read from its start.
        await eachEntry(paths, format, progress, take, () =>
          sink.reached?.(() => ({ input: 0, offset: 0, sha256: "" })),
        );
      } finally {
        progress.end();
      }
      if (!sink.count()) throw new Failure("no keys in the input: nothing is written");
    },
    textOf: (number) => values.get(number)?.text ?? "",
    entropy: () => entropyOf([...values.values()].map(({ uses }) => uses)),
    restore(saved) {
      for (const [number, text] of saved) {
        numbers.set(text, number);
        next = Math.max(next, number + 1);
      }
    },
    save: () => [...values].map(([number, { text }]) => [number, text]),
    checkConflicts: (idOf) => checkConflicts(idOf, paths, format),
  };
}

const TOO_MANY_VALUES =
  "expected at most 65,536 different values, got more: for values that are all different, build a filter of the keys alone, and " +
  "look the values up in a table of your own, which you then ask for listed keys only";

/**
 * Calls `take` with each key and its value.
 * @param {string[]} paths
 * @param {Format} format
 * @param {Progress | undefined} progress
 * @param {(key: Key, value: string) => void} take
 * @param {() => void} [onPart] is called after each part of a file
 */
async function eachEntry(paths, { keyForm }, progress, take, onPart) {
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
        if (keyForm.name === "raw") return take(key, value);
        const keys = keyForm.entries(key.toString());
        if (!keys.length) throw new Failure(`${name}:${line}: expected a key of the form "${keyForm.name}"`);
        for (const each of keys) take(each, value);
      });
      onPart?.();
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
 * @param {Parameters<MapLists["checkConflicts"]>[0]} idOf
 * @param {string[]} paths
 * @param {Format} format
 */
async function checkConflicts(idOf, paths, format) {
  if (paths.includes("-")) throw new Failure("a key has two values; give each key one value");
  /** @type {Map<unknown, Map<string, string>>} */
  const found = new Map();
  let index = 0;
  await eachEntry(paths, format, undefined, (key, value) => {
    const id = idOf(key, index++);
    if (id === undefined) return;
    const text = typeof key === "string" ? key : Buffer.from(/** @type {Uint8Array} */ (key)).toString("latin1");
    const own = found.get(id) ?? new Map();
    found.set(id, own);
    const other = own.get(text);
    if (other !== undefined && other !== value) {
      const values = [other, value].sort().map((each) => JSON.stringify(each));
      throw new Failure(`${JSON.stringify(text)} has the values ${values.join(" and ")}; give each key one value`);
    }
    own.set(text, value);
  });
  const count = [...found.values()].reduce((sum, own) => sum + own.size - 1, 0);
  warn(
    `${grouped(count)} ${count === 1 ? "key has" : "keys have"} the digest of another key, and the value of one of them`,
  );
}
