// The formats of lists. All but JSON are read part by part: memory never holds a whole list.

import { oneOf } from "../arguments.js";
import { Failure } from "../failure.js";
import { AdblockList } from "./adblock.js";
import { Table } from "./csv.js";
import { JsonLines } from "./json.js";
import { Lines } from "./lines.js";

/** @typedef {{ input?: string | undefined, comments?: boolean | undefined, column?: string | undefined }} ListFormat the format of a list, as the user gives it */

/**
 * Takes keys: lines as they are, or texts and their encoding.
 * @typedef {{ (lines: Buffer): void, (texts: string[], encoding: "latin1" | "utf8"): void }} Take
 */

/**
 * Reads one list.
 * @typedef {object} ListReader
 * @property {(part: Buffer, take: Take) => void} read reads whole lines
 * @property {(take: Take) => void} end reads what is left
 * @property {string | undefined} [doubt] a warning for the user, at the end
 */

/** The formats of lists. */
export const FORMATS = /** @type {const} */ (["lines", "csv", "tsv", "hosts", "adblock", "json", "jsonl"]);
/** Those whose entries have several values. */
const WITH_COLUMNS = ["csv", "tsv", "json", "jsonl"];

/** The option for lines with comments. @satisfies {import("../options.js").OptionTable} */
export const COMMENTS = /** @type {const} */ ({
  comments: {
    type: "boolean",
    says: 'skip lines that begin with "#", even after spaces',
  },
});

/** The options for the format of a list. @satisfies {import("../options.js").OptionTable} */
export const LIST_FORMAT = /** @type {const} */ ({
  input: {
    type: "string",
    value: "FORM",
    words: FORMATS,
    says: "lines (default), csv, tsv, hosts, adblock, json, jsonl",
  },
  column: {
    type: "string",
    value: "C",
    says: "the column or member with the keys: NAME or number",
  },
  ...COMMENTS,
});

/**
 * @param {ListFormat} values
 * @param {readonly string[]} formats
 * @returns {ListFormat}
 */
export function readListFormat({ input, comments, column }, formats) {
  oneOf(input, "--input", formats);
  if (column !== undefined) {
    if (!WITH_COLUMNS.includes(input ?? ""))
      throw new Failure(`--column: only with --input ${WITH_COLUMNS.join(", ")}`);
    if (/^0+$/.test(column)) throw new Failure("--column: columns count from 1, got 0");
    if (!column) throw new Failure("--column: expected a name or a number");
  }
  if (comments && input !== undefined && !["lines", "hosts"].includes(input)) {
    throw new Failure(`--comments: only for lines, not for ${input}; leave out --comments`);
  }
  return { input, comments, column };
}

/**
 * The reader of a list in any format except JSON.
 * @param {string} name
 * @param {ListFormat} format
 * @returns {ListReader}
 */
export function listReader(name, format) {
  const { input } = format;
  if (input === "csv" || input === "tsv") return new Table(name, format);
  if (input === "jsonl") return new JsonLines(name, format);
  return input === "adblock" ? new AdblockList(name) : new Lines(name, format);
}
