import { isUtf8 } from "node:buffer";
import { firstOf } from "../reader/key-form.js";
import { Failure, oneLine } from "./failure.js";
import { foreignFormat, openFilter, readFilterBytes } from "./filter-file.js";
import { importAs, rejectForeign, requiredOptions } from "./foreign.js";
import { hintAtTerminal, nameOf, readLines } from "./input.js";
import { NEWLINE, eachKey } from "./lines.js";
import { INPUT, readKeyForm } from "./keys.js";
import { COMMENTS, readListFormat } from "./lists/formats.js";
import { Lines } from "./lists/lines.js";
import { print } from "./output.js";
import { isManifest, manifestIn, openPublished } from "./published.js";
import { jsonLine, remark, warn } from "./report.js";

export const brief = "look up keys in a filter";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  input: {
    type: "string",
    value: "FORM",
    words: ["lines", "hosts"],
    says: "format of standard input: lines or hosts; default lines",
  },
  ...COMMENTS,
  keys: {
    type: "string",
    value: "FORM",
    words: INPUT.keys.words,
    says: "key form, if FILTER has none: raw, domain, email, url,\nsha1-hex, sha256-hex or sha256",
  },
  json: { type: "boolean", says: "print one JSON object per key" },
});

const MAYBE = Buffer.from("maybe\t");
const NO = Buffer.from("no\t");

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run({ json, keys: form, ...values }, [path, ...keys]) {
  if (path === undefined) throw new Failure("expected a filter: edgebloom check FILTER [KEY...]");
  if (path === "-" && !keys.length) {
    throw new Failure("standard input is the filter: pass the keys as arguments");
  }
  const format = readListFormat(values, options.input.words);
  const [wrong] = keys.length ? Object.keys(values) : [];
  if (wrong !== undefined)
    throw new Failure(`--${wrong}: only for keys on standard input; leave out --${wrong} or the keys`);
  const filter = await readAny(manifestIn(path), form);
  const lookUp = lookUpIn(filter);
  let found = false;
  if (keys.length) {
    const line = json ? jsonAnswer : textAnswer;
    const valueOf = valuesOf(filter);
    let out = "";
    try {
      for (const key of keys) {
        // Node replaces bytes that are not UTF-8. That is another key, so its answer would be a wrong "no".
        if (key.includes("\ufffd"))
          throw new Failure("key: expected UTF-8, got other bytes: pass it on standard input");
        const maybe = namingKey(() => lookUp(key));
        found ||= maybe;
        out += line(key, maybe, maybe ? valueOf?.(key) : undefined);
      }
    } finally {
      // Print the answers for the keys before a rejected one, too.
      print(out);
    }
  } else {
    hintAtTerminal("keys, one per line,");
    // Answer each part at once: another program may wait for the answer before it sends the next key.
    const list = new Lines(nameOf("-"), format);
    await readLines("-", (read) => {
      const part = list.keys(read);
      const { answers, end, rejection } = answersOf(filter, part, lookUp);
      found ||= answers.includes(1);
      print((json ? jsonAnswers : textAnswers)(part.subarray(0, end), answers, valuesOf(filter)));
      if (rejection) throw rejection;
    });
    if (list.doubt) warn(list.doubt);
  }
  return found ? 0 : 1;
}

/**
 * The filter in a filter file, in a file of another system that needs no options, or in a published set.
 * @param {string} path
 * @param {string | undefined} keys the form of the keys
 * @returns {Promise<Pick<import("./filter-file.js").ReadFilter, "has" | "hasLines">>}
 */
