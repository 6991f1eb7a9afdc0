// Lists that are tables: CSV and TSV, read as `edgebloom build --column` reads them (docs/reference/cli.md).

// @ts-expect-error: it has no types of its own.
import Papa from "papaparse";
import { Refusal } from "./refusal.js";

/** Characters of a row: a quote that is never closed would otherwise take the rest of the list. */
const LONGEST_ROW = 1_000_000;

/**
 * @typedef {object} Table
 * @property {string} delimiter
 * @property {number} column from 0
 * @property {boolean} header true if the first row has names
 * @property {number} [width] cells of nearly every row, if it is known
 */

/**
 * The rows in a text, and what is left of it. Other line breaks than LF must be gone.
 * @param {string} text
 * @param {string} delimiter
 * @param {boolean} isEnd
 * @returns {{ rows: string[][], rest: string, error?: number }} `error`: the row with a quote that is wrong
 */
export function rowsIn(text, delimiter, isEnd) {
  const { data, errors, meta } = new Papa.Parser({ delimiter, newline: "\n" }).parse(text, 0, !isEnd);
  return {
    rows: data,
    rest: isEnd ? "" : text.slice(meta.cursor),
    error: errors.length ? (errors[0].row ?? 0) : undefined,
  };
}

/**
 * Whether a row has cells. Lists of bad URLs begin with lines of comments.
 * @param {string[]} row
 * @param {number} [width] of the table
 */
export const isRow = (row, width = row.length) =>
  (row.length > 1 || !!row[0].trim()) && (row.length === width || !/^\s*#/.test(row[0]));

/**
 * Takes the pieces of a table and passes on the cells of its column.
 * @param {Table} table
 * @param {(cell: string) => void} take
 */
export function cellsOf({ delimiter, column, header, width: usual }, take) {
  let rest = "";
  let line = 1;
  let width = 0;

  /** @param {string} text @param {boolean} isEnd */
  function parse(text, isEnd) {
    const found = rowsIn(text, delimiter, isEnd);
    if (found.error !== undefined) throw new Refusal("badQuote", { line: line + found.error });
    ({ rest } = found);
    if (rest.length > LONGEST_ROW) throw new Refusal("badQuote", { line });
    for (const row of found.rows) {
      if (isRow(row, usual)) takeRow(row);
      line += row.reduce((count, cell) => count + cell.split("\n").length - 1, 1);
    }
  }

  /** @param {string[]} row */
  function takeRow(row) {
    const isFirst = !width;
    width ||= row.length;
    if (isFirst && header) return;
    if (column >= row.length) throw new Refusal("shortRow", { line, found: row.length, most: width });
    const cell = row[column].trim();
    // The parser takes quotes after blanks for a part of the field.
    take(
      /^\s+"/.test(row[column]) ? cell.replace(/^"((?:[^"]|"")*)"$/, (_, text) => text.replaceAll('""', '"')) : cell,
    );
  }

  return {
    /** @param {string} text */
    push(text) {
      rest += text;
      if (text.includes("\n")) parse(rest.replaceAll("\r\n", "\n"), false);
    },
    end: () => parse(rest.replace(/\r$/, ""), true),
  };
}
