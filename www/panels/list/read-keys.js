// Reads a list from bytes, piece by piece, and rejects other data early. Runs in the worker, but depends neither on it nor
// on the page.

import { entriesOf, entryIn, FORMS, isUneven } from "./forms.js";
import { entriesOfJson } from "./json.js";
import { Refusal } from "./refusal.js";
import { cellsOf } from "./table.js";

export const MOST_BYTES = 50_000_000;
export const MOST_KEYS = 2_500_000;

/** The most bytes of a key: a file with longer lines is rejected. */
export const LONGEST_KEY = 65_536;

/** A unit of UTF-16 becomes at most three bytes of UTF-8. */
const MOST_PER_UNIT = 3;

/** Bytes that show a file that is no text. */
const HEAD = 1 << 16;

/** How many entries of a kind are noted. */
const NOTED = 100_000;

const encoder = new TextEncoder();

/**
 * @typedef {object} Keys
 * @property {Set<string>} keys distinct keys
 * @property {string[]} entries those that brought a new key, in the order of the list. Without a form they are the keys
 * @property {number} lines entries of the list: lines, cells or strings that are not empty
 * @property {number} skipped entries that do not have the form
 * @property {string[]} odd the first of these
 * @property {string[]} repeats the first entries whose keys were there before
 * @property {number} addresses entries whose whole domain is a key
 * @property {string} address the first of these
 * @property {number} commented keys without a form that begin with "#", as comments do
 * @property {number} uneven keys without a form that have capitals, or blanks around them
 */

/**
 * Why a file is no list, as far as its size and its beginning show.
 * @param {Blob} blob
 * @returns {Promise<Refusal | undefined>}
 */
export async function refusalOf(blob) {
  if (blob.size > MOST_BYTES) return new Refusal("tooBig", { found: blob.size });
  if (!blob.size) return new Refusal("noKeys");
  // What cannot be read is refused when it is read whole.
  const head = await blob
    .slice(0, HEAD)
    .arrayBuffer()
    .catch(() => undefined);
  const code = head && notText(new Uint8Array(head), new Uint8Array(head));
  return code ? new Refusal(code) : undefined;
}

/** A page in place of a list: a host that has none sends one. */
const PAGE = /^\s*<(?:!doctype|html)\b/i;

/** @param {Iterable<number>} head the first bytes of a file @param {Uint8Array} value */
function notText([first, second], value) {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return "utf16";
  return value.includes(0) ? "binary" : undefined;
}

/**
 * Reads the keys of a list.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {object} [options]
 * @param {boolean} [options.json] an array instead of lines
 * @param {import("./table.js").Table} [options.table]
 * @param {string} [options.name] of what has the keys in the objects of an array
 * @param {import("./forms.js").KeyForm} [options.form]
 * @param {(bytes: number, keys: number) => void} [options.onPiece] gets the bytes and keys so far
 * @returns {Promise<Keys>}
 * @throws {Refusal}
 */
export async function readKeys(stream, { json = false, table, name, form, onPiece = () => {} } = {}) {
  /** @type {Keys} */
  const found = {
    keys: new Set(),
    entries: [],
    lines: 0,
    skipped: 0,
    odd: [],
    repeats: [],
    addresses: 0,
    address: "",
    commented: 0,
    uneven: 0,
  };
  const { keys, entries } = found;
  let number = 0;
  let bytes = 0;
  let rest = "";

  /** @param {string} line */
  function take(line) {
    number++;
    const entry = entryIn(line, form);
    if (!entry) return;
    if (entry.length * MOST_PER_UNIT > LONGEST_KEY) {
      const found = encoder.encode(entry).length;
      if (found > LONGEST_KEY) throw new Refusal("longLine", { line: number, found });
    }
    for (const one of entriesOf(entry, form)) {
      found.lines++;
      const before = keys.size;
      for (const key of one.keys) keys.add(key);
      const isNew = keys.size > before;
      if (isNew && !form && isUneven(one.entry)) found.uneven++;
      if (isNew && !form && one.entry.startsWith("#")) found.commented++;
      if (isNew) entries.push(one.entry);
      else note(one.keys.length ? found.repeats : found.odd, one.entry);
      if (!one.keys.length) found.skipped++;
      if (one.keys.length && form === FORMS.email && /.@/.test(one.entry) && !found.addresses++)
        found.address = one.entry.slice(0, 60);
    }
    if (keys.size > MOST_KEYS) throw new Refusal("tooMany", { line: number });
  }

  const takeLine = (/** @type {string} */ line) => take(line.endsWith("\r") ? line.slice(0, -1) : line);
  const cells = table && !json && cellsOf(table, take);

  /** @param {string} text */
  function takeText(text) {
    if (cells) return cells.push(text);
    // Only the new part is searched: otherwise each piece of a long line would search the whole line again.
    if (json || !text.includes("\n")) return void (rest += text);
    const parts = (rest + text).split("\n");
    rest = /** @type {string} */ (parts.pop());
    parts.forEach(takeLine);
  }

  for await (const { text, read } of decoded(stream)) {
    if (!bytes && PAGE.test(text)) throw new Refusal("html");
    bytes += read;
    takeText(text);
    onPiece(bytes, keys.size);
  }
  if (cells) cells.end();
  else if (json) entriesOfJson(rest, name).forEach(take);
  else takeLine(rest);
  if (!keys.size)
    throw found.skipped ? new Refusal("noneInForm", { example: found.odd[0].slice(0, 60) }) : new Refusal("noKeys");
  return found;
}

/** @param {string[]} names @param {string} entry */
const note = (names, entry) => names.length < NOTED && names.push(entry);

/**
 * The pieces of a stream as text, without a byte order mark.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function* decoded(stream) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = stream.getReader();
  /** @type {number[]} */
  let head = [];
  let bytes = 0;
  try {
    for (let last = false; !last; ) {
      const { done, value = new Uint8Array() } = await reader.read().catch(() => {
        throw new Refusal("unreadable");
      });
      last = done;
      bytes += value.length;
      if (bytes > MOST_BYTES) throw new Refusal("tooBig", { found: bytes });
      if (head.length < 2) head = [...head, ...value.subarray(0, 2)];
      yield { text: textOf(value, !last), read: value.length };
    }
  } finally {
    reader.cancel().catch(() => {});
  }

  /**
   * @param {Uint8Array} value
   * @param {boolean} more
   */
  function textOf(value, more) {
    const code = notText(head, value);
    if (code) throw new Refusal(code);
    try {
      return decoder.decode(value, { stream: more });
    } catch {
      throw new Refusal("notUtf8");
    }
  }
}
