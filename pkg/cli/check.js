import { Failure } from "./failure.js";
import { hintAtTerminal, readFilter, readLines } from "./input.js";
import { print } from "./output.js";

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
  const filter = readFilter(path);
  let found = false;
  if (keys.length) {
    const answers = keys.map((key) => filter.has(key));
    found = answers.includes(true);
    print(keys.map((key, i) => `${answers[i] ? "maybe" : "no"}\t${key}\n`).join(""));
  } else {
    hintAtTerminal("keys, one a line,");
    // What is there is answered at once: another program may be waiting before it asks on.
    readLines("-", (part) => {
      const answers = filter.hasLines(part);
      found ||= answers.includes(1);
      print(answered(part, answers));
    });
  }
  return found ? 0 : 1;
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
