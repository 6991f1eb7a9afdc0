import { parseArgs } from "node:util";
import { Failure } from "./failure.js";

/** @typedef {import("./options.js").OptionTable} OptionTable */

const DAY = 86_400_000;

/**
 * The options and the other arguments of a command.
 * @param {string} command
 * @param {string[]} args
 * @param {OptionTable} options
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
export function readArguments(command, args, options) {
  const equals = beforeEnd(args).find((arg) => /^-[a-z]=/i.test(arg));
  if (equals !== undefined) {
    const name = longName(equals.slice(0, 2), options);
    throw new Failure(`${equals}: short options take no "=": write ${name}${equals.slice(2)}`);
  }
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new Failure(explain(command, /** @type {any} */ (error), options));
  }
}

/**
 * Rejects names and texts that are not UTF-8. Node replaces such bytes with U+FFFD, so the command would read or write another
 * file. A name that really contains U+FFFD looks the same and is rejected, too.
 * @param {Record<string, unknown>} values
 * @param {string[]} files
 * @param {OptionTable} options
 */
export function rejectMangled(values, files, options) {
  const isMangled = (/** @type {unknown} */ text) =>
    Array.isArray(text) ? text.some(isMangled) : typeof text === "string" && text.includes("\ufffd");
  const option = Object.keys(values).find((name) => isMangled(values[name]));
  if (option !== undefined) {
    const what = options[option].file ? "name" : "text";
    throw new Failure(`--${option}: expected UTF-8, got other bytes: choose another ${what}`);
  }
  const file = files.find(isMangled);
  if (file !== undefined) {
    throw new Failure(
      `${file}: expected a name in UTF-8, got other bytes: rename the file, or pass it on standard input`,
    );
  }
}

/**
 * A message for the user: Node's own ones have several lines and mention positional arguments.
 * @param {string} command
 * @param {{ code?: string, message: string }} error
 * @param {OptionTable} options
 */
function explain(command, { code, message }, options) {
  const option = /'([^']*)'/.exec(message)?.[1] ?? "";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const known = Object.keys(options).map((name) => `--${name}`);
    const suggestion = closest(option, known);
    if (suggestion !== undefined) return `unknown option ${option}: did you mean ${suggestion}?`;
    return (
      `unknown option ${option}; the options of edgebloom ${command} are ${known.join(", ")}; ` +
      'put "--" before an argument that begins with "-"'
    );
  }
  const name = longName(option.replace(/ <value>$/, "").replace(/^-\w, /, ""), options);
  if (/does not take/.test(message)) return `${name}: takes no value`;
  if (/ambiguous/.test(message)) {
    return `${name}: the value is missing; if it begins with "-", write ${name}=VALUE`;
  }
  return name ? `${name}: the value is missing` : message;
}

/**
 * The long name of an option.
 * @param {string} name
 * @param {OptionTable} options
 */
function longName(name, options) {
  const [long] = Object.entries(options).find(([, { short }]) => `-${short}` === name) ?? [];
  return long === undefined ? name : `--${long}`;
}

/**
 * The arguments before "--": only these can be options.
 * @param {string[]} args
 */
function beforeEnd(args) {
  const end = args.indexOf("--");
  return end < 0 ? args : args.slice(0, end);
}

/**
 * True if the arguments contain --help or -h. Mistakes in the other arguments do not matter then.
 * @param {string[]} args
 */
export function wantsHelp(args) {
  const options = beforeEnd(args);
  return options.includes("--help") || options.includes("-h");
}

/**
 * A whole number. The API checks the range.
 * @template {string} [Word=never]
 * @param {string | undefined} text
 * @param {string} option
 * @param {Word} [orWord] a word that is allowed instead of a number
 * @returns {number | Word | undefined}
 */
export function wholeNumber(text, option, orWord) {
  if (text === undefined) return undefined;
  if (text === orWord) return orWord;
  const value = /^\d+(e\d+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value)) return value;
  if (value > Number.MAX_SAFE_INTEGER) throw new Failure(`${option}: ${text} is too large`);
  const expected = orWord === undefined ? "a whole number" : `a whole number or "${orWord}"`;
  throw new Failure(`${option}: expected ${expected}, got ${JSON.stringify(text)}`);
}

/**
 * An error rate. The API checks the lower limit.
 * @param {string | undefined} text
 * @param {string} option
 */
export function errorRate(text, option) {
  if (text === undefined) return undefined;
  const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (value > 0 && value < 1) return value;
  throw new Failure(`${option}: expected a number above 0 and below 1, got ${JSON.stringify(text)}`);
}

/**
 * A date, a time, or a number of days from now.
 * @param {string | undefined} text
 */
export function expiryTime(text) {
  if (text === undefined) return undefined;
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isDate ? Date.parse(text) : /^\d{1,5}$/.test(text) ? Date.now() + Number(text) * DAY : NaN;
  // Some engines turn 31 February into a day of March.
  const wrong =
    Number.isNaN(time) || (/^[^T]*$/.test(text) && isDate && !new Date(time).toISOString().startsWith(text));
  if (wrong)
    throw new Failure(
      `--expires: expected a date such as 2027-01-31, or a number of days, got ${JSON.stringify(text)}`,
    );
  if (time <= Date.now()) throw new Failure(`--expires: expected a time in the future, got ${text}`);
  return time;
}

/**
 * One of some words.
 * @param {string | undefined} text
 * @param {string} option
 * @param {readonly string[]} words
 */
export function oneOf(text, option, words) {
  if (text === undefined || words.includes(text)) return text;
  throw new Failure(`${option}: expected one of ${words.join(", ")}, got ${JSON.stringify(text)}`);
}

/**
 * The word that the user probably meant, if one is similar enough.
 * @param {string} text
 * @param {string[]} words
 * @returns {string | undefined}
 */
export function closest(text, words) {
  const limit = Math.max(1, Math.floor(text.length / 3));
  const distances = words.map((word) => distance(text, word));
  const least = Math.min(...distances);
  return least <= limit ? words[distances.indexOf(least)] : undefined;
}

/**
 * The number of typing errors between two words: a character that is missing, added or replaced, or two neighbours that are
 * swapped (optimal string alignment).
 * @param {string} a
 * @param {string} b
 */
function distance(a, b) {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = (rows[i] = [i]);
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.length][b.length];
}
