// Reads a list from bytes, piece by piece, and rejects other data early. Runs in the worker, but depends neither on it nor
// on the page.

export const MOST_BYTES = 50_000_000;
export const MOST_KEYS = 1_000_000;

/** The most bytes of a key: a file with longer lines is rejected. */
export const LONGEST_KEY = 65_536;

/** A unit of UTF-16 becomes at most three bytes of UTF-8. */
const MOST_PER_UNIT = 3;

/** Why a list is rejected: the page has a sentence for each code. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {Record<string, number | string>} [values] for the sentence
   */
  constructor(code, values = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}

const encoder = new TextEncoder();

/**
 * The distinct keys of a list, in its order.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {{ json?: boolean, onPiece?: (bytes: number, keys: number) => void }} [options]
 *   `json`: an array of strings instead of lines; `onPiece` gets the bytes and keys so far
 * @returns {Promise<{ keys: Set<string>, lines: number }>} lines that are not empty
 * @throws {Refusal}
 */
export async function readKeys(stream, { json = false, onPiece = () => {} } = {}) {
  /** @type {Set<string>} */
  const keys = new Set();
  let lines = 0;
  let number = 0;
  let bytes = 0;
  let rest = "";

  /** @param {string} key */
  function take(key) {
    number++;
    if (!key) return;
    if (key.length * MOST_PER_UNIT > LONGEST_KEY) {
      const found = encoder.encode(key).length;
      if (found > LONGEST_KEY) throw new Refusal("longLine", { line: number, found });
    }
    lines++;
    keys.add(key);
    if (keys.size > MOST_KEYS) throw new Refusal("tooMany", { line: number });
  }

  const takeLine = (/** @type {string} */ line) => take(line.endsWith("\r") ? line.slice(0, -1) : line);

  /** @param {string} text */
  function takeText(text) {
    // Only the new part is searched: otherwise each piece of a long line would search the whole line again.
    if (json || !text.includes("\n")) return void (rest += text);
    const parts = (rest + text).split("\n");
    rest = /** @type {string} */ (parts.pop());
    parts.forEach(takeLine);
  }

  for await (const { text, read } of decoded(stream)) {
    bytes += read;
    takeText(text);
    onPiece(bytes, keys.size);
  }
  if (json) parsed(rest).forEach(take);
  else takeLine(rest);
  if (!keys.size) throw new Refusal("noKeys");
  return { keys, lines };
}

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
    const [first, second] = head;
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new Refusal("utf16");
    if (value.includes(0)) throw new Refusal("binary");
    try {
      return decoder.decode(value, { stream: more });
    } catch {
      throw new Refusal("notUtf8");
    }
  }
}

/**
 * @param {string} text
 * @returns {string[]}
 */
function parsed(text) {
  let detail = "";
  try {
    const entries = JSON.parse(text);
    if (Array.isArray(entries)) {
      const wrong = entries.findIndex((entry) => typeof entry !== "string");
      if (wrong < 0) return entries;
      detail = `[${wrong}]: ${typeof entries[wrong]}`;
    }
  } catch (error) {
    detail = String(/** @type {Error} */ (error).message).slice(0, 200);
  }
  throw new Refusal("notStrings", { detail });
}
