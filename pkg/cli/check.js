import { isUtf8 } from "node:buffer";
import { Failure } from "./failure.js";
import { askedBy, importAs, recognise, refuseForeign } from "./foreign.js";
import { eachKey, hintAtTerminal, isDump, nameOf, openDump, readFilterBytes, readLines } from "./input.js";
import { COMMENTS, List, readForm } from "./list.js";
import { print } from "./output.js";
import { isManifest, openPublished } from "./published.js";
import { jsonLine, remark, warn } from "./report.js";

export const brief = "ask whether keys are in a filter";
export const operands = "files";
export const options = /** @satisfies {import("./options.js").OptionTable} */ ({
  input: {
    type: "string",
    value: "FORM",
    words: ["lines", "hosts"],
    says: "what standard input is: lines or hosts; lines if not given",
  },
  ...COMMENTS,
  json: { type: "boolean", says: "one JSON object a line" },
});

const NEWLINE = 10;
const MAYBE = Buffer.from("maybe\t");
const NO = Buffer.from("no\t");

/**
 * @param {import("./options.js").Values<typeof options>} values
 * @param {string[]} positionals
 */
export async function run({ json, ...values }, [path, ...keys]) {
  if (path === undefined) throw new Failure("no filter: edgebloom check FILTER [KEY...]");
  if (path === "-" && !keys.length) {
    throw new Failure("standard input is the filter, so the keys have to be arguments");
  }
  const form = readForm(values, options.input.words);
  const [wrong] = keys.length ? Object.keys(values) : [];
  if (wrong !== undefined) throw new Failure(`--${wrong}: for keys on standard input; leave it out, or the arguments`);
  const filter = await readAny(path);
  const keyOf = takesIntegers(filter) ? integerIn : String;
  let found = false;
  if (keys.length) {
    const line = json ? jsonAnswer : textAnswer;
    let out = "";
    try {
      for (const key of keys) {
        // What Node makes of bytes that are no UTF-8: another key, which would get a wrong "no".
        if (key.includes("\ufffd")) throw new Failure("key: an argument that is not UTF-8: give it on standard input");
        const maybe = asking(() => filter.has(keyOf(key)));
        found ||= maybe;
        out += line(key, maybe);
      }
    } finally {
      // Also those before one that is refused.
      print(out);
    }
  } else {
    hintAtTerminal("keys, one a line,");
    // What is there is answered at once: another program may be waiting before it asks on.
    const list = new List(nameOf("-"), form);
    await readLines("-", (read) => {
      const part = list.keys(read);
      const { answers, end, refusal } = answersOf(filter, part);
      found ||= answers.includes(1);
      print((json ? jsonAnswers : answered)(part.subarray(0, end), answers));
      if (refusal) throw refusal;
    });
    if (list.doubt) warn(list.doubt);
  }
  return found ? 0 : 1;
}

/**
 * The filter in a dump, or in the file of another system that says all of itself; or the published set of a manifest.
 * @param {string} path
 * @returns {Promise<Pick<import("../api/load.js").AnyFilter, "has" | "hasLines">>}
 */
async function readAny(path) {
  const name = nameOf(path);
  const bytes = await readFilterBytes(path);
  if (isManifest(bytes)) return openPublished(path, bytes);
  const format = isDump(bytes) ? undefined : recognise(name, bytes);
  if (format === undefined) return openDump(name, bytes);
  if (askedBy(format).length) refuseForeign(name, format);
  const filter = importAs(name, bytes, format, {});
  remark(`${name}: taken for ${format}`);
  return filter;
}

/**
 * True for a filter of integers: it refuses any text.
 * @param {Pick<import("../api/load.js").AnyFilter, "has">} filter
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
    const { field, message } = /** @type {Error & { field?: string }} */ (error);
    if (field !== "key" && field !== "hash") throw error;
    throw new Failure(message.replace(/^\w+: expected a bigint/, "key: expected a whole number in decimal"));
  }
}

/**
 * The answers for lines, up to one that the filter refuses, and where they end.
 * @param {Pick<import("../api/load.js").AnyFilter, "hasLines">} filter
 * @param {Buffer} part
 * @returns {{ answers: Uint8Array, end: number, refusal?: unknown }}
 */
function answersOf(filter, part) {
  try {
    return { answers: asking(() => filter.hasLines(part)), end: part.length };
  } catch {
    /** @type {number[]} */
    const answers = [];
    let end = 0;
    /** @type {unknown} */
    let refusal;
    eachKey(part, (from, to) => {
      if (refusal) return;
      try {
        answers.push(asking(() => filter.hasLines(part.subarray(from, to)))[0]);
        end = to;
      } catch (error) {
        refusal = error;
      }
    });
    return { answers: Uint8Array.from(answers), end, refusal };
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
  eachKey(part, (start, end) => {
    length += (answers[line++] ? MAYBE : NO).copy(out, length);
    length += part.copy(out, length, start, end);
    out[length++] = NEWLINE;
  });
  return out.subarray(0, length);
}

/**
 * @param {string} key
 * @param {boolean} maybe
 */
const textAnswer = (key, maybe) => `${maybe ? "maybe" : "no"}\t${key}\n`;

/**
 * @param {string} key
 * @param {boolean} maybe
 */
const jsonAnswer = (key, maybe) => jsonLine({ key, maybe });

/**
 * The same of lines. JSON is UTF-8: a key that is none is told in base64, under another name, so that nobody takes
 * the one for the other.
 * @param {Buffer} part
 * @param {Uint8Array} answers one for each line that is not empty
 */
function jsonAnswers(part, answers) {
  let out = "";
  let line = 0;
  eachKey(part, (start, end) => {
    const bytes = part.subarray(start, end);
    const maybe = answers[line++] === 1;
    out += isUtf8(bytes)
      ? jsonAnswer(bytes.toString(), maybe)
      : jsonLine({ keyBase64: bytes.toString("base64"), maybe });
  });
  return out;
}