async function readAny(path, keys) {
  if (keys !== undefined) readKeyForm(keys);
  const name = nameOf(path);
  const bytes = await readFilterBytes(path);
  if (isManifest(bytes)) {
    const set = openPublished(path, bytes);
    const { keyForm } = set.manifest;
    if (keys === undefined || keys === keyForm) return set;
    throw new Failure(`--keys: ${name} has keys of the form ${JSON.stringify(keyForm)}, got ${JSON.stringify(keys)}`);
  }
  const format = foreignFormat(name, bytes);
  if (format === undefined) return openFilter(name, bytes, keys);
  if (keys !== undefined) throw new Failure(`--keys: not for filters of other systems; leave out --keys`);
  if (requiredOptions(format, bytes).length) rejectForeign(name, format, bytes);
  const filter = importAs(name, bytes, format, {});
  remark(`${name}: read as ${format}`);
  return filter;
}

/**
 * The values of a map; undefined for other filters.
 * @param {object} filter
 * @returns {((key: import("../api/types.js").Key) => string | undefined) | undefined}
 */
function valuesOf(filter) {
  const { get, keyForm } = /** @type {{ get?: (key: any) => string | undefined, keyForm?: string }} */ (filter);
  if (typeof get !== "function") return undefined;
  return (key) => {
    const text = typeof key === "string" ? key : Buffer.from(/** @type {any} */ (key)).toString();
    try {
      // A published set has no `keyForm`, and brings keys into its form itself.
      if (keyForm !== "raw") return get.call(filter, keyForm === undefined ? key : text);
      const integer = int64In(text);
      return firstOf(integer === undefined ? [key] : [key, integer], (each) => get.call(filter, each));
    } catch (error) {
      // A query that does not have the form is "maybe", and has no value.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/**
 * Looks up texts. Code can add keys as integers, and the file does not say so: a decimal text is looked up as a text and as an integer, as far
 * as the filter takes them, so that a "no" is right for both.
 * @param {Pick<import("./filter-file.js").ReadFilter, "has"> & { keyForm?: string }} filter a published set has only texts, and no `keyForm`
 * @returns {(text: string) => boolean}
 */
function lookUpIn(filter) {
  if (!takes(filter, "")) return (text) => filter.has(integerIn(text) ?? text);
  if (filter.keyForm !== "raw" || !takes(filter, 0n)) return (text) => filter.has(text);
  return (text) => {
    if (filter.has(text)) return true;
    const integer = int64In(text);
    return integer !== undefined && filter.has(integer);
  };
}

/**
 * False if a filter rejects keys of this type.
 * @param {Pick<import("./filter-file.js").ReadFilter, "has">} filter
 * @param {string | bigint} key
 */
function takes(filter, key) {
  try {
    filter.has(key);
    return true;
  } catch (error) {
    // A text that is not in the form of the keys is another error.
    return !(error instanceof TypeError);
  }
}

/** The digits of the largest integer that a filter of integers takes, a hash of 128 bits. More digits would take long to read. */
const INTEGER = /^-?0*\d{1,39}$/;

/**
 * The integer that a text may stand for.
 * @param {string} text
 */
const integerIn = (text) => (INTEGER.test(text) ? BigInt(text) : undefined);

/**
 * The same as a key of 64 bits. Unsigned integers are added as the signed ones with the same bits.
 * @param {string} text
 */
function int64In(text) {
  const integer = integerIn(text);
  if (integer === undefined || integer < -(2n ** 63n) || integer >= 2n ** 64n) return undefined;
  return BigInt.asIntN(64, integer);
}

/**
 * Looks keys up. If the filter rejects a key, the error becomes a Failure that names the key.
 * @template T
 * @param {() => T} action
 * @returns {T}
 */
function namingKey(action) {
  try {
    return action();
  } catch (error) {
    const { field, message } = /** @type {Error & { field?: string }} */ (error);
    if (field !== "key" && field !== "hash") throw error;
    throw new Failure(message.replace(/^\w+: expected a bigint/, "key: expected a whole number in decimal"));
  }
}

/**
 * The answers for lines, up to a line that the filter rejects, and the offset where they end.
 * @param {Pick<import("./filter-file.js").ReadFilter, "hasLines">} filter
 * @param {Buffer} part
 * @param {(text: string) => boolean} lookUp
 * @returns {{ answers: Uint8Array, end: number, rejection?: unknown }}
 */
function answersOf(filter, part, lookUp) {
  const answered = (/** @type {Buffer} */ lines) => {
    const answers = namingKey(() => filter.hasLines(lines));
    let line = 0;
    eachKey(lines, (start, end) => {
      const isMaybe = answers[line++];
      // Most lines do not end in a digit, and need no text.
      if (isMaybe || lines[end - 1] < 48 || lines[end - 1] > 57) return;
      const text = lines.toString("latin1", start, end);
      if (INTEGER.test(text)) answers[line - 1] = Number(lookUp(text));
    });
    return answers;
  };
  try {
    return { answers: answered(part), end: part.length };
  } catch {
    /** @type {number[]} */
    const answers = [];
    let end = 0;
    /** @type {unknown} */
    let rejection;
    eachKey(part, (from, to) => {
      if (rejection) return;
      try {
        answers.push(answered(part.subarray(from, to))[0]);
        end = to;
      } catch (error) {
        rejection = error;
      }
    });
    return { answers: Uint8Array.from(answers), end, rejection };
  }
}

/**
 * The lines with their answers. The bytes of the keys are unchanged: they need not be UTF-8.
 * @param {Buffer} part
 * @param {Uint8Array} answers one for each line that is not empty
 * @param {ReturnType<typeof valuesOf>} valueOf
 */
function textAnswers(part, answers, valueOf) {
  if (valueOf) return linesWithValues(part, answers, valueOf);
  const out = Buffer.allocUnsafe(part.length + 1 + answers.length * MAYBE.length);
  let length = 0;
  let line = 0;
  eachKey(part, (start, end) => {
    length += (answers[line++] ? MAYBE : NO).copy(out, length);
    length += part.copy(out, length, start, end);
    out[length++] = NEWLINE;
  });
  return out.subarray(0, length);
}

/**
 * The same for a map: the value is a third column.
 * @param {Buffer} part
 * @param {Uint8Array} answers
 * @param {NonNullable<ReturnType<typeof valuesOf>>} valueOf
 */
function linesWithValues(part, answers, valueOf) {
  /** @type {Buffer[]} */
  const lines = [];
  let line = 0;
  eachKey(part, (start, end) => {
    const key = part.subarray(start, end);
    const isMaybe = answers[line++];
    const value = isMaybe ? valueOf(key) : undefined;
    const column = value === undefined ? "\n" : `\t${oneLine(value)}\n`;
    lines.push(isMaybe ? MAYBE : NO, key, Buffer.from(column));
  });
  return Buffer.concat(lines);
}

/**
 * @param {string} key
 * @param {boolean} maybe
 * @param {string} [value] of a map
 */
const textAnswer = (key, maybe, value) =>
  `${maybe ? "maybe" : "no"}\t${key}${value === undefined ? "" : `\t${oneLine(value)}`}\n`;

/**
 * @param {string} key
 * @param {boolean} maybe
 * @param {string} [value] of a map
 */
const jsonAnswer = (key, maybe, value) => jsonLine({ key, maybe, value });

/**
 * The same for lines. JSON is UTF-8, so a key that is not UTF-8 is written in base64 as `keyBase64`.
 * @param {Buffer} part
 * @param {Uint8Array} answers one for each line that is not empty
 * @param {ReturnType<typeof valuesOf>} valueOf
 */
function jsonAnswers(part, answers, valueOf) {
  let out = "";
  let line = 0;
  eachKey(part, (start, end) => {
    const bytes = part.subarray(start, end);
    const maybe = answers[line++] === 1;
    const value = maybe ? valueOf?.(bytes) : undefined;
    out += isUtf8(bytes)
      ? jsonAnswer(bytes.toString(), maybe, value)
      : jsonLine({ keyBase64: bytes.toString("base64"), maybe, value });
  });
  return out;
}
