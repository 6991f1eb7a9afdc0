import { Failure } from "./failure.js";
import { askedBy, importAs, recognise, refuseForeign } from "./foreign.js";
import { hintAtTerminal, isDump, nameOf, openDump, readFilterBytes, readLines } from "./input.js";
import { print, remark } from "./output.js";

export const options = /** @type {const} */ ({});

const NEWLINE = 10;
const RETURN = 13;
const MAYBE = Buffer.from("maybe\t");
const NO = Buffer.from("no\t");

/**
 * @param {Record<string, any>} _values
 * @param {string[]} positionals
 */
export async function run(_values, [path, ...keys]) {
  if (path === undefined) throw new Failure("no filter: edgebloom check FILTER [KEY…]");
  if (path == "-" && !keys.length) {
    throw new Failure("standard input is the filter, so the keys have to be arguments");
  }
  const filter = readAny(path);
  const keyOf = takesIntegers(filter) ? integerIn : String;
  let found = false;
  if (keys.length) {
    const answers = keys.map((key) => asking(() => filter.has(keyOf(key))));
    found = answers.includes(true);
    print(keys.map((key, i) => `${answers[i] ? "maybe" : "no"}\t${key}\n`).join(""));
  } else {
    hintAtTerminal("keys, one a line,");
    // What is there is answered at once: another program may be waiting before it asks on.
    readLines("-", (part) => {
      const answers = asking(() => filter.hasLines(part));
      found ||= answers.includes(1);
      print(answered(part, answers));
    });
  }
  return found ? 0 : 1;
}

/**
 * The filter in a dump, or in the file of another system that says all of itself.
 * @param {string} path
 */
function readAny(path) {
  const name = nameOf(path);
  const bytes = readFilterBytes(path);
  const format = isDump(bytes) ? undefined : recognise(name, bytes);
  if (format === undefined) return openDump(name, bytes);
  if (askedBy(format).length) refuseForeign(name, format);
  const filter = importAs(name, bytes, format, {});
  remark(`${name}: taken for ${format}`);
  return filter;
}

/**
 * True for a filter of integers: it refuses any text.
 * @param {import("../api/bloom-filter.js").BloomFilter} filter
 */
function takesIntegers(filter) {
  try {
    filter.has("");
    return false;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return true;
  }
}

/**
 * The integer that is written there; what is none stays a text, which the filter refuses.
 * @param {string} text
 */
const integerIn = (text) => (/^-?\d+$/.test(text) ? BigInt(text) : text);

/**
 * Asks; a key that the filter does not take becomes a Failure that names it.
 * @template T
 * @param {() => T} action
 * @returns {T}
 */
function asking(action) {
  try {
    return action();
  } catch (error) {
    const [, rest] = /^(?:key|hash): expected a bigint([^]*)$/.exec(/** @type {Error} */ (error).message) ?? [];
    throw rest === undefined ? error : new Failure(`key: expected a whole number in decimal${rest}`);
  }
}

/**
 * The lines with their answers, byte for byte as they came: keys need not be UTF-8.
 * @param {Buffer} part
 * @param {Uint8Array} answers one for each line that is not empty
 */
function answered(part, answers) {
  const out = Buffer.allocUnsafe(part.length + 1 + answers.length * MAYBE.length);
  let length = 0;
  let line = 0;
  for (let start = 0; start < part.length; ) {
    const newline = part.indexOf(NEWLINE, start);
    const next = newline < 0 ? part.length : newline + 1;
    let end = newline < 0 ? next : newline;
    if (end > start && part[end - 1] == RETURN) end--;
    if (end > start) {
      length += (answers[line++] ? MAYBE : NO).copy(out, length);
      length += part.copy(out, length, start, end);
      out[length++] = NEWLINE;
    }
    start = next;
  }
  return out.subarray(0, length);
}
